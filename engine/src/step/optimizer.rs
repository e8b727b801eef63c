//! States and temporaries of the optimizer's step.

use super::muon;
use super::runs::{overlapping, runs};
use crate::dtype::Dtype;
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
    state_tensors(param, training).iter().sum()
}

/// Sizes of the tensors that hold the state of one weight; 0 where there is none.
#[must_use]
pub fn state_tensors(param: &Param, training: &Training) -> [u64; 4] {
    let elements = param.elements();
    let like_weight = rounded(elements * param.stored.bytes());
    match training.optimizer {
        Optimizer::Sgd => [0; 4],
        Optimizer::SgdMomentum => [like_weight, 0, 0, 0],
        Optimizer::Adamw => {
            // Fused kernels read the step count from the device: one small tensor a weight.
            let step = if training.optimizer_implementation == OptimizerImplementation::Fused { rounded(4) } else { 0 };
            [like_weight, like_weight, step, 0]
        }
        Optimizer::Adamw8bit => {
            if elements < MIN_8BIT_ELEMENTS || (param.kind == WeightKind::Table && training.embedding_states_32bit) {
                [rounded(elements * 4), rounded(elements * 4), 0, 0]
            } else {
                let scales = rounded(elements.div_ceil(BLOCK_8BIT) * 4);
                [rounded(elements), rounded(elements), scales, scales]
            }
        }
        Optimizer::Lion => [rounded(elements * 4), 0, 0, 0],
        Optimizer::Lion8bit => {
            if elements < MIN_8BIT_ELEMENTS || (param.kind == WeightKind::Table && training.embedding_states_32bit) {
                [rounded(elements * 4), 0, 0, 0]
            } else {
                [rounded(elements), rounded(elements.div_ceil(BLOCK_8BIT) * 4), 0, 0]
            }
        }
        Optimizer::Muon if param.is_matrix_of_block() => [like_weight, 0, 0, 0],
        Optimizer::Muon => [like_weight, like_weight, 0, 0],
        Optimizer::Adafactor => {
            // Rows and columns of each matrix of the last two dimensions; the running RMS is a scalar on the device.
            let (rows, columns) = if param.kind.is_factored() {
                (rounded(param.matrices * param.rows * 4), rounded(param.matrices * param.columns * 4))
            } else {
                (rounded(elements * 4), 0)
            };
            [rows, columns, rounded(4), 0]
        }
    }
}

/// Bytes of the gradients of all trainable weights as the optimizer reads them.
#[must_use]
pub fn gradient_bytes(graph: &Graph) -> u64 {
    trainable(graph).map(|p| p.stored_bytes() * p.copies).sum()
}

/// How the step's own tensors come and go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Temporaries {
    /// One as large as every trainable weight's gradient, all at once.
    AllWeights,
    /// One as large as each trainable weight's gradient, one after the other.
    WeightByWeight,
    /// Two as large as each trainable weight: the root of the second moment and the denominator that is made of it. The variable of
    /// the last weight's denominator is set anew only then (`_single_tensor_adam` in `torch/optim/adam.py`), so that three are there.
    Denominators,
    /// This many bytes.
    Bytes(u64),
}

/// See [`temporary_bytes`].
#[must_use]
pub fn temporaries(graph: &Graph, training: &Training) -> Temporaries {
    temporaries_of(trainable(graph), training)
}

/// How the step's own tensors come and go for an optimizer that is given these weights.
#[must_use]
pub fn temporaries_of<'a>(weights: impl Iterator<Item = &'a Param>, training: &Training) -> Temporaries {
    let decays = training.weight_decay != 0.0;
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adafactor, _) => Temporaries::Bytes(adafactor_temporary(weights)),
        (Optimizer::Muon, _) => Temporaries::Bytes(muon::temporary(weights).0),
        (Optimizer::Adamw8bit | Optimizer::Lion | Optimizer::Lion8bit, _) | (_, OptimizerImplementation::Fused) => {
            Temporaries::Bytes(0)
        }
        (Optimizer::Sgd | Optimizer::SgdMomentum, _) if !decays => Temporaries::Bytes(0),
        (_, OptimizerImplementation::Foreach) => Temporaries::AllWeights,
        (Optimizer::Adamw, OptimizerImplementation::ForLoop) => Temporaries::Denominators,
        (_, OptimizerImplementation::ForLoop) => Temporaries::WeightByWeight,
    }
}

/// The most that the step allocates for itself, and the kernel that does.
#[must_use]
pub fn temporary_bytes(graph: &Graph, training: &Training) -> (u64, &'static str) {
    let bytes = match temporaries(graph, training) {
        Temporaries::AllWeights => gradient_bytes(graph),
        Temporaries::WeightByWeight => trainable(graph).map(Param::stored_bytes).max().unwrap_or(0),
        Temporaries::Denominators => {
            overlapping(&runs(&graph.params, |p| if p.trainable { [p.stored_bytes(), 0, 0, 0] } else { [0; 4] }))
        }
        Temporaries::Bytes(bytes) => bytes,
    };
    (bytes, operator(graph, training))
}

/// The kernel of the step that allocates most.
#[must_use]
pub fn operator(graph: &Graph, training: &Training) -> &'static str {
    match (training.optimizer, training.optimizer_implementation) {
        (Optimizer::Adafactor, _) => "rsqrt",
        (Optimizer::Muon, _) if muon::temporary(trainable(graph)).1 => "addmm",
        (Optimizer::Lion, _) => "optimizer_update_32bit",
        (Optimizer::Lion8bit | Optimizer::Adamw8bit, _) => "optimizer_update_8bit_blockwise",
        // The square root of the second moment; Muon has such an `AdamW` beside it.
        (Optimizer::Muon, _) | (Optimizer::Adamw, OptimizerImplementation::Foreach) => "_foreach_sqrt",
        (_, OptimizerImplementation::Fused) => "_fused_adamw_",
        (Optimizer::Adamw, OptimizerImplementation::ForLoop) => "div",
        (Optimizer::Sgd | Optimizer::SgdMomentum, _) if training.weight_decay == 0.0 => "_foreach_add_",
        (Optimizer::Sgd | Optimizer::SgdMomentum, OptimizerImplementation::Foreach) => "_foreach_add",
        (Optimizer::Sgd | Optimizer::SgdMomentum, OptimizerImplementation::ForLoop) => "add",
    }
}

/// Hugging Face's Adafactor works tensor by tensor in FP32: the squared gradient twice over, or the update beside the
/// product of its factors; FP32 copies of a 16-bit weight and gradient; and the last tensor's update, whose variable lives on.
fn adafactor_temporary<'a>(weights: impl Iterator<Item = &'a Param>) -> u64 {
    let mut most = 0;
    let mut previous_update = 0;
    for param in weights {
        let update = rounded(param.elements() * 4);
        let copies = if param.stored == Dtype::F32 { 0 } else { 2 * update };
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
