//! Two levers that only together do what neither does alone.

use super::plan::Plan;
use super::weigh::{Weighed, less, weighed};
use super::{Candidate, setting};
use crate::estimate::{Effect, RejectionReason};

/// Levers on activations: in vain while the optimizer's step is the peak.
const OF_ACTIVATIONS: &[&str] = &["activation-checkpointing", "batch-with-accumulation", "chunked-loss", "fused-attention"];
/// Levers on weights and states: in vain while activations are.
const OF_STATES: &[&str] =
    &["fused-optimizer", "zero-3", "offload-optimizer", "offload-all", "adamw-8bit", "bf16-weights", "lora", "qlora"];
/// Gains below this share are none.
const WORTHWHILE: f64 = 0.01;

/// The gentlest pair of settings that makes the plan fit where no setting as gentle does alone; where no pair does, the one
/// that saves most beyond what its halves save.
pub(super) fn combination(plan: &Plan, candidates: &[Candidate], listed: &[Weighed]) -> Option<Weighed> {
    if plan.asked.vram.fit.fits() {
        return None;
    }
    let gentlest_alone = listed.iter().filter(|lever| lever.fits()).map(|lever| lever.effect).min();
    for effect in [Effect::None, Effect::Small, Effect::ChangesMethod] {
        if gentlest_alone.is_some_and(|alone| alone <= effect) {
            return None;
        }
        let pairs: Vec<Weighed> = pairs(candidates, effect).iter().filter_map(|pair| weighed(plan, pair).ok()).collect();
        if let Some(best) = pairs.into_iter().filter(Weighed::fits).min_by(Weighed::by_rank) {
            return Some(best);
        }
    }
    let alone = listed.iter().map(|lever| lever.vram.needed).min().unwrap_or(plan.asked.vram.needed);
    let pairs = pairs(candidates, Effect::ChangesMethod);
    let most = pairs.iter().filter_map(|pair| weighed(plan, pair).ok()).min_by_key(|pair| pair.vram.needed)?;
    less((most.vram.needed.as_f64(), alone.as_f64()), WORTHWHILE).then_some(most)
}

/// Pairs of one lever on activations and one on states, with this effect on results.
fn pairs(candidates: &[Candidate], effect: Effect) -> Vec<Candidate> {
    let among = |ids: &[&str]| {
        candidates.iter().filter(|candidate| candidate.change.is_ok() && ids.contains(&candidate.id)).collect::<Vec<_>>()
    };
    let states = among(OF_STATES);
    among(OF_ACTIVATIONS)
        .into_iter()
        .flat_map(|one| states.iter().map(move |other| (one, *other)))
        .filter(|(one, other)| one.effect.max(other.effect) == effect)
        .map(|(one, other)| setting("combination", both(one, other), effect, other.source))
        .collect()
}

fn both(one: &Candidate, other: &Candidate) -> Result<Vec<crate::estimate::Change>, RejectionReason> {
    Ok([one.change.clone()?, other.change.clone()?].concat())
}
