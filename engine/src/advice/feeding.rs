//! What feeds the GPUs and how to feed them better: each setting, kit, drive and processor is timed by asking again.

mod loader;
mod remedy;

use crate::answer::plays::computes_alike;
use crate::answer::{Detail, evaluated, timed_as};
use crate::device::roofline::{Profile, Sums};
use crate::estimate::{Estimate, Feeding, LoaderAdvice, Market, Remedy, Scenario, Timing};
use crate::hardware::{Gpu, Hardware};
use crate::host::phases::phases;
use crate::work::StepWork;
use std::cell::{Cell, RefCell};

/// Advice on an answer: the loader's settings from what they are without advice to what is advised, and what the market
/// has against the bottleneck of the plan as it is.
#[must_use]
pub fn feeding(estimate: &Estimate, market: &Market) -> Feeding {
    let scenario = &estimate.scenario;
    let work = evaluated(scenario, Detail::Least).work;
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

/// A step's kernels, and their time on the machine that was asked about last: loader, memory and drive leave it as it is.
struct Kernels<'a> {
    work: &'a StepWork,
    last: RefCell<Option<(Hardware, Profile)>>,
    /// Their sums on the card that was asked about last: other processors launch the same kernels.
    sums: Cell<Option<(Gpu, Sums)>>,
}

impl<'a> Kernels<'a> {
    const fn of(work: &'a StepWork) -> Self {
        Self { work, last: RefCell::new(None), sums: Cell::new(None) }
    }

    /// Their time on a scenario's machine.
    fn profile(&self, scenario: &Scenario) -> Profile {
        let hardware = &scenario.hardware;
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((known, profile)) if computes_alike(known, hardware) => *profile,
            _ => {
                let profile = self.sums(scenario).profile(self.work, hardware, &scenario.training);
                *last = Some((hardware.clone(), profile));
                profile
            }
        }
    }

    fn sums(&self, scenario: &Scenario) -> Sums {
        let gpu = scenario.hardware.gpu;
        let known = self.sums.get().filter(|(known, _)| *known == gpu);
        let (gpu, sums) = known.unwrap_or_else(|| (gpu, Sums::of(self.work, &gpu, &scenario.training)));
        self.sums.set(Some((gpu, sums)));
        sums
    }

    /// Times a scenario.
    fn timing(&self, scenario: &Scenario) -> Timing {
        let (path, speed) = timed_as(scenario, self.work, self.profile(scenario));
        Timing {
            rate: speed.rate,
            first_epoch: speed.first_epoch,
            epoch: speed.epoch,
            run: speed.run(scenario.training.epochs),
            ram: phases(scenario, self.work).fullest().1.total(),
            narrowest: path.narrowest,
        }
    }
}
