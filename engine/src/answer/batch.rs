//! The largest micro-batch that fits, and the one to run with.

use super::{available, memory_of, played};
use crate::device::roofline::{profile, training_gpus};
use crate::estimate::Scenario;
use crate::training::Training;
use crate::units::Bytes;
use crate::work::of_graph::step_work;

/// Largest micro-batch that is searched; beyond, one sample more or less is no advice.
pub const LARGEST_SEARCHED: u64 = 65_536;
/// A batch is large enough once it reaches this share of the best rate among those that fit.
const ENOUGH_RATE: f64 = 0.95;

/// The smallest capacity that a run with this micro-batch is expected to pass in, context included.
#[must_use]
pub fn needed(scenario: &Scenario, micro_batch_size: u64) -> Bytes {
    memory_of(scenario, &played(scenario, micro_batch_size)).needed
}

/// The largest micro-batch that fits, all else as in the scenario; 0 if not even one sample does.
///
/// Memory grows with the batch, nearly in proportion: the search guesses by the chord and halves where that fails, and
/// ends only with a size that fits beside one that does not.
#[must_use]
pub fn largest(scenario: &Scenario) -> u64 {
    let available = available(scenario);
    let mut fits = (1, needed(scenario, 1));
    if fits.1 > available {
        return 0;
    }
    let asked = scenario.training.micro_batch_size.clamp(2, LARGEST_SEARCHED);
    let mut fails = (asked, needed(scenario, asked));
    while fails.1 <= available {
        if fails.0 == LARGEST_SEARCHED {
            return LARGEST_SEARCHED;
        }
        let next = chord(fits, fails, available).clamp(fails.0 + 1, LARGEST_SEARCHED).saturating_add(1).min(LARGEST_SEARCHED);
        fits = fails;
        fails = (next, needed(scenario, next));
    }
    let mut halve = false;
    while fails.0 - fits.0 > 1 {
        let middle = if halve { u64::midpoint(fits.0, fails.0) } else { chord(fits, fails, available) };
        let guess = middle.clamp(fits.0 + 1, fails.0 - 1);
        let found = (guess, needed(scenario, guess));
        let before = fails.0 - fits.0;
        if found.1 <= available {
            fits = found;
            // The chord usually lands on the answer: its neighbor proves it.
            if !halve && guess + 1 < fails.0 {
                let neighbor = (guess + 1, needed(scenario, guess + 1));
                if neighbor.1 > available {
                    fails = neighbor;
                } else {
                    fits = neighbor;
                }
            }
        } else {
            fails = found;
        }
        halve = (fails.0 - fits.0) * 2 > before;
    }
    fits.0
}

/// Where the line through two sizes meets the capacity.
fn chord(low: (u64, Bytes), high: (u64, Bytes), available: Bytes) -> u64 {
    let rise = high.1.saturating_sub(low.1).0.max(1);
    let room = available.saturating_sub(low.1).0;
    let run = u128::from(high.0 - low.0) * u128::from(room) / u128::from(rise);
    low.0.saturating_add(u64::try_from(run).unwrap_or(u64::MAX))
}

/// The micro-batch to run with: the smallest power of two that nearly reaches the rate of the largest one whose high
/// estimate fits; larger ones cost memory and buy no time.
#[must_use]
pub fn recommended(scenario: &Scenario, largest: u64) -> u64 {
    let available = available(scenario);
    let gpus = training_gpus(&scenario.hardware, &scenario.training);
    let at = |exponent: u32| {
        let size = 1 << exponent;
        let step = played(scenario, size);
        let training = Training { micro_batch_size: size, ..scenario.training.clone() };
        let rate = profile(&step_work(&step.graph, &training, gpus), &scenario.hardware, &training).compute_rate();
        (memory_of(scenario, &step).range.1 <= available, rate.get())
    };
    let mut most = largest.clamp(1, LARGEST_SEARCHED).ilog2();
    let (mut comfortable, mut best) = at(most);
    while !comfortable && most > 0 {
        most -= 1;
        (comfortable, best) = at(most);
    }
    // Rates grow with the batch until the device is full, so that the smallest that suffices is found by halving.
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = u32::midpoint(low, high);
        if at(middle).1 >= best * ENOUGH_RATE {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    1 << high
}
