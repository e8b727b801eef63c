//! The hooks of `fully_shard`: all-gathers before a group runs, reduce-scatters after its backward.
//!
//! Read off torch/distributed/fsdp/_`fully_shard`/_`fsdp_param_group.py` and _`fsdp_collectives.py` of `PyTorch` 2.15:
//! in forward the result of an all-gather is kept until the next group's has been copied out; in backward the next group's
//! is under way while a group computes; the input of a reduce-scatter is kept until the next one begins.
//! The root's weights stay gathered from the first operator to the last, its gradients are reduced last.

mod hooks;

use super::hook::Held;
use crate::course::Phase;
use crate::graph::Graph;
use crate::step::sharding::fsdp2::{Fsdp2, Group};

pub(super) struct Course {
    spec: Fsdp2,
    accumulating: bool,
    /// The group of each segment that is a block; the others are the root's.
    blocks: Vec<Option<Group>>,
    root: Group,
    /// Whether nothing of a segment runs on the way back, so that no hook of its own does: its weights may be gathered ahead for nothing
    /// (`finalize_backward` lets a mistargeted prefetch go), and are not copied out.
    idle: Vec<bool>,
    /// Whether a weight is the root's.
    of_root: Vec<bool>,
    /// Gathered weights of each segment, and last of the root.
    gathered: Vec<Vec<Held>>,
    /// The result of an all-gather that is not let go yet, or not copied out yet.
    all_gather: Held,
    /// The input of the reduce-scatter before.
    reduce_input: Held,
    /// Whole gradients that wait for their reduction: the block's that runs, and the root's.
    waiting: [Vec<Held>; 2],
}

/// Entries of [`Course::waiting`].
const BLOCK: usize = 0;
const ROOT: usize = 1;

impl Course {
    pub(super) fn new(graph: &Graph, spec: Fsdp2, accumulating: bool) -> Self {
        let mut of_root = vec![true; graph.params.len()];
        let mut blocks = Vec::with_capacity(graph.segments.len());
        for segment in &graph.segments {
            let range = segment.params.start as usize..segment.params.end as usize;
            let is_block = segment.layer.is_block() && !range.is_empty();
            if is_block {
                of_root[range.clone()].fill(false);
            }
            // What does not run is never gathered.
            blocks.push((is_block && !segment.ops.is_empty()).then(|| spec.group(graph.params[range].iter())));
        }
        let idle = graph.segments.iter().map(|segment| segment.is_idle_backward(graph)).collect();
        let root = spec.group(graph.params.iter().zip(&of_root).filter(|(_, of_root)| **of_root).map(|(param, _)| param));
        Self {
            spec,
            accumulating,
            gathered: vec![Vec::new(); blocks.len() + 1],
            blocks,
            root,
            idle,
            of_root,
            all_gather: Held::NOTHING,
            reduce_input: Held::NOTHING,
            waiting: [Vec::new(), Vec::new()],
        }
    }

    pub(super) fn handover(&self, phase: Phase) -> Vec<u32> {
        match phase {
            Phase::Forward => vec![self.all_gather.tensor],
            _ => vec![self.all_gather.tensor, self.reduce_input.tensor],
        }
    }
}
