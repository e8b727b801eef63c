//! Cards to put beside one that somebody looks at.

use catalog::GpuEntry;
use engine::hardware::Gpu;

use crate::resolve::resolve;
use crate::v1::Scenario;
use crate::v1::scenario::GpuChoice;

/// A card is slower or faster, smaller or larger than another from this ratio on.
const APART: f64 = 1.15;

/// The same scenario on the next slower, the next faster and the next larger card whose price is known, as far as the
/// catalog has them and they can be asked; two slower ones beside the fastest.
#[must_use]
pub fn neighbors(asked: &Scenario) -> Vec<Scenario> {
    let Ok(request) = resolve(asked) else { return Vec::new() };
    let own = &request.scenario.hardware.gpu;
    let segment = asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu).map(|entry| entry.segment);
    let others = || {
        catalog::gpus()
            .iter()
            .filter(|entry| entry.price.is_some() && entry.spec.vendor == own.vendor && entry.segment != "unified")
            // A step back in what a card can compute is no step to the side.
            .filter(|entry| own.bf16.is_none() || entry.spec.bf16.is_some())
            .filter(|entry| can_be_asked(asked, entry))
    };
    let alike = |entry: &&'static GpuEntry| segment.is_none_or(|segment| entry.segment == segment);
    let mut slower: Vec<&'static GpuEntry> =
        others().filter(alike).filter(|entry| rate(&entry.spec) * APART < rate(own)).collect();
    slower.sort_by(|a, b| rate(&b.spec).total_cmp(&rate(&a.spec)).then(a.id.cmp(b.id)));
    let faster = others()
        .filter(|entry| rate(&entry.spec) > rate(own) * APART)
        .min_by(|a, b| (!alike(a), rate(&a.spec)).partial_cmp(&(!alike(b), rate(&b.spec))).unwrap_or(a.id.cmp(b.id)));
    let larger = others()
        .filter(|entry| entry.spec.memory.as_f64() > own.memory.as_f64() * APART && faster.is_none_or(|one| one.id != entry.id))
        .min_by(|a, b| a.spec.memory.cmp(&b.spec.memory).then(rate(&b.spec).total_cmp(&rate(&a.spec))).then(a.id.cmp(b.id)));
    let count = if faster.is_some() && larger.is_some() { 1 } else { 2 };
    let mut chosen: Vec<&'static GpuEntry> = slower.into_iter().take(count).chain(faster).chain(larger).collect();
    if chosen.is_empty() {
        // A card below all others in every way, or of a maker whose cards have no prices: any that can be asked.
        chosen.extend(catalog::gpus().iter().filter(|entry| entry.spec != *own && can_be_asked(asked, entry)).take(1));
    }
    chosen.into_iter().map(|entry| on(asked, entry)).collect()
}

fn on(asked: &Scenario, entry: &GpuEntry) -> Scenario {
    let mut scenario = asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
    scenario
}

fn can_be_asked(asked: &Scenario, entry: &GpuEntry) -> bool {
    resolve(&on(asked, entry)).is_ok()
}

/// The rate that training mostly runs at, in FLOP/s.
fn rate(gpu: &Gpu) -> f64 {
    gpu.bf16.or(gpu.fp16).unwrap_or(gpu.fp32).get()
}
