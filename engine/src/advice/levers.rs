//! Single changes, each with what it does to memory and time.

mod activations;
mod adapters;
mod batch;
mod combination;
mod data;
mod hardware;
mod loader;
mod loss;
mod offload;
mod optimizer;
mod parallel;
mod plan;
mod precision;
mod registry;
mod relations;
mod weigh;

pub(in crate::advice) use offload::can_wait;

pub use adapters::{PROPOSED_QUANTIZATION, proposed_lora};
pub use precision::mixed_precision_of;

use crate::answer::Detail;
use crate::answer::plays::Plays;
use crate::device::roofline::training_gpus;
use crate::estimate::{Change, Effect, Estimate, Field, Lever, LeverKind, Market, Rejection, RejectionReason, Scenario};
use crate::training::Precision;
use plan::Plan;
use weigh::Weighed;

/// A change to be weighed.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Stable id.
    pub id: &'static str,
    /// What it is paid with.
    pub kind: LeverKind,
    /// What would change, or why it cannot.
    pub change: Result<Vec<Change>, RejectionReason>,
    /// Whether the results of training stay the same.
    pub effect: Effect,
    /// Where the reason comes from.
    pub source: &'static str,
}

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
pub(crate) fn ranked(
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
        match weigh::weighed(&plan, candidate).and_then(|weighed| weighed.worth_listing(&plan)) {
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

/// What becomes of the results where another library shares the run out: in 16 bits throughout, it rounds what autocast keeps
/// in FP32.
pub(in crate::advice) fn mixing(from: &Scenario, to: &Scenario) -> Effect {
    let is_mixed = |scenario: &Scenario| {
        let gpus = training_gpus(&scenario.hardware, &scenario.training);
        scenario.training.computing_dtype(gpus).is_some()
    };
    // From FP32 every mixed precision is one.
    let precision = from.training.precision;
    let is_kept = precision == to.training.precision && precision != Precision::Bf16;
    if is_kept && is_mixed(to) && !is_mixed(from) { Effect::Small } else { Effect::None }
}

/// The change to a value, unless it is the one that is set.
fn set_or<T: PartialEq>(now: &T, then: T, change: impl FnOnce(T) -> Change) -> Result<Vec<Change>, RejectionReason> {
    if *now == then { Err(RejectionReason::AlreadySet) } else { Ok(vec![change(then)]) }
}

/// A lever that is a setting.
const fn setting(
    id: &'static str,
    change: Result<Vec<Change>, RejectionReason>,
    effect: Effect,
    source: &'static str,
) -> Candidate {
    Candidate { id, kind: LeverKind::Setting, change, effect, source }
}
