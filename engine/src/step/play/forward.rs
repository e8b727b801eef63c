//! The forward pass: values are allocated, and freed where nothing reads or keeps them any more.

use super::player::Player;
use crate::course::Phase;
use crate::graph::{Op, Role, Segment};

impl Player<'_> {
    /// Runs a segment's operators; `keeping` what backward needs, or only passing through.
    pub(super) fn forward(&mut self, segment: &Segment, keeping: bool, phase: Phase) {
        let graph = self.graph;
        if phase == Phase::Forward {
            for var in &segment.inputs {
                let storage = graph.vars[var.0 as usize].storage;
                self.references[storage as usize] += 1;
            }
            if segment.ends_list {
                for &storage in &graph.listed {
                    self.let_go_copies(storage);
                }
            }
        }
        let recomputing = phase == Phase::Backward;
        let ops = &graph.ops[segment.ops.start as usize..segment.ops.end as usize];
        // Recomputation stops early: once the last tensor that backward asks for is there, before the kernel that reads it.
        let count =
            if recomputing { ops.iter().rposition(|op| !op.saves.is_empty()).map_or(0, |last| last + 1) } else { ops.len() };
        for (place, op) in ops[..count].iter().enumerate() {
            let runs = !recomputing || place + 1 < count || op.saves_results;
            for &storage in graph.births(op).iter().filter(|storage| runs || graph.saves(op).contains(storage)) {
                self.bear(storage, keeping, recomputing);
            }
            if runs {
                self.offer(op.forward_temporary.cast_signed(), phase, op.name);
                self.note_workspace(op.forward_temporary);
            }
            for &storage in graph.inputs(op) {
                // A tensor from outside the segment was read, and let go, in the forward pass.
                if !recomputing || segment.storages.contains(&storage) {
                    self.let_go(storage);
                }
            }
            if recomputing {
                for &storage in graph.saves(op) {
                    if !segment.storages.contains(&storage) {
                        self.references[storage as usize] += 1;
                    }
                }
            }
            if runs {
                self.drop_unused(op);
            }
        }
        for &storage in &segment.held {
            let own = segment.storages.contains(&storage);
            if (own || !recomputing) && self.references[storage as usize] > 0 {
                self.let_go(storage);
            }
        }
        // What the operators after an early stop would have read is not needed for them any more.
        for op in &ops[count..] {
            for &storage in graph.inputs(op) {
                if segment.storages.contains(&storage) && self.references[storage as usize] > 0 {
                    self.let_go(storage);
                }
            }
        }
        if phase == Phase::Forward && !segment.checkpointed {
            self.release_inputs(segment);
        }
    }

    fn release_inputs(&mut self, segment: &Segment) {
        for var in &segment.inputs {
            self.let_go(self.graph.vars[var.0 as usize].storage);
        }
    }

    fn bear(&mut self, storage: u32, keeping: bool, recomputing: bool) {
        let data = &self.graph.storages[storage as usize];
        let mut references = data.uses;
        if keeping {
            references += data.saves;
        }
        if !recomputing {
            references += data.outer_uses + data.outer_saves;
        }
        if data.role == Role::WeightCast && !recomputing {
            references += 1;
            self.casts.push(storage);
        }
        if !recomputing {
            let holders = [&self.graph.held_to_end, &self.graph.listed];
            references += holders.into_iter().filter(|held| held.contains(&storage)).count() as u32;
        }
        if self.graph.held_through.contains(&storage) {
            // What is computed again takes the place of what was held so far.
            if recomputing {
                self.let_go(storage);
            }
            references += 1;
        }
        if recomputing && self.graph.held_behind.contains(&storage) {
            references += 1;
        }
        self.references[storage as usize] = references;
        self.live.add(self.part_of[storage as usize], data.bytes.cast_signed());
        if let Some(tape) = &mut self.tape {
            self.tensor_of[storage as usize] = tape.allocate(data.bytes);
        }
    }

    /// A by-product that nothing reads or keeps is freed at once.
    fn drop_unused(&mut self, op: &Op) {
        for &storage in self.graph.births(op) {
            if self.references[storage as usize] == 0 {
                let bytes = self.graph.storages[storage as usize].bytes;
                self.live.add(self.part_of[storage as usize], -bytes.cast_signed());
                self.note_free_storage(storage);
            }
        }
    }

    pub(super) fn let_go(&mut self, storage: u32) {
        let data = &self.graph.storages[storage as usize];
        if matches!(data.role, Role::Parameter | Role::Input) {
            return;
        }
        let references = &mut self.references[storage as usize];
        debug_assert!(*references > 0, "a storage is let go once too often");
        *references -= 1;
        if *references == 0 {
            if let Some(place) = self.staying.iter().position(|&other| other == storage) {
                self.staying.swap_remove(place);
                self.stayed.push((storage, self.tensor_of.get(storage as usize).copied().unwrap_or_default()));
                return;
            }
            self.live.add(self.part_of[storage as usize], -data.bytes.cast_signed());
            self.note_free_storage(storage);
        }
    }
}
