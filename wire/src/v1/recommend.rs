//! The advisor's answer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod bound;
mod front;
mod lever;
mod machine;
mod running;

pub use bound::{Advised, NoAdvice, Undecided};
pub use front::{Nearest, NearestKind, ParetoPlan};
pub use lever::{Effect, Lever, LeverKind};
pub use machine::Machine;
pub use running::{RunningMachine, RunningMachines};

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
    /// Plans of which none is better in epoch time, headroom and change of method at once; fastest first. Empty where none
    /// fits, and where `machines` are the answer.
    #[serde(default)]
    pub pareto: Vec<ParetoPlan>,
    /// Hardware on which a plan fits, where none fits the hardware asked for.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub nearest: Vec<Nearest>,
    /// Machines to buy, where `hardware.gpu` is left out; the first is the recommended one.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub machines: Vec<Machine>,
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
    /// What differs from what was asked: merges into the scenario.
    #[serde(default)]
    pub change: Scenario,
    /// Why this one.
    pub why: String,
    /// What plans are compared by, in order.
    #[serde(default)]
    pub objective: String,
}

/// Something that was considered and dropped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rejection {
    /// Id of the lever, or of the machine's card.
    pub what: String,
    /// Why.
    pub reason: String,
}
