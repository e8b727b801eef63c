//! Cards to compare with a given one.

use catalog::{GpuEntry, Segment};
use engine::hardware::Gpu;

use scenario::json::faults;
use scenario::resolve::hardware_of;
use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;
use workstation::price_list::price;

/// A card is slower or faster, smaller or larger than another from this ratio on.
const APART: f64 = 1.15;
/// Fewer neighbors than this are no choice.
const ENOUGH: usize = 2;

/// The scenario on the next slower, the next faster and the next larger card, as far as the catalog has them and they can be
/// asked; two slower ones beside the fastest. Cards without a price only stand in where too few have one.
#[must_use]
pub fn neighbors(asked: &Scenario) -> Vec<Scenario> {
    if !faults(asked).is_empty() {
        return Vec::new();
    }
    let Some(hardware) = hardware_of(&asked.hardware) else { return Vec::new() };
    let own = &hardware.gpu;
    let segment = asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu).map(|entry| entry.segment);
    let others: Vec<&'static GpuEntry> = catalog::gpus()
        .iter()
        .filter(|entry| entry.spec.vendor == own.vendor && whole(Some(entry.segment)) == whole(segment))
        // A step back in what a card can compute is no step to the side.
        .filter(|entry| own.bf16.is_none() || entry.spec.bf16.is_some())
        .filter(|entry| can_be_asked(asked, entry))
        .collect();
    let priced: Vec<&'static GpuEntry> = others.iter().copied().filter(|entry| price(entry.id, entry.price).is_some()).collect();
    let mut chosen = around(own, segment, &priced);
    if chosen.len() < ENOUGH {
        chosen = around(own, segment, &others);
    }
    if chosen.is_empty() {
        // A card that no other of its kind stands beside: any that can be asked.
        chosen.extend(catalog::gpus().iter().find(|entry| entry.spec != *own && can_be_asked(asked, entry)));
    }
    chosen.into_iter().map(|entry| on(asked, entry)).collect()
}

/// The kind of whole computer that a device is a part of, so that cards stand beside cards and laptops beside laptops.
fn whole(segment: Option<Segment>) -> Option<Segment> {
    segment.filter(|segment| segment.is_whole_computer())
}

/// The neighbors among some cards; those of the same segment go before others.
fn around(own: &Gpu, segment: Option<Segment>, others: &[&'static GpuEntry]) -> Vec<&'static GpuEntry> {
    let is_foreign = |entry: &GpuEntry| segment.is_some_and(|segment| entry.segment != segment);
    let sorted = |keep: &dyn Fn(&Gpu) -> bool, order: &dyn Fn(&Gpu) -> f64| -> Vec<&'static GpuEntry> {
        let mut kept: Vec<&'static GpuEntry> = others.iter().copied().filter(|entry| keep(&entry.spec)).collect();
        kept.sort_by(|a, b| {
            let distance = order(&a.spec).total_cmp(&order(&b.spec));
            is_foreign(a).cmp(&is_foreign(b)).then(distance).then(a.id.cmp(b.id))
        });
        kept
    };
    let mut slower = sorted(&|gpu| rate(gpu) * APART < rate(own), &|gpu| -rate(gpu));
    slower.retain(|entry| !is_foreign(entry));
    let faster = sorted(&|gpu| rate(gpu) > rate(own) * APART, &rate).first().copied();
    let size = |gpu: &Gpu| gpu.memory.as_f64();
    let mut larger = sorted(&|gpu| size(gpu) > size(own) * APART, &size);
    larger
        .retain(|entry| faster.is_none_or(|faster| faster.id != entry.id) && slower.first().is_none_or(|one| one.id != entry.id));
    let larger = larger.first().copied();
    let count = if faster.is_some() && larger.is_some() { 1 } else { 2 };
    let slower = slower.into_iter().filter(|entry| larger.is_none_or(|larger| larger.id != entry.id)).take(count);
    slower.chain(faster).chain(larger).collect()
}

fn on(asked: &Scenario, entry: &GpuEntry) -> Scenario {
    let mut scenario = asked.clone();
    scenario.hardware.gpu = Some(GpuChoice::Id(entry.id.to_owned()));
    scenario
}

fn can_be_asked(asked: &Scenario, entry: &GpuEntry) -> bool {
    faults(&on(asked, entry)).is_empty()
}

/// The rate that training mostly runs at, in FLOP/s.
fn rate(gpu: &Gpu) -> f64 {
    gpu.bf16.or(gpu.fp16).unwrap_or(gpu.fp32).get()
}
