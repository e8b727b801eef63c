//! The hooks of `DeepSpeed`'s `ZeRO`: gradients travel in buckets, weights of stage 3 are fetched module by module.
//!
//! Read off `deepspeed/runtime/zero/stage_1_and_2.py` and `partitioned_param_coordinator.py` of `DeepSpeed` 0.19.
//! Stage 1 keeps all gradients to the end of backward and reduces them there; stages 2 and 3 copy each into the bucket as it
//! comes, and reduce a bucket that is full from a copy of it.

mod hooks;

use super::hook::Held;
use crate::graph::{Graph, Param, Segment};
use crate::step::ledger::Live;
use crate::step::sharding::deepspeed::{Deepspeed, REUSE_ELEMENTS};

pub(super) struct Course {
    spec: Deepspeed,
    accumulating: bool,
    /// Bytes of an element on its way.
    width: u64,
    /// The bucket, where it lives for the backward pass only.
    bucket: Held,
    /// Bytes of the whole gradients that the partition's own are copied into, where they stay on the card.
    copied: u64,
    /// Elements whose gradient has come.
    ready: u64,
    /// Of them in the segment that runs.
    ready_here: u64,
    /// State before the segment that runs.
    before: Live,
    fetches: Vec<Fetch>,
    fetched: Held,
    ahead: Held,
}

/// What stage 3 fetches for a segment.
#[derive(Debug, Clone, Copy, Default)]
struct Fetch {
    bytes: u64,
    /// Instances whose weights stay from forward to backward, the last ones.
    stays: u64,
}

impl Course {
    pub(super) fn new(graph: &Graph, spec: Deepspeed, accumulating: bool) -> Self {
        let width = Deepspeed::travels_in(graph).bytes();
        let on_card = spec.stage < 3 && !spec.host_updates;
        Self {
            fetches: if spec.stage == 3 { fetches(graph, spec) } else { Vec::new() },
            copied: if on_card { spec.copied(graph).elements * width } else { 0 },
            spec,
            accumulating,
            width,
            bucket: Held::NOTHING,
            ready: 0,
            ready_here: 0,
            before: Live::default(),
            fetched: Held::NOTHING,
            ahead: Held::NOTHING,
        }
    }

    fn fetch(&self, index: usize) -> Fetch {
        self.fetches.get(index).copied().unwrap_or_default()
    }
}

/// What stage 3 fetches for each segment: its own weights, and those of another segment that have been let go since.
fn fetches(graph: &Graph, spec: Deepspeed) -> Vec<Fetch> {
    let own = |segment: &Segment| {
        let params = &graph.params[segment.params.start as usize..segment.params.end as usize];
        params.iter().filter(|param| spec.divides(param)).map(Param::elements).sum::<u64>()
    };
    let elements: Vec<u64> = graph.segments.iter().map(own).collect();
    let between = |from: usize, to: usize| -> u64 {
        let range = from..to;
        range.map(|index| elements[index] * graph.segments[index].copies).sum()
    };
    let mut fetches = Vec::with_capacity(elements.len());
    for (index, segment) in graph.segments.iter().enumerate() {
        let params = &graph.params[segment.params.start as usize..segment.params.end as usize];
        let bytes = params.iter().filter(|param| spec.divides(param)).map(Param::bytes).sum();
        // Its weights come again in backward, after all that follows has come twice.
        let room = (REUSE_ELEMENTS / 2).saturating_sub(between(index + 1, elements.len()));
        let stays = if elements[index] == 0 { 0 } else { room.div_ceil(elements[index]).min(segment.copies) };
        fetches.push(Fetch { bytes, stays });
    }
    for (reader, owner, param) in readers(graph, spec) {
        if between(owner + 1, reader) < REUSE_ELEMENTS {
            fetches[owner].stays = 1;
        } else {
            fetches[reader].bytes += param.bytes();
        }
    }
    fetches
}

/// Segments that read a divided weight of another: reader, owner, weight.
fn readers(graph: &Graph, spec: Deepspeed) -> Vec<(usize, usize, Param)> {
    let mut weight_of = vec![None; graph.storages.len()];
    for var in &graph.vars {
        if let Some(param) = var.param {
            weight_of[var.storage as usize] = Some(param.0);
        }
    }
    let mut found = Vec::new();
    for (reader, segment) in graph.segments.iter().enumerate() {
        let mut seen = Vec::new();
        for op in &graph.ops[segment.ops.start as usize..segment.ops.end as usize] {
            for param in graph.inputs(op).iter().filter_map(|&storage| weight_of[storage as usize]) {
                let weight = graph.params[param as usize];
                if segment.params.contains(&param) || seen.contains(&param) || !spec.divides(&weight) {
                    continue;
                }
                seen.push(param);
                let owner = graph.segments.iter().position(|segment| segment.params.contains(&param));
                found.extend(owner.map(|owner| (reader, owner, weight)));
            }
        }
    }
    found
}
