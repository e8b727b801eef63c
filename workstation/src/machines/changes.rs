//! Single changes of a machine that may be worth their money: more memory, a faster drive, a stronger processor of the same
//! socket, another card, more cards.

use catalog::{CpuEntry, GpuEntry, Price, Segment, StorageEntry};
use engine::host::kits::CAPACITIES_GIB;
use engine::units::{FlopsPerSecond, GIB};

use super::base::{self, strength};
use super::candidate::{COUNTS, card_price, is_on_sale, most_cards};
use super::order::{AtHand, Order};
use super::part::there;
use super::{Build, Housing, PartKind, Platform, board, drive, memory};
use wire::v1::Scenario;
use wire::v1::choices::Sharding;
use wire::v1::scenario::{GpuChoice, Loader, OwnedPart};

/// What a change is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// More host memory.
    Memory,
    /// A faster drive.
    Storage,
    /// A stronger processor of the same socket.
    Cpu,
    /// Another card.
    Gpu,
    /// More of the same card.
    GpuCount,
}

impl ChangeKind {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Storage => "storage",
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::GpuCount => "gpu-count",
        }
    }

    /// The kind of part that comes.
    #[must_use]
    pub const fn part(self) -> PartKind {
        match self {
            Self::Memory => PartKind::Memory,
            Self::Storage => PartKind::Storage,
            Self::Cpu => PartKind::Cpu,
            Self::Gpu | Self::GpuCount => PartKind::Gpu,
        }
    }
}

/// A machine that differs from another in one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// What differs.
    pub kind: ChangeKind,
    /// The scenario on it: the plan stays, the loader follows where it was left open.
    pub scenario: Scenario,
}

/// What several of one part cost beside a machine, by its id and its price in the catalog; none where that is not known.
pub type Cost<'a> = dyn Fn(&'static str, Option<Price>, u64) -> Option<f64> + 'a;

/// Capacities of host memory that are looked at beyond what is installed.
const LARGER_MEMORIES: usize = 3;

/// Changes of a machine, and how many parts would be better but have no price.
///
/// `planned` is the scenario on the machine with every field decided, `asked` what was asked for, `cost` what several of one
/// part cost beside the machine, and `most` the most that a change may cost: what is dearer by itself is left out.
pub fn changes(build: &Build, planned: &Scenario, asked: &Scenario, cost: &Cost, most: f64) -> (Vec<Change>, u64) {
    let look = Look { build, planned, asked, cost, most };
    let mut unpriced = 0;
    let mut changes = Vec::new();
    if build.frame.shell.housing != Housing::Computer {
        changes.extend(look.memories());
        changes.extend(look.drives(&mut unpriced));
        changes.extend(look.processors(&mut unpriced));
    }
    changes.extend(look.cards(&mut unpriced));
    changes.extend(look.more_cards());
    if asked.training.micro_batch_size.is_none() && asked.constraints.global_batch_size.is_none() {
        changes = with_open_batches(&changes);
    }
    (changes, unpriced)
}

/// Every change once more with a batch that is chosen again: a batch that was chosen for little memory or a slow drive is none for
/// a machine with more.
fn with_open_batches(changes: &[Change]) -> Vec<Change> {
    let open = changes.iter().map(|change| {
        let mut change = change.clone();
        change.scenario.training.micro_batch_size = None;
        change
    });
    open.chain(changes.iter().cloned()).collect()
}

/// The machine with what was named where it goes with the rest, and other parts where it does not: what mends a machine whose
/// parts do not go together.
#[must_use]
pub fn mended(build: &Build, planned: &Scenario, asked: &Scenario) -> Scenario {
    Look { build, planned, asked, cost: &|_, _, _| None, most: 0.0 }.start()
}

struct Look<'a> {
    build: &'a Build,
    planned: &'a Scenario,
    asked: &'a Scenario,
    cost: &'a Cost<'a>,
    most: f64,
}

