//! What feeds the GPUs and how to feed them better: each setting, kit, drive and processor is timed by asking again.

mod kernels;
mod loader;
mod remedy;

use crate::estimate::{Estimate, Feeding, LoaderAdvice, Market, Remedy};
use crate::inputs::Scenario;
use crate::sizing::card::Detail;
use crate::sizing::evaluate::evaluate;
use crate::work::StepWork;
use kernels::Kernels;

/// Advice on an answer: the loader's settings from what they are without advice to what is advised, and what the market
/// has against the bottleneck of the plan as it is.
#[must_use]
pub fn feeding(estimate: &Estimate, market: &Market) -> Feeding {
    let scenario = &estimate.scenario;
    let work = evaluate(scenario, Detail::Least).work;
    let kernels = Kernels::of(&work);
    let mut plain = scenario.clone();
    plain.training.loader = loader::unadvised(scenario, &kernels);
    Feeding { loader: loader::advice(&plain, &kernels), remedies: remedy::remedies(estimate, &kernels, market) }
}

/// Every setting of a plan's loader from what it is to what is advised.
pub(super) fn loader_advice(scenario: &Scenario, work: &StepWork) -> LoaderAdvice {
    loader::advice(scenario, &Kernels::of(work))
}

/// The kit of memory that ends the wait.
pub(super) fn more_ram(scenario: &Scenario, work: &StepWork) -> Option<Remedy> {
    let kernels = Kernels::of(work);
    remedy::more_ram(scenario, &kernels, kernels.timing(scenario))
}

/// The drive that ends the wait.
pub(super) fn faster_drive(scenario: &Scenario, work: &StepWork, market: &Market) -> Option<Remedy> {
    let kernels = Kernels::of(work);
    remedy::faster_drive(scenario, &kernels, kernels.timing(scenario), market)
}

/// The processor that ends the wait.
pub(super) fn more_cores(scenario: &Scenario, work: &StepWork, market: &Market) -> Option<Remedy> {
    let kernels = Kernels::of(work);
    remedy::more_cores(scenario, &kernels, kernels.timing(scenario), market)
}
