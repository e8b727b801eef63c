//! The batch of a plan whose other settings are decided.

use super::workbench::{Weighed, Workbench};
use crate::answer::batch::LARGEST_RECOMMENDED;
use crate::device::roofline::training_gpus;
use crate::estimate::{Field, Scenario, Speed};
use crate::training::DataKind;
use crate::units::Bytes;

/// Most accumulation steps, and samples of a micro-batch, that a plan may have.
pub(super) const MOST: u64 = 65_536;
/// Most tokens of a micro-batch that a scenario may ask for.
const MOST_TOKENS: u64 = 1 << 22;
/// Most pixels of a micro-batch.
const MOST_PIXELS: u64 = 1 << 33;
/// Times that differ by less are equal.
const ROUNDING: f64 = 1e-12;
/// Of sizes that data limits alike, one is large enough once it reaches this share of their best rate without waiting.
const ENOUGH_RATE: f64 = 0.95;

/// Micro-batches with their accumulation steps that a plan may run with on so many GPUs, smallest micro-batch first; empty
/// where its constraints leave none.
pub(super) fn sizes(scenario: &Scenario, open: &[Field], global: Option<u64>, gpus: u64) -> Vec<(u64, u64)> {
    let training = &scenario.training;
    let (micro, steps) = (training.micro_batch_size.max(1), training.gradient_accumulation_steps.max(1));
    let micro_is_open = open.contains(&Field::MicroBatchSize);
    let steps_are_open = open.contains(&Field::GradientAccumulationSteps);
    let Some(global) = global else {
        if !micro_is_open {
            return vec![(micro, steps)];
        }
        let filled = scenario.data.samples / gpus.max(1).saturating_mul(steps);
        let largest = filled.min(most_of(scenario)).clamp(1, LARGEST_RECOMMENDED);
        return (0..=largest.ilog2()).map(|exponent| (1 << exponent, steps)).collect();
    };
    if !global.is_multiple_of(gpus) {
        return Vec::new();
    }
    let each = global / gpus;
    match (micro_is_open, steps_are_open) {
        (false, false) => {
            if micro * steps == each {
                vec![(micro, steps)]
            } else {
                Vec::new()
            }
        }
        (false, true) => split(each, micro).filter(|&steps| steps <= MOST).map(|steps| (micro, steps)).into_iter().collect(),
        (true, false) => split(each, steps).filter(|&micro| micro <= MOST).map(|micro| (micro, steps)).into_iter().collect(),
        (true, true) => {
            let largest = most_of(scenario).clamp(1, LARGEST_RECOMMENDED);
            let pairs = |range: std::ops::RangeInclusive<u64>| -> Vec<(u64, u64)> {
                range.filter_map(|micro| Some((micro, split(each, micro)?))).filter(|&(_, steps)| steps <= MOST).collect()
            };
            let usual = pairs(1..=largest);
            if usual.is_empty() { pairs(largest + 1..=MOST).into_iter().take(1).collect() } else { usual }
        }
    }
}

fn split(all: u64, part: u64) -> Option<u64> {
    all.is_multiple_of(part).then_some(all / part)
}

/// The largest micro-batch that a scenario may ask for.
fn most_of(scenario: &Scenario) -> u64 {
    let data = &scenario.data;
    let (limit, each) = match data.kind {
        DataKind::Text => (MOST_TOKENS, data.sequence_length.max(data.target_length)),
        DataKind::Images | DataKind::Latents => (MOST_PIXELS, data.image_height.saturating_mul(data.image_width)),
    };
    (limit / each.max(1)).min(MOST_TOKENS / data.text_tokens.max(1))
}

impl Workbench<'_> {
    /// The plan with its batch: of the sizes whose high estimate fits the one with the shortest epoch, and where data
    /// limits several alike the smallest that nearly reaches their best rate; none where constraints leave no batch.
    pub(super) fn sized(&mut self, mut scenario: Scenario, global: Option<u64>) -> Option<Weighed> {
        let request = self.request;
        let gpus = training_gpus(&scenario.hardware, &scenario.training);
        let sizes = sizes(&scenario, &request.open, global, gpus);
        let available = self.available();
        let &(smallest, _) = sizes.first()?;
        let fitting = if sizes.len() > 1 { self.fitting(&mut scenario, &sizes, available) } else { 1 };
        let mut candidates: Vec<(u64, Weighed, Speed)> = Vec::new();
        for &(micro, steps) in sizes[..fitting.max(1)].iter().rev() {
            set(&mut scenario, micro, steps);
            let (weighed, speed) = self.weigh(scenario.clone(), &request.open);
            let worse = candidates.last().is_some_and(|(.., larger)| speed.epoch.get() > larger.epoch.get() * (1.0 + ROUNDING));
            candidates.push((micro, weighed, speed));
            // Smaller ones only wait more often for a launch or for data.
            if worse || micro == smallest {
                break;
            }
        }
        candidates.reverse();
        let shortest = candidates.iter().map(|(.., speed)| speed.epoch.get()).fold(f64::INFINITY, f64::min);
        candidates.retain(|(.., speed)| speed.epoch.get() <= shortest * (1.0 + ROUNDING));
        let fastest = candidates.iter().map(|(.., speed)| speed.compute_rate.get()).fold(0.0, f64::max);
        candidates
            .into_iter()
            .find(|(.., speed)| speed.compute_rate.get() >= fastest * ENOUGH_RATE)
            .map(|(_, weighed, _)| weighed)
    }

    /// How many of the sizes fit by their high estimate: memory grows with the batch, so that the end is found by halving,
    /// from where the line through the ends meets the capacity.
    fn fitting(&mut self, scenario: &mut Scenario, sizes: &[(u64, u64)], available: Bytes) -> usize {
        let mut high = |index: usize| {
            let (micro, steps) = sizes[index];
            set(scenario, micro, steps);
            self.memory(scenario).range.1
        };
        let last = sizes.len() - 1;
        let (mut fits, mut fails) = ((0, high(0)), (last, high(last)));
        if fits.1 > available {
            return 0;
        }
        if fails.1 <= available {
            return sizes.len();
        }
        while fails.0 - fits.0 > 1 {
            let rise = fails.1.saturating_sub(fits.1).as_f64().max(1.0);
            let room = available.saturating_sub(fits.1).as_f64() / rise;
            let meets = (sizes[fails.0].0 - sizes[fits.0].0) as f64 * room + sizes[fits.0].0 as f64;
            let guess = sizes[fits.0..fails.0].iter().rposition(|size| size.0 as f64 <= meets).unwrap_or(0) + fits.0;
            let guess = guess.clamp(fits.0 + 1, fails.0 - 1);
            let found = high(guess);
            if found <= available {
                fits = (guess, found);
                if guess + 1 < fails.0 {
                    let next = high(guess + 1);
                    if next <= available { fits = (guess + 1, next) } else { fails = (guess + 1, next) }
                }
            } else {
                fails = (guess, found);
            }
        }
        fits.0 + 1
    }
}

fn set(scenario: &mut Scenario, micro: u64, steps: u64) {
    (scenario.training.micro_batch_size, scenario.training.gradient_accumulation_steps) = (micro, steps);
}