impl Look<'_> {
    /// The plan with an open loader where it was left open, on a machine whose parts stay where they do.
    fn start(&self) -> Scenario {
        let mut scenario = self.planned.clone();
        scenario.hardware.owned = Some(kept(self.build));
        // What was named is there now, and stays where it goes with the change.
        scenario.hardware.parts = None;
        let asked: &Loader = &self.asked.training.loader;
        scenario.training.loader = asked.clone();
        scenario.constraints = wire::v1::scenario::Constraints::default();
        scenario
    }

    fn change(&self, kind: ChangeKind, change: impl FnOnce(&mut Scenario)) -> Change {
        let mut scenario = self.start();
        change(&mut scenario);
        Change { kind, scenario }
    }

    /// Whether several of one part cost no more than the most; none where its price is not known. What it takes the place of is
    /// not sold.
    fn affordable(&self, id: &'static str, listed: Option<Price>, count: u64) -> Option<bool> {
        Some((self.cost)(id, listed, count)? <= self.most)
    }

    fn memories(&self) -> Vec<Change> {
        let frame = &self.build.frame;
        let (Some(cpu), Some(own)) = (frame.cpu, frame.kits) else { return Vec::new() };
        // The board stays, and with it the kind of memory.
        let memory_type = Some(own.kit.memory_type);
        let at_hand = AtHand { owned: self.build.owned(), nodes: self.nodes(), kit: None, memory_type };
        let fits = |gib: &u64| memory::kits(cpu, frame.board, *gib, true, at_hand).is_some_and(|kits| kits.total_gib() == *gib);
        let larger = CAPACITIES_GIB.into_iter().filter(|gib| *gib > own.total_gib()).filter(fits).take(LARGER_MEMORIES);
        larger.map(|gib| self.change(ChangeKind::Memory, |scenario| scenario.hardware.ram_gib = Some(gib))).collect()
    }

    fn drives(&self, unpriced: &mut u64) -> Vec<Change> {
        let own = self.planned.hardware.storage.as_deref().and_then(catalog::storage);
        let Some(own) = own else { return Vec::new() };
        let owned = self.planned.hardware.storage_count.unwrap_or(1);
        let platform = self.build.frame.cpu.map_or(Platform::Desktop, Platform::of_processor);
        let mut anywhere = self.asked.clone();
        (anywhere.hardware.storage, anywhere.hardware.storage_count) = (None, None);
        let order = Order::new(anywhere, self.nodes(), drive::least_capacity(&self.build.answer));
        let volume = own.spec.striped(owned);
        let quicker = |drive: &StorageEntry, count: u64| {
            let other = drive.spec.striped(count);
            other.sequential_read > volume.sequential_read || other.random_read_iops > volume.random_read_iops
        };
        let system = self.build.parts.iter().find(|part| part.kind == PartKind::SystemDrive).map(|part| part.id);
        let mut changes = Vec::new();
        for (drive, count) in drive::drives(&order) {
            // Not more drives than the machine has places for, and not the one that its system is on.
            if system == Some(drive.id) || !quicker(drive, count) || drive.id == own.id || count > drive::most(drive, platform) {
                continue;
            }
            match self.affordable(drive.id, drive::price(drive), count * self.nodes()) {
                None => *unpriced += 1,
                Some(false) => {}
                Some(true) => changes.push(self.change(ChangeKind::Storage, |scenario| {
                    scenario.hardware.storage = Some(drive.id.to_owned());
                    scenario.hardware.storage_count = Some(count);
                })),
            }
        }
        changes
    }

    fn processors(&self, unpriced: &mut u64) -> Vec<Change> {
        let Some(own) = self.build.frame.cpu else { return Vec::new() };
        let count = self.build.frame.processors * self.nodes();
        let candidate = self.build.candidate();
        let carries = |cpu: &CpuEntry| !board::is_needed(&candidate.entry) || board::cheapest(cpu, candidate).is_some();
        let stronger = catalog::cpus().iter().filter(|cpu| cpu.socket == own.socket && strength(cpu) > strength(own));
        let mut changes = Vec::new();
        for cpu in stronger.filter(|cpu| carries(cpu)) {
            match self.affordable(cpu.id, base::price(cpu), count) {
                None => *unpriced += 1,
                Some(false) => {}
                Some(true) => {
                    changes.push(self.change(ChangeKind::Cpu, |scenario| scenario.hardware.cpu = Some(cpu.id.to_owned())));
                }
            }
        }
        changes
    }

    fn cards(&self, unpriced: &mut u64) -> Vec<Change> {
        let candidate = self.build.candidate();
        let own = &candidate.entry;
        let platform = Platform::of(own, candidate.count);
        let mut changes = Vec::new();
        if own.segment == Segment::Laptop {
            // What is soldered into a laptop is not changed.
            return changes;
        }
        for card in catalog::gpus().iter().filter(|card| card.id != own.id && is_on_sale(card)) {
            let alike = card.spec.vendor == own.spec.vendor
                && card.body.form == own.body.form
                && Platform::of(card, candidate.count) == platform
                && candidate.count.is_multiple_of(card.devices_per_board)
                && candidate.count <= most_cards(card);
            if !alike || !is_stronger(card, own) {
                continue;
            }
            let boards = candidate.count.div_ceil(card.devices_per_board) * self.nodes();
            match self.affordable(card.id, card_price(card), boards) {
                None => *unpriced += 1,
                Some(false) => {}
                Some(true) => changes.push(self.change(ChangeKind::Gpu, |scenario| {
                    scenario.hardware.gpu = Some(GpuChoice::Id(card.id.to_owned()));
                })),
            }
        }
        changes
    }

    fn more_cards(&self) -> Option<Change> {
        let candidate = self.build.candidate();
        let next = COUNTS.into_iter().find(|count| *count > candidate.count)?;
        let is_asked = self.asked.constraints.global_batch_size.is_some();
        let is_beyond = self.asked.constraints.max_gpus.is_some_and(|most| next * self.nodes() > most);
        let boards = next.div_ceil(candidate.entry.devices_per_board) * self.nodes();
        let is_affordable = self.affordable(candidate.entry.id, card_price(&candidate.entry), boards)?;
        if next > most_cards(&candidate.entry) || is_asked || is_beyond || !is_affordable {
            return None;
        }
        Some(self.change(ChangeKind::GpuCount, |scenario| {
            scenario.hardware.gpu_count = Some(next);
            if scenario.training.sharding.is_none_or(|sharding| sharding == Sharding::None) {
                scenario.training.sharding = Some(Sharding::Ddp);
            }
        }))
    }

    fn nodes(&self) -> u64 {
        self.build.answer.scenario.hardware.nodes
    }
}

/// What is there once a machine stands: its parts, and what else was there.
fn kept(build: &Build) -> Vec<OwnedPart> {
    let mut kept: Vec<OwnedPart> = build.owned().to_vec();
    for part in &build.parts {
        let there = there(build.owned(), part.id);
        kept.retain(|own| own.id != part.id);
        kept.push(OwnedPart { id: part.id.to_owned(), quantity: there.max(part.quantity) });
    }
    kept
}

/// Whether a card has more of anything that time or memory depends on.
fn is_stronger(card: &GpuEntry, own: &GpuEntry) -> bool {
    let rate = |rate: Option<FlopsPerSecond>| rate.map_or(0.0, FlopsPerSecond::get);
    let (x, y) = (&card.spec, &own.spec);
    x.memory.0 / GIB > y.memory.0 / GIB
        || x.memory_bandwidth > y.memory_bandwidth
        || x.fp32 > y.fp32
        || rate(x.tf32) > rate(y.tf32)
        || rate(x.fp16) > rate(y.fp16)
        || rate(x.bf16) > rate(y.bf16)
}
