//! The full answer to a pinned scenario.

use super::{DataPath, Note, ParameterCounts, Ram, RuleOpinion, Speed, Vram};
use crate::inputs::Scenario;

/// The full answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The scenario with every open field decided.
    pub scenario: Scenario,
    /// Exact counts of the model's weights.
    pub parameters: ParameterCounts,
    /// Memory of the fullest GPU.
    pub vram: Vram,
    /// The largest micro-batch that fits, all else as in the scenario; 0 if none does.
    pub max_micro_batch_size: u64,
    /// Memory of the host, per node.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// The data path, stage by stage.
    pub path: DataPath,
    /// What the practitioners' rules say beside the model.
    pub rules: Vec<RuleOpinion>,
    /// What a reader should know of this answer.
    pub notes: Vec<Note>,
}
