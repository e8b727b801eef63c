//! What a library that shares a run out adds to the play: where its hooks run, what they ask for and let go.

use super::deepspeed::Course as Deepspeed;
use super::fsdp2::Course as Fsdp2;
use super::{Player, tape};
use crate::estimate::Phase;
use crate::graph::{Graph, Segment};
use crate::step::ledger::Part;
use crate::step::sharding::Spread;

/// The state of the library's hooks in the course of a step.
pub(super) enum Sharing {
    /// There are none.
    Whole,
    Fsdp2(Box<Fsdp2>),
    Deepspeed(Box<Deepspeed>),
}

/// A tensor of the library's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    pub(super) bytes: i64,
    pub(super) part: Part,
    /// Its tensor on the tape.
    pub(super) tensor: u32,
}

impl Held {
    pub(super) const NOTHING: Self = Self { bytes: 0, part: Part::Temporary, tensor: tape::NONE };
}

/// Where in the step a hook runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hook {
    /// Before the first operator.
    Start,
    /// Once before a segment's first instance runs: what is different from its other instances.
    Arrive(Phase),
    /// Before each instance.
    Enter(Phase),
    /// After each instance.
    Leave(Phase),
    /// Once after a segment's last instance.
    Depart(Phase),
    /// Between forward and backward.
    Turn,
    /// After the last operator.
    End,
}

impl Sharing {
    pub(super) fn new(graph: &Graph, spread: Spread, accumulating: bool) -> Self {
        match spread {
            Spread::Whole | Spread::Ddp => Self::Whole,
            Spread::Fsdp2(spec) => Self::Fsdp2(Box::new(Fsdp2::new(graph, spec, accumulating))),
            Spread::Deepspeed(spec) => Self::Deepspeed(Box::new(Deepspeed::new(graph, spec, accumulating))),
        }
    }

    /// Tensors of the library's that one instance of a segment takes over from the one before.
    pub(super) fn handed_on(&self, phase: Phase) -> Vec<u32> {
        match self {
            Self::Fsdp2(course) => course.handed_on(phase),
            Self::Whole | Self::Deepspeed(_) => Vec::new(),
        }
    }
}

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
