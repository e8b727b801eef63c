//! Weighs plans for a search: what a step takes and lasts, with everything kept that plans share. The figures are those of an
//! estimate, to the last bit; only the search's work is saved.

use super::objective::{Severity, Standing, intrusion};
use super::shelf::Shelf;
use crate::device::memory::{DeviceMemory, desktop};
use crate::estimate::Speed;
use crate::host::kits;
use crate::host::phases::phases;
use crate::host::pool::taken_by_host;
use crate::inputs::{Field, Request, Scenario};
use crate::sizing::card::least_of;
use crate::sizing::open::settle_host;
use crate::sizing::played::play_step;
use crate::sizing::plays::Plays;
use crate::sizing::time::path_and_speed_from_profile;
use crate::units::{Bytes, Seconds};
use crate::work::StepWork;

/// A plan with every field decided, and what it comes to.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// The plan.
    pub(crate) scenario: Scenario,
    /// What plans are compared by.
    pub(crate) standing: Standing,
    /// How fast it is.
    pub(super) speed: Speed,
    /// It holds with the largest batch that it may have: more memory would not help it.
    pub(super) is_roomy: bool,
}

/// Where a search weighs its plans.
pub(super) struct Workbench<'a> {
    pub(super) request: &'a Request,
    pub(super) deadline: Option<Seconds>,
    /// Steps played in full, for levers.
    pub(super) plays: &'a mut Plays,
    shelf: &'a mut Shelf,
    /// How many sizes of the batch fit last time.
    pub(super) fitted: usize,
    /// How far below the largest of them the one was that was chosen with care.
    pub(super) below_top: Option<usize>,
    /// Every plan weighed so far that card and host hold in time, where they are kept.
    pub(super) seen: Vec<Weighed>,
    /// A front is drawn of them, or a deadline may need another one.
    keeps_seen: bool,
}

impl<'a> Workbench<'a> {
    pub(super) fn new(request: &'a Request, plays: &'a mut Plays, shelf: &'a mut Shelf, draws_front: bool) -> Self {
        shelf.prepare(&request.scenario);
        let deadline = request.constraints.deadline;
        Self {
            request,
            deadline,
            plays,
            shelf,
            fitted: 4,
            below_top: None,
            seen: Vec::new(),
            keeps_seen: draws_front || deadline.is_some(),
        }
    }

    /// What the card has for the run.
    pub(super) fn available(&self, scenario: &Scenario) -> Bytes {
        let hardware = &self.request.scenario.hardware;
        hardware.gpu.memory.saturating_sub(desktop(hardware) + taken_by_host(scenario))
    }

    /// The least memory of a plan.
    pub(super) fn memory(&mut self, scenario: &Scenario) -> DeviceMemory {
        // A measured factor is on parts, and may move the peak: the step is played in full.
        let peak = match scenario.measured.memory {
            None => self.shelf.built(scenario).peak(scenario),
            Some(_) => play_step(scenario, scenario.training.micro_batch_size).allocated_peak(),
        };
        least_of(scenario, peak)
    }

    /// A plan whose batch is decided, with the host's open fields decided for it, and its speed.
    fn settle_and_time(&mut self, scenario: Scenario, open: &[Field]) -> (Scenario, StepWork, Speed) {
        let (work, profile) = self.shelf.built(&scenario).step(&scenario);
        let scenario = settle_host(scenario, &work, &profile, open);
        let (_, speed) = path_and_speed_from_profile(&scenario, &work, profile);
        (scenario, work, speed)
    }

    /// Weighs a plan whose batch is decided; of the host's fields those in `open` are decided for it.
    pub(super) fn weigh(&mut self, scenario: Scenario, open: &[Field]) -> Weighed {
        let memory = self.memory(&scenario);
        let (scenario, work, speed) = self.settle_and_time(scenario, open);
        let ram = kits::holding(&scenario.hardware.gpu, phases(&scenario, &work).fullest().1.total());
        let run = speed.run(scenario.training.epochs);
        let installed = scenario.hardware.ram;
        let installable =
            if self.request.open.contains(&Field::Ram) { installed.min(scenario.hardware.cpu.max_memory) } else { installed };
        let standing = Standing {
            fits_card: memory.needed <= self.available(&scenario),
            fits_host: ram <= installable,
            keeps_deadline: self.deadline.is_none_or(|deadline| run <= deadline),
            severity: Severity::of(self.request, &scenario),
            epoch: speed.epoch,
            run,
            needed: memory.needed,
            ram_minimum: ram,
            intrusion: intrusion(&scenario.training),
            changes: super::difference::count(&self.request.scenario, &scenario),
        };
        let weighed = Weighed { scenario, standing, speed, is_roomy: false };
        if self.keeps_seen && weighed.standing.holds() {
            self.seen.push(weighed.clone());
        }
        weighed
    }
}
