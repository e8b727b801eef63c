//! The best plan of a space, the gentlest effects first.

use super::descent::{Depth, Walk};
use super::objective::ROUNDING;
use super::order::{EFFECTS, better};
use super::shelf::Shelf;
use super::space::Space;
use super::workbench::{Weighed, Workbench};
use super::{constraints, polish};
use crate::estimate::{Contradiction, Effect, Estimate};
use crate::inputs::Request;
use crate::sizing::open::pin;
use crate::sizing::plays::Plays;
use crate::units::Seconds;

/// What a search came to.
pub(crate) struct Found {
    /// The best plan by the objective.
    pub(crate) best: Weighed,
    /// A gentler plan holds, but not in time.
    pub(super) is_hurried: bool,
    /// Every plan met on the way that holds.
    pub(super) seen: Vec<Weighed>,
}

/// The best plan for a request, without the levers' last word and without plans for a front.
///
/// # Errors
/// Every constraint that no plan can keep.
pub(crate) fn find(request: &Request) -> Result<Found, Vec<Contradiction>> {
    find_on(&mut Shelf::default(), request)
}

/// The best plan as [`find`], from graphs that other searches for the workload left on the shelf.
pub(crate) fn find_on(shelf: &mut Shelf, request: &Request) -> Result<Found, Vec<Contradiction>> {
    find_with(request, None, &mut Plays::default(), shelf)
}

/// Searches; thoroughly where the estimate of what was asked is given.
pub(super) fn find_with(
    request: &Request,
    asked: Option<&Estimate>,
    plays: &mut Plays,
    shelf: &mut Shelf,
) -> Result<Found, Vec<Contradiction>> {
    let mut contradictions = constraints::contradictions(request);
    let relaxed = constraints::relax(request, &contradictions);
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
        let asked = pin(walk.bench.plays, request).0;
        walk.bench.weigh(asked, &[])
    });
    let picks = walk.picks_of(&best);
    if asked.is_some() {
        walk.explore(&best);
    }
    let bench = &mut *walk.bench;
    let mut best = best;
    let late = best.standing.fits_card && best.standing.fits_host && !best.standing.keeps_deadline;
    if let Some(asked) = asked {
        best = polish::revert(bench, best, &request.scenario);
        // Where what was asked is as good, it stays as its estimate has it.
        if polish::is_allowed(bench, &asked.scenario) {
            let plain = bench.weigh(asked.scenario.clone(), &[]);
            best = if plain.standing.is_as_good(&best.standing) { plain } else { best };
        }
    }
    // Each of the two may open a way for the other; both only ever improve a plan, so that they come to an end.
    loop {
        if asked.is_some() || late {
            best = polish::polish(bench, best);
        }
        let relieved = polish::relieve(bench, best.clone());
        if relieved.scenario == best.scenario {
            break;
        }
        best = relieved;
    }
    if late && !best.standing.keeps_deadline {
        best = bench.seen.iter().fold(best, better);
    }
    if late && !best.standing.keeps_deadline {
        // Of plans that are equal but for rounding another may be found with that deadline: it has room for each of them.
        let shortest = Seconds::new(best.standing.run.get() * (1.0 + 2.0 * ROUNDING));
        return Err(Contradiction::Deadline { shortest });
    }
    if let (Some(asked), Some(picks), true) = (asked, picks, best.standing.holds()) {
        walk.weigh_surroundings(&best, picks, asked);
    }
    let is_hurried = gentlest_that_fits.is_some_and(|gentlest| gentlest < best.standing.severity.effect());
    Ok((best, is_hurried))
}
