//! Single changes, each with what it does to memory and time.

mod activations;
mod adapters;
mod batch;
mod candidate;
mod combination;
mod data;
mod hardware;
mod loader;
mod loss;
mod mixing;
mod offload;
mod optimizer;
mod parallel;
mod plan;
mod precision;
mod registry;
mod relations;
mod weigh;

use crate::estimate::{Estimate, Lever, Market, Rejection};
use crate::inputs::Field;
use crate::sizing::card::Detail;
use crate::sizing::plays::Plays;
use plan::Plan;
use weigh::Weighed;

pub(crate) use activations::{can_run_fla, runs_kernels};
pub use adapters::{PROPOSED_QUANTIZATION, proposed_lora};
pub use candidate::Candidate;
pub(crate) use mixing::mixing;
pub(crate) use offload::can_wait;
pub use precision::mixed_precision_of;

/// Every lever, whether or not it can be pulled.
#[must_use]
pub fn candidates(asked: &Estimate, market: &Market) -> Vec<Candidate> {
    registry::all(&Plan::new(asked, market, &[], &mut Plays::default()))
}

/// The levers that are settings: what a search of settings can pull, without the work of choosing hardware.
#[must_use]
pub(crate) fn settings(asked: &Estimate, open: &[Field], plays: &mut Plays) -> Vec<Candidate> {
    registry::settings(&Plan::new(asked, &Market::default(), open, plays))
}

/// All levers for a plan, ranked: those that make it fit first, then by effect on results, time and memory; and what was
/// dropped, with the reason. `open` are the fields that were left out; `detail` is how closely memory after each is looked
/// at: the ranking is the same.
#[must_use]
pub(crate) fn rank(
    asked: &Estimate,
    market: &Market,
    open: &[Field],
    detail: Detail,
    plays: &mut Plays,
) -> (Vec<Lever>, Vec<Rejection>) {
    let plan = Plan::new(asked, market, open, plays);
    let mut listed: Vec<Weighed> = Vec::new();
    let mut rejected = Vec::new();
    let candidates = registry::all(&plan);
    for candidate in &candidates {
        match weigh::weigh(&plan, candidate).and_then(|weighed| weighed.worth_listing(&plan)) {
            Ok(lever) => listed.push(lever),
            Err(reason) => rejected.push(Rejection { what: candidate.id, reason }),
        }
    }
    // The rules ask for what a single lever does.
    if detail == Detail::Replayed {
        let with_a_partner = combination::with_a_partner(&plan, &candidates, &listed);
        rejected.retain(|rejection| with_a_partner.iter().all(|lever| lever.id != rejection.what));
        let pair = combination::combination(&plan, &candidates, &listed);
        listed.extend(with_a_partner.into_iter().chain(pair));
    }
    crate::order::sort_by(&mut listed, Weighed::by_rank);
    let mut levers: Vec<Lever> = listed.into_iter().map(|weighed| weighed.lever(&plan, detail)).collect();
    relations::relate(&plan, &mut levers);
    (levers, rejected)
}
