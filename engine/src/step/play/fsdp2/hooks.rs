//! The hooks of `fully_shard` at work on the player.

use super::{BLOCK, Course, ROOT};
use crate::course::Phase;
use crate::graph::Param;
use crate::step::ledger::Part;
use crate::step::play::hook::{Held, Hook};
use crate::step::play::player::Player;
use crate::step::sharding::fsdp2::Group;

impl Course {
    pub(in crate::step::play) fn hook(&mut self, player: &mut Player<'_>, hook: Hook, index: usize) {
        match hook {
            Hook::Start => self.gather_root(player),
            Hook::Arrive(Phase::Forward) => self.arrive_forward(player, index),
            Hook::Enter(Phase::Forward) => self.enter_forward(player, index),
            Hook::Leave(Phase::Forward) if self.spec.reshards => self.reshard(player, index),
            Hook::Arrive(_) | Hook::Enter(_) | Hook::Leave(Phase::Backward) | Hook::Depart(Phase::Backward)
                if self.idle[index] => {}
            Hook::Arrive(_) => self.arrive_backward(player, index),
            Hook::Enter(_) => self.enter_backward(player, index),
            Hook::Leave(Phase::Backward) => self.leave_backward(player, index),
            Hook::Depart(Phase::Backward) => self.depart_backward(player, index),
            Hook::Turn => self.turn(player),
            Hook::End => self.reduce_root(player),
            Hook::Leave(_) | Hook::Depart(_) => {}
        }
    }

    /// The collective of a group, and what it was cast from.
    fn all_gather(player: &mut Player<'_>, group: Group, phase: Phase) -> Held {
        let cast = player.ask(Part::Parameters, group.cast);
        let result = player.ask(Part::Parameters, group.all_gather);
        player.offer(0, phase, "all_gather");
        player.give_up(cast);
        result
    }

