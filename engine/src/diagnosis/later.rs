//! Running out of memory after the first steps: something must have grown, since a step repeats itself exactly.

use super::card::LAST_NEW;
use super::case::{Case, check};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::finding::Finding;
use crate::architecture::Architecture;
use crate::estimate::{Change, Effect, Fit};
use crate::inputs::Scenario;
use crate::sizing::batch::{largest, needed_memory};
use crate::training::DataKind;
use crate::units::Bytes;

/// Longest sample that is looked for, in multiples of the planned one; beyond, length is not what a card lacks.
const MOST_TIMES: u64 = 16;
/// A card with less than this share to spare is short of room for what a step does not show.
const LITTLE_ROOM: f64 = 0.1;

/// What can grow: samples, fragments, an evaluation, kept graphs.
pub(super) fn checks(case: &Case<'_>, step: Option<u64>) -> Vec<Check> {
    // What does not fit at all need not grow.
    if !case.estimate.vram.fit.fits() {
        return Vec::new();
    }
    let when = if step.is_some_and(|step| step <= LAST_NEW) { When::AtOnce } else { When::Later };
    let mut checks = vec![fragmentation(case, when), evaluation(case, step, when), leak(case, step, when)];
    checks.extend(longer_samples(case, step, when));
    checks
}

/// Updates of an epoch.
fn steps_per_epoch(case: &Case<'_>) -> u64 {
    let training = &case.scenario.training;
    let global = training.micro_batch_size.max(1) * training.gradient_accumulation_steps.max(1) * case.training_gpus();
    case.scenario.data.samples.div_ceil(global).max(1)
}

/// Whether the run failed in steps that something else explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    AtOnce,
    Later,
}

/// Longer texts or larger pictures than planned. By the end of the first epoch every sample has been through once, so that later
/// only their company in a batch is new; a loader that cuts or pads to one size has none that are longer.
fn longer_samples(case: &Case<'_>, step: Option<u64>, when: When) -> Option<Check> {
    let data = &case.scenario.data;
    // Windows of sound are all of one length, and a trace is of samples of one size.
    if data.kind == DataKind::Audio || matches!(case.scenario.model, Architecture::Traced(_)) {
        return None;
    }
    let tokens = data.kind == DataKind::Text;
    let now = if tokens { data.sequence_length } else { data.image_height };
    let limit = if tokens { case.scenario.model.longest_sequence() } else { None };
    let with = |size: u64| {
        let mut changed = case.scenario.clone();
        if tokens {
            changed.data.sequence_length = size;
        } else {
            changed.data.image_height = size;
            changed.data.image_width = size;
        }
        changed
    };
    // The sides of pictures stay multiples of what the planned one is halved by.
    let unit = if tokens { (now / 32).max(1) } else { side_step(now) };
    let most = limit.unwrap_or(u64::MAX).min(now.saturating_mul(MOST_TIMES)).max(now);
    let holds = |steps: u64| {
        let changed = with(now + steps * unit);
        needed_memory(&changed, changed.training.micro_batch_size) <= case.available()
    };
    let (mut low, mut high) = (0, (most - now) / unit);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let longest = now + low * unit;
    if !tokens && data.kind == DataKind::Latents {
        return None;
    }
    let times = longest as f64 / now.max(1) as f64;
    let unlimited = limit.is_some_and(|limit| longest >= limit) || times >= MOST_TIMES as f64;
    let verdict = if unlimited { Verdict::RuledOut } else { Verdict::Look };
    // Each step of the first epoch brings new samples alike; from then on ever fewer batches are new.
    let epochs = step.map_or(0.0, |step| step as f64 / steps_per_epoch(case) as f64);
    let weight = (1.0 / times).min(0.95) * if tokens { 0.6 } else { 0.3 } / epochs.max(1.0);
    let remedies = match limit.filter(|_| verdict != Verdict::RuledOut) {
        Some(limit) => room_for(case, &with(limit)).into_iter().collect(),
        None => smaller(case).into_iter().collect(),
    };
    let finding = Finding::LongerSamples { now, longest, limit, tokens };
    let weight = if when == When::AtOnce { weight * 0.3 } else { weight };
    Some(
        check("longer-samples", verdict, weight, finding, "memory at each length; rule D2 (capacity)")
            .with_probes(&[Probe::AllocatorHistory])
            .with_remedies(remedies),
    )
}

/// By how many pixels the side of a picture may grow: the power of two that the planned side is a multiple of, up to the 64 that
/// the deepest models need; a side that few powers divide only grows by itself.
fn side_step(side: u64) -> u64 {
    match 1 << side.trailing_zeros().min(6) {
        few if few < 16 => side.max(1),
        step => step,
    }
}

