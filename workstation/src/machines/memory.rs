//! The memory: the cheapest kits that hold what a plan needs and that the processor takes.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::sync::LazyLock;

use catalog::{CpuEntry, MemoryKit, PlatformEntry, Price};

use super::board;
use super::order::AtHand;
use super::platform::Platform;
use crate::price_list;

/// Modules per channel: two on desktop boards, one where registered modules are to keep their rate.
const DESKTOP_MODULES_PER_CHANNEL: u64 = 2;
/// Fewest modules: both channels of a desktop, a third or half of the others'.
const LEAST_MODULES: (u64, u64) = (2, 4);
/// Months after which a kit's own price no longer stands beside newer ones of its kind: DDR5 rose more than threefold from
/// 2025-07 to 2026-06.
const MONTHS_COMPARABLE: u64 = 3;

/// Kits to install, and their price by the newest quote of their kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kits {
    /// The kit or module.
    pub kit: &'static MemoryKit,
    /// How many in each node.
    pub quantity: u64,
    /// Share of them that must be bought: nothing where all are there already.
    pub bought: f64,
    /// Price of one, where one is known.
    pub price: Option<Price>,
    /// The kit whose newer price of a GB stands in for its own.
    pub priced_as: Option<&'static MemoryKit>,
}

impl Kits {
    /// Capacity in all, in GiB.
    #[must_use]
    pub const fn total_gib(&self) -> u64 {
        self.kit.total_gib * self.quantity
    }

    /// Modules in all.
    #[must_use]
    pub const fn modules(&self) -> u64 {
        self.kit.modules * self.quantity
    }

    /// What a node's cost that are not there already, where that is known.
    #[must_use]
    pub fn cost(&self) -> Option<f64> {
        if self.is_there() { Some(0.0) } else { self.price.map(|price| price.usd * self.quantity as f64 * self.bought) }
    }

    /// Whether all of them are there already.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.bought <= 0.0
    }
}

/// The cheapest kits that give a processor on a board at least so much memory; exactly so much where that was asked for.
/// Kits that are there already go before all others, whatever more they hold.
///
/// On a desktop two modules go before four, which run at a much lower rate: 3,600 MT/s in place of 5,200 by AMD's
/// specification of AM5.
pub fn kits(cpu: &CpuEntry, board: Option<&PlatformEntry>, need_gib: u64, exactly: bool, at_hand: AtHand) -> Option<Kits> {
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let mut fitting = fitting(cpu, board, at_hand);
    let filling = |kits: &Kits| filled_channels(cpu, board, kits);
    let there = fitting.iter().filter(|kits| kits.is_there() && kits.total_gib() >= need_gib);
    if let Some(there) = there.min_by_key(|kits| (kits.total_gib(), Reverse(filling(kits)), kits.modules(), kits.kit.id)) {
        return Some(*there);
    }
    fitting.retain(|kits| if exactly { kits.total_gib() == need_gib } else { kits.total_gib() >= need_gib });
    if desktop && fitting.iter().any(|kits| kits.modules() <= cpu.spec.memory_channels) {
        fitting.retain(|kits| kits.modules() <= cpu.spec.memory_channels);
    }
    fitting.into_iter().min_by(|a, b| by_cost(a, b, filling))
}

/// Kits for a processor on a board, the smallest first, each the cheapest that gives at least its memory: of usual capacities,
/// and those that are there already.
pub fn levels(cpu: &CpuEntry, board: Option<&PlatformEntry>, at_hand: AtHand) -> Vec<Kits> {
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let mut fitting = fitting(cpu, board, at_hand);
    fitting.retain(|kits| kits.is_there() || is_usual(kits.total_gib()));
    let few = |kits: &Kits| kits.modules() <= cpu.spec.memory_channels;
    if desktop {
        let most_of_few = fitting.iter().filter(|kits| few(kits)).map(Kits::total_gib).max().unwrap_or(0);
        fitting.retain(|kits| few(kits) || kits.is_there() || kits.total_gib() > most_of_few);
    }
    let filling = |kits: &Kits| filled_channels(cpu, board, kits);
    fitting.sort_by(|a, b| b.total_gib().cmp(&a.total_gib()).then_with(|| by_cost(a, b, filling)));
    let mut levels: Vec<Kits> = Vec::new();
    for kits in fitting {
        // Four modules are for what two do not give, however cheap.
        let is_fewer = |last: &Kits| desktop && few(&kits) && !few(last) && (kits.is_there() || !last.is_there());
        if levels.last().is_none_or(|last| is_fewer(last) || is_cheaper(&kits, last)) {
            levels.push(kits);
        }
    }
    levels.reverse();
    levels
}

