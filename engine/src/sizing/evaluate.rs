//! Card and kernels of a single scenario, where nothing else is asked of it.

use super::card::Detail;
use super::plays::Plays;
use crate::estimate::Vram;
use crate::inputs::Scenario;
use crate::work::StepWork;

/// What the card holds and what the step computes, for a pinned scenario.
#[derive(Debug, Clone)]
pub(crate) struct Evaluated {
    pub(crate) vram: Vram,
    pub(crate) work: StepWork,
}

/// Plays the step of a pinned scenario.
pub(crate) fn evaluate(scenario: &Scenario, detail: Detail) -> Evaluated {
    let mut plays = Plays::default();
    let vram = plays.vram(scenario, detail);
    Evaluated { vram, work: plays.into_work(scenario) }
}

/// The kernels of a pinned scenario's step.
pub(crate) fn work_of(scenario: &Scenario) -> StepWork {
    Plays::default().into_work(scenario)
}
