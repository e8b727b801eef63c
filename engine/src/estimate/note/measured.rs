//! What a reader should know of a measurement: what it changed, or why it is not used.

use super::NoteLevel;
use crate::measured::{RefusedPeak, RefusedRate};
use crate::units::{Bytes, SamplesPerSecond};

/// A note on a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MeasuredNote {
    /// Memory is scaled.
    Memory {
        /// On activations, temporaries and slack.
        factor: f64,
        /// The device's peak without it.
        before: Bytes,
        /// The device's peak with it.
        after: Bytes,
    },
    /// Times are scaled.
    Speed {
        /// Samples per second without any factor on times.
        before: SamplesPerSecond,
        /// Samples per second with them.
        after: SamplesPerSecond,
    },
    /// A peak does not describe this run.
    PeakRefused(RefusedPeak),
    /// A rate does not describe this run.
    RateRefused(RefusedRate),
}

impl MeasuredNote {
    /// How grave it is.
    #[must_use]
    pub const fn level(&self) -> NoteLevel {
        match self {
            Self::Memory { .. } | Self::Speed { .. } => NoteLevel::Note,
            Self::PeakRefused(_) | Self::RateRefused(_) => NoteLevel::Warning,
        }
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Memory { .. } => "measured-memory",
            Self::Speed { .. } => "measured-speed",
            Self::PeakRefused(_) => "measured-memory-refused",
            Self::RateRefused(_) => "measured-speed-refused",
        }
    }
}