/// Kinds of memory that a processor's boards take, each board one of them.
pub fn types(cpu: &CpuEntry) -> impl Iterator<Item = &'static str> + use<> {
    let own = cpu.memory_type;
    ["DDR4", "DDR5"].into_iter().filter(move |memory_type| own.contains(memory_type))
}

/// Capacities in GiB that memory is planned by: powers of two, and half as much again.
const fn is_usual(gib: u64) -> bool {
    gib.is_power_of_two() || (gib.is_multiple_of(3) && (gib / 3).is_power_of_two())
}

/// Whether kits cost less than larger ones; of those without a price the smaller.
fn is_cheaper(kits: &Kits, larger: &Kits) -> bool {
    match (kits.cost(), larger.cost()) {
        (Some(own), Some(other)) => own < other,
        (own, other) => own.is_some() || (other.is_none() && kits.total_gib() < larger.total_gib()),
    }
}

/// Channels of a node that kits fill; none where two modules of one make all of them slower.
fn filled_channels(cpu: &CpuEntry, board: Option<&PlatformEntry>, kits: &Kits) -> u64 {
    let channels = cpu.spec.memory_channels * board::processors(board);
    if kits.modules() > channels { 0 } else { kits.modules() }
}

/// The price of a kit.
pub fn list_price(id: &str) -> Option<Price> {
    price_list::price(id, PRICES.get(id).and_then(|(price, _)| *price))
}

/// The price of a kit by the list in force, or by the catalog.
fn priced(kit: &MemoryKit) -> Priced {
    let listed = price_list::price(kit.id, None).map(|price| (Some(price), None));
    listed.or_else(|| PRICES.get(kit.id).copied()).unwrap_or_default()
}

/// Every number of every kit that a processor on a board takes: on a desktop one matched set, or as many as are there already;
/// registered modules by the slots of the processors that are there, or one a channel where no board says.
fn fitting(cpu: &CpuEntry, board: Option<&PlatformEntry>, at_hand: AtHand) -> Vec<Kits> {
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let channels = cpu.spec.memory_channels;
    let most = if desktop { channels * DESKTOP_MODULES_PER_CHANNEL } else { channels };
    let most = match board {
        Some(board) if desktop => most.min(board.memory_slots),
        Some(entry) => entry.memory_slots * board::processors(board) / entry.processors.max(1),
        None => most,
    };
    let least = if desktop { LEAST_MODULES.0 } else { LEAST_MODULES.1.min(channels) };
    let most_gib = cpu.spec.max_memory.min(board.map_or(cpu.spec.max_memory, |board| board.max_memory)).as_gib() as u64;
    let mut fitting: Vec<Kits> = Vec::new();
    for kit in catalog::memory_kits().iter().filter(|kit| takes(cpu, kit, desktop) && at_hand.takes(kit)) {
        let (price, priced_as) = priced(kit);
        for quantity in 1..=most / kit.modules.max(1) {
            let bought = at_hand.to_buy(kit.id, quantity);
            // Unbuffered kits are matched sets; two of them are no promise to run together, so that none is bought to another.
            let matched = !desktop || quantity == 1 || bought == 0;
            if matched && kit.total_gib * quantity <= most_gib && kit.modules * quantity >= least {
                let bought = bought as f64 / (quantity * at_hand.nodes) as f64;
                fitting.push(Kits { kit, quantity, bought, price, priced_as });
            }
        }
    }
    fitting
}

/// The cheaper first, unknown prices last; then the larger, then the one that fills more channels, with fewer modules.
fn by_cost(a: &Kits, b: &Kits, filled: impl Fn(&Kits) -> u64) -> Ordering {
    usd_first(a.cost(), b.cost())
        .then(b.total_gib().cmp(&a.total_gib()))
        .then_with(|| filled(b).cmp(&filled(a)))
        .then(a.modules().cmp(&b.modules()))
        .then(a.kit.id.cmp(b.kit.id))
}

