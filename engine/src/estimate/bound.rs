//! Answers for frameworks whose memory is not modeled, beside those for the one that is.

use super::{Estimate, Note, ParameterCounts, Verdict};
use crate::inputs::Scenario;
use crate::units::Bytes;

/// What is said of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Its framework is modeled.
    Estimate(Box<Estimate>),
    /// It is not: what is sure, and no more.
    LowerBound(Box<LowerBound>),
}

impl Answer {
    /// Whether the run fits its card, as far as that can be known.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Estimate(estimate) => estimate.vram.fit.verdict(),
            Self::LowerBound(bound) => bound.verdict,
        }
    }
}

/// What a run in a framework that is not modeled holds at least, on each GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct LowerBound {
    /// The scenario with defaults in the open fields: nothing of them is advised.
    pub scenario: Scenario,
    /// Exact counts of the model's weights.
    pub parameters: ParameterCounts,
    /// The tensors that are sure to be alive together.
    pub parts: LowerBoundParts,
    /// What the driver reports for the card.
    pub capacity: Bytes,
    /// Never [`Verdict::Fits`].
    pub verdict: Verdict,
    /// What a reader should know of this answer.
    pub notes: Vec<Note>,
}

/// Tensors that a program is sure to hold at one time, by what they are for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LowerBoundParts {
    /// Weights as the program loads or builds them.
    pub parameters: Bytes,
    /// Gradients, where all of them are alive together.
    pub gradients: Bytes,
    /// States of the optimizer.
    pub optimizer_state: Bytes,
}

impl LowerBoundParts {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        let Self { parameters, gradients, optimizer_state } = *self;
        parameters + gradients + optimizer_state
    }
}
