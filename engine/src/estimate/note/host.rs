//! What a reader should know of the host.

use super::NoteLevel;
use crate::units::{Bytes, Seconds};

/// Something about the host; figures inside are for the text in either language.
#[derive(Debug, Clone, PartialEq)]
pub enum HostNote {
    /// Installed host memory is below the minimum.
    RamBelowMinimum {
        /// Installed.
        installed: Bytes,
        /// The smallest kit that holds the run.
        minimum: Bytes,
        /// The run's own peak.
        peak: Bytes,
        /// By how much the peak exceeds what programs can use of the installed memory; nothing where it just fits.
        missing: Bytes,
    },
    /// Installed host memory does not even hold the system and one training process.
    RamBelowSystem {
        /// Installed.
        installed: Bytes,
        /// What the system and one training process need.
        least: Bytes,
        /// The smallest kit that holds the run.
        minimum: Bytes,
    },
    /// Training does not fit host memory: every step pages through the drive.
    Paging {
        /// What does not fit.
        missing: Bytes,
        /// Read back and written in each step.
        per_step: Bytes,
        /// The step with it.
        step: Seconds,
        /// The step without it.
        step_without: Seconds,
        /// The most workers per GPU with which training would fit.
        workers: Option<u64>,
        /// The largest micro-batch with which it would fit.
        micro_batch: Option<u64>,
    },
    /// Training fits, but not the copy of the weights while they are loaded or saved.
    StagingPaged {
        /// What does not fit.
        missing: Bytes,
        /// What each loading or saving takes longer.
        time: Seconds,
    },
    /// The loader's cache asks for more host memory than is free.
    CacheExceedsRam {
        /// Asked for.
        cache: Bytes,
        /// Held.
        held: Bytes,
        /// The kit that would hold it.
        needed: Bytes,
    },
    /// The cards share the processor's PCI Express lanes: each has fewer than it could use.
    LanesShared {
        /// Of each card.
        lanes: u64,
        /// That a card could use.
        card_lanes: u64,
        /// Of the processor.
        cpu_lanes: u64,
        /// Cards of a node.
        cards: u64,
    },
    /// The processor names no cores.
    NoCores,
    /// The data set does not fit the drive.
    DatasetExceedsStorage {
        /// The data set.
        data_set: Bytes,
        /// The drive.
        capacity: Bytes,
        /// The least capacity of all drives together that holds it with some room.
        needed: Bytes,
    },
}

impl HostNote {
    /// How grave it is.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::RamBelowMinimum { missing, .. } if missing.0 > 0 => NoteLevel::Problem,
            Self::RamBelowSystem { .. } | Self::Paging { .. } | Self::NoCores | Self::DatasetExceedsStorage { .. } => {
                NoteLevel::Problem
            }
            // Of a peak that only just fits, too.
            Self::RamBelowMinimum { .. }
            | Self::StagingPaged { .. }
            | Self::CacheExceedsRam { .. }
            | Self::LanesShared { .. } => NoteLevel::Warning,
        }
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::RamBelowMinimum { .. } => "ram-below-minimum",
            Self::RamBelowSystem { .. } => "ram-below-system",
            Self::Paging { .. } => "ram-paging",
            Self::StagingPaged { .. } => "ram-staging-paged",
            Self::CacheExceedsRam { .. } => "cache-exceeds-ram",
            Self::LanesShared { .. } => "lanes-shared",
            Self::NoCores => "no-cores",
            Self::DatasetExceedsStorage { .. } => "dataset-exceeds-storage",
        }
    }
}
