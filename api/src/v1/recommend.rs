//! The advisor's answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::estimate::{Estimate, Note};
use super::scenario::Scenario;

/// What to run, and what each single change would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Recommendation {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The recommended plan.
    pub recommended: Recommended,
    /// Single changes to what was asked, ranked; each `change` merges into the scenario (RFC 7396).
    pub levers: Vec<Lever>,
    /// Ids of the levers that alone make it fit; empty if none does, or if it fits already.
    pub single_change_fits: Vec<String>,
    /// What was considered and dropped.
    pub rejected: Vec<Rejection>,
    /// What a reader should know of this answer beside the notes of the estimate.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<Note>,
}

/// The recommended plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Recommended {
    /// Fully pinned: sent to `estimate` it gets the same answer.
    pub scenario: Scenario,
    /// What it needs.
    pub estimate: Estimate,
    /// Why this one.
    pub why: String,
}

/// One change of settings or of the machine, with what it does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lever {
    /// Stable id.
    #[schema(example = "activation-checkpointing")]
    pub id: String,
    /// What changes, and nothing else: merges into the scenario.
    pub change: Scenario,
    /// Device memory before.
    pub vram_before_bytes: u64,
    /// Device memory after.
    pub vram_after_bytes: u64,
    /// Step time before.
    pub step_seconds_before: f64,
    /// Step time after, of the same samples per optimizer step.
    pub step_seconds_after: f64,
    /// Epoch time before.
    pub epoch_seconds_before: f64,
    /// Epoch time after.
    pub epoch_seconds_after: f64,
    /// Whether the results of training stay the same.
    pub effect_on_results: Effect,
    /// Whether the changed scenario fits card and host.
    pub fits: bool,
    /// Why it works and what it costs.
    pub why: String,
    /// Where the reason comes from.
    pub source: String,
}

/// What a change does to the results of training.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The same up to rounding.
    None,
    /// A small difference.
    Small,
    /// Another method.
    ChangesMethod,
}

/// Something that was considered and dropped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rejection {
    /// Id of the lever.
    pub what: String,
    /// Why.
    pub reason: String,
}
