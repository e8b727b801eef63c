//! The largest micro-batch that fits, and the one to run with.

use super::card::available;
use super::plays::Plays;
use crate::device::memory::desktop;
use crate::device::roofline::training_gpus;
use crate::estimate::Speed;
use crate::host::pool::taken_by_host;
use crate::inputs::Scenario;
use crate::training::batch::{LARGEST_RECOMMENDED, MOST};
use crate::units::{Bytes, Seconds};
use crate::work::StepWork;

/// Largest micro-batch that is searched; beyond, one sample more or less is no advice.
pub const LARGEST_SEARCHED: u64 = MOST;
/// Times that differ by less are equal: a sum's rounding, not a gain.
pub(crate) const ROUNDING: f64 = 1e-12;
/// Of sizes that data limits alike, one is large enough once it reaches this share of their best rate without waiting.
pub(crate) const ENOUGH_RATE: f64 = 0.95;

/// The smallest capacity that a run with this micro-batch is expected to pass in, context included.
#[must_use]
pub fn needed_memory(scenario: &Scenario, micro_batch_size: u64) -> Bytes {
    Plays::default().needed_memory(&mut scenario.clone(), micro_batch_size)
}

/// The largest micro-batch that fits, all else as in the scenario; 0 if not even one sample does.
///
/// Memory grows with the batch, nearly in proportion: the search guesses by the chord and halves where that fails, and
/// ends only with a size that fits beside one that does not.
#[must_use]
pub fn largest(scenario: &Scenario) -> u64 {
    largest_in(&mut Plays::default(), scenario)
}

/// The largest micro-batch that fits, found among steps that a search has played; 0 if not even one sample does.
pub(crate) fn largest_in(plays: &mut Plays, scenario: &Scenario) -> u64 {
    // What the host takes of memory in common grows with the batch as well.
    let available = scenario.hardware.gpu.memory.saturating_sub(desktop(&scenario.hardware));
    let mut candidate = scenario.clone();
    let mut needed = |size: u64| {
        candidate.training.micro_batch_size = size;
        plays.needed_memory(&mut candidate, size) + taken_by_host(&candidate)
    };
    let mut fits = (1, needed(1));
    if fits.1 > available {
        return 0;
    }
    let asked = scenario.training.micro_batch_size.clamp(2, LARGEST_SEARCHED);
    let mut fails = (asked, needed(asked));
    while fails.1 <= available {
        if fails.0 == LARGEST_SEARCHED {
            return LARGEST_SEARCHED;
        }
        let next = chord(fits, fails, available).clamp(fails.0 + 1, LARGEST_SEARCHED).saturating_add(1).min(LARGEST_SEARCHED);
        fits = fails;
        fails = (next, needed(next));
    }
    let mut halve = false;
    while fails.0 - fits.0 > 1 {
        let middle = if halve { u64::midpoint(fits.0, fails.0) } else { chord(fits, fails, available) };
        let guess = middle.clamp(fits.0 + 1, fails.0 - 1);
        let found = (guess, needed(guess));
        let before = fails.0 - fits.0;
        if found.1 <= available {
            fits = found;
            // The chord usually lands on the answer: its neighbor proves it.
            if !halve && guess + 1 < fails.0 {
                let neighbor = (guess + 1, needed(guess + 1));
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

/// The micro-batch to run with: of the powers of two up to 256 whose high estimate fits, and that the data set fills, the
/// one with the shortest epoch. Where data limits several alike, the smallest of them that nearly reaches their best rate
/// without waiting: it costs least memory, and still serves once the data flows faster.
///
/// A better card offers at least the same sizes and is at least as fast at each, so that its shortest epoch is never
/// longer. An allowance on the epoch itself ("nearly as fast, but smaller") would break that law. `speed` times a
/// candidate.
#[must_use]
pub fn recommend(scenario: &Scenario, largest: u64, speed: impl Fn(&Scenario, &StepWork) -> Speed) -> u64 {
    recommend_in(&mut Plays::default(), scenario, largest, |plays, candidate| speed(candidate, plays.work(candidate)))
}

/// The micro-batch to run with, as [`recommend`], chosen among steps that a search has played.
pub(crate) fn recommend_in(
    plays: &mut Plays,
    scenario: &Scenario,
    largest: u64,
    speed: impl Fn(&mut Plays, &Scenario) -> Speed,
) -> u64 {
    let gpus = training_gpus(&scenario.hardware, &scenario.training);
    let mut candidate = scenario.clone();
    let mut sizes: Vec<(u64, Speed)> = Vec::new();
    for exponent in 0..=largest.min(most_filled(scenario, gpus)).clamp(1, LARGEST_RECOMMENDED).ilog2() {
        let size = 1 << exponent;
        candidate.training.micro_batch_size = size;
        if plays.least(&candidate).range.1 > available(&candidate) {
            break;
        }
        sizes.push((size, speed(plays, &candidate)));
    }
    let shortest = sizes.iter().map(|(_, speed)| speed.epoch).reduce(Seconds::min).unwrap_or(Seconds::ZERO);
    sizes.retain(|(_, speed)| speed.epoch.get() <= shortest.get() * (1.0 + ROUNDING));
    let fastest = sizes.iter().map(|(_, speed)| speed.compute_rate.get()).fold(0.0, f64::max);
    let enough = sizes.iter().find(|(_, speed)| speed.compute_rate.get() >= fastest * ENOUGH_RATE);
    enough.map_or(1, |(size, _)| *size)
}

/// The largest micro-batch that the data set fills once: beyond, samples are missing.
fn most_filled(scenario: &Scenario, gpus: u64) -> u64 {
    scenario.data.samples / gpus.max(1).saturating_mul(scenario.training.gradient_accumulation_steps.max(1))
}
