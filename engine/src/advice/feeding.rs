//! What feeds the GPUs and how to feed them better: each setting, kit, drive and processor is timed by asking again.

mod loader;
mod remedy;

use crate::answer::{Detail, evaluated, timed};
use crate::estimate::{Estimate, Feeding, LoaderAdvice, Market, Remedy, Scenario, Timing};
use crate::host::phases::phases;
use crate::units::Seconds;
use crate::work::StepWork;

/// Advice on an answer: the loader's settings from what they are without advice to what is advised, and what the market
/// has against the bottleneck of the plan as it is.
#[must_use]
pub fn feeding(estimate: &Estimate, market: &Market) -> Feeding {
    let scenario = &estimate.scenario;
    let work = evaluated(scenario, Detail::Least).work;
    let mut plain = scenario.clone();
    plain.training.loader = loader::unadvised(scenario, &work);
    Feeding { loader: loader::advice(&plain, &work), remedies: remedy::remedies(estimate, &work, market) }
}

/// Every setting of a plan's loader from what it is to what is advised.
pub(super) fn loader_advice(scenario: &Scenario, work: &StepWork) -> LoaderAdvice {
    loader::advice(scenario, work)
}

/// The kit of memory that ends the wait.
pub(super) fn more_ram(scenario: &Scenario, work: &StepWork) -> Option<Remedy> {
    remedy::more_ram(scenario, work, timing(scenario, work))
}

/// The drive that ends the wait.
pub(super) fn faster_drive(scenario: &Scenario, work: &StepWork, market: &Market) -> Option<Remedy> {
    remedy::faster_drive(scenario, work, timing(scenario, work), market)
}

/// The processor that ends the wait.
pub(super) fn more_cores(scenario: &Scenario, work: &StepWork, market: &Market) -> Option<Remedy> {
    remedy::more_cores(scenario, work, timing(scenario, work), market)
}

/// Times a scenario.
fn timing(scenario: &Scenario, work: &StepWork) -> Timing {
    let (path, speed) = timed(scenario, work);
    let later = scenario.training.epochs.saturating_sub(1) as f64;
    Timing {
        rate: speed.rate,
        first_epoch: speed.first_epoch,
        epoch: speed.epoch,
        run: Seconds::new(speed.epoch.get().mul_add(later, speed.first_epoch.get())),
        ram: phases(scenario, work).fullest().1.total(),
        narrowest: path.narrowest,
    }
}
