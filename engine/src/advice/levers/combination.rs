//! Two levers that only together do what neither does alone.

use super::candidate::{Candidate, setting};
use super::plan::Plan;
use super::relations;
use super::weigh::{WORTHWHILE, Weighed, less, weigh};
use crate::course::Phase;
use crate::estimate::{Change, Effect, LeverKind};
use crate::units::Bytes;

/// Levers on activations: in vain while the optimizer's step is the peak.
const OF_ACTIVATIONS: &[&str] =
    &["activation-checkpointing", "chunked-loss", "fused-attention", "linear-attention-kernels", "batch-with-accumulation"];
/// Levers on weights and states: in vain while activations are.
const OF_STATES: &[&str] =
    &["fused-optimizer", "zero-3", "offload-optimizer", "offload-all", "adamw-8bit", "bf16-weights", "lora", "qlora"];
/// Levers that another is tried beside.
const MOST_PARTNERS: usize = 3;
/// Nor are gains below the precision that memory is shown with.
const SHOWN: Bytes = Bytes::from_mib(64);

/// Levers on activations that save nothing alone because the optimizer's step is the peak, each beside the gentlest lever
/// on states with which it does.
pub(super) fn with_a_partner(plan: &Plan, candidates: &[Candidate], listed: &[Weighed]) -> Vec<Weighed> {
    if plan.asked.vram.fit.fits() || plan.asked.vram.peak.phase != Phase::OptimizerStep {
        return Vec::new();
    }
    // Once the peak is elsewhere, activations count.
    let mut partners: Vec<&Weighed> =
        listed.iter().filter(|lever| OF_STATES.contains(&lever.id) && lever.vram.peak.phase != Phase::OptimizerStep).collect();
    crate::order::sort_by(&mut partners, |a, b| {
        a.effect.cmp(&b.effect).then(a.speed.epoch.get().total_cmp(&b.speed.epoch.get()))
    });
    partners.truncate(MOST_PARTNERS);
    let is_dropped =
        |candidate: &&Candidate| OF_ACTIVATIONS.contains(&candidate.id) && listed.iter().all(|lever| lever.id != candidate.id);
    candidates
        .iter()
        .filter(is_dropped)
        .filter_map(|candidate| {
            let partner = partners.iter().find(|partner| helps(plan, candidate, partner))?;
            Some(weigh(plan, candidate).ok()?.beside(partner.id))
        })
        .collect()
}

/// Whether a lever saves memory on top of another one.
fn helps(plan: &Plan, candidate: &Candidate, partner: &Weighed) -> bool {
    let other = Candidate { id: partner.id, change: Ok(partner.change.clone()), effect: partner.effect, ..candidate.clone() };
    // Of the activations it has to save something; beside all that the weights take they may be little.
    let worthwhile = partner.vram.parts.activations.scaled(WORTHWHILE).max(SHOWN);
    pair(candidate, &other)
        .and_then(|pair| weigh(plan, &pair).ok())
        .is_some_and(|pair| pair.vram.needed + worthwhile <= partner.vram.needed)
}

/// The gentlest pair of settings that makes the plan fit where no setting as gentle does alone; where no pair does, the one
/// that saves most beyond what single levers save.
pub(super) fn combination(plan: &Plan, candidates: &[Candidate], listed: &[Weighed]) -> Option<Weighed> {
    if plan.asked.vram.fit.fits() {
        return None;
    }
    let is_setting = |lever: &&Weighed| lever.kind == LeverKind::Setting;
    let gentlest_alone = listed.iter().filter(is_setting).filter(|lever| lever.fits()).map(|lever| lever.effect).min();
    let mut most: Option<Weighed> = None;
    for effect in [Effect::None, Effect::Small, Effect::ChangesMethod] {
        if gentlest_alone.is_some_and(|alone| alone <= effect) {
            return None;
        }
        let pairs: Vec<Weighed> = pairs(candidates, effect).iter().filter_map(|pair| weigh(plan, pair).ok()).collect();
        let (fitting, others): (Vec<Weighed>, Vec<Weighed>) = pairs.into_iter().partition(Weighed::fits);
        if let Some(best) = fitting.into_iter().min_by(Weighed::by_rank) {
            return Some(best);
        }
        most = others.into_iter().chain(most).min_by_key(|pair| pair.vram.needed);
    }
    let alone = listed.iter().filter(is_setting).map(|lever| lever.vram.needed).min().unwrap_or(plan.asked.vram.needed);
    most.filter(|pair| less((pair.vram.needed.as_f64(), alone.as_f64()), WORTHWHILE))
}

/// Pairs of levers on memory with this effect on results.
fn pairs(candidates: &[Candidate], effect: Effect) -> Vec<Candidate> {
    let on_memory: Vec<&Candidate> = candidates
        .iter()
        .filter(|candidate| OF_ACTIVATIONS.contains(&candidate.id) || OF_STATES.contains(&candidate.id))
        .collect();
    let mut pairs = Vec::new();
    for (index, one) in on_memory.iter().enumerate() {
        pairs.extend(on_memory.iter().skip(index + 1).filter_map(|other| pair(one, other)).filter(|pair| pair.effect == effect));
    }
    pairs
}

/// Both at once, where they can be.
fn pair(one: &Candidate, other: &Candidate) -> Option<Candidate> {
    let (first, second): (&Vec<Change>, &Vec<Change>) = (one.change.as_ref().ok()?, other.change.as_ref().ok()?);
    if relations::exclude((one.id, first), (other.id, second)) {
        return None;
    }
    Some(setting("combination", Ok([first.as_slice(), second].concat()), one.effect.max(other.effect), other.source))
}
