//! What a message about a card's memory says of its cause: figures of the run itself, which outrank planned ones.

use super::case::{Case, check};
use super::checklist::{Check, Probe, Verdict};
use super::finding::Finding;
use super::refusal::{LITTLE, ORDINARY, SEGMENT, segment};
use super::symptom::SeenMemory;
use crate::units::Bytes;

/// Capacities that differ by less are those of one card: drivers and error correction take a share.
const SAME_CARD: f64 = 0.06;
/// Of other processes this much is a display server's or the driver's own.
const IDLE_PROGRAMS: Bytes = Bytes::from_mib(300);
/// What the run may hold beyond the high end of its plan's range before it is another run.
const HEAVIER: f64 = 1.05;

/// One check for each thing that the figures decide; none where the message has no figures.
pub(super) fn checks(case: &Case<'_>, seen: &SeenMemory) -> Vec<Check> {
    let found = [
        other_card(case, seen),
        others(case, seen),
        fragmentation(case, seen),
        held(case, seen),
        refused(seen),
        larger_than_the_card(case, seen),
    ];
    found.into_iter().flatten().collect()
}

/// The highest that the plan's tensors are expected to be together.
fn planned_high(case: &Case<'_>) -> Bytes {
    let vram = &case.estimate.vram;
    vram.torch_allocated_peak + vram.range.1.saturating_sub(vram.device_peak)
}

/// Whether the run held more than its plan at the high end; none where the message does not say what it held.
pub(super) fn is_heavier(case: &Case<'_>, seen: &SeenMemory) -> Option<bool> {
    Some(held_by(seen)?.as_f64() > planned_high(case).as_f64() * HEAVIER)
}

/// Tensors at the moment of failure, with the one that could not be had.
fn held_by(seen: &SeenMemory) -> Option<Bytes> {
    Some(seen.allocated? + seen.requested.unwrap_or_default())
}

