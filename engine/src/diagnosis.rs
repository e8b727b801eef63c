//! From what a person sees of a run to what causes it: ordered checks with this scenario's own figures, and remedies that
//! are timed and sized like any other scenario.
//!
//! The model behind it: each possible cause is weighed by what it does to this scenario, as the share of the symptom that
//! would go with it. Where the engine can compute a cause, the check says likely or ruled out; where only the machine can
//! tell, it says where to look and with which program.

mod card;
mod case;
mod checklist;
mod collectives;
mod compute;
mod drift;
mod figures;
mod finding;
mod gpus;
mod growth;
mod host;
mod killed;
mod later;
mod numbers;
mod path;
mod queue;
mod rate;
pub mod refusal;
mod seen;
mod symptom;
mod whatif;

use crate::estimate::{Estimate, Market};
use case::Case;

pub use checklist::{Check, Diagnosis, Figures, Probe, Remedy, Verdict};
pub use finding::{Alone, Figure, Finding, FixedPart, Occasion, Place, Supposition};
pub use symptom::{Pace, SeenMemory, Symptom};

/// What may be behind a symptom, likeliest first, ties by id.
#[must_use]
pub fn diagnose(estimate: &Estimate, symptom: Symptom, market: &Market) -> Diagnosis {
    let case = Case::new(estimate, market);
    let mut checks = match symptom {
        Symptom::LowUtilization => low_utilization(&case),
        Symptom::OutOfMemory { step, seen } => out_of_memory(&case, step, &seen),
        Symptom::BatchCannotGrow => growth::checks(&case),
        Symptom::ThroughputBelowEstimate { measured } => rate::checks(&case, measured.and_then(|pace| case.rate_of(pace))),
        Symptom::SecondCardIdle => second_card_idle(&case),
        Symptom::SystemFreezes => host::checks(&case),
        Symptom::NotANumber => numbers::checks(&case),
        Symptom::SharedMemoryTooSmall => queue::checks(&case),
        Symptom::WorkerKilled { resident } => killed::checks(&case, resident),
        Symptom::CollectiveHang { timeout } => collectives::checks(&case, timeout),
        Symptom::SlowsDown => drift::checks(&case),
    };
    for check in &mut checks {
        check.weight = check.weight.clamp(0.0, 1.0);
        if check.verdict == Verdict::RuledOut {
            check.remedies.clear();
        }
    }
    checks.sort_by(|a, b| a.verdict.cmp(&b.verdict).then(b.weight.total_cmp(&a.weight)).then(a.id.cmp(b.id)));
    Diagnosis { symptom, before: case.before, checks }
}

/// The GPUs show little load: they wait, or what they are given is too small.
fn low_utilization(case: &Case<'_>) -> Vec<Check> {
    let mut checks = path::checks(case);
    checks.push(host::swapping(case));
    checks.extend(compute::checks(case));
    checks.extend(gpus::idle(case));
    checks
}

/// Memory of a card runs out: at which moment of the first steps, or what can grow later. What a message says outranks what is
/// planned.
fn out_of_memory(case: &Case<'_>, step: Option<u64>, seen: &SeenMemory) -> Vec<Check> {
    let mut checks = seen::checks(case, seen);
    let mut planned = card::checks(case, step);
    planned.extend(whatif::of_memory(case, step, seen));
    planned.extend(later::checks(case, step));
    planned.retain(|check| checks.iter().all(|seen| seen.id != check.id));
    checks.extend(planned);
    checks
}

/// A card of several does nothing.
fn second_card_idle(case: &Case<'_>) -> Vec<Check> {
    let mut checks = gpus::checks(case);
    checks.extend(path::checks(case));
    checks
}
