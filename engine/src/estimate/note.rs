//! What a reader should know of an answer.

use crate::units::{Bytes, Seconds};

/// How grave a note is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoteLevel {
    /// The plan does not work as it stands.
    Problem,
    /// It works, with a cost or a risk.
    Warning,
    /// Good to know.
    Note,
}

/// Something that a reader should know of an answer; figures inside are for the text in either language.
#[derive(Debug, Clone, PartialEq)]
pub enum Note {
    /// Does not fit, by this much.
    DoesNotFit {
        /// Need less capacity.
        by: Bytes,
    },
    /// Fits, but not at the high end of the range.
    Tight,
    /// The model's weights alone do not fit the card.
    WeightsAloneDoNotFit,
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
    /// The capacity of this card was not read off a driver.
    CapacityNominal,
    /// The card has no BF16 arithmetic in hardware.
    Bf16Unsupported,
    /// The GPUs wait for data this share of the time.
    WaitsForData {
        /// Share of a step, 0 to 1.
        share: f64,
    },
    /// Not enough cores for the workers that were asked.
    WorkersExceedThreads {
        /// Asked.
        num_workers: u64,
        /// Present.
        threads: u64,
    },
    /// The sequence is longer than the model's positions.
    SequenceBeyondPositions {
        /// The model's limit.
        limit: u64,
    },
    /// FP32 with grouped-query attention materialises the scores although SDPA was asked.
    MathAttention,
    /// The data set does not fit the drive.
    DatasetExceedsStorage {
        /// The data set.
        data_set: Bytes,
        /// The drive.
        capacity: Bytes,
        /// A capacity on the market that holds it.
        needed: Bytes,
    },
    /// The memory model was checked against `PyTorch`; this framework's own allocator differs.
    FrameworkNotModelled,
    /// A second GPU does nothing until data parallelism is configured.
    IdleGpus {
        /// GPUs that idle.
        count: u64,
    },
}

impl Note {
    /// How grave it is.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            // The peak fits, if only just.
            Self::RamBelowMinimum { missing: Bytes::ZERO, .. } => NoteLevel::Warning,
            Self::DoesNotFit { .. }
            | Self::WeightsAloneDoNotFit
            | Self::RamBelowMinimum { .. }
            | Self::RamBelowSystem { .. }
            | Self::Paging { .. }
            | Self::NoCores
            | Self::DatasetExceedsStorage { .. } => NoteLevel::Problem,
            Self::Tight
            | Self::StagingPaged { .. }
            | Self::CacheExceedsRam { .. }
            | Self::LanesShared { .. }
            | Self::Bf16Unsupported
            | Self::WaitsForData { .. }
            | Self::WorkersExceedThreads { .. }
            | Self::SequenceBeyondPositions { .. }
            | Self::MathAttention
            | Self::IdleGpus { .. } => NoteLevel::Warning,
            Self::CapacityNominal | Self::FrameworkNotModelled => NoteLevel::Note,
        }
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::Tight => "tight",
            Self::WeightsAloneDoNotFit => "weights-alone-do-not-fit",
            Self::RamBelowMinimum { .. } => "ram-below-minimum",
            Self::RamBelowSystem { .. } => "ram-below-system",
            Self::Paging { .. } => "ram-paging",
            Self::StagingPaged { .. } => "ram-staging-paged",
            Self::CacheExceedsRam { .. } => "cache-exceeds-ram",
            Self::LanesShared { .. } => "lanes-shared",
            Self::NoCores => "no-cores",
            Self::CapacityNominal => "capacity-nominal",
            Self::Bf16Unsupported => "bf16-unsupported",
            Self::WaitsForData { .. } => "waits-for-data",
            Self::WorkersExceedThreads { .. } => "workers-exceed-threads",
            Self::SequenceBeyondPositions { .. } => "sequence-beyond-positions",
            Self::MathAttention => "math-attention",
            Self::DatasetExceedsStorage { .. } => "dataset-exceeds-storage",
            Self::FrameworkNotModelled => "framework-not-modelled",
            Self::IdleGpus { .. } => "idle-gpus",
        }
    }
}
