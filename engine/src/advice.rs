//! What to change: single levers ranked, and the plan to run.

pub mod apply;
pub mod feeding;
pub mod levers;
pub mod search;

use crate::answer;
use crate::estimate::{Advice, Market, Recommendation, Request, Why};

/// The advisor's answer: open fields are chosen, and single changes to what was asked are ranked. `market` is what the
/// machine could be given instead.
///
/// # Errors
/// Every constraint that no plan can keep, with how far it has to be relaxed.
pub fn recommend(request: &Request, market: &Market) -> Advice {
    let asked = answer::estimate(request);
    let (levers, rejected) = levers::ranked(&asked, market, &request.open, answer::Detail::Replayed);
    let fits_already = asked.vram.fit.fits();
    let single_change_fits =
        if fits_already { Vec::new() } else { levers.iter().filter(|lever| lever.fits).map(|lever| lever.id).collect() };
    let recommended = search::best(request, asked);
    let why = match (recommended.vram.fit.fits(), fits_already) {
        (false, _) => Why::NothingFits,
        (true, true) => Why::FitsAsAsked,
        (true, false) => Why::FastestThatFits,
    };
    Ok(Recommendation {
        recommended,
        why,
        changes: Vec::new(),
        levers,
        single_change_fits,
        front: Vec::new(),
        nearest: Vec::new(),
        rejected,
    })
}
