//! All that a step asks of an allocator: what stays, what comes and goes, what the optimizer adds.

use super::sharding::Kept;
use super::tape::Tape;
use crate::graph::Graph;

pub use super::runs::{Lifetimes, Run};

/// A step for the allocator.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// Weights, in order.
    pub weights: Vec<Run>,
    /// Buffers, the batch, communication buckets: each as one.
    pub others: Vec<u64>,
    /// Gradients that are there before the step.
    pub gradients: Vec<Run>,
    /// States of the optimizer, which are allocated at its first step.
    pub states: Vec<Run>,
    /// What happens in a pass without gradients ahead of the step; empty where there is none. All of it is free when the pass ends.
    pub ahead: Tape,
    /// What happens from forward to backward.
    pub tape: Tape,
    /// What the optimizer's step allocates for itself.
    pub temporaries: Vec<Run>,
    /// How `temporaries` come and go.
    pub lifetimes: Lifetimes,
}

impl Recording {
    /// Puts together what this device keeps and what was played.
    #[must_use]
    pub fn new(graph: &Graph, kept: Kept, tape: Tape) -> Self {
        let Kept { weights, states, gradients, buckets, temporaries, lifetimes } = kept;
        let others = [graph.buffer_bytes, graph.input_bytes].into_iter().chain(buckets).collect();
        Self { weights, others, gradients, states, ahead: Tape::default(), tape, temporaries, lifetimes }
    }
}
