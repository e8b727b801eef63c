//! What feeds the GPUs and how to feed them better: each setting, kit, drive and processor is timed by asking again.

mod loader;
mod remedy;

use crate::answer::{Detail, evaluated, timed};
use crate::estimate::{Estimate, Feeding, Market, Scenario, Timing};
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
