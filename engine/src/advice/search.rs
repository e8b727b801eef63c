//! Chooses what was left open: over all its combinations the plan that holds, keeps to the constraints, changes results
//! least and runs fastest.
//!
//! Gentle plans come first: plans with a stronger effect are only looked at where no gentler one holds.
//! Combinations are walked field by field from several starts ([`descent`]); what plans share is worked out once
//! ([`workbench`]); in the end single levers have the last word ([`polish`]).

mod around;
mod batch;
mod constraints;
mod descent;
pub(crate) mod difference;
mod front;
mod nearest;
pub(crate) mod objective;
pub(super) mod polish;
mod space;
pub(crate) mod workbench;

use crate::answer::plays::Plays;
use crate::answer::{self, Detail};
use crate::estimate::{Change, Contradiction, Effect, Estimate, FrontPlan, Market, Nearest, Request, Why};
use descent::{Depth, Walk};
use space::Space;
use workbench::{Shelf, Weighed, Workbench};

/// Effects from the gentlest on.
const EFFECTS: [Effect; 3] = [Effect::None, Effect::Small, Effect::ChangesMethod];

/// What a search came to.
pub(crate) struct Found {
    /// The best plan by the objective.
    pub(crate) best: Weighed,
    /// A gentler plan holds, but not in time.
    is_hurried: bool,
    /// Every plan met on the way that holds.
    seen: Vec<Weighed>,
}

/// What a recommendation says of plans; levers aside.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The recommended plan and what it needs.
    pub recommended: Estimate,
    /// Why this one.
    pub why: Why,
    /// What differs between what was asked and what is recommended.
    pub changes: Vec<Change>,
    /// Plans of which none is better in everything; fastest first.
    pub front: Vec<FrontPlan>,
    /// Hardware on which a plan would fit; empty where one fits this hardware.
    pub nearest: Vec<Nearest>,
}

/// The best plan for a request, the front around it, and where nothing fits, what hardware one would fit.
///
/// # Errors
/// Every constraint that no plan can keep.
pub fn search(request: &Request, market: &Market, asked: &Estimate) -> Result<Outcome, Vec<Contradiction>> {
    searched_in(request, market, asked, &mut Plays::default())
}

/// The same among steps that were played before.
pub(crate) fn searched_in(
    request: &Request,
    market: &Market,
    asked: &Estimate,
    plays: &mut Plays,
) -> Result<Outcome, Vec<Contradiction>> {
    let Found { best, is_hurried, seen } = searched(request, Some(asked), plays, &mut Shelf::default())?;
    let changes = difference::changes(&asked.scenario, &best.scenario);
    let recommended = answer::answered_in(plays, &pinned(request, &best), Detail::Replayed);
    let holds = best.standing.holds();
    let why = if !best.standing.fits_card {
        Why::NothingFits
    } else if is_hurried {
        Why::KeepsDeadline
    } else if changes.is_empty() {
        Why::FitsAsAsked
    } else {
        Why::FastestThatFits
    };
    let front = if holds { front::front(&seen, &best, &asked.scenario) } else { Vec::new() };
    let fits = best.standing.fits_card && best.standing.fits_host;
    let nearest = if fits { Vec::new() } else { nearest::nearest(request, market, best.standing.needed) };
    Ok(Outcome { recommended, why, changes, front, nearest })
}

/// A plan as a request of its own.
fn pinned(request: &Request, plan: &Weighed) -> Request {
    Request { scenario: plan.scenario.clone(), open: Vec::new(), constraints: request.constraints.clone() }
}

/// The best plan for a request, without the levers' last word and without plans for a front.
///
/// # Errors
/// Every constraint that no plan can keep.
pub(crate) fn found(request: &Request) -> Result<Found, Vec<Contradiction>> {
    found_on(&mut Shelf::default(), request)
}

/// The same among graphs of other searches for the workload.
pub(crate) fn found_on(shelf: &mut Shelf, request: &Request) -> Result<Found, Vec<Contradiction>> {
    searched(request, None, &mut Plays::default(), shelf)
}

