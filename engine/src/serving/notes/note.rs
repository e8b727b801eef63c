//! Notes of an answer: what each says, its code, and how grave it is.

use crate::units::{Bytes, BytesPerSecond, Seconds};

/// Requests that a figure is said of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// A usual one, as many under way as were asked for.
    Usual,
    /// The slowest five of a hundred that come by chance.
    Slowest,
}

/// A note; [`Note::is_problem`] tells what keeps the plan from working.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Note {
    /// A card lacks so much.
    DoesNotFit {
        /// What is missing.
        by: Bytes,
    },
    /// The engine refuses to start: its pool does not hold one request of the longest context.
    PoolTooSmall {
        /// The pool.
        pool: Bytes,
        /// What one such request takes.
        longest: Bytes,
        /// Tokens that the pool holds of one request.
        holds: u64,
    },
    /// The share of the card that the engine is to take leaves no room for what lies outside of it.
    ShareTooLarge {
        /// What is missing.
        by: Bytes,
    },
    /// Fewer requests fit at a time than were asked for: the rest wait.
    Queues {
        /// How many fit.
        fits: u64,
        /// How many were asked for.
        asked: u64,
    },
    /// Most of what a pass needs is the sampler's, for more requests than were asked for.
    SamplerPeak {
        /// What it takes.
        bytes: Bytes,
        /// Requests that it is made ready for.
        requests: u64,
    },
    /// The card unpacks the format to multiply: less memory, no more speed for prompts.
    WeightOnly,
    /// Cards split a matrix within groups of inputs that share a scale: only a checkpoint that was padded for it loads.
    GroupsCut {
        /// Inputs of the matrix.
        width: u64,
        /// Inputs that share a scale.
        group: u64,
        /// Cards.
        cards: u64,
    },
    /// Cards outnumber heads of keys and values, which are copied.
    CopiedHeads,
    /// Blocks lie on cards one after another: one request is answered no faster than by one card.
    OneAfterAnother {
        /// Stages: cards, or groups of cards that share each matrix.
        stages: u64,
        /// Cards of a stage.
        cards: u64,
    },
    /// Copies of the model run side by side, and each request is answered by one of them.
    Copies {
        /// How many.
        copies: u64,
        /// Cards of each.
        cards: u64,
        /// Whether each is a server of its own.
        are_servers: bool,
    },
    /// More than two cards sum over PCI Express: boards differ widely.
    SumsOverPcie {
        /// Cards that share each matrix.
        cards: u64,
    },
    /// One published run over stages alone was at hand to check speeds against.
    StagesUnchecked,
    /// Part of the model is computed by the processor.
    OnHost {
        /// What lies there.
        bytes: Bytes,
        /// What a token reads of it.
        read: Bytes,
        /// Bytes a second at which it is read, the rate that the processor's memory is rated for.
        rate: BytesPerSecond,
    },
    /// The installed memory does not hold what the host needs.
    RamShort {
        /// What is missing.
        by: Bytes,
        /// It is the one memory of host and device, which holds not both.
        is_shared: bool,
    },
    /// Device and host share one memory, and the processor is its own: neither RAM nor a second device can be chosen.
    MemoryInCommon {
        /// All of it.
        pool: Bytes,
        /// The most that the system lets the device take.
        device: Bytes,
    },
    /// More requests come than can be finished: those that wait become ever more.
    Overloaded {
        /// Requests that come in a second.
        rate: f64,
        /// The most that are finished in a second.
        most: f64,
    },
    /// Requests get fewer tokens a second than was asked for.
    Slower {
        /// What they get.
        tokens_per_second: f64,
        /// What was asked for.
        least: f64,
        /// Of how many in a hundred that is said.
        of: Share,
    },
    /// Requests wait longer for the first token than was asked for.
    Later {
        /// How long they wait.
        seconds: Seconds,
        /// What was asked for.
        most: Seconds,
        /// Of how many in a hundred that is said.
        of: Share,
    },
    /// Tokens are drafted ahead, and how many of them are right is a guess.
    Drafted {
        /// Tokens that a pass writes on the mean.
        written: f64,
        /// Chance that a draft is right.
        acceptance: f64,
    },
    /// What the pictures of a prompt take: tokens of it each, time of the card and, before that, of a core of the host.
    Pictures {
        /// Tokens that a picture adds to a prompt.
        tokens: u64,
        /// What the card needs for all of a prompt.
        reading: Seconds,
        /// What a core of the host needs for all of a prompt.
        preparing: Seconds,
        /// How tall and wide they are, in pixels.
        size: (u64, u64),
    },
    /// Speed and memory with pictures follow from the tower's layers; published runs under load were slower.
    PicturesUnchecked,
    /// The model can read pictures, and the engine is started without what reads them.
    TextAlone {
        /// What it does not load.
        bytes: Bytes,
    },
    /// Its memory was checked against a single start.
    MemoryUnchecked,
    /// No published run was at hand to check the speed of this engine on such a card against.
    Unchecked,
}

impl Note {
    /// A stable code for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::DoesNotFit { .. } => "does-not-fit",
            Self::PoolTooSmall { .. } => "kv-pool-too-small",
            Self::ShareTooLarge { .. } => "share-too-large",
            Self::Queues { .. } => "requests-wait",
            Self::SamplerPeak { .. } => "sampler-peak",
            Self::WeightOnly => "weight-only",
            Self::GroupsCut { .. } => "groups-cut",
            Self::CopiedHeads => "copied-heads",
            Self::OneAfterAnother { .. } => "one-card-at-a-time",
            Self::Copies { .. } => "copies",
            Self::SumsOverPcie { .. } => "sums-over-pcie",
            Self::StagesUnchecked => "unchecked-stages",
            Self::OnHost { .. } => "computed-on-host",
            Self::RamShort { .. } => "ram-short",
            Self::MemoryInCommon { .. } => "memory-in-common",
            Self::Overloaded { .. } => "overloaded",
            Self::Slower { .. } => "slower-than-asked",
            Self::Later { .. } => "later-than-asked",
            Self::Drafted { .. } => "drafted",
            Self::Pictures { .. } => "pictures-in-prompts",
            Self::PicturesUnchecked => "unchecked-pictures",
            Self::TextAlone { .. } => "text-alone",
            Self::MemoryUnchecked => "unchecked-memory",
            Self::Unchecked => "unchecked-speed",
        }
    }

    /// Whether the plan does not work as it stands.
    #[must_use]
    pub const fn is_problem(&self) -> bool {
        matches!(self, Self::DoesNotFit { .. } | Self::PoolTooSmall { .. } | Self::ShareTooLarge { .. } | Self::RamShort { .. })
    }

    /// Whether it works with a cost or a risk.
    #[must_use]
    pub const fn is_warning(&self) -> bool {
        matches!(
            self,
            Self::Queues { .. }
                | Self::WeightOnly
                | Self::GroupsCut { .. }
                | Self::OneAfterAnother { .. }
                | Self::OnHost { .. }
                | Self::Overloaded { .. }
                | Self::Slower { .. }
                | Self::Later { .. }
                | Self::PicturesUnchecked
                | Self::SumsOverPcie { .. }
                | Self::StagesUnchecked
                | Self::Unchecked
        )
    }
}
