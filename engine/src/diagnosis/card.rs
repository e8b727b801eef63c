//! Running out of memory in the first steps: each moment asks for more than the one before it, and the first that the card
//! does not hold is where a run ends.

use super::case::{Case, check, look};
use super::checklist::{Check, Probe, Remedy, Verdict};
use super::compute;
use super::finding::{Finding, Occasion, Place};
use crate::course::Phase;
use crate::estimate::{Change, Fit, TimelinePoint, VramParts};
use crate::units::Bytes;

/// The last step whose memory is the same as all later ones'.
pub(super) const LAST_NEW: u64 = 2;
/// Changes that are shown where none alone makes a run fit.
const NEAREST: usize = 3;

/// A moment and what it asks of the card.
struct Need {
    occasion: Occasion,
    point: TimelinePoint,
    needed: Bytes,
    high: Bytes,
}

/// The moments, whether the run came further than it should have, and what the card is shared with.
pub(super) fn checks(case: &Case<'_>, step: Option<u64>) -> Vec<Check> {
    let needs = needs(case);
    let available = case.available();
    let failing = needs.iter().find(|need| need.needed > available).map(|need| need.occasion);
    let came_further = failing.is_some_and(|failing| step.is_some_and(|step| step > failing.step().max(1)));
    let mut checks: Vec<Check> = needs.iter().map(|need| moment(case, need, failing, came_further)).collect();
    if let (Some(failing), Some(seen), Fit::Short { by }, true) = (failing, step, case.estimate.vram.fit, came_further) {
        let finding = Finding::FailsEarlier { expected: failing.step(), seen, short_by: by };
        checks.push(
            check("fails-earlier", Verdict::Likely, 1.0, finding, "the estimate's own course of the first steps")
                .with_probes(&[Probe::AllocatorSummary])
                .with_remedies(case.fitting_levers()),
        );
    }
    checks.push(taken(case));
    let fits = case.estimate.vram.fit.fits();
    checks.push(compute::other_programs(if fits { 0.35 } else { 0.1 }));
    checks.push(look(
        "memory-fraction",
        if fits { 0.15 } else { 0.05 },
        Place::MemoryFraction,
        &[Probe::AllocatorSummary],
        "rule B3; torch.cuda.set_per_process_memory_fraction",
    ));
    checks
}

/// The fullest point of each moment.
fn needs(case: &Case<'_>) -> Vec<Need> {
    let timeline = &case.estimate.vram.timeline;
    let is_pass = |point: &&TimelinePoint| point.phase != Phase::OptimizerStep;
    let weights = timeline
        .first()
        .map(|point| TimelinePoint { parts: VramParts { parameters: point.parts.parameters, ..VramParts::default() }, ..*point });
    // Before the first update the optimizer has no states.
    let stateless =
        |point: &TimelinePoint| TimelinePoint { parts: VramParts { optimizer_state: Bytes::ZERO, ..point.parts }, ..*point };
    let first_pass = timeline.iter().filter(is_pass).map(stateless).max_by_key(|point| point.parts.total());
    let update = timeline.iter().filter(|point| !is_pass(point)).max_by_key(|point| point.parts.total()).copied();
    let later = timeline.iter().filter(is_pass).max_by_key(|point| point.parts.total()).copied();
    [
        (Occasion::Loading, weights),
        (Occasion::FirstPass, first_pass),
        (Occasion::FirstUpdate, update),
        (Occasion::LaterPasses, later),
    ]
    .into_iter()
    .filter_map(|(occasion, point)| {
        let point = point?;
        let (needed, high) = case.memory_for(point.parts.total());
        Some(Need { occasion, point, needed, high })
    })
    .collect()
}

fn moment(case: &Case<'_>, need: &Need, failing: Option<Occasion>, came_further: bool) -> Check {
    let Need { occasion, point, needed, high } = need;
    let vram = &case.estimate.vram;
    let available = case.available();
    let fails_here = failing == Some(*occasion);
    let verdict = match (fails_here, *needed > available) {
        (true, _) if !came_further => Verdict::Likely,
        (true, _) | (false, true) => Verdict::Look,
        (false, false) if *high > available => Verdict::Look,
        (false, false) => Verdict::RuledOut,
    };
    let is_peak = point.parts == vram.parts && point.phase == vram.peak.phase;
    let (id, source) = match occasion {
        Occasion::Loading => ("weights-alone", "rule D6; weights, buffers and frozen models on the card"),
        Occasion::FirstPass => ("first-pass", "tensors of forward and backward pass, before the optimizer has states; rule D1"),
        Occasion::FirstUpdate => ("first-update", "PyTorch's optimizers create their states in the first step(); rule D1"),
        Occasion::LaterPasses => ("later-passes", "activations beside the optimizer's states; rule D1"),
    };
    let finding = Finding::Moment {
        occasion: *occasion,
        needed: *needed,
        available,
        phase: point.phase,
        layer: point.layer,
        operator: is_peak.then_some(vram.peak.operator),
        parts: point.parts,
    };
    let full = needed.as_f64() / available.as_f64().max(1.0);
    let weight = if fails_here { 1.0 } else { (full * 0.5).min(0.5) };
    let remedies = if fails_here { case.fitting_levers() } else { Vec::new() };
    check(id, verdict, weight, finding, source).with_probes(&[Probe::AllocatorSummary, Probe::GpuLoad]).with_remedies(remedies)
}

/// What the driver and a desktop take before the run starts.
fn taken(case: &Case<'_>) -> Check {
    let display = case.scenario.hardware.display_attached;
    let (taken, headroom) = (case.estimate.vram.desktop, case.headroom());
    let decides = !case.estimate.vram.fit.fits() && case.estimate.vram.needed <= case.estimate.vram.capacity;
    let verdict = match (decides && display, display) {
        (true, _) => Verdict::Likely,
        (false, true) => Verdict::Look,
        (false, false) => Verdict::RuledOut,
    };
    let weight = taken.as_f64() / case.estimate.vram.capacity.as_f64().max(1.0);
    check("display", verdict, weight, Finding::Taken { taken, headroom, display }, "what the driver and a desktop take of a card")
        .with_probes(&[Probe::GpuPrograms])
}

impl Case<'_> {
    /// Single changes that alone make the run fit the card, in the advisor's order; where none does, those that save most.
    pub(super) fn fitting_levers(&self) -> Vec<Remedy> {
        let mut saving = self.levers(|change| !matches!(change, [Change::Ram(_) | Change::NumWorkers(_)]));
        saving.retain(|remedy| remedy.after.device_peak < self.before.device_peak);
        if saving.iter().any(|remedy| remedy.after.fits) {
            saving.retain(|remedy| remedy.after.fits);
        } else {
            saving.sort_by(|a, b| a.after.device_peak.cmp(&b.after.device_peak).then(a.id.cmp(b.id)));
            saving.truncate(NEAREST);
        }
        saving
    }
}
