//! Chooses what was left open: over all its combinations the plan that holds, keeps to the constraints, changes results
//! least and runs fastest.
//!
//! Gentle plans come first: plans with a stronger effect are only looked at where no gentler one holds.
//! Combinations are walked field by field from several starts ([`descent`]); what plans share is worked out once
//! ([`workbench`]); in the end single levers have the last word ([`polish`]).

mod around;
mod batch;
mod built;
mod constraints;
mod descent;
pub(crate) mod difference;
pub(crate) mod found;
mod front;
mod nearest;
pub(crate) mod objective;
mod order;
mod permitted;
mod polish;
pub(crate) mod shelf;
mod space;
pub(crate) mod workbench;

use crate::advice::levers;
use crate::answer;
use crate::estimate::{Advice, Change, Contradiction, Estimate, FrontPlan, Market, Nearest, Plan, Recommendation, Why};
use crate::inputs::{Request, Scenario};
use crate::sizing::card::Detail;
use crate::sizing::plays::Plays;
use found::{Found, find, find_with};
use shelf::Shelf;
use workbench::Weighed;

/// The advisor's answer: open fields are chosen, and single changes to what was asked are ranked. `market` is what the
/// machine could be given instead.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn recommend(request: &Request, market: &Market) -> Advice {
    let mut plays = Plays::default();
    let asked = answer::estimate_in(&mut plays, request, Detail::Replayed);
    let Outcome { recommended, why, changes, front, nearest } = search_in(request, market, &asked, &mut plays)?;
    let (levers, mut rejected) = levers::rank(&asked, market, &request.open, Detail::Replayed, &mut plays);
    let levers = permitted::retain_permitted(&asked, request, levers, &mut rejected);
    let holds = asked.vram.fit.fits() && asked.ram.minimum <= asked.scenario.hardware.ram;
    let single_change_fits =
        if holds { Vec::new() } else { levers.iter().filter(|lever| lever.fits).map(|lever| lever.id).collect() };
    Ok(Recommendation { recommended, why, changes, levers, single_change_fits, front, nearest, rejected })
}

/// The plan to run, without anything beside it, for callers that compare machines.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn quick(request: &Request) -> Result<Plan, Vec<Contradiction>> {
    find(request).map(|found| plan_of(found.best))
}

/// A plan without one thing that frees memory at the price of time or code, for each that is open.
#[must_use]
pub fn lighter(request: &Request, plan: &Scenario) -> Vec<Scenario> {
    let lighter = polish::lighter(&request.open, &plan.training).into_iter();
    let scenarios = lighter.map(|training| Scenario { training, ..plan.clone() });
    scenarios.filter(|scenario| polish::is_possible(request, scenario)).collect()
}

pub(super) fn plan_of(best: Weighed) -> Plan {
    let Weighed { scenario, standing, .. } = best;
    Plan {
        scenario,
        effect_on_results: standing.severity.effect(),
        fits: standing.fits_card && standing.fits_host,
        run: standing.run,
        epoch: standing.epoch,
        vram_needed: standing.needed,
        ram_minimum: standing.ram_minimum,
    }
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
    search_in(request, market, asked, &mut Plays::default())
}

/// Searches as [`search`] does, and reuses the steps in `plays`.
pub(crate) fn search_in(
    request: &Request,
    market: &Market,
    asked: &Estimate,
    plays: &mut Plays,
) -> Result<Outcome, Vec<Contradiction>> {
    let Found { best, is_hurried, seen } = find_with(request, Some(asked), plays, &mut Shelf::default())?;
    let changes = difference::changes(&asked.scenario, &best.scenario);
    let recommended = answer::estimate_in(plays, &as_request(request, &best), Detail::Replayed);
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
fn as_request(request: &Request, plan: &Weighed) -> Request {
    Request { scenario: plan.scenario.clone(), open: Vec::new(), constraints: request.constraints.clone() }
}
