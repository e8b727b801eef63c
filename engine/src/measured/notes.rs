//! What a reader should know of a measurement: what it changed, or why it is not used.

use super::{RefusedPeak, RefusedRate};
use crate::answer::{self, Detail};
use crate::estimate::{NoteLevel, Scenario, Speed, Vram};
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

/// Notes on what was measured; the step is played once more without the factors, for the comparison.
pub fn notes(scenario: &Scenario, vram: &Vram, speed: &Speed) -> Vec<MeasuredNote> {
    let measured = &scenario.measured;
    let mut notes = Vec::new();
    if measured.is_any() {
        let plain = Scenario { measured: super::Measured::default(), ..scenario.clone() };
        let before = answer::evaluated(&plain, Detail::Replayed);
        if let Some(memory) = measured.memory {
            let (before, after) = (before.vram.device_peak, vram.device_peak);
            notes.push(MeasuredNote::Memory { factor: memory.factor, before, after });
        }
        if measured.has_time() {
            let before = answer::timed(&plain, &before.work).1.rate;
            notes.push(MeasuredNote::Speed { before, after: speed.rate });
        }
    }
    notes.extend(measured.refused_peak.map(MeasuredNote::PeakRefused));
    notes.extend(measured.refused_rate.map(MeasuredNote::RateRefused));
    notes
}
