//! Flat partitions of all weights: `DeepSpeed`'s `ZeRO`, divided over the GPUs or kept by the host.
//!
//! Read off `DeepSpeed` 0.19 (`deepspeed/runtime/zero/stage_1_and_2.py`, stage3.py, config.py) with its default sizes.
//! 16-bit weights have FP32 masters and states whatever the precision is called.

use super::Kept;
use crate::dtype::Dtype;
use crate::graph::{Graph, Param, WeightKind, rounded};
use crate::step::optimizer::{self, Temporaries};
use crate::step::runs::{Lifetimes, Run, runs};
use crate::training::{Offload, Optimizer, Sharding, Training};

/// Elements of the bucket in which gradients travel (`reduce_bucket_size`).
pub const BUCKET_ELEMENTS: u64 = 500_000_000;
/// Elements of weights that are fetched ahead (`stage3_prefetch_bucket_size`).
pub const PREFETCH_ELEMENTS: u64 = 50_000_000;
/// A fetched weight stays where it is needed again before this many elements of others (`stage3_max_reuse_distance`).
pub const REUSE_ELEMENTS: u64 = 1_000_000_000;
/// Weights below this many elements are never divided (`stage3_param_persistence_threshold`).
const PERSISTENT_ELEMENTS: u64 = 100_000;
/// Elements that stage 3 updates at once (`sub_group_size`).
const SUB_GROUP_ELEMENTS: u64 = 1_000_000_000;
/// A norm of gradients is taken in FP64 (`get_norm_dtype`).
const NORM_BYTES: u64 = 8;
/// A master weight, its states and its gradient.
const MASTER: Dtype = Dtype::F32;

/// How `DeepSpeed` was configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deepspeed {
    /// GPUs that share.
    pub gpus: u64,
    /// `zero_optimization.stage`.
    pub stage: u64,
    /// `offload_optimizer`: masters, states and gradients live on the host.
    pub host_updates: bool,
    /// `offload_param`: weights live there as well.
    pub host_weights: bool,
}

impl Deepspeed {
    /// The configuration that these settings mean.
    #[must_use]
    pub const fn of(training: &Training, gpus: u64) -> Self {
        Self {
            gpus,
            stage: match (training.sharding, training.offload) {
                (_, Offload::All) | (Sharding::Zero3, _) => 3,
                (Sharding::Zero1, _) => 1,
                _ => 2,
            },
            host_updates: !matches!(training.offload, Offload::None),
            host_weights: matches!(training.offload, Offload::All),
        }
    }

    /// Elements of a rank's partition of the weights that train.
    #[must_use]
    pub fn partition(&self, graph: &Graph) -> u64 {
        graph.trainable_parameters().div_ceil(self.gpus)
    }

    /// Whether stage 3 divides a weight.
    #[must_use]
    pub fn divides(&self, param: &Param) -> bool {
        self.stage == 3 && param.elements() > PERSISTENT_ELEMENTS
    }

    /// Type that gradients travel in: that of the weights.
    #[must_use]
    pub fn travels_in(graph: &Graph) -> Dtype {
        graph.params.iter().find(|param| param.trainable).map_or(MASTER, |param| param.dtype)
    }

    /// What the first rank keeps, whose partition begins with the table of embeddings.
    pub(super) fn kept(&self, graph: &Graph, training: &Training) -> Kept {
        let width = Self::travels_in(graph).bytes();
        let partition = self.partition(graph);
        let flat = Param {
            rows: partition,
            columns: 1,
            matrices: 1,
            leading: partition,
            kind: WeightKind::Vector,
            part: None,
            dtype: MASTER,
            stored: MASTER,
            trainable: true,
            base: true,
            in_block: false,
            packed_bytes: None,
            copies: 1,
        };
        let mut states = vec![flat.stored_bytes()];
        states.extend(optimizer::state_tensors(&flat, &training.carried_out(self.gpus)));
        let gradients = match (self.stage, training.gradient_accumulation_steps > 1) {
            _ if self.host_updates && self.stage != 1 => Vec::new(),
            // One flat partition for the whole run.
            (3, _) => once(partition * width),
            (2, true) => once(self.copied(graph).elements * width),
            (1, true) => runs(&graph.params, |param| if param.trainable { [param.bytes(), 0, 0, 0] } else { [0; 4] }),
            _ => Vec::new(),
        };
        Kept {
            weights: self.weights(graph),
            states: if self.host_updates { Vec::new() } else { vec![Run { bytes: states, copies: 1 }] },
            gradients,
            buckets: self.buckets(graph, width),
            temporaries: once(if self.host_updates { 0 } else { self.update(graph, training, &flat, width) }),
            lifetimes: Lifetimes::Together,
        }
    }

