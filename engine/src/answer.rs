//! Answers a request: the figures of its scenario, and what practitioners' rules say beside them.

pub mod bound;
mod trials;

use crate::estimate::{Estimate, RamLadder};
use crate::inputs::Request;
use crate::rules::{Facts, Trials, opinions};
use crate::sizing::card::Detail;
use crate::sizing::ladder::ladder;
use crate::sizing::open::pin;
use crate::sizing::plain::plain_with_largest;
use crate::sizing::plays::Plays;
use crate::work::StepWork;

/// The estimate of a request whose framework is modeled; [`crate::desk::answer`] asks for either.
#[must_use]
pub fn estimate(request: &Request) -> Estimate {
    debug_assert!(request.scenario.training.framework.is_modeled(), "another framework's run would be answered as PyTorch's");
    estimate_with(request, Detail::Replayed)
}

/// The estimate of a request, and the request with each capacity of host memory: [`crate::desk::Desk::ladder`]. A step that
/// both rest on is played once.
#[must_use]
pub fn estimate_with_ladder(request: &Request) -> (Estimate, Option<RamLadder>) {
    let mut plays = Plays::default();
    let estimate = estimate_in(&mut plays, request, Detail::Replayed);
    let ladder = ladder(&mut plays, request, &estimate);
    (estimate, ladder)
}

pub(crate) fn estimate_with(request: &Request, detail: Detail) -> Estimate {
    estimate_in(&mut Plays::default(), request, detail)
}

/// The estimate of a request, from steps that a search has played.
pub(crate) fn estimate_in(plays: &mut Plays, request: &Request, detail: Detail) -> Estimate {
    let (scenario, largest) = pin(plays, request);
    let mut answer = plain_with_largest(plays, scenario, largest, detail);
    // Searches compare plans by their figures; opinions are for the one that is shown.
    if detail == Detail::Replayed {
        let trials = trials::trials(&answer, plays);
        answer.rules = opinions(&facts(&answer, plays.work(&answer.scenario), &trials));
    }
    answer
}

/// What the rules compare with.
const fn facts<'a>(answer: &'a Estimate, work: &'a StepWork, trials: &'a Trials) -> Facts<'a> {
    let Estimate { scenario, vram, ram, speed, path, max_micro_batch_size, .. } = answer;
    Facts { scenario, work, vram, ram, speed, path, max_micro_batch_size: *max_micro_batch_size, trials }
}
