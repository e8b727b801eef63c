//! Machines that differ in their drives alone: cards, a processor and memory with what is known of every volume beside them.

use engine::units::Bytes;

use crate::machines::around::Around;
use crate::machines::build::{Build, Ideal};
use crate::machines::hosts::Cost;
use crate::machines::memory::Kits;
use crate::machines::refusal::Refusal;

/// What planning on a machine came to.
pub type Tried = Result<Build, Refusal>;

/// All machines with a card, a processor and the same memory.
#[derive(Debug)]
pub struct Stock {
    /// The memory.
    pub kits: Kits,
    /// The least of all its machines, as far as it is known.
    pub least: Cost,
    /// What a plan with endless drives comes to, where that was worked out.
    pub ideal: Option<Ideal>,
    /// All its machines, once they were listed.
    pub machines: Option<Vec<Machine>>,
}

/// One machine.
#[derive(Debug)]
pub struct Machine {
    /// The parts around its cards.
    pub around: Around,
    /// What it costs, and the least that its run takes.
    pub least: Cost,
    /// What planning on it came to, once that was done.
    pub tried: Option<Tried>,
}

/// What kits hold together.
pub fn ram(kits: &Kits) -> Bytes {
    Bytes::from_gib(kits.total_gib())
}