/// Cheapest first, unknown prices last.
pub fn usd_first(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// As many of the largest kit as hold so much, where no board takes them: what was asked for, so that it can be named.
pub fn beyond(cpu: &CpuEntry, need_gib: u64, at_hand: AtHand) -> Option<Kits> {
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let largest = catalog::memory_kits()
        .iter()
        .filter(|kit| takes(cpu, kit, desktop) && at_hand.takes(kit))
        .max_by_key(|kit| (kit.total_gib, kit.id))?;
    let (price, priced_as) = priced(largest);
    let quantity = need_gib.div_ceil(largest.total_gib).max(1);
    let bought = at_hand.to_buy(largest.id, quantity) as f64 / (quantity * at_hand.nodes) as f64;
    Some(Kits { kit: largest, quantity, bought, price, priced_as })
}

/// The kits that an installed capacity most likely is, and how many of them: those that fill the processor's channels, of the
/// newer kind where its boards take two. None where no number of kits comes to it.
#[must_use]
pub fn installed(cpu: &CpuEntry, gib: u64) -> Option<(&'static MemoryKit, u64)> {
    let desktop = Platform::of_processor(cpu) == Platform::Desktop;
    let makes_up = |kit: &&MemoryKit| takes(cpu, kit, desktop) && gib > 0 && gib.is_multiple_of(kit.total_gib);
    let kits = catalog::memory_kits().iter().filter(makes_up).map(|kit| (kit, gib / kit.total_gib));
    kits.min_by_key(|(kit, quantity)| {
        let modules = kit.modules * quantity;
        (modules.abs_diff(cpu.spec.memory_channels), Reverse(kit.memory_type), *quantity, kit.id)
    })
}

/// Whether a processor's boards take such modules.
pub fn takes(cpu: &CpuEntry, kit: &MemoryKit, desktop: bool) -> bool {
    let unbuffered = kit.form.starts_with("UDIMM");
    cpu.memory_type.contains(kit.memory_type) && unbuffered == desktop && !(desktop && kit.ecc)
}

/// The price of every kit, worked out once.
static PRICES: LazyLock<BTreeMap<&'static str, Priced>> =
    LazyLock::new(|| catalog::memory_kits().iter().map(|kit| (kit.id, price(kit))).collect());

/// The price of a kit, and the kit whose price of a GB stands in for its own.
type Priced = (Option<Price>, Option<&'static MemoryKit>);

/// The price of a kit: its own, or where newer ones of its kind are known, the newest price of a GB of the nearest size.
fn price(kit: &'static MemoryKit) -> Priced {
    let kind = |other: &&MemoryKit| {
        other.memory_type == kit.memory_type && other.form.starts_with("UDIMM") == kit.form.starts_with("UDIMM")
    };
    let whole = |price: Price| Price { usd: price.usd * kit.total_gib as f64, ..price };
    let quoted: Vec<(&MemoryKit, Price)> =
        catalog::memory_kits().iter().filter(kind).filter_map(|other| Some((other, other.price_per_gb?))).collect();
    let newest = quoted.iter().filter_map(|(_, price)| month(price.date)).max();
    let is_current = |price: &Price| newest.zip(month(price.date)).is_some_and(|(newest, own)| own + MONTHS_COMPARABLE >= newest);
    if let Some(own) = kit.price_per_gb.filter(is_current) {
        return (Some(whole(own)), None);
    }
    let current = quoted.iter().filter(|(_, price)| is_current(price));
    let nearest = current.min_by_key(|(other, _)| (other.total_gib.abs_diff(kit.total_gib), other.id));
    nearest.map_or((kit.price_per_gb.map(whole), None), |(other, price)| (Some(whole(*price)), Some(*other)))
}

fn month(date: &str) -> Option<u64> {
    let (year, rest) = date.split_once('-')?;
    Some(year.parse::<u64>().ok()? * 12 + rest.get(..2)?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use wire::v1::scenario::OwnedPart;

    use super::*;

    /// The engine installs what can be bought: the capacities that it knows of a processor are those of kits that it takes, and
    /// that no larger ones undercut.
    #[test]
    fn capacities_of_processors_are_those_of_their_kits() {
        for cpu in catalog::cpus() {
            let sold: Vec<u64> =
                levels(cpu, None, AtHand::NOTHING).iter().map(Kits::total_gib).filter(|gib| *gib >= 16).collect();
            assert_eq!(cpu.spec.kits_gib, sold, "{}", cpu.id);
        }
    }

    /// No other modules of the catalog that fit the board hold as much and cost less.
    #[test]
    fn no_other_modules_that_fit_hold_as_much_for_less() {
        for cpu in catalog::cpus() {
            let desktop = Platform::of_processor(cpu) == Platform::Desktop;
            for board in catalog::platforms_of(cpu).map(Some).chain([None]) {
                let slots = board
                    .map_or(cpu.spec.memory_channels, |entry| entry.memory_slots * board::processors(board) / entry.processors);
                for level in levels(cpu, board, AtHand::NOTHING) {
                    let (gib, own) = (level.total_gib(), level.cost());
                    let chosen = kits(cpu, board, gib, true, AtHand::NOTHING).expect("what is offered can be asked for");
                    assert_eq!(chosen.cost(), own, "{} {gib}", cpu.id);
                    let Some(own) = own else { continue };
                    for kit in catalog::memory_kits().iter().filter(|kit| takes(cpu, kit, desktop)) {
                        // A desktop has one matched set; four modules are for what two do not give.
                        let slots = if desktop { cpu.spec.memory_channels.min(slots) } else { slots };
                        let most = if desktop { 1 } else { slots / kit.modules };
                        let room = cpu.spec.max_memory.min(board.map_or(cpu.spec.max_memory, |board| board.max_memory)).as_gib();
                        for quantity in (1..=most).filter(|quantity| kit.modules * quantity <= slots) {
                            let total = kit.total_gib * quantity;
                            let is_offered = total >= gib && total as f64 <= room && is_usual(total);
                            let is_offered =
                                is_offered && kit.modules * quantity >= if desktop { 2 } else { 4.min(cpu.spec.memory_channels) };
                            let other = list_price(kit.id).map(|price| price.usd * quantity as f64);
                            let is_less = other.is_some_and(|other| other < own * (1.0 - 1e-9));
                            assert!(
                                !is_offered || !is_less,
                                "{} {gib} GiB at {own}: {quantity} x {} at {other:?}",
                                cpu.id,
                                kit.id
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn installed_memory_is_kits_that_the_board_takes() {
        let installed = |cpu: &str, gib| {
            let (kit, quantity) = installed(catalog::cpu(cpu)?, gib)?;
            Some((kit.id, quantity))
        };
        assert_eq!(installed("ryzen-9-7950x", 64), Some(("ddr5-udimm-2x32", 1)));
        assert_eq!(installed("ryzen-5-5600x", 32), Some(("ddr4-udimm-2x16", 1)));
        assert_eq!(installed("core-i9-13900k", 64), Some(("ddr5-udimm-2x32", 1)));
        assert_eq!(installed("epyc-9554", 768), Some(("ddr5-rdimm-1x64", 12)));
        assert_eq!(installed("ryzen-9-7950x", 43), None);
    }

    #[test]
    fn a_terabyte_fills_the_slots_of_a_server_and_owned_modules_go_first() {
        let cpu = catalog::cpu("epyc-9554").expect("a processor");
        let board = catalog::platforms().iter().find(|board| board.id == "hgx-8");
        let bought = kits(cpu, board, 1024, true, AtHand::NOTHING).expect("kits");
        assert_eq!((bought.quantity, bought.kit.id), (16, "ddr5-rdimm-1x64"));
        let owned = [OwnedPart { id: "ddr5-rdimm-1x128".to_owned(), quantity: 8 }];
        let there = kits(cpu, board, 1024, true, AtHand { owned: &owned, nodes: 1, ..AtHand::NOTHING }).expect("kits");
        assert_eq!((there.quantity, there.kit.id, there.cost()), (8, "ddr5-rdimm-1x128", Some(0.0)));
        // Two nodes share them, so that half of them are bought.
        let shared = kits(cpu, board, 1024, true, AtHand { owned: &owned, nodes: 2, ..AtHand::NOTHING }).expect("kits");
        assert!(!shared.is_there(), "{shared:?}");
        let desktop = catalog::cpu("core-i9-13900k").expect("a processor");
        let owned = [OwnedPart { id: "ddr4-udimm-2x16".to_owned(), quantity: 2 }];
        let there = kits(desktop, None, 64, true, AtHand { owned: &owned, nodes: 1, ..AtHand::NOTHING }).expect("kits");
        assert_eq!((there.quantity, there.kit.id, there.cost()), (2, "ddr4-udimm-2x16", Some(0.0)));
    }
}
