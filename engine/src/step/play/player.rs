//! The state of a play: what is alive, who still needs it, and which gradients are on their way.

use super::sharing::Sharing;
use crate::course::Layer;
use crate::graph::Graph;
use crate::step::ledger::{Live, Part, Peak};
use crate::step::tape::Tape;

pub(super) const NONE: u32 = u32::MAX;

/// A gradient tensor on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gradient {
    pub(super) bytes: i64,
    pub(super) owners: u32,
    /// Its tensor on the tape.
    pub(super) tensor: u32,
}

pub(super) struct Player<'a> {
    pub(super) graph: &'a Graph,
    pub(super) live: Live,
    pub(super) peak: Peak,
    pub(super) references: Vec<u32>,
    pub(super) part_of: Vec<Part>,
    pub(super) gradients: Vec<Gradient>,
    pub(super) gradient_of: Vec<u32>,
    /// Contributions that a weight still waits for before its gradient is whole.
    pub(super) pending: Vec<u32>,
    pub(super) has_gradient: Vec<bool>,
    pub(super) casts: Vec<u32>,
    /// Storages that stay when nothing else needs them any more, and those that did, with their tensors on the tape.
    pub(super) staying: Vec<u32>,
    pub(super) stayed: Vec<(u32, u32)>,
    /// Storages that backward ended at.
    pub(super) leaves: Vec<u32>,
    /// Their gradients.
    pub(super) leaf_gradients: Vec<u32>,
    pub(super) layer: Layer,
    /// The library that shares the run out.
    pub(super) sharing: Sharing,
    /// What every instance but the segment's first has more of before some moment, and whether that moment is still to come.
    pub(super) once: i64,
    pub(super) is_before_once: bool,
    /// The peak with that.
    pub(super) later: Peak,
    pub(super) tape: Option<Tape>,
    /// The tensor on the tape that each storage is at present.
    pub(super) tensor_of: Vec<u32>,
}
