//! What to change: single levers ranked, and the plan to run.

pub mod apply;
pub mod feeding;
pub mod levers;
mod permitted;
pub mod search;

use crate::answer::desk::Desk;
use crate::answer::plays::Plays;
use crate::answer::{self, Detail};
use crate::estimate::{Advice, Contradiction, Market, Plan, Recommendation, Request, Scenario};

/// The advisor's answer: open fields are chosen, and single changes to what was asked are ranked. `market` is what the
/// machine could be given instead.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn recommend(request: &Request, market: &Market) -> Advice {
    let mut plays = Plays::default();
    let asked = answer::answered_in(&mut plays, request, Detail::Replayed);
    let search::Outcome { recommended, why, changes, front, nearest } = search::searched_in(request, market, &asked, &mut plays)?;
    let (levers, mut rejected) = levers::ranked(&asked, market, &request.open, Detail::Replayed, &mut plays);
    let levers = permitted::permitted(&asked, request, levers, &mut rejected);
    let holds = asked.vram.fit.fits() && asked.ram.minimum <= asked.scenario.hardware.ram;
    let single_change_fits =
        if holds { Vec::new() } else { levers.iter().filter(|lever| lever.fits).map(|lever| lever.id).collect() };
    Ok(Recommendation { recommended, why, changes, levers, single_change_fits, front, nearest, rejected })
}

/// The plan to run, without anything beside it: for whoever compares machines.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn quick(request: &Request) -> Result<Plan, Vec<Contradiction>> {
    search::found(request).map(|found| planned(found.best))
}

/// The same at a desk that may have planned the workload on other machines.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn quick_at(desk: &mut Desk, request: &Request) -> Result<Plan, Vec<Contradiction>> {
    search::found_on(desk.shelf(), request).map(|found| planned(found.best))
}

/// A plan without one thing that frees memory at the price of time or code, for each that is open.
#[must_use]
pub fn lighter(request: &Request, plan: &Scenario) -> Vec<Scenario> {
    let lighter = search::polish::lighter(&request.open, &plan.training).into_iter();
    let scenarios = lighter.map(|training| Scenario { training, ..plan.clone() });
    scenarios.filter(|scenario| search::polish::is_possible(request, scenario)).collect()
}

fn planned(best: search::workbench::Weighed) -> Plan {
    let search::workbench::Weighed { scenario, standing, .. } = best;
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
