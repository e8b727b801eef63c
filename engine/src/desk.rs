//! Figures and estimates of many scenarios, for callers that compare machines: a step that several of them share is played once.

use crate::answer::bound::lower_bound;
use crate::answer::estimate_in;
use crate::estimate::{Answer, Contradiction, DataPath, Estimate, ParameterCounts, Plan, Ram, RamLadder, Speed, Vram};
use crate::inputs::{Request, Scenario};
use crate::search::found::find_on;
use crate::search::plan_of;
use crate::search::shelf::Shelf;
use crate::sizing::card::Detail;
use crate::sizing::ladder::ladder;
use crate::sizing::open::decide;
use crate::sizing::plays::Plays;
use crate::units::Seconds;

/// The answer to a request, whichever framework runs it.
#[must_use]
pub fn answer(request: &Request) -> Answer {
    Desk::default().answer(request)
}

/// The plan that is best for a request, found quickly at a desk that may have planned the workload on other machines.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn quick_at(desk: &mut Desk, request: &Request) -> Result<Plan, Vec<Contradiction>> {
    find_on(desk.shelf(), request).map(|found| plan_of(found.best))
}

/// What an estimate says of memory and time, without the largest batch, the rules' opinions and its notes.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The scenario with every field decided.
    pub scenario: Scenario,
    /// Counts of weights.
    pub parameters: ParameterCounts,
    /// The card's memory.
    pub vram: Vram,
    /// The host's memory.
    pub ram: Ram,
    /// Time of a step and of an epoch.
    pub speed: Speed,
    /// Stages from the drive to the card.
    pub path: DataPath,
}

impl Figures {
    /// Those of an estimate.
    #[must_use]
    pub fn of(estimate: &Estimate) -> Self {
        let Estimate { scenario, parameters, vram, ram, speed, path, .. } = estimate.clone();
        Self { scenario, parameters, vram, ram, speed, path }
    }

    /// The whole run: the first epoch and all later ones.
    #[must_use]
    pub fn run(&self) -> Seconds {
        self.speed.run(self.scenario.training.epochs)
    }
}

/// Where figures and estimates are worked out; it remembers the steps that it has played.
#[derive(Debug, Default)]
pub struct Desk {
    plays: Plays,
    /// Graphs of searches.
    shelf: Shelf,
}

impl Desk {
    /// Where searches leave what others for the same workload can use.
    pub(crate) const fn shelf(&mut self) -> &mut Shelf {
        &mut self.shelf
    }

    /// The estimate of a request: that of [`crate::answer::estimate`], to the last bit.
    #[must_use]
    pub fn estimate(&mut self, request: &Request) -> Estimate {
        let Self { plays, .. } = self;
        estimate_in(plays, request, Detail::Replayed)
    }

    /// The request with each capacity of host memory that comes into question, beside its estimate; none where host and device
    /// share one memory, of which there is one size.
    #[must_use]
    pub fn ladder(&mut self, request: &Request, estimate: &Estimate) -> Option<RamLadder> {
        let Self { plays, .. } = self;
        ladder(plays, request, estimate)
    }

    /// The answer to a request, whichever framework runs it.
    #[must_use]
    pub fn answer(&mut self, request: &Request) -> Answer {
        if request.scenario.training.framework.is_modeled() {
            Answer::Estimate(Box::new(self.estimate(request)))
        } else {
            Answer::LowerBound(Box::new(lower_bound(request)))
        }
    }

    /// The figures of a request: those of its estimate, to the last bit.
    #[must_use]
    pub fn figures(&mut self, request: &Request) -> Figures {
        let Self { plays, .. } = self;
        let scenario = decide(plays, request);
        let vram = plays.vram(&scenario, Detail::Replayed);
        let ram = plays.ram(&scenario);
        let (path, speed) = plays.path_and_speed(&scenario);
        let parameters = plays.step(&scenario).parameters;
        Figures { scenario, parameters, vram, ram, speed, path }
    }
}
