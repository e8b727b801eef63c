//! Where a search looks next: at a set of machines, or at one.
//!
//! A set is named by places in lists that only grow, so that a spot stays true while the survey learns of others. Spots lie in a
//! heap by the least that their machines have; looking at one gives smaller spots, a machine, or nothing.

use std::cmp::Ordering;

use super::bounds::Key;
use crate::machines::build::Build;
use crate::machines::hosts::Cost;

/// A set of machines, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// All machines with the cards of a prospect, by its place.
    Card(usize),
    /// Those of them with a processor, by its place beside the cards.
    Seat(usize, usize),
    /// Those of them with the same memory, by its place beside the processor.
    Stock(usize, usize, usize),
    /// One of them.
    Machine(usize, usize, usize, usize),
}

impl Spot {
    /// The place of its prospect.
    pub const fn place(self) -> usize {
        match self {
            Self::Card(place) | Self::Seat(place, _) | Self::Stock(place, ..) | Self::Machine(place, ..) => place,
        }
    }
}

/// A spot in the order in which it is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The least that it has.
    pub key: Key,
    /// The spot.
    pub spot: Spot,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    /// The least comes out of a heap first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.order(&self.key).then(other.spot.cmp(&self.spot))
    }
}

/// What a spot holds.
pub enum Within<'a> {
    /// Smaller sets, or machines, each with the least that it costs and takes.
    Spots(Vec<(Cost, Spot)>),
    /// A machine that holds the run.
    Build(&'a Build),
    /// No machine that holds it.
    Nothing,
}
