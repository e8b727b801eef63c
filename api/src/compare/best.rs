//! Which is best in what.

use super::Side;
use wire::v1::compare::Better;

/// What machines are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Free memory of the card, in bytes; negative by what is missing.
    Headroom,
    /// The largest micro-batch that fits.
    LargestBatch,
    /// Host memory that the run needs, in bytes.
    Ram,
    /// Samples per second with the data path.
    Rate,
    /// An epoch after the first, in seconds.
    Epoch,
    /// The whole run, in seconds.
    Run,
    /// Price of the machine.
    Price,
    /// Energy of an epoch, in kilowatt-hours.
    Energy,
}

/// All measures, in the order of an answer.
pub const BESTS: [Measure; 8] = [
    Measure::Headroom,
    Measure::LargestBatch,
    Measure::Ram,
    Measure::Rate,
    Measure::Epoch,
    Measure::Run,
    Measure::Price,
    Measure::Energy,
];

/// Values that differ by less than this share are printed alike, so that none of them is better.
const ALIKE: f64 = 1e-3;

impl Measure {
    /// JSON pointer of the measure in an entry of an answer.
    #[must_use]
    pub const fn pointer(self) -> &'static str {
        match self {
            Self::Headroom => "/vram/headroom_bytes",
            Self::LargestBatch => "/limits/max_micro_batch_size",
            Self::Ram => "/ram/peak_bytes",
            Self::Rate => "/speed/samples_per_second",
            Self::Epoch => "/speed/epoch_seconds",
            Self::Run => "/speed/total_seconds",
            Self::Price => "/price/amount",
            Self::Energy => "/energy/epoch_kwh",
        }
    }

    /// Which end is the better one.
    #[must_use]
    pub const fn better(self) -> Better {
        match self {
            Self::Headroom | Self::LargestBatch | Self::Rate => Better::Higher,
            Self::Ram | Self::Epoch | Self::Run | Self::Price | Self::Energy => Better::Lower,
        }
    }

    /// The value of a side, where it is known.
    #[must_use]
    pub fn value(self, side: &Side) -> Option<f64> {
        let estimate = &side.estimate;
        match self {
            Self::Headroom => Some(headroom(side) as f64),
            Self::LargestBatch => Some(estimate.max_micro_batch_size as f64),
            Self::Ram => Some(estimate.ram.peak.as_f64()),
            Self::Rate => Some(estimate.speed.rate.get()),
            Self::Epoch => Some(estimate.speed.epoch.get()),
            Self::Run => Some(run_seconds(side)),
            Self::Price => side.whole_price(),
            Self::Energy => side.energy.epoch_kwh,
        }
    }

    /// Whether a side takes part: one on which the run does not work is best in nothing but the batch that it could hold.
    fn counts(self, side: &Side) -> bool {
        match self {
            Self::LargestBatch => side.estimate.max_micro_batch_size > 0,
            _ => side.holds(),
        }
    }

    /// Whether values that hardly differ count as the same: counts and prices are exact, times are not.
    const fn is_rounded(self) -> bool {
        matches!(self, Self::Rate | Self::Epoch | Self::Run | Self::Energy)
    }
}

/// Capacity less need in bytes; negative by what is missing.
pub(super) fn headroom(side: &Side) -> i64 {
    use engine::estimate::Fit;
    match side.estimate.vram.fit {
        Fit::Comfortable { headroom } | Fit::Tight { headroom } => headroom.0.cast_signed(),
        Fit::Short { by } => -by.0.cast_signed(),
    }
}

/// The first epoch and all later ones, in seconds.
pub(super) fn run_seconds(side: &Side) -> f64 {
    let later = side.estimate.scenario.training.epochs.saturating_sub(1) as f64;
    side.estimate.speed.first_epoch.get() + side.estimate.speed.epoch.get() * later
}

/// Numbers of the best sides in a measure: several where they share the best value, none where no side has the measure.
#[must_use]
pub fn best(measure: Measure, sides: &[Side]) -> Vec<usize> {
    let values: Vec<Option<f64>> = sides.iter().map(|side| measure.value(side).filter(|_| measure.counts(side))).collect();
    let sign = match measure.better() {
        Better::Higher => 1.0,
        Better::Lower => -1.0,
    };
    let Some(top) = values.iter().flatten().copied().max_by(|a, b| (sign * a).total_cmp(&(sign * b))) else {
        return Vec::new();
    };
    let slack = if measure.is_rounded() { top.abs() * ALIKE } else { 0.0 };
    let shares = |value: &Option<f64>| value.is_some_and(|value| (value - top).abs() <= slack);
    values.iter().enumerate().filter(|(_, value)| shares(value)).map(|(place, _)| place).collect()
}
