//! The batch of a plan whose other settings are decided.

use super::workbench::{Weighed, Workbench};
use crate::device::roofline::training_gpus;
use crate::estimate::Speed;
use crate::inputs::{Field, Scenario};
use crate::sizing::batch::{ENOUGH_RATE, ROUNDING};
use crate::training::DataKind;
use crate::training::batch::{LARGEST_RECOMMENDED, MOST, MOST_PIXELS, MOST_TOKENS};

/// Weighs smaller batches of a plan, where the batch is the search's to choose.
pub(super) fn shrunk(bench: &mut Workbench, plan: &Weighed) {
    let request = bench.request;
    if request.constraints.global_batch_size.is_some() || !request.open.contains(&Field::MicroBatchSize) {
        return;
    }
    let mut scenario = plan.scenario.clone();
    while scenario.training.micro_batch_size > 1 {
        scenario.training.micro_batch_size = scenario.training.micro_batch_size.div_ceil(4);
        bench.weigh(scenario.clone(), &request.open);
    }
}

/// How carefully a batch is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    /// By what the last plan came to.
    Quick,
    /// By the time of every size that may be best.
    Thorough,
}

/// Micro-batches with their accumulation steps that a plan may run with on this many GPUs, smallest micro-batch first; empty
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
        DataKind::Text => (MOST_TOKENS, data.sequence_length.max(data.target_length).saturating_mul(scenario.texts_per_sample())),
        DataKind::Audio => (MOST_TOKENS, scenario.model.heard_positions().max(data.target_length)),
        DataKind::Tensors => (MOST_TOKENS, 1),
        DataKind::Images | DataKind::Latents => (MOST_PIXELS, data.image_height.saturating_mul(data.image_width)),
    };
    (limit / each.max(1)).min(MOST_TOKENS / data.text_tokens.max(1))
}

impl Workbench<'_> {
    /// The plan with its batch: of the sizes whose high estimate fits, and whose queues the host holds, the one with the shortest epoch, and where data
    /// limits several alike the smallest that nearly reaches their best rate; none where constraints leave no batch.
    pub(super) fn with_batch(&mut self, mut scenario: Scenario, global: Option<u64>, care: Care) -> Option<Weighed> {
        let request = self.request;
        let gpus = training_gpus(&scenario.hardware, &scenario.training);
        let sizes = sizes(&scenario, &request.open, global, gpus);
        sizes.first()?;
        let fitting = if sizes.len() > 1 { self.fitting(&mut scenario, &sizes) } else { 1 };
        let top = fitting.max(1) - 1;
        let mut at = |bench: &mut Self, index: usize| {
            let (micro, steps) = sizes[index];
            set(&mut scenario, micro, steps);
            let mut weighed = bench.weigh(scenario.clone(), &request.open);
            weighed.is_roomy = fitting == sizes.len() && weighed.standing.holds();
            weighed
        };
        // The last plan's choice is a good guess: as far from the end as there.
        if let (Care::Quick, Some(distance)) = (care, self.below_top) {
            let mut index = top.saturating_sub(distance);
            let mut weighed = at(self, index);
            while !weighed.standing.fits_host && index > 0 {
                index -= 1;
                weighed = at(self, index);
            }
            return Some(weighed);
        }
        let mut candidates: Vec<(usize, Weighed)> = Vec::new();
        for index in (0..=top).rev() {
            let weighed = at(self, index);
            // Queues of large batches may be more than the host holds; smaller ones are for it.
            if !weighed.standing.fits_host && index > 0 {
                continue;
            }
            let speed = &weighed.speed;
            let worse = candidates.last().is_some_and(|(_, larger)| shorter(&larger.speed, speed, ROUNDING));
            // What is much slower without waiting is not chosen among those that data limits.
            let slow = candidates.first().is_some_and(|(_, largest)| !is_enough(speed, largest.speed.compute_rate.get()));
            let waits = speed.rate.get() < speed.compute_rate.get() * (1.0 - ROUNDING);
            candidates.push((index, weighed));
            if worse || (slow && waits) {
                break;
            }
        }
        candidates.reverse();
        let shortest = candidates.iter().map(|(_, weighed)| weighed.speed.epoch.get()).fold(f64::INFINITY, f64::min);
        candidates.retain(|(_, weighed)| weighed.speed.epoch.get() <= shortest * (1.0 + ROUNDING));
        let fastest = candidates.iter().map(|(_, weighed)| weighed.speed.compute_rate.get()).fold(0.0, f64::max);
        let (index, weighed) = candidates.into_iter().find(|(_, weighed)| is_enough(&weighed.speed, fastest))?;
        self.below_top = Some(top - index);
        Some(weighed)
    }

    /// How many of the sizes fit by their high estimate. Memory grows with the batch, so that it is a walk from the number
    /// that fit last time, in strides that double until they are past the end, then by halves.
    fn fitting(&mut self, scenario: &mut Scenario, sizes: &[(u64, u64)]) -> usize {
        let mut fits = |bench: &mut Self, index: usize| {
            let (micro, steps) = sizes[index];
            set(scenario, micro, steps);
            bench.memory(scenario).range.1 <= bench.available(scenario)
        };
        let last = sizes.len() - 1;
        let start = self.fitted.clamp(1, sizes.len()) - 1;
        // So many fit for sure, and from this place on none does.
        let (mut low, mut high) = (0, sizes.len());
        let mut stride = 1;
        if fits(self, start) {
            low = start + 1;
            while low < high {
                let next = (start + stride).min(last);
                if !fits(self, next) {
                    high = next;
                    break;
                }
                (low, stride) = (next + 1, stride * 2);
            }
        } else {
            high = start;
            while low < high {
                let next = start.saturating_sub(stride);
                if fits(self, next) {
                    low = next + 1;
                    break;
                }
                (high, stride) = (next, stride * 2);
            }
        }
        while low < high {
            let middle = usize::midpoint(low, high);
            if fits(self, middle) { low = middle + 1 } else { high = middle }
        }
        if low > 0 {
            self.fitted = low;
        }
        low
    }
}

/// Whether an epoch is shorter by more than a share.
fn shorter(speed: &Speed, other: &Speed, share: f64) -> bool {
    speed.epoch.get() * (1.0 + share) < other.epoch.get()
}

/// Whether a size is large enough beside the fastest of those that data limits alike.
fn is_enough(speed: &Speed, fastest: f64) -> bool {
    speed.compute_rate.get() >= fastest * ENOUGH_RATE
}

fn set(scenario: &mut Scenario, micro: u64, steps: u64) {
    (scenario.training.micro_batch_size, scenario.training.gradient_accumulation_steps) = (micro, steps);
}
