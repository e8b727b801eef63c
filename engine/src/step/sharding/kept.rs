//! The tensors that one device keeps throughout a step.

use crate::step::runs::{Lifetimes, Run};

/// The tensors that one device keeps throughout the step, and those of the optimizer's step.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// Weights.
    pub weights: Vec<Run>,
    /// States of the optimizer, FP32 masters among them.
    pub states: Vec<Run>,
    /// Gradients that are there before the step.
    pub gradients: Vec<Run>,
    /// Buffers through which gradients travel and that stay throughout the step.
    pub buckets: Vec<u64>,
    /// What the optimizer's step allocates for itself.
    pub temporaries: Vec<Run>,
    /// How those come and go.
    pub lifetimes: Lifetimes,
}