    fn copy_out<'a>(&self, player: &mut Player<'_>, params: impl Iterator<Item = &'a Param>, phase: Phase) -> Vec<Held> {
        let gathered = params.map(|param| player.ask(Part::Parameters, self.spec.gathered(param))).collect();
        player.offer(0, phase, "split_with_sizes_copy");
        gathered
    }

    fn gather_root(&mut self, player: &mut Player<'_>) {
        self.all_gather = Self::all_gather(player, self.root, Phase::Forward);
        let graph = player.graph;
        let params = graph.params.iter().zip(&self.of_root).filter(|(_, of_root)| **of_root).map(|(param, _)| param);
        let gathered = self.copy_out(player, params, Phase::Forward);
        let root = self.blocks.len();
        self.gathered[root] = gathered;
    }

    /// The first instance takes over from another group, whose buffer may have another size.
    fn arrive_forward(&mut self, player: &mut Player<'_>, index: usize) {
        let Some(group) = self.blocks[index] else { return };
        let own = group.all_gather.cast_signed();
        player.offer(group.cast.cast_signed() + own, Phase::Forward, "all_gather");
        player.live.add(Part::Parameters, own - self.all_gather.bytes);
        self.all_gather.bytes = own;
        self.all_gather.part = Part::Parameters;
    }

    fn enter_forward(&mut self, player: &mut Player<'_>, index: usize) {
        let Some(group) = self.blocks[index] else { return };
        let graph = player.graph;
        let segment = &graph.segments[index];
        let before = self.all_gather;
        self.all_gather = if segment.copies > 1 {
            Self::all_gather(player, group, Phase::Forward)
        } else {
            // The first of its kind was counted on arrival: only the tape needs it.
            let cast = player.note_allocation(group.cast.cast_signed());
            let tensor = player.note_allocation(before.bytes);
            player.note_free(cast);
            player.live.add(Part::Parameters, before.bytes);
            Held { tensor, ..before }
        };
        player.give_up(before);
        let gathered = self.copy_out(player, player.params_of(segment).to_vec().iter(), Phase::Forward);
        self.gathered[index] = gathered;
    }

    fn reshard(&mut self, player: &mut Player<'_>, index: usize) {
        for held in std::mem::take(&mut self.gathered[index]) {
            player.give_up(held);
        }
    }

    /// The block that ran last before this one.
    fn block_before(&self, index: usize) -> Option<Group> {
        self.blocks[..index].iter().rev().find_map(|block| *block)
    }

    fn turn(&mut self, player: &mut Player<'_>) {
        player.give_up(std::mem::replace(&mut self.all_gather, Held::NOTHING));
        if self.spec.reshards
            && let Some(group) = self.block_before(self.blocks.len())
        {
            self.all_gather = Self::all_gather(player, group, Phase::Backward);
        }
        // The first reduction finds none before it; on the tape, where instances repeat, something stands in for it.
        self.reduce_input = Held { tensor: player.note_allocation(1), ..Held::NOTHING };
    }

    /// Every instance but the first finds the input of a reduce-scatter like its own.
    fn arrive_backward(&mut self, player: &mut Player<'_>, index: usize) {
        let Some(group) = self.blocks[index] else { return };
        if player.graph.segments[index].copies > 1 {
            player.once = group.reduce_input.cast_signed() - self.reduce_input.bytes;
            player.is_before_once = true;
        }
    }

    fn enter_backward(&mut self, player: &mut Player<'_>, index: usize) {
        if self.blocks[index].is_none() || !self.spec.reshards {
            return;
        }
        let graph = player.graph;
        let segment = &graph.segments[index];
        let gathered = self.copy_out(player, player.params_of(segment).to_vec().iter(), Phase::Backward);
        self.gathered[index] = gathered;
        player.give_up(std::mem::replace(&mut self.all_gather, Held::NOTHING));
        let next = if segment.copies > 1 { self.blocks[index] } else { self.block_before(index) };
        if let Some(group) = next {
            self.all_gather = Self::all_gather(player, group, Phase::Backward);
        }
    }

    fn leave_backward(&mut self, player: &mut Player<'_>, index: usize) {
        let Some(group) = self.blocks[index] else { return };
        self.reshard(player, index);
        self.reduce(player, group, BLOCK);
    }

    /// A reduce-scatter: the gradients are copied into one input, let go, and reduced into this rank's share.
    fn reduce(&mut self, player: &mut Player<'_>, group: Group, whose: usize) {
        player.give_up(std::mem::replace(&mut self.reduce_input, Held::NOTHING));
        player.is_before_once = false;
        let gradients = std::mem::take(&mut self.waiting[whose]);
        self.reduce_input = player.ask(Part::Gradients, group.reduce_input);
        player.offer(0, Phase::Backward, "chunk_cat");
        for gradient in gradients {
            player.give_up(gradient);
        }
        let output = player.ask(Part::Gradients, group.reduce_output);
        player.offer(0, Phase::Backward, "reduce_scatter");
        let share = match group.cast_gradient {
            Some(bytes) => {
                let cast = player.ask(Part::Gradients, bytes);
                player.offer(0, Phase::Backward, "to_copy");
                player.give_up(output);
                cast
            }
            None => output,
        };
        if self.accumulating {
            player.give_up(share);
        }
    }

    /// What is under way for the next group may have another size.
    fn depart_backward(&mut self, player: &mut Player<'_>, index: usize) {
        if self.blocks[index].is_some()
            && self.spec.reshards
            && player.graph.segments[index].copies > 1
            && let Some(group) = self.block_before(index)
        {
            let next = group.all_gather.cast_signed();
            player.live.add(Part::Parameters, next - self.all_gather.bytes);
            self.all_gather.bytes = next;
        }
    }

    fn reduce_root(&mut self, player: &mut Player<'_>) {
        player.give_up(std::mem::replace(&mut self.all_gather, Held::NOTHING));
        let root = self.blocks.len();
        self.reshard(player, root);
        self.reduce(player, self.root, ROOT);
        player.give_up(std::mem::replace(&mut self.reduce_input, Held::NOTHING));
    }

    /// A gradient stays whole until its group is reduced.
    pub(in crate::step::play) fn gradient(&mut self, player: &mut Player<'_>, gradient: u32, param: u32) {
        let whose = if self.of_root[param as usize] { ROOT } else { BLOCK };
        let held = player.kept_whole(gradient, param);
        self.waiting[whose].push(held);
    }
}
