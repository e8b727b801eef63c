//! All that a step asks of an allocator: what stays, what comes and goes, what the optimizer adds.

use super::optimizer::{self, Temporaries};
use super::sharding::Kept;
use super::tape::Tape;
use crate::graph::{Graph, Param};
use crate::training::Training;

/// Tensors that a repeated part of the model has once an instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// Their sizes, in order.
    pub bytes: Vec<u64>,
    /// Instances.
    pub copies: u64,
}

/// A step for the allocator.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// Weights, in order.
    pub weights: Vec<Run>,
    /// Buffers, the batch, communication buckets: each as one.
    pub others: Vec<u64>,
    /// Gradients that are there before the step.
    pub gradients: Vec<Run>,
    /// States of the optimizer, which come to be at its first step.
    pub states: Vec<Run>,
    /// What happens from forward to backward.
    pub tape: Tape,
    /// What the optimizer's step allocates for itself at once, or one after the other.
    pub temporaries: Vec<Run>,
    /// Whether `temporaries` are there all at once.
    pub at_once: bool,
}

impl Recording {
    /// Puts together what this device keeps and what was played.
    #[must_use]
    pub fn new(graph: &Graph, training: &Training, kept: &Kept, tape: Tape) -> Self {
        let trains = |param: &Param| param.trainable;
        let gradient = |param: &Param| if trains(param) { [param.bytes(), 0, 0, 0] } else { [0; 4] };
        let state = |param: &Param| if trains(param) { optimizer::state_tensors(param, training) } else { [0; 4] };
        let accumulating = training.gradient_accumulation_steps > 1;
        let (temporaries, at_once) = match optimizer::temporaries(graph, training) {
            Temporaries::AllWeights => (runs(graph, kept.state_shards, gradient), true),
            Temporaries::WeightByWeight => (runs(graph, kept.state_shards, gradient), false),
            Temporaries::Bytes(bytes) => (vec![Run { bytes: vec![bytes], copies: 1 }], true),
        };
        Self {
            weights: runs(graph, kept.parameter_shards, |param| [param.bytes(), 0, 0, 0]),
            others: vec![graph.buffer_bytes, graph.input_bytes, kept.bucket_bytes],
            gradients: if accumulating { runs(graph, Some(kept.spread.gradient_shards), gradient) } else { Vec::new() },
            states: runs(graph, kept.state_shards, state),
            tape,
            temporaries,
            at_once,
        }
    }
}

/// A weight's tensors for every weight, those of a repeated part together; `shards` devices share each, none keeps it here
/// where there is no number.
fn runs(graph: &Graph, shards: Option<u64>, tensors: impl Fn(&Param) -> [u64; 4]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let Some(shards) = shards else { return runs };
    for param in &graph.params {
        if runs.last().is_none_or(|run| run.copies != param.copies) {
            runs.push(Run { bytes: Vec::new(), copies: param.copies });
        }
        if let Some(run) = runs.last_mut() {
            run.bytes.extend(tensors(param).into_iter().filter(|&bytes| bytes > 0).map(|bytes| bytes.div_ceil(shards)));
        }
    }
    runs
}
