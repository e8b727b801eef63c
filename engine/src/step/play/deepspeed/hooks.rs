//! The hooks of `DeepSpeed`'s `ZeRO` at work on the player.

use super::{Course, Fetch};
use crate::course::Phase;
use crate::graph::Param;
use crate::step::ledger::Part;
use crate::step::play::hook::{Held, Hook};
use crate::step::play::player::Player;
use crate::step::sharding::deepspeed::{BUCKET_ELEMENTS, PREFETCH_ELEMENTS};

impl Course {
    pub(in crate::step::play) fn hook(&mut self, player: &mut Player<'_>, hook: Hook, index: usize) {
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
    pub(in crate::step::play) fn gradient(&mut self, player: &mut Player<'_>, gradient: u32, param: u32) -> bool {
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
