//! Single changes with what each does.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::v1::estimate::VramParts;
use crate::v1::scenario::Scenario;

/// One change of settings, data or machine, with what it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lever {
    /// Stable id.
    #[schema(example = "activation-checkpointing")]
    pub id: String,
    /// What it is paid with.
    pub kind: LeverKind,
    /// What changes: merges into the scenario. Open fields that would be decided anew are written out, so that the merged
    /// scenario's estimate has the figures given here.
    pub change: Scenario,
    /// Device memory before.
    pub vram_before_bytes: u64,
    /// Device memory after.
    pub vram_after_bytes: u64,
    /// Live tensors by part before, in bytes.
    pub vram_parts_before: VramParts,
    /// Live tensors by part after, in bytes.
    pub vram_parts_after: VramParts,
    /// Peak of the host memory before, per node.
    pub ram_before_bytes: u64,
    /// Peak of the host memory after, per node.
    pub ram_after_bytes: u64,
    /// Host memory to install at least after, per node.
    pub ram_minimum_gib_after: u64,
    /// Time of an optimizer step before.
    pub step_seconds_before: f64,
    /// Time of an optimizer step after; where the batch changes, of another number of samples.
    pub step_seconds_after: f64,
    /// Epoch time before.
    pub epoch_seconds_before: f64,
    /// Epoch time after.
    pub epoch_seconds_after: f64,
    /// Samples per second before.
    pub samples_per_second_before: f64,
    /// Samples per second after.
    pub samples_per_second_after: f64,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// Whether the changed scenario fits card and host.
    pub fits: bool,
    /// Ids of levers that set the same field or exclude this one.
    pub conflicts: Vec<String>,
    /// Ids of levers without which this one does not fit.
    pub requires: Vec<String>,
    /// Why it works and what it costs.
    pub why: String,
    /// Where the reason comes from.
    pub source: String,
}

/// What a lever is paid with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeverKind {
    /// A setting.
    Setting,
    /// The data: shorter texts, smaller images.
    Data,
    /// Something is bought.
    Hardware,
}

/// What a change does to the results of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// None, up to rounding.
    None,
    /// A small difference.
    Small,
    /// Another method.
    ChangesMethod,
}
