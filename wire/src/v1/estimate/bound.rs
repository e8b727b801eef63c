//! The answer for a framework whose memory and time are not modeled.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Estimate, Limits, Note, Parameters, Passed, Path, Peak, Ram, Served, Speed, Verdict};
use crate::v1::scenario::Scenario;

/// What a run needs, or where its framework is not modeled, what is sure of it; or what serving a model needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Answer {
    /// The estimate.
    Estimate(Box<Estimate>),
    /// A lower bound: `vram.fits` is null, or false where even the bound is beyond the card.
    LowerBound(Box<LowerBound>),
    /// A model that writes tokens: `task` is `inference`.
    Serving(Box<Served>),
    /// A model that answers in passes over a batch: `task` is `inference`.
    Passes(Box<Passed>),
}

impl Answer {
    /// The scenario with every default filled in.
    #[must_use]
    pub const fn inputs(&self) -> &Scenario {
        match self {
            Self::Estimate(estimate) => &estimate.inputs,
            Self::LowerBound(bound) => &bound.inputs,
            Self::Serving(served) => &served.inputs,
            Self::Passes(passed) => &passed.inputs,
        }
    }

    /// Version of the formulas.
    #[must_use]
    pub fn engine_version(&self) -> &str {
        match self {
            Self::Estimate(estimate) => &estimate.engine_version,
            Self::LowerBound(bound) => &bound.engine_version,
            Self::Serving(served) => &served.engine_version,
            Self::Passes(passed) => &passed.engine_version,
        }
    }

    /// Version of the hardware and model data.
    #[must_use]
    pub fn catalog_version(&self) -> &str {
        match self {
            Self::Estimate(estimate) => &estimate.catalog_version,
            Self::LowerBound(bound) => &bound.catalog_version,
            Self::Serving(served) => &served.catalog_version,
            Self::Passes(passed) => &passed.catalog_version,
        }
    }
}

/// What is sure of a run in a framework whose memory and time are not modeled. The members of an estimate are all there;
/// those that nobody can say are null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LowerBound {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario with defaults in the fields that were left out; none of them is advised.
    pub inputs: Scenario,
    /// Counts of weights.
    pub parameters: Parameters,
    /// Memory of the fullest GPU, as far as it is sure.
    pub vram: LowerBoundVram,
    /// Always null.
    pub limits: Option<Limits>,
    /// Always null.
    pub ram: Option<Ram>,
    /// Always null.
    pub speed: Option<Speed>,
    /// Always null.
    pub path: Option<Path>,
    /// What a reader should know.
    pub notes: Vec<Note>,
}

/// Memory of the fullest GPU, as far as it is sure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LowerBoundVram {
    /// Bytes of the tensors that the program is sure to hold at one time: the run needs more.
    pub lower_bound_bytes: u64,
    /// Those bytes by what they are for.
    pub lower_bound_parts: LowerBoundParts,
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// Null: not known. False where the lower bound alone is beyond the card. Never true.
    pub fits: Option<bool>,
    /// `not-modelled` or `short`.
    pub verdict: Verdict,
    /// Why there is only a lower bound, and what it counts.
    pub reason: String,
    /// Always null.
    pub allocated_peak_bytes: Option<u64>,
    /// Always null.
    pub torch_allocated_peak_bytes: Option<u64>,
    /// Always null.
    pub reserved_peak_bytes: Option<u64>,
    /// Always null.
    pub device_peak_bytes: Option<u64>,
    /// Always null.
    pub range_bytes: Option<[u64; 2]>,
    /// Always null.
    pub needed_bytes: Option<u64>,
    /// Always null.
    pub headroom_bytes: Option<i64>,
    /// Always null.
    pub peak: Option<Peak>,
}

/// Tensors that a program is sure to hold at one time, by what they are for, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LowerBoundParts {
    /// Weights as the program loads or builds them.
    pub parameters: u64,
    /// Gradients, where all of them are alive together.
    pub gradients: u64,
    /// States of the optimizer.
    pub optimizer_state: u64,
}
