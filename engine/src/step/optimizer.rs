//! States and temporaries of the optimizer's step.

use crate::graph::dtype::Dtype;
use crate::graph::{Graph, Param, WeightKind, rounded};
use crate::training::{Optimizer, OptimizerImplementation, Training};

/// Elements below which bitsandbytes keeps states in 32 bits (`min_8bit_size`).
const MIN_8BIT_ELEMENTS: u64 = 4096;
/// Elements that share a scale in bitsandbytes' 8-bit optimizers (`blockwise`).
const BLOCK_8BIT: u64 = 256;

/// Bytes of the states of all trainable weights.
#[must_use]
pub fn state_bytes(graph: &Graph, training: &Training) -> u64 {
    trainable(graph).map(|p| state_bytes_of(p, training) * p.copies).sum()
}

fn trainable(graph: &Graph) -> impl Iterator<Item = &Param> {
    graph.params.iter().filter(|p| p.trainable)
}

fn state_bytes_of(param: &Param, training: &Training) -> u64 {
    let elements = param.elements();
    let like_weight = rounded(elements * param.dtype.bytes());
    match training.optimizer {
        Optimizer::Sgd => 0,
        Optimizer::SgdMomentum => like_weight,
        Optimizer::Adamw => {
            // Fused kernels read the step count from the device: one small tensor a weight.
            let step = if training.optimizer_implementation == OptimizerImplementation::Fused { rounded(4) } else { 0 };
            2 * like_weight + step
        }
        Optimizer::Adamw8bit => {
            if elements < MIN_8BIT_ELEMENTS || (param.kind == WeightKind::Table && training.embedding_states_32bit) {
                2 * rounded(elements * 4)
            } else {
                2 * (rounded(elements) + rounded(elements.div_ceil(BLOCK_8BIT) * 4))
            }
        }
        Optimizer::Adafactor => {
            // Rows and columns of each matrix of the last two dimensions; the running RMS is a scalar on the device.
            let moments = if param.kind.is_factored() {
                rounded(param.matrices * param.rows * 4) + rounded(param.matrices * param.columns * 4)
            } else {
                rounded(elements * 4)
            };
            moments + rounded(4)
        }
    }
}

/// Bytes of the gradients of all trainable weights.
#[must_use]
pub fn gradient_bytes(graph: &Graph) -> u64 {
    trainable(graph).map(|p| p.bytes() * p.copies).sum()
}

/// The most that the step allocates for itself, and the kernel that does.
#[must_use]
pub fn temporary_bytes(graph: &Graph, training: &Training) -> (u64, &'static str) {
    let all = || gradient_bytes(graph);
    let largest = || trainable(graph).map(Param::bytes).max().unwrap_or(0);
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adafactor, _) => (adafactor_temporary(graph), "rsqrt"),
        (Optimizer::Adamw8bit, _) | (_, OptimizerImplementation::Fused) => (0, "_fused_adamw_"),
        // The square root of the second moment of every weight at once.
        (Optimizer::Adamw, OptimizerImplementation::Foreach) => (all(), "_foreach_sqrt"),
        (Optimizer::Adamw, OptimizerImplementation::ForLoop) => (largest(), "sqrt"),
        (Optimizer::Sgd | Optimizer::SgdMomentum, OptimizerImplementation::Foreach) if training.weight_decay != 0.0 => {
            (all(), "_foreach_add")
        }
        (Optimizer::Sgd | Optimizer::SgdMomentum, OptimizerImplementation::ForLoop) if training.weight_decay != 0.0 => {
            (largest(), "add")
        }
        (Optimizer::Sgd | Optimizer::SgdMomentum, _) => (0, "_foreach_add_"),
    }
}

/// Hugging Face's Adafactor works tensor by tensor in FP32: the squared gradient twice over, or the update beside the
/// product of its factors; FP32 copies of a 16-bit weight and gradient; and the last tensor's update, whose variable lives on.
fn adafactor_temporary(graph: &Graph) -> u64 {
    let mut most = 0;
    let mut previous_update = 0;
    for param in trainable(graph) {
        let update = rounded(param.elements() * 4);
        let copies = if param.dtype == Dtype::F32 { 0 } else { 2 * update };
        let factors = if param.kind.is_factored() {
            rounded(param.matrices * param.rows * 4) + rounded(param.matrices * param.columns * 4)
        } else {
            0
        };
        most = most.max(copies + 2 * update + previous_update.max(factors));
        previous_update = update;
    }
    most
}