fn other_card(case: &Case<'_>, seen: &SeenMemory) -> Option<Check> {
    let (seen, planned) = (seen.capacity?, case.estimate.vram.capacity);
    let apart = 1.0 - seen.min(planned).as_f64() / seen.max(planned).as_f64().max(1.0);
    let verdict = match apart {
        apart if apart > SAME_CARD * 2.0 => Verdict::Likely,
        apart if apart > SAME_CARD => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let weight = if verdict == Verdict::RuledOut { apart } else { 0.9 + apart * 0.1 };
    let finding = Finding::OtherCard { seen, planned };
    Some(check("other-card", verdict, weight, finding, "capacity as the driver reports it").with_probes(&[Probe::GpuLoad]))
}

fn others(case: &Case<'_>, seen: &SeenMemory) -> Option<Check> {
    let others = seen.others?;
    let requested = seen.requested.unwrap_or_default();
    let free = seen.free.unwrap_or_default();
    let missing = requested.saturating_sub(free).max(SEGMENT);
    let vram = &case.estimate.vram;
    let idle = IDLE_PROGRAMS.max(vram.desktop);
    let capacity = seen.capacity.unwrap_or(vram.capacity);
    // Without them this request would have been met, and they hold more than what libraries of the run may.
    let is_refused_for_them = seen.free.is_none_or(|free| free < segment(requested));
    let are_in_the_way =
        is_refused_for_them && others >= missing && others.as_f64() >= capacity.as_f64() * LITTLE && requested <= capacity;
    let verdict = match (others <= idle, are_in_the_way) {
        (true, _) => Verdict::RuledOut,
        (false, true) => Verdict::Likely,
        (false, false) => Verdict::Look,
    };
    let covers = others.as_f64() / missing.as_f64();
    let weight = 1.0 - 1.0 / (1.0 + covers);
    let finding = Finding::TakenByOthers { others, requested, free };
    let source = "rule A9; the message's own account of the card";
    Some(check("other-programs", verdict, weight, finding, source).with_probes(&[Probe::GpuPrograms]))
}

/// Before it fails, the allocator gives all segments without a tensor back to the driver: what is still reserved and not in use
/// lies between tensors.
fn fragmentation(case: &Case<'_>, seen: &SeenMemory) -> Option<Check> {
    let (reserved, allocated) = (seen.reserved?, seen.allocated?);
    let requested = seen.requested?;
    let unallocated = reserved.saturating_sub(allocated);
    let reach = reserved + seen.free.unwrap_or_default();
    let would_fit = reach >= case.estimate.vram.torch_allocated_peak && reach >= allocated + requested;
    let covers = unallocated.as_f64() / requested.max(Bytes(1)).as_f64();
    let share = unallocated.as_f64() / reserved.as_f64().max(1.0);
    let capacity = seen.capacity.unwrap_or(case.estimate.vram.capacity);
    let is_much = unallocated.as_f64() >= capacity.as_f64() * ORDINARY;
    let verdict = match covers {
        // The driver had enough: the allocator needed no piece of its own.
        _ if seen.free.is_some_and(|free| free >= segment(requested)) => Verdict::RuledOut,
        covers if covers >= 1.0 && (is_much || would_fit && is_heavier(case, seen) != Some(true)) => Verdict::Likely,
        covers if covers >= 0.5 => Verdict::Look,
        _ => Verdict::RuledOut,
    };
    let weight = if verdict == Verdict::Likely { 0.6 + 0.4 * share.min(1.0) } else { share };
    let finding = Finding::SeenFragmentation { unallocated, allocated, requested };
    let remedies = if verdict == Verdict::RuledOut { Vec::new() } else { super::later::smaller(case).into_iter().collect() };
    Some(
        check("fragmentation", verdict, weight, finding, "rules A2, D2; PyTorch's notes on CUDA: memory management")
            .with_probes(&[Probe::AllocatorSummary, Probe::AllocatorHistory])
            .with_remedies(remedies),
    )
}

fn held(case: &Case<'_>, seen: &SeenMemory) -> Option<Check> {
    let held = held_by(seen)?;
    let (planned, high) = (case.estimate.vram.torch_allocated_peak, planned_high(case));
    let heavier = held.as_f64() / high.as_f64().max(1.0);
    let verdict = if is_heavier(case, seen)? { Verdict::Likely } else { Verdict::RuledOut };
    let weight = if verdict == Verdict::Likely { (1.0 - 1.0 / heavier).max(0.0).mul_add(0.4, 0.2) } else { 0.0 };
    let finding = Finding::HeldBesidePlan { held, planned, high };
    let source = "the message's own account beside the plan's peak of tensors";
    let remedies = if verdict == Verdict::Likely { super::later::smaller(case).into_iter().collect() } else { Vec::new() };
    Some(
        check("heavier-than-planned", verdict, weight, finding, source)
            .with_probes(&[Probe::AllocatorSummary])
            .with_remedies(remedies),
    )
}

/// Scores of attention or logits of a long text, mostly, which no card of this size holds at once.
fn larger_than_the_card(case: &Case<'_>, seen: &SeenMemory) -> Option<Check> {
    let (requested, capacity) = (seen.requested?, seen.capacity.unwrap_or(case.estimate.vram.capacity));
    let finding = Finding::LargerThanTheCard { requested, capacity };
    let source = "the message's own account; Dao 2023 (FlashAttention-2), chunked losses";
    (requested > capacity).then(|| {
        check("larger-than-the-card", Verdict::Likely, 1.0, finding, source)
            .with_probes(&[Probe::AllocatorHistory])
            .with_remedies(super::later::smaller(case).into_iter().collect())
    })
}

/// A driver that has enough refuses only what a limit forbids.
fn refused(seen: &SeenMemory) -> Option<Check> {
    let (requested, free) = (seen.requested?, seen.free?);
    let share = seen.capacity.map_or(1.0, |capacity| free.as_f64() / capacity.as_f64().max(1.0));
    let verdict = match free >= segment(requested) {
        true if share >= LITTLE => Verdict::Likely,
        true => Verdict::Look,
        false => Verdict::RuledOut,
    };
    let finding = Finding::RefusedThoughFree { requested, free };
    let source = "rule B3; torch.cuda.set_per_process_memory_fraction; segments of the caching allocator";
    Some(check("memory-fraction", verdict, 0.4 + 0.5 * share.min(1.0), finding, source).with_probes(&[Probe::AllocatorSummary]))
}
