//! The hooks of `DeepSpeed`'s `ZeRO`: gradients travel in buckets, weights of stage 3 are fetched module by module.
//!
//! Read off `deepspeed/runtime/zero/stage_1_and_2.py` and `partitioned_param_coordinator.py` of `DeepSpeed` 0.19.
//! Stage 1 keeps all gradients to the end of backward and reduces them there; stages 2 and 3 copy each into the bucket as it
//! comes, and reduce a bucket that is full from a copy of it.

use super::Player;
use super::sharing::{Held, Hook};
use crate::estimate::Phase;
use crate::graph::{Graph, Param, Segment};
use crate::step::ledger::{Live, Part};
use crate::step::sharding::deepspeed::{BUCKET_ELEMENTS, Deepspeed, PREFETCH_ELEMENTS, REUSE_ELEMENTS};

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

    pub(super) fn hook(&mut self, player: &mut Player<'_>, hook: Hook, index: usize) {
        match hook {
            Hook::Turn if self.spec.stage < 3 => self.bucket = player.ask(Part::Gradients, BUCKET_ELEMENTS * self.width),
            Hook::Arrive(Phase::Backward) => self.arrive_backward(player, index),
            Hook::Enter(phase) => self.enter(player, index, phase),
            Hook::Leave(_) => self.leave(player),
            Hook::Depart(Phase::Forward) => self.depart_forward(player, index),
            Hook::Depart(_) => self.depart_backward(player, index),
            Hook::End => self.end(player),
            Hook::Start | Hook::Turn | Hook::Arrive(_) => {}
        }
    }

    fn fetch(&self, index: usize) -> Fetch {
        self.fetches.get(index).copied().unwrap_or_default()
    }

    fn enter(&mut self, player: &mut Player<'_>, index: usize, phase: Phase) {
        self.before = player.live;
        let Fetch { bytes, stays } = self.fetch(index);
        if bytes > 0 {
            self.fetched = player.ask(Part::Parameters, bytes);
            // Nothing is fetched ahead where all has stayed.
            if phase == Phase::Forward || stays < player.graph.segments[index].copies {
                self.ahead = player.ask(Part::Parameters, bytes.min(PREFETCH_ELEMENTS * self.width));
            }
            player.offer(0, phase, "all_gather");
        }
    }

    fn leave(&mut self, player: &mut Player<'_>) {
        for held in [&mut self.fetched, &mut self.ahead] {
            player.give_up(std::mem::replace(held, Held::NOTHING));
        }
    }

    fn depart_forward(&self, player: &mut Player<'_>, index: usize) {
        let Fetch { bytes, stays } = self.fetch(index);
        let stay = (bytes * stays).cast_signed();
        if stay > 0 {
            let mut last = player.peak;
            last.live.add(Part::Parameters, stay - bytes.cast_signed());
            last.total = last.live.total();
            player.peak = player.peak.or(last);
            player.live.add(Part::Parameters, stay);
        }
    }

    /// What stayed goes instance by instance: the first to run finds all of the others'.
    fn arrive_backward(&mut self, player: &mut Player<'_>, index: usize) {
        self.ready_here = 0;
        let Fetch { bytes, stays } = self.fetch(index);
        player.live.add(Part::Parameters, -(bytes * stays).cast_signed());
    }

    fn depart_backward(&mut self, player: &mut Player<'_>, index: usize) {
        let Fetch { bytes, stays } = self.fetch(index);
        if stays > 1 {
            let mut first = player.peak;
            first.live.add(Part::Parameters, (bytes * (stays - 1)).cast_signed());
            first.total = first.live.total();
            player.peak = player.peak.or(first);
        }
        let segment = &player.graph.segments[index];
        let (before, here) = (self.ready, self.ready_here * segment.copies);
        self.ready += here;
        if self.spec.stage > 1 && before <= BUCKET_ELEMENTS && self.ready > BUCKET_ELEMENTS {
            // The first bucket that is full is reduced while most activations are alive.
            let instance = (BUCKET_ELEMENTS - before) / self.ready_here.max(1);
            let state = self.before.between(&player.live, instance.cast_signed(), segment.copies.cast_signed());
            player.peak.offer(&state, (BUCKET_ELEMENTS * self.width).cast_signed(), Phase::Backward, "cat", player.layer);
        }
    }

    /// A gradient goes into the bucket, or alone where it is larger; whether it does before the end.
    pub(super) fn gradient(&mut self, player: &mut Player<'_>, gradient: u32, param: u32) -> bool {
        if self.spec.stage == 1 {
            return false;
        }
        let elements = Param::elements(&player.graph.params[param as usize]);
        self.ready_here += elements;
        if elements > BUCKET_ELEMENTS {
            player.offer((elements * self.width).cast_signed(), Phase::Backward, "cat");
        }
        player.disown(gradient);
        true
    }

    /// The rest is reduced; of stages 1 and 2 the partition's own gradients are copied out of the bucket.
    fn end(&mut self, player: &mut Player<'_>) {
        let all = player.graph.trainable_parameters();
        let rest = if all > BUCKET_ELEMENTS { all % BUCKET_ELEMENTS } else { all } * self.width;
        if self.spec.stage > 1 {
            player.offer(rest.cast_signed(), Phase::Backward, "cat");
        }
        if self.spec.stage == 1 {
            self.end_of_stage_1(player, all);
        }
        if self.copied > 0 {
            let copied = player.ask(Part::Gradients, self.copied);
            player.offer(if self.copied > rest { rest.cast_signed() } else { 0 }, Phase::Backward, "empty");
            if self.accumulating && self.spec.stage == 2 {
                player.give_up(copied);
            }
        }
        player.give_up(std::mem::replace(&mut self.bucket, Held::NOTHING));
    }

    /// Gradients are copied into the bucket in the order of the weights, and go as they are.
    fn end_of_stage_1(&self, player: &mut Player<'_>, all: u64) {
        let graph = player.graph;
        let first = graph.params.iter().find(|param| param.trainable).map_or(0, Param::elements);
        let gradients: u64 = graph.params.iter().filter(|param| param.trainable).map(|param| param.bytes() * param.copies).sum();
        if first > BUCKET_ELEMENTS {
            player.offer((first * self.width).max(self.copied).cast_signed(), Phase::Backward, "cat");
        }
        player.live.add(Part::Gradients, -gradients.cast_signed());
        let rest = gradients.saturating_sub(all.min(BUCKET_ELEMENTS) * self.width);
        player.offer((rest + self.copied).cast_signed(), Phase::Backward, "empty");
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
