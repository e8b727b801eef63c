//! A batch that cannot grow: because the card is full (of what?), because the host is, or because it would gain nothing.

use super::case::{Case, by_share, check, look};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::compute;
use super::finding::{Finding, FixedPart, Place};
use crate::estimate::{Change, Effect, VramParts};
use crate::host::kits;
use crate::host::phases::phases;
use crate::sizing::batch::{LARGEST_SEARCHED, needed_memory};
use crate::training::{LossLogits, Method};
use crate::units::Bytes;

/// Share of the peak from which on a part is worth attacking.
const LARGE_PART: f64 = 0.3;
/// A batch that is faster by less gains nothing that is felt.
const LITTLE_GAIN: f64 = 0.05;

/// Everything that limits a batch.
pub(super) fn checks(case: &Case<'_>) -> Vec<Check> {
    let (card, host) = (card(case), host(case));
    let card_limits = card.verdict == Verdict::Likely;
    let limited = card_limits || host.verdict == Verdict::Likely;
    let mut checks = vec![card, host, gain(case, limited), accumulation(case)];
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs: _ } = case.estimate.vram.parts;
    for (part, size) in [
        (FixedPart::Activations, activations),
        (FixedPart::State, parameters + gradients + optimizer_state),
        (FixedPart::Temporary, temporary),
    ] {
        checks.push(self::part(case, part, size, card_limits));
    }
    checks.push(look(
        "memory-fraction",
        0.15,
        Place::MemoryFraction,
        &[Probe::AllocatorSummary],
        "rule B3; torch.cuda.set_per_process_memory_fraction",
    ));
    checks.push(compute::other_programs(0.2));
    checks
}

/// Whether twice the batch does not fit the card.
fn card(case: &Case<'_>) -> Check {
    let batch = case.scenario.training.micro_batch_size;
    let largest = case.before.max_micro_batch_size;
    let verdict = if largest < batch.saturating_mul(2) { Verdict::Likely } else { Verdict::RuledOut };
    let reference = largest.clamp(1, LARGEST_SEARCHED / 2);
    let (one, two) = (needed_memory(case.scenario, reference), needed_memory(case.scenario, reference * 2));
    let per_sample = two.saturating_sub(one) / reference;
    let fixed = one.saturating_sub(per_sample * reference);
    let finding = Finding::BatchLimit { batch, largest, per_sample, fixed, available: case.available() };
    let weight = if verdict == Verdict::Likely { 1.0 } else { batch as f64 / largest.max(1) as f64 };
    check("card-memory", verdict, weight, finding, "rules B5, D2; memory at each batch")
        .with_probes(&[Probe::AllocatorSummary, Probe::GpuLoad])
}

/// The largest micro-batch that host memory holds.
fn host(case: &Case<'_>) -> Check {
    let usable = kits::usable(case.scenario.hardware.ram);
    let holds = |size: u64| {
        let mut changed = case.scenario.clone();
        changed.training.micro_batch_size = size;
        let train = phases(&changed, &case.work).train;
        train.total().saturating_sub(train.dataset_cache) <= usable
    };
    let (mut low, mut high) = (0, LARGEST_SEARCHED);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let (largest, largest_on_card) = (low, case.before.max_micro_batch_size);
    let batch = case.scenario.training.micro_batch_size;
    let limits = largest < batch.saturating_mul(2) && largest < largest_on_card;
    let verdict = if limits { Verdict::Likely } else { Verdict::RuledOut };
    let finding =
        Finding::HostBatchLimit { largest, largest_on_card, peak: case.before.ram_peak, installed: case.scenario.hardware.ram };
    let mut remedies = Vec::new();
    if limits {
        let recommended = case.estimate.ram.recommended;
        if case.scenario.hardware.ram < recommended {
            remedies.push(case.remedy("more-ram", vec![Change::Ram(recommended)], Effect::None, "rules A2, A4"));
        }
        let workers = case.scenario.training.loader.num_workers;
        if workers > 1 {
            let change = vec![Change::NumWorkers(workers / 2)];
            remedies.push(case.remedy("fewer-workers", change, Effect::None, "rule A2; batches that each worker keeps ready"));
        }
    }
    let weight = if limits { 0.99 } else { batch as f64 / largest.max(1) as f64 };
    check("host-memory", verdict, weight.min(1.0), finding, "rule A2; batches that workers keep ready")
        .with_probes(&[Probe::Swap])
        .with_remedies(remedies)
}

