//! What a person sees of a run, with the figures that its messages hold.

use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// What a person sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Symptom {
    /// The GPUs' utilization is low.
    LowUtilization,
    /// A card runs out of memory.
    OutOfMemory {
        /// The optimizer step in which it does, counted from 1 as progress bars do; 0 before the first. None where it is not
        /// known.
        step: Option<u64>,
        /// What its message says.
        seen: SeenMemory,
    },
    /// A larger batch does not fit or does not help.
    BatchCannotGrow,
    /// Fewer samples per second than estimated.
    ThroughputBelowEstimate {
        /// How fast it is, as measured.
        measured: Option<Pace>,
    },
    /// A second card does nothing.
    SecondCardIdle,
    /// The whole system stalls.
    SystemFreezes,
    /// The loss is not a number, or gradients overflow.
    NotANumber,
    /// Shared memory does not hold what workers pass on.
    SharedMemoryTooSmall,
    /// The system ended a process of the run.
    WorkerKilled {
        /// What it held.
        resident: Option<Bytes>,
    },
    /// Processes wait for each other until a time is over.
    CollectiveHang {
        /// That time.
        timeout: Option<Seconds>,
    },
    /// Steps take longer and longer.
    SlowsDown,
}

/// What a message about a card's memory says, as far as it does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeenMemory {
    /// Asked for last, in vain.
    pub requested: Option<Bytes>,
    /// Of the whole card.
    pub capacity: Option<Bytes>,
    /// Left of the card.
    pub free: Option<Bytes>,
    /// In use by tensors of the process.
    pub allocated: Option<Bytes>,
    /// Held by the process's allocator, with what is in use.
    pub reserved: Option<Bytes>,
    /// Held by other processes.
    pub others: Option<Bytes>,
}

/// How fast a run is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// Samples per second of all GPUs.
    Rate(SamplesPerSecond),
    /// Time of an optimizer step.
    Step(Seconds),
    /// So many times slower than planned.
    TimesSlower(f64),
}