    fn weights(&self, graph: &Graph) -> Vec<Run> {
        let share = |param: &Param| {
            let bytes = match (param.packed_bytes, self.divides(param)) {
                (_, true) if self.host_weights => 0,
                (Some(bytes), true) => bytes.div_ceil(self.gpus),
                (None, true) => param.elements().div_ceil(self.gpus) * param.dtype.bytes(),
                (_, false) => param.bytes(),
            };
            [rounded(bytes), 0, 0, 0]
        };
        if self.stage == 3 {
            return runs(&graph.params, share);
        }
        // Weights that train are views of one flat tensor.
        let mut kept = runs(&graph.params, |param| if param.trainable { [0; 4] } else { [param.bytes(), 0, 0, 0] });
        kept.extend(once(self.partition(graph) * self.gpus * Self::travels_in(graph).bytes()));
        kept
    }

    fn buckets(&self, graph: &Graph, width: u64) -> Vec<u64> {
        let largest = graph.params.iter().filter(|param| param.trainable).map(Param::elements).max().unwrap_or(0);
        match self.stage {
            // Stage 3 makes its bucket once and never lets it go.
            3 => vec![rounded(BUCKET_ELEMENTS * width)],
            // `temp_grad_buffer_for_gpu_offload`.
            _ if self.host_updates => vec![rounded(largest * width)],
            _ => Vec::new(),
        }
    }

    /// The most that norm and update allocate beside the gradients of the partition.
    fn update(&self, graph: &Graph, training: &Training, flat: &Param, width: u64) -> u64 {
        let partition = self.partition(graph);
        let at_once = if self.stage == 3 { partition.min(SUB_GROUP_ELEMENTS) } else { partition };
        let copied = self.copied(graph);
        let (largest, kept) = if self.stage == 3 {
            let largest = graph.params.iter().filter(|param| param.trainable).map(Param::elements).max().unwrap_or(0);
            (largest.div_ceil(self.gpus), 0)
        } else {
            (copied.largest_piece, copied.elements * width)
        };
        let norm = rounded(largest * NORM_BYTES);
        let wide = rounded(at_once * MASTER.bytes());
        // Pieces of several weights are joined before they are widened.
        let joined = if copied.pieces > 1 || self.stage == 3 { rounded(at_once * width) } else { 0 };
        let own = match (training.optimizer, optimizer::temporaries_of([flat].into_iter(), training)) {
            // DeepSpeed's own fused kernel, whatever PyTorch's implementation would take.
            (Optimizer::Adamw, _) => 0,
            (_, Temporaries::Bytes(bytes)) => bytes,
            (_, Temporaries::AllWeights | Temporaries::WeightByWeight | Temporaries::Denominators) => wide,
        };
        norm.max(joined + wide).max((wide + own).saturating_sub(kept))
    }

    /// The gradients that stages 1 and 2 copy for the first partition: of every weight that reaches into it, the whole.
    #[must_use]
    pub fn copied(&self, graph: &Graph) -> Copied {
        let partition = self.partition(graph);
        let mut copied = Copied { elements: 0, largest_piece: 0, pieces: 0 };
        for run in graph.params.chunk_by(|one, other| one.copies == other.copies) {
            for _ in 0..run.first().map_or(0, |param| param.copies) {
                for param in run.iter().filter(|param| param.trainable) {
                    let rest = partition.saturating_sub(copied.elements);
                    if rest == 0 {
                        return copied;
                    }
                    copied.largest_piece = copied.largest_piece.max(param.elements().min(rest));
                    copied.elements += param.elements();
                    copied.pieces += 1;
                }
            }
        }
        copied
    }
}

/// See [`Deepspeed::copied`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// Elements of all of them.
    pub elements: u64,
    /// The largest piece of one weight within the partition.
    pub largest_piece: u64,
    /// Weights.
    pub pieces: u64,
}

fn once(bytes: u64) -> Vec<Run> {
    if bytes == 0 { Vec::new() } else { vec![Run { bytes: vec![rounded(bytes)], copies: 1 }] }
}
