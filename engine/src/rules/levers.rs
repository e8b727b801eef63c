//! Rules on settings and their effects: B9 (checkpointing), B10 (workers), D6 (what limits), D7 (order of first aid).

use super::Facts;
use super::opinion::{about, guide, opinion};
use crate::estimate::{Bound, RuleFinding, RuleOpinion, RuleReason, RuleSubject, RuleVerdict};
use crate::host::processes::processes;

/// Rule B9: time that checkpointing adds to a step, and activations that it saves, in percent.
const B9_TIME: f64 = 20.0;
const B9_ACTIVATIONS: f64 = 50.0;
/// Rule D7's order, by the ids of the changes: mixed precision, accumulation, checkpointing, loader settings, then sharding
/// or model parallelism.
const FIRST_AID: [&str; 5] =
    ["mixed-precision", "batch-with-accumulation", "activation-checkpointing", "loader-workers", "sharding"];

/// B9: what checkpointing costs.
pub(super) fn b9_time(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let model = facts.trials.checkpointing?.added_time_percent;
    Some(about("B9", RuleSubject::CheckpointingTimePercent, B9_TIME, model, RuleReason::EffectPlayed))
}

/// B9: what checkpointing saves.
pub(super) fn b9_memory(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let model = facts.trials.checkpointing?.saved_activations_percent;
    Some(about("B9", RuleSubject::CheckpointingMemoryPercent, B9_ACTIVATIONS, model, RuleReason::EffectPlayed))
}

/// B10: one worker a core; on hybrid processors from the full cores to the larger kind's count (8 to 16 of 8 + 16).
pub(super) fn b10(facts: &Facts<'_>) -> RuleOpinion {
    let cpu = &facts.scenario.hardware.cpu;
    let says = (cpu.performance_cores as f64, cpu.performance_cores.max(cpu.efficiency_cores) as f64);
    let workers = facts.path.recommended_workers * processes(facts.scenario).per_node;
    let reason = RuleReason::WorkersUntilFed;
    opinion("B10", RuleSubject::Workers, says, workers as f64, reason, reason)
}

/// D6: capacity is the threshold; once the run fits, the memory's bandwidth decides its speed.
pub(super) fn d6(facts: &Facts<'_>) -> Option<RuleOpinion> {
    if !facts.vram.fit.fits() {
        return None;
    }
    let (says, model) = (Bound::MemoryBandwidth, facts.speed.bound_by);
    let (verdict, reason) =
        if model == says { (RuleVerdict::Agrees, RuleReason::None) } else { (RuleVerdict::Differs, RuleReason::OtherLimit) };
    let finding = RuleFinding::Limit { says, model };
    Some(RuleOpinion { rule: "D6", guide: guide("D6"), subject: RuleSubject::Limit, finding, verdict, reason })
}

/// D7: what to try first where memory is short, beside the model's order of what alone makes the run fit.
pub(super) fn d7(facts: &Facts<'_>) -> Option<RuleOpinion> {
    let model = facts.trials.levers.clone()?;
    let places: Vec<usize> = model.iter().filter_map(|id| FIRST_AID.iter().position(|first| first == id)).collect();
    let (verdict, reason) = if model.is_empty() {
        (RuleVerdict::NotComparable, RuleReason::NoSingleChangeFits)
    } else if places.len() < 2 {
        (RuleVerdict::NotComparable, RuleReason::NoOrderToCompare)
    } else if places.is_sorted() {
        (RuleVerdict::Agrees, RuleReason::None)
    } else {
        (RuleVerdict::Differs, RuleReason::RankedByTime)
    };
    let finding = RuleFinding::Order { says: FIRST_AID.to_vec(), model };
    Some(RuleOpinion { rule: "D7", guide: guide("D7"), subject: RuleSubject::FirstAid, finding, verdict, reason })
}
