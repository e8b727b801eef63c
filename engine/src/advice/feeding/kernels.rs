//! A step's kernels, timed on one machine after the other.

use crate::device::roofline::{Profile, Sums};
use crate::estimate::Timing;
use crate::hardware::{Gpu, Hardware};
use crate::host::phases::phases;
use crate::inputs::Scenario;
use crate::sizing::time::{computes_alike, path_and_speed_from_profile};
use crate::work::StepWork;
use std::cell::Cell;
use std::cell::RefCell;

/// A step's kernels, and their time on the machine that was asked about last: loader, memory and drive leave it as it is.
pub(super) struct Kernels<'a> {
    pub(super) work: &'a StepWork,
    last: RefCell<Option<(Hardware, Profile)>>,
    /// Their sums on the card that was asked about last: other processors launch the same kernels.
    sums: Cell<Option<(Gpu, Sums)>>,
}

impl<'a> Kernels<'a> {
    pub(super) const fn of(work: &'a StepWork) -> Self {
        Self { work, last: RefCell::new(None), sums: Cell::new(None) }
    }

    /// Their time on a scenario's machine.
    pub(super) fn profile(&self, scenario: &Scenario) -> Profile {
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
    pub(super) fn timing(&self, scenario: &Scenario) -> Timing {
        let (path, speed) = path_and_speed_from_profile(scenario, self.work, self.profile(scenario));
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
