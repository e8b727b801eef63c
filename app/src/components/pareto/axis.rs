//! Scales with ticks that people can read.

use engine::units::SECONDS_PER_DAY;

/// A tick's value, and how many decimals it is written with.
pub(super) type Tick = (f64, u32);

/// An axis with its ticks.
#[derive(Debug, PartialEq)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    pub(super) ticks: Vec<Tick>,
}

/// Times that a clock's reader counts in, in seconds; below and above them powers of ten do.
const ROUND: [f64; 26] = [
    1.0,
    2.0,
    5.0,
    10.0,
    15.0,
    30.0,
    60.0,
    120.0,
    300.0,
    600.0,
    900.0,
    1800.0,
    3600.0,
    7200.0,
    10_800.0,
    21_600.0,
    43_200.0,
    86_400.0,
    172_800.0,
    432_000.0,
    864_000.0,
    1_728_000.0,
    4_320_000.0,
    8_640_000.0,
    17_280_000.0,
    43_200_000.0,
];

/// Most ticks that a phone has room for.
const MOST: usize = 5;

impl Axis {
    /// An axis of times, logarithmic where they span more than a decade.
    pub(super) fn of_times(times: impl Iterator<Item = f64>) -> Self {
        let (low, high) = times.fold((f64::INFINITY, 0.0_f64), |(low, high), time| (low.min(time), high.max(time)));
        let (low, high) = if high > 0.0 && low.is_finite() { (low.max(high * 1e-6), high) } else { (0.9, 1.1) };
        // Times that hardly differ are not drawn as if they did.
        let (low, high) = if high < low * 1.05 { (low * 0.95, high * 1.05) } else { (low, high) };
        let logarithmic = high > low * 10.0;
        let ticks = if logarithmic { decades(low, high) } else { steps(low, high, time_step((high - low) / 4.0)) };
        Self { low, high, logarithmic, ticks }
    }

    /// An axis of memory from zero, in GiB.
    pub(super) fn of_memory(most: f64) -> Self {
        let most = most.max(0.1);
        let step = round_step(most / 3.0);
        let high = (most / step).ceil() * step;
        let decimals = u32::from(step < 1.0) + u32::from(step < 0.1);
        let ticks = steps(0.0, high, step).into_iter().map(|(value, _)| (value, decimals)).collect();
        Self { low: 0.0, high, logarithmic: false, ticks }
    }

    /// Where a value lies between the ends.
    pub(super) fn share(&self, value: f64) -> f64 {
        let share = if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }
}

/// 1, 2 or 5 times a power of ten, not below a value.
fn round_step(least: f64) -> f64 {
    let mut unit = 1e-9;
    while unit * 10.0 < least {
        unit *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * unit).find(|step| *step >= least).unwrap_or(least)
}

/// A round time not below a value.
fn time_step(least: f64) -> f64 {
    if least < 1.0 {
        return round_step(least);
    }
    ROUND.into_iter().find(|round| *round >= least).unwrap_or_else(|| round_step(least / SECONDS_PER_DAY) * SECONDS_PER_DAY)
}

/// The multiples of a step between two ends.
fn steps(low: f64, high: f64, step: f64) -> Vec<Tick> {
    let first = (low / step).ceil() as u64;
    (first..).map(|count| (count as f64 * step, 0)).take_while(|tick| tick.0 <= high * 1.000_001).take(MOST + 3).collect()
}

/// Round times between two ends, evenly thinned.
fn decades(low: f64, high: f64) -> Vec<Tick> {
    let short = [1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.1];
    let long = std::iter::successors(Some(86_400_000.0), |days| Some(days * 10.0)).take(12);
    let within: Vec<f64> = short.into_iter().chain(ROUND).chain(long).filter(|time| (low..=high).contains(time)).collect();
    let every = within.len().div_ceil(MOST).max(1);
    within.into_iter().step_by(every).map(|time| (time, 0)).collect()
}

#[cfg(test)]
mod tests {
    use engine::units::Seconds;
    use wording::format;

    use super::*;
    use crate::locale::Locale;

    fn times(axis: &Axis) -> Vec<String> {
        axis.ticks.iter().map(|tick| format::tick(Seconds::new(tick.0), Locale::En)).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(times(&Axis::of_times([3000.0, 12_000.0].into_iter())), ["1 h", "2 h", "3 h"]);
        assert_eq!(times(&Axis::of_times([20.0, 90.0].into_iter())), ["30 s", "1 min", "1 min 30 s"]);
        let memory: Vec<String> = Axis::of_memory(21.3).ticks.iter().map(|tick| format::decimal(tick.0, tick.1)).collect();
        assert_eq!(memory, ["0", "10", "20", "30"]);
    }

    #[test]
    fn a_wide_span_is_logarithmic() {
        let axis = Axis::of_times([60.0, 36_000.0].into_iter());
        assert!((axis.share(600.0) - 0.36).abs() < 0.01);
        assert!(axis.ticks.len() <= MOST && axis.ticks.len() > 2, "{:?}", times(&axis));
    }

    #[test]
    fn every_span_has_a_few_ticks() {
        for low in [1e-4, 0.02, 0.7, 3.0, 55.0, 4000.0, 90_000.0, 3e7, 1e9] {
            for span in [1.0, 1.3, 3.0, 9.0, 40.0, 1e4] {
                let axis = Axis::of_times([low, low * span].into_iter());
                assert!((1..=8).contains(&axis.ticks.len()), "{low} {span} {axis:?}");
                assert!(axis.ticks.iter().all(|tick| (0.0..=1.0).contains(&axis.share(tick.0))));
            }
        }
    }
}