/// A part of the peak, with the changes that shrink it and let the batch grow.
fn part(case: &Case<'_>, part: FixedPart, size: Bytes, card_limits: bool) -> Check {
    let share = size.as_f64() / case.estimate.vram.allocated_peak.as_f64().max(1.0);
    let verdict = match by_share(share, LARGE_PART, 0.05) {
        _ if !card_limits => Verdict::RuledOut,
        verdict => verdict,
    };
    let mut remedies: Vec<Remedy> = if verdict == Verdict::RuledOut {
        Vec::new()
    } else {
        case.levers(|change| change.first().is_some_and(|change| shrinks(change, part)))
    };
    remedies.retain(|remedy| remedy.after.max_micro_batch_size > case.before.max_micro_batch_size);
    let (id, source) = match part {
        FixedPart::Activations => ("activations", "rules B1, D1; what the forward pass keeps for the backward pass"),
        FixedPart::State => ("training-state", "rules A8, D1; weights, gradients and optimizer states"),
        FixedPart::Temporary => ("temporary", "rule D1; logits, gradients on their way, copies of the optimizer"),
    };
    check(id, verdict, share.min(0.95), Finding::Part { part, size, share }, source)
        .with_probes(&[Probe::AllocatorHistory])
        .with_remedies(remedies)
}

/// Which part of the peak a change is about.
const fn shrinks(change: &Change, part: FixedPart) -> bool {
    match change {
        Change::Precision(_) => matches!(part, FixedPart::Activations | FixedPart::State),
        Change::ActivationCheckpointing(_)
        | Change::Attention(_)
        | Change::LinearAttention(_)
        | Change::Method(Method::FrozenBackbone) => {
            matches!(part, FixedPart::Activations)
        }
        Change::Method(_) | Change::Optimizer(_) | Change::Sharding(_) => matches!(part, FixedPart::State),
        Change::OptimizerImplementation(_) => matches!(part, FixedPart::Temporary),
        Change::LossLogits(LossLogits::Chunked | LossLogits::LowPrecision) => {
            matches!(part, FixedPart::Temporary | FixedPart::Activations)
        }
        _ => false,
    }
}

/// What twice the batch would gain: where nothing limits it, it may only seem not to help.
fn gain(case: &Case<'_>, limited: bool) -> Check {
    let batch = case.scenario.training.micro_batch_size;
    let larger = batch.saturating_mul(2).min(case.before.max_micro_batch_size).max(batch);
    let now = case.estimate.speed.compute_rate;
    let then = case.play_with(|scenario| scenario.training.micro_batch_size = larger).1.compute_rate;
    let gain = (1.0 - now.get() / then.get()).max(0.0);
    let finding = Finding::BatchGain { larger, rates: (now, then) };
    let (verdict, weight) = match (limited, gain < LITTLE_GAIN) {
        (false, true) => (Verdict::Likely, 0.6),
        (_, true) => (Verdict::Look, 0.3),
        (_, false) => (Verdict::RuledOut, 0.0),
    };
    check("little-gain", verdict, weight, finding, "roofline of the step at each batch; rule D6")
}

/// A larger batch in several micro-steps.
fn accumulation(case: &Case<'_>) -> Check {
    let training = &case.scenario.training;
    let steps = training.gradient_accumulation_steps;
    let global_batch = training.micro_batch_size * steps * case.training_gpus();
    let remedies = match steps.checked_mul(2) {
        Some(twice) => {
            vec![case.remedy("accumulation", vec![Change::GradientAccumulationSteps(twice)], Effect::Small, "rules B8, D7")]
        }
        None => Vec::new(),
    };
    check("accumulation", Verdict::Look, 0.5, Finding::Accumulation { global_batch, steps }, "rules B8, D7")
        .with_remedies(remedies)
}