/// Searches; with what was asked at hand (its estimate), thoroughly.
fn searched(
    request: &Request,
    asked: Option<&Estimate>,
    plays: &mut Plays,
    shelf: &mut Shelf,
) -> Result<Found, Vec<Contradiction>> {
    let mut contradictions = constraints::contradictions(request);
    let relaxed = constraints::relaxed(request, &contradictions);
    if !contradictions.is_empty() && relaxed.constraints.deadline.is_none() {
        return Err(contradictions);
    }
    let space = Space::new(&relaxed);
    let mut bench = Workbench::new(&relaxed, plays, shelf, asked.is_some());
    match within(&space, &mut bench, asked) {
        Err(deadline) => contradictions.push(deadline),
        Ok((best, is_hurried)) if contradictions.is_empty() => return Ok(Found { best, is_hurried, seen: bench.seen }),
        Ok(_) => {}
    }
    Err(contradictions)
}

/// Searches a space: the best plan, and whether only the deadline made it give up on results.
fn within<'a>(space: &Space<'a>, bench: &mut Workbench<'a>, asked: Option<&Estimate>) -> Result<(Weighed, bool), Contradiction> {
    let request = bench.request;
    let mut walk = Walk::new(space, bench);
    let mut best: Option<Weighed> = None;
    let mut gentlest_that_fits: Option<Effect> = None;
    // Every effect by its likeliest plans first; to the end only where none of those holds.
    'depths: for depth in [Depth::IfItHolds, Depth::Full] {
        let mut walked = 0;
        for effect in EFFECTS {
            let count = space.count(effect);
            if count > walked
                && let Some(picks) = walk.best(effect, depth)
                && let Some(weighed) = walk.spread(picks, effect)
            {
                best = Some(best.map_or_else(|| weighed.clone(), |best| better(best, &weighed)));
            }
            walked = count;
            let Some(held) = &best else { continue };
            if held.standing.fits_card && held.standing.fits_host {
                // Fields that are gentle each may do more together: what counts is what the plan does.
                gentlest_that_fits = gentlest_that_fits.into_iter().chain([held.standing.severity.effect()]).min();
            }
            if held.standing.holds() && held.standing.severity.effect() <= effect {
                break 'depths;
            }
        }
    }
    // Contradictions that leave no plan at all were found before; what was asked stands in where nothing exists.
    let best = best.unwrap_or_else(|| {
        let asked = answer::pinned(walk.bench.plays, request).0;
        walk.bench.weigh(asked, &[])
    });
    let picks = walk.picks_of(&best);
    if asked.is_some() {
        walk.explored(&best);
    }
    let bench = &mut *walk.bench;
    let mut best = best;
    let late = best.standing.fits_card && best.standing.fits_host && !best.standing.keeps_deadline;
    if let Some(asked) = asked {
        best = polish::reverted(bench, best, &request.scenario);
        // Where what was asked is as good, it stays as its estimate has it.
        if polish::is_allowed(bench, &asked.scenario) {
            let plain = bench.weigh(asked.scenario.clone(), &[]);
            best = if plain.standing.is_as_good(&best.standing) { plain } else { best };
        }
    }
    // Each of the two may open a way for the other; both only ever improve a plan, so that they come to an end.
    loop {
        if asked.is_some() || late {
            best = polish::polished(bench, best);
        }
        let relieved = polish::relieved(bench, best.clone());
        if relieved.scenario == best.scenario {
            break;
        }
        best = relieved;
    }
    if late && !best.standing.keeps_deadline {
        best = bench.seen.iter().fold(best, better);
    }
    if late && !best.standing.keeps_deadline {
        return Err(Contradiction::Deadline { shortest: best.standing.run });
    }
    if let (Some(asked), Some(picks), true) = (asked, picks, best.standing.holds()) {
        walk.surrounded(&best, picks, asked);
    }
    let is_hurried = gentlest_that_fits.is_some_and(|gentlest| gentlest < best.standing.severity.effect());
    Ok((best, is_hurried))
}

/// The better of two plans; the first of equals.
fn better(best: Weighed, other: &Weighed) -> Weighed {
    if other.standing.order(&best.standing).is_lt() { other.clone() } else { best }
}
