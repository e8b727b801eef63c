//! A run with each capacity of host memory that comes into question.

use super::{Ram, Speed};
use crate::units::{Bytes, BytesPerSecond, Seconds};

/// A run with each capacity of host memory that comes into question.
#[derive(Debug, Clone, PartialEq)]
pub struct RamLadder {
    /// Ascending; what is installed and what is recommended are among them.
    pub rungs: Vec<Rung>,
    /// The rate at which pages come back from the drive.
    pub page_in_rate: BytesPerSecond,
    /// The sustained rate of the memory itself, all of its channels together.
    pub memory_rate: BytesPerSecond,
}

/// The run with one capacity: what was asked, answered with this much memory installed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// The memory, per node.
    pub capacity: Bytes,
    /// What programs can use of it.
    pub usable: Bytes,
    /// It is what the plan has.
    pub is_installed: bool,
    /// It is what the plan is recommended.
    pub is_recommended: bool,
    /// The micro-batch of this run: where that was left open, it follows the memory.
    pub micro_batch_size: u64,
    /// Workers per GPU of this run.
    pub num_workers: u64,
    /// The most workers per GPU with which training fits, all else as it is, and no more than the cores are for (or were asked
    /// for); none if even loading without any does not fit.
    pub most_workers: Option<u64>,
    /// What the host needs.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// How much of a later epoch is paging, because the memory is too small.
    pub paging_per_epoch: Seconds,
    /// Share of the data set that later epochs find in memory, 0 to 1.
    pub cached_share: f64,
    /// In what time drive and memory give the whole data set once, in epochs after the first, if nothing else takes time.
    pub reading: Seconds,
}

impl Rung {
    /// Whether it holds the run, as the verdict on a plan with this memory says.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.ram.minimum <= self.capacity
    }

    /// What paging adds to each loading or saving of the weights.
    #[must_use]
    pub fn staging(&self) -> Seconds {
        self.ram.shortage.map_or(Seconds::ZERO, |shortage| shortage.staging_time)
    }
}
