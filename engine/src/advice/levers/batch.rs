//! Levers on the samples of a pass and of an update.

use super::candidate::{Candidate, setting};
use super::plan::Plan;
use crate::advice::apply::applied;
use crate::estimate::{Change, Effect, RejectionReason};
use crate::inputs::{Field, Scenario};
use crate::sizing::batch;
use crate::sizing::open::settle_host_in;
use crate::sizing::plays::Plays;
use crate::training::batch::MOST;

/// Times as many accumulation steps as `accumulation` proposes.
const MORE_STEPS: u64 = 4;
/// Updates that an epoch keeps where more samples go into each.
const FEWEST_UPDATES: u64 = 100;

/// A smaller micro-batch with as many more accumulation steps, so that an update still sees the same samples.
pub(super) fn with_accumulation(plan: &Plan) -> Candidate {
    let change = smaller(plan).ok_or(RejectionReason::NoGain);
    // Texts are told from those of their own micro-batch alone.
    let effect = if plan.scenario.compares_texts() { Effect::Small } else { Effect::None };
    setting("batch-with-accumulation", change, effect, "PyTorch gradient accumulation; rules B8, D7")
}

fn smaller(plan: &Plan) -> Option<Vec<Change>> {
    let now = plan.scenario.training.micro_batch_size;
    let divisors = |below: u64| (1..below).rev().find(|size| now.is_multiple_of(*size));
    if plan.asked.vram.fit.fits() {
        return same_update(plan, divisors(now / 2 + 1)?);
    }
    // Gradients stay allocated between micro-batches, so that the largest batch with accumulation is searched again; where
    // not even one sample fits, it is the least that a batch can need.
    let mut size = divisors(plan.asked.max_micro_batch_size.saturating_add(1).clamp(2, now.max(2)))?;
    loop {
        let change = same_update(plan, size)?;
        let fits = || plan.is_held(&applied(plan.scenario, &change));
        match divisors(size) {
            Some(next) if !fits() => size = next,
            _ => return Some(change),
        }
    }
}

/// A micro-batch with the accumulation steps that keep the samples of an update.
fn same_update(plan: &Plan, size: u64) -> Option<Vec<Change>> {
    let training = &plan.scenario.training;
    let steps = training.gradient_accumulation_steps * (training.micro_batch_size / size);
    let is_change = size < training.micro_batch_size && steps <= MOST;
    is_change.then(|| vec![Change::MicroBatchSize(size), Change::GradientAccumulationSteps(steps)])
}

/// The batch that the advisor would run with, where the card has room for a larger one.
pub(super) fn larger(plan: &Plan) -> Candidate {
    let now = plan.scenario.training.micro_batch_size;
    let largest = plan.asked.max_micro_batch_size;
    // A batch that was left open is that one already.
    let change = if plan.is_open(Field::MicroBatchSize) || largest <= now {
        Err(RejectionReason::NoGain)
    } else {
        let speed = |plays: &mut Plays, candidate: &Scenario| {
            let candidate = settle_host_in(plays, candidate, plan.open);
            plays.path_and_speed(&candidate).1
        };
        let size = batch::recommend_in(&mut plan.plays.borrow_mut(), plan.scenario, largest, speed);
        if size > now { Ok(vec![Change::MicroBatchSize(size)]) } else { Err(RejectionReason::NoGain) }
    };
    setting("larger-batch", change, Effect::Small, "roofline of the step at each batch")
}

/// More micro-batches for each update: the optimizer, the other GPUs and the host are waited for less often.
pub(super) fn accumulation(plan: &Plan) -> Candidate {
    let training = &plan.scenario.training;
    let steps = training.gradient_accumulation_steps * MORE_STEPS;
    let per_update = plan.asked.speed.rate.get() * plan.asked.speed.step.get() * MORE_STEPS as f64;
    let change = if steps <= MOST && per_update * FEWEST_UPDATES as f64 <= plan.scenario.data.samples as f64 {
        Ok(vec![Change::GradientAccumulationSteps(steps)])
    } else {
        Err(RejectionReason::NoGain)
    };
    setting("accumulation", change, Effect::Small, "PyTorch gradient accumulation, no_sync(); rules B8, D7")
}