/// A micro-batch, with accumulation, that fits with the longest sample.
fn room_for(case: &Case<'_>, longest: &Scenario) -> Option<Remedy> {
    let training = &case.scenario.training;
    let fits = largest(longest).min(training.micro_batch_size);
    let size = (1..=fits).rev().find(|size| training.micro_batch_size.is_multiple_of(*size))?;
    accumulate_instead(case, size)
}

/// Half the micro-batch with twice the accumulation.
pub(super) fn smaller(case: &Case<'_>) -> Option<Remedy> {
    let batch = case.scenario.training.micro_batch_size;
    let size = (1..=batch / 2).rev().find(|size| batch.is_multiple_of(*size))?;
    accumulate_instead(case, size)
}

fn accumulate_instead(case: &Case<'_>, size: u64) -> Option<Remedy> {
    let training = &case.scenario.training;
    let steps = training.gradient_accumulation_steps.checked_mul(training.micro_batch_size / size)?;
    let change = vec![Change::MicroBatchSize(size), Change::GradientAccumulationSteps(steps)];
    (size < training.micro_batch_size)
        .then(|| case.remedy("batch-with-accumulation", change, Effect::None, "PyTorch gradient accumulation; rules B8, D7"))
}

/// Reserved memory between tensors, which grows where shapes change.
fn fragmentation(case: &Case<'_>, when: When) -> Check {
    let vram = &case.estimate.vram;
    let slack = vram.reserved_peak.saturating_sub(vram.torch_allocated_peak);
    let headroom = case.headroom();
    let room = headroom.as_f64() / case.available().as_f64().max(1.0);
    let tight = matches!(vram.fit, Fit::Tight { .. });
    // A message that is not at hand may say "reserved but unallocated": only a card with much room rules that out.
    let verdict = match when {
        When::Later if tight => Verdict::Likely,
        When::Later if room < LITTLE_ROOM * 5.0 || slack > headroom => Verdict::Look,
        When::AtOnce if room < LITTLE_ROOM => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let weight = if tight { 0.7 } else { 0.7 * (1.0 - room / (LITTLE_ROOM * 5.0)).clamp(0.0, 1.0) };
    let finding = Finding::Fragmentation { reserved: vram.reserved_peak, allocated: vram.torch_allocated_peak, slack, headroom };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { smaller(case).into_iter().collect() };
    check(
        "fragmentation",
        verdict,
        weight,
        finding,
        "rules A2, D2; replay through the caching allocator; PYTORCH_CUDA_ALLOC_CONF",
    )
    .with_probes(&[Probe::AllocatorSummary, Probe::AllocatorHistory])
    .with_remedies(remedies)
}

/// An evaluation, which comes at the end of epochs or every so many steps.
fn evaluation(case: &Case<'_>, step: Option<u64>, when: When) -> Check {
    let steps_per_epoch = steps_per_epoch(case);
    // Frameworks count an incomplete last batch differently: one step is allowed for.
    let at_end = step.is_some_and(|step| {
        let past = step % steps_per_epoch;
        step >= steps_per_epoch - 1 && steps_per_epoch > LAST_NEW && (past <= 1 || past + 1 == steps_per_epoch)
    });
    let finding =
        Finding::Evaluation { steps_per_epoch, step, max_batch: case.before.max_micro_batch_size, headroom: case.headroom() };
    let verdict = match when {
        When::Later if at_end => Verdict::Likely,
        When::Later => Verdict::Look,
        When::AtOnce => Verdict::RuledOut,
    };
    let weight = if at_end { 0.97 } else { 0.4 };
    check("evaluation", verdict, weight, finding, "torch.no_grad; without it an evaluation keeps activations as training does")
        .with_probes(&[Probe::AllocatorSummary])
}

/// Graphs that are kept from step to step.
fn leak(case: &Case<'_>, step: Option<u64>, when: When) -> Check {
    let headroom = case.headroom();
    let graph = case.estimate.vram.timeline.iter().map(|point| point.parts.activations).max().unwrap_or_default();
    let steps = if graph == Bytes::ZERO { u64::MAX } else { headroom.0 / graph.0 + 1 };
    let seen = step.filter(|step| *step > LAST_NEW);
    let per_step = seen.map(|step| headroom / step);
    let soon = seen.is_some_and(|step| step <= steps.saturating_mul(2).saturating_add(LAST_NEW));
    let verdict = match when {
        When::Later if soon => Verdict::Likely,
        When::Later => Verdict::Look,
        When::AtOnce => Verdict::RuledOut,
    };
    let finding = Finding::Leak { headroom, per_step, graph, steps };
    let weight = if soon { 0.8 } else { 0.3 };
    check("kept-graphs", verdict, weight, finding, "PyTorch's FAQ: do not accumulate history across the training loop")
        .with_probes(&[Probe::AllocatorHistory])
}
