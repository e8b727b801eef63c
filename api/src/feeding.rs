//! What the engine's advice on the data path needs of the world: what can be bought.

use std::cmp::Ordering;

use catalog::{CpuEntry, GpuEntry, StorageEntry};
use engine::advice::feeding;
use engine::estimate::{Estimate, Feeding, Market, Offer};
use engine::host::cores;
use engine::units::GIB;

use wire::v1::Scenario;
use wire::v1::scenario::GpuChoice;

/// Advice on the answer to what was asked.
#[must_use]
pub fn feeding(asked: &Scenario, answer: &Estimate) -> Feeding {
    feeding::feeding(answer, &market(asked))
}

/// What the machine that was asked for could be given instead. A computer whose processor and graphics share the memory takes
/// other drives alone.
#[must_use]
pub fn market(asked: &Scenario) -> Market {
    if own(asked).is_some_and(|own| own.spec.pool.is_some()) {
        return Market { drives: drives(), ..Market::default() };
    }
    Market { drives: drives(), processors: processors(asked), cards: cards(asked), processor: processor(asked) }
}

/// The card that was asked for, where the catalog has it.
fn own(asked: &Scenario) -> Option<&'static GpuEntry> {
    asked.hardware.gpu.as_ref().and_then(GpuChoice::id).and_then(catalog::gpu)
}

/// Classes of drives from slow to fast, then the drives by price: a class says enough where it is large enough.
fn drives() -> Vec<Offer<engine::hardware::Storage>> {
    let is_class = |drive: &StorageEntry| drive.id.starts_with("class-");
    let mut drives: Vec<&StorageEntry> = catalog::storages().iter().collect();
    engine::order::sort_by(&mut drives, |a, b| {
        let by_rate = a.spec.sequential_read.get().total_cmp(&b.spec.sequential_read.get());
        let by_price = by_price(a.price.map(|price| price.usd), b.price.map(|price| price.usd));
        match (is_class(a), is_class(b)) {
            (true, true) => by_rate,
            (false, false) => by_price.then(by_rate),
            (class, _) => {
                if class {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    });
    drives.into_iter().map(|drive| Offer { id: drive.id, spec: drive.spec }).collect()
}

/// Processors with more to give than the machine's own, by price: those of its socket, or others where there is none.
fn processors(asked: &Scenario) -> Vec<Offer<engine::hardware::Cpu>> {
    let id = scenario::processor::processor(&asked.hardware);
    let Some(own) = catalog::cpu(id) else { return Vec::new() };
    let strength = |cpu: &CpuEntry| cores::capacity(&cpu.spec, cpu.spec.cores()) * cores::clock_ghz(&cpu.spec);
    let at_hand = strength(own);
    let mut stronger: Vec<&CpuEntry> = catalog::cpus().iter().filter(|cpu| strength(cpu) > at_hand).collect();
    if stronger.iter().any(|cpu| cpu.socket == own.socket) {
        stronger.retain(|cpu| cpu.socket == own.socket);
    }
    engine::order::sort_by(&mut stronger, |a, b| {
        by_price(a.price.map(|price| price.usd), b.price.map(|price| price.usd)).then(a.id.cmp(b.id))
    });
    stronger.into_iter().map(|cpu| Offer { id: cpu.id, spec: cpu.spec }).collect()
}

/// The processor that stands in for one that was left out.
fn processor(asked: &Scenario) -> Option<Offer<engine::hardware::Cpu>> {
    if asked.hardware.cpu.is_some() {
        return None;
    }
    let entry = catalog::cpu(scenario::processor::processor(&asked.hardware))?;
    Some(Offer { id: entry.id, spec: entry.spec })
}

/// Cheapest first, unknown prices last.
fn by_price(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Whether a machine that holds its own card holds another in its place: a module goes onto a board of its kind, and no card
/// does. A card by its own figures is taken for one in a slot.
#[cfg(feature = "market")]
fn takes_place_of(card: &GpuEntry, own: Option<&GpuEntry>) -> bool {
    card.body.form == own.map_or(catalog::GpuForm::Card, |own| own.body.form)
}

/// As above; the browser asks no market for cards.
#[cfg(not(feature = "market"))]
const fn takes_place_of(_card: &GpuEntry, _own: Option<&GpuEntry>) -> bool {
    true
}

/// Cards on sale or in data centers today: the machine's own vendor and class first, the smallest memory first.
fn cards(asked: &Scenario) -> Vec<Offer<engine::hardware::Gpu>> {
    let own = own(asked);
    // What is a part of a whole computer goes into no slot.
    let is_card = |card: &&GpuEntry| !card.segment.is_whole_computer() && own.is_none_or(|own| own.id != card.id);
    let mut cards: Vec<&GpuEntry> = catalog::gpus().iter().filter(is_card).filter(|card| takes_place_of(card, own)).collect();
    let strange = |card: &GpuEntry| {
        own.map_or(0, |own| u8::from(card.spec.vendor != own.spec.vendor) * 2 + u8::from(card.segment != own.segment))
    };
    engine::order::sort_by(&mut cards, |a, b| {
        // Of a card without a price nobody knows whether it pays; what drivers leave free of like cards is no difference.
        let (is_unpriced, gib) = (|card: &GpuEntry| card.price.is_none(), |card: &GpuEntry| card.spec.memory.0.div_ceil(GIB));
        strange(a)
            .cmp(&strange(b))
            .then(is_unpriced(a).cmp(&is_unpriced(b)))
            .then(gib(a).cmp(&gib(b)))
            .then(by_price(a.price.map(|price| price.usd), b.price.map(|price| price.usd)))
            .then(a.id.cmp(b.id))
    });
    cards.into_iter().map(|card| Offer { id: card.id, spec: card.spec }).collect()
}
