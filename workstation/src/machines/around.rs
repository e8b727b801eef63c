//! What stands around the cards of a node, before anything carries it.

use catalog::{CpuEntry, PlatformEntry, StorageEntry};

use super::memory::Kits;

/// What a machine is built on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Base {
    /// The processor.
    pub cpu: &'static CpuEntry,
    /// The class of its board, where one is bought.
    pub board: Option<&'static PlatformEntry>,
    /// The memory.
    pub kits: Kits,
}

/// The parts around the cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Around {
    /// Processor, board and memory.
    pub base: Base,
    /// The processor is there for what it feeds the cards.
    pub cpu_feeds: bool,
    /// The drive, and how many of it.
    pub drive: (&'static StorageEntry, u64),
    /// The drives are there for what they read.
    pub drive_serves: bool,
}
