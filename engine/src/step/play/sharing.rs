//! What a library that shares a run out adds to the play: where its hooks run, what they ask for and let go.

use super::deepspeed::Course as Deepspeed;
use super::fsdp2::Course as Fsdp2;
use crate::course::Phase;
use crate::graph::Graph;
use crate::step::sharding::Spread;

/// The state of the library's hooks in the course of a step.
pub(super) enum Sharing {
    /// There are none.
    Whole,
    Fsdp2(Box<Fsdp2>),
    Deepspeed(Box<Deepspeed>),
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
    pub(super) fn handover(&self, phase: Phase) -> Vec<u32> {
        match self {
            Self::Fsdp2(course) => course.handover(phase),
            Self::Whole | Self::Deepspeed(_) => Vec::new(),
        }
    }
}
