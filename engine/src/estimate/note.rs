//! What a reader should know of an answer.

mod host;
mod level;
mod measured;

use crate::units::Bytes;

pub use host::HostNote;
pub use level::NoteLevel;
pub use measured::MeasuredNote;

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
    /// Memory and time of this framework are not modeled: what is said is a lower bound.
    FrameworkNotModeled,
    /// What describes the model has entries that are not read.
    UnreadKeys {
        /// Their names.
        keys: Vec<String>,
    },
    /// Host and device share one memory, of which the system lets the device take a part.
    MemoryInCommon {
        /// All of it.
        pool: Bytes,
        /// The most that the device may take.
        device: Bytes,
    },
    /// A sample is a question with two answers, read by the model with and without its adapters.
    TwoAnswers,
    /// A part of the sequence is what a sample's pictures become.
    PicturesInSequence {
        /// Tokens that they take.
        tokens: u64,
        /// Tokens of the sequence.
        of: u64,
    },
    /// Whole batches are asked for of data that are prepared one by one.
    PreparedOneByOne,
    /// A second GPU does nothing until data parallelism is configured.
    IdleGpus {
        /// GPUs that idle.
        count: u64,
    },
    /// A library was asked for, and nothing is shared out that it could do.
    NothingToShareOut {
        /// GPUs in all.
        gpus: u64,
    },
    /// Something about memory, drive, processor and its links.
    Host(HostNote),
    /// Something about what was measured.
    Measured(MeasuredNote),
}

impl Note {
    /// How grave it is.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::Host(note) => note.level(),
            Self::Measured(note) => note.level(),
            Self::DoesNotFit { .. } | Self::WeightsAloneDoNotFit => NoteLevel::Problem,
            Self::Tight
            | Self::Bf16Unsupported
            | Self::WaitsForData { .. }
            | Self::WorkersExceedThreads { .. }
            | Self::SequenceBeyondPositions { .. }
            | Self::MathAttention
            | Self::FrameworkNotModeled
            | Self::UnreadKeys { .. }
            | Self::NothingToShareOut { .. }
            | Self::IdleGpus { .. } => NoteLevel::Warning,
            Self::CapacityNominal
            | Self::MemoryInCommon { .. }
            | Self::PreparedOneByOne
            | Self::TwoAnswers
            | Self::PicturesInSequence { .. } => NoteLevel::Note,
        }
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::Tight => "tight",
            Self::WeightsAloneDoNotFit => "weights-alone-do-not-fit",
            Self::CapacityNominal => "capacity-nominal",
            Self::Bf16Unsupported => "bf16-unsupported",
            Self::WaitsForData { .. } => "waits-for-data",
            Self::WorkersExceedThreads { .. } => "workers-exceed-threads",
            Self::SequenceBeyondPositions { .. } => "sequence-beyond-positions",
            Self::MathAttention => "math-attention",
            Self::FrameworkNotModeled => "framework-not-modelled",
            Self::UnreadKeys { .. } => "unread-keys",
            Self::MemoryInCommon { .. } => "memory-in-common",
            Self::PreparedOneByOne => "prepared-one-by-one",
            Self::TwoAnswers => "two-answers",
            Self::PicturesInSequence { .. } => "pictures-in-sequence",
            Self::IdleGpus { .. } => "idle-gpus",
            Self::NothingToShareOut { .. } => "nothing-to-share-out",
            Self::Host(note) => note.code(),
            Self::Measured(note) => note.code(),
        }
    }
}
