//! Levers within the caller's constraints.

use crate::advice::apply::applied;
use crate::device::roofline::training_gpus;
use crate::estimate::{Estimate, Lever, Rejection, RejectionReason};
use crate::inputs::{Request, Scenario};

/// The levers that keep the constraints; the others join what was dropped.
pub(super) fn retain_permitted(
    asked: &Estimate,
    request: &Request,
    levers: Vec<Lever>,
    rejected: &mut Vec<Rejection>,
) -> Vec<Lever> {
    let (kept, broken): (Vec<Lever>, Vec<Lever>) = levers.into_iter().partition(|lever| keeps(asked, request, lever));
    rejected.extend(broken.iter().map(|lever| Rejection { what: lever.id, reason: RejectionReason::Constrained }));
    kept
}

/// Whether a lever breaks no constraint that what was asked keeps.
fn keeps(asked: &Estimate, request: &Request, lever: &Lever) -> bool {
    let constraints = &request.constraints;
    let before = &asked.scenario;
    let after = applied(&applied(before, &lever.change), &lever.follows);
    let accepted = constraints.accepts(&after.training.method) || after.training.method == before.training.method;
    let gpus = |scenario: &Scenario| scenario.hardware.total_gpus();
    let few = constraints.max_gpus.is_none_or(|most| gpus(&after) <= most || gpus(&after) <= gpus(before));
    let same_batch =
        constraints.global_batch_size.is_none_or(|global| global_batch(before) != global || global_batch(&after) == global);
    accepted && few && same_batch
}

/// Samples of an optimizer step over all GPUs that work on it.
fn global_batch(scenario: &Scenario) -> u64 {
    let training = &scenario.training;
    training.micro_batch_size * training.gradient_accumulation_steps * training_gpus(&scenario.hardware, training)
}
