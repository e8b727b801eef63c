//! Where the player calls the library that shares the run out, and what the library asks of it.

use super::hook::{Held, Hook};
use super::player::Player;
use super::sharing::Sharing;
use super::tape;
use crate::graph::{Graph, Segment};
use crate::step::ledger::Part;

impl Player<'_> {
    /// Runs the library's hook.
    pub(super) fn hook(&mut self, hook: Hook, index: u32) {
        // The state is put aside while it acts on the player.
        match std::mem::replace(&mut self.sharing, Sharing::Whole) {
            Sharing::Whole => {}
            Sharing::Fsdp2(mut course) => {
                course.hook(self, hook, index as usize);
                self.sharing = Sharing::Fsdp2(course);
            }
            Sharing::Deepspeed(mut course) => {
                course.hook(self, hook, index as usize);
                self.sharing = Sharing::Deepspeed(course);
            }
        }
    }

    /// A hook that runs outside of every segment, with a section of its own on the tape.
    pub(super) fn hook_between(&mut self, hook: Hook) {
        if matches!(self.sharing, Sharing::Whole) {
            return;
        }
        if let Some(tape) = &mut self.tape {
            tape.open(tape::NONE, hook != Hook::Start, 1, Vec::new());
        }
        self.hook(hook, u32::MAX);
        if let Some(tape) = &mut self.tape {
            tape.close(Vec::new());
        }
    }

    /// A weight's whole gradient is handed to the library; whether it takes it.
    pub(super) fn library_takes(&mut self, gradient: u32, param: u32) -> bool {
        match std::mem::replace(&mut self.sharing, Sharing::Whole) {
            Sharing::Whole => false,
            Sharing::Fsdp2(mut course) => {
                course.gradient(self, gradient, param);
                self.sharing = Sharing::Fsdp2(course);
                true
            }
            Sharing::Deepspeed(mut course) => {
                let takes = course.gradient(self, gradient, param);
                self.sharing = Sharing::Deepspeed(course);
                takes
            }
        }
    }

    /// Asks for a tensor.
    pub(super) fn ask(&mut self, part: Part, bytes: u64) -> Held {
        let bytes = bytes.cast_signed();
        self.live.add(part, bytes);
        Held { bytes, part, tensor: self.note_allocation(bytes) }
    }

    /// Lets a tensor go.
    pub(super) fn give_up(&mut self, held: Held) {
        self.live.add(held.part, -held.bytes);
        self.note_free(held.tensor);
    }

    /// The weights made in a segment.
    pub(super) fn params_of(&self, segment: &Segment) -> &[crate::graph::Param] {
        let graph: &Graph = self.graph;
        &graph.params[segment.params.start as usize..segment.params.end as usize]
    }
}
