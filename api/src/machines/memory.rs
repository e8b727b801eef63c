//! The memory: the cheapest kits that hold what a plan needs and that the processor takes.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use catalog::{CpuEntry, MemoryKit, PlatformEntry, Price};

use super::part::{known_first, there};
use super::platform::Platform;
use crate::v1::scenario::OwnedPart;

/// Modules per channel: two on desktop boards, one where registered modules are to keep their rate.
const DESKTOP_MODULES_PER_CHANNEL: u64 = 2;
/// Fewest modules: both channels of a desktop, a third or half of the others'.
const LEAST_MODULES: (u64, u64) = (2, 4);
/// Months after which a kit's own price no longer stands beside newer ones of its kind: DDR5 rose more than threefold from
/// 2025-07 to 2026-06.
const MONTHS_COMPARABLE: u64 = 3;

/// Kits to buy, and their price by the newest quote of their kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kits {
    /// The kit or module.
    pub kit: &'static MemoryKit,
    /// How many.
    pub quantity: u64,
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

    /// Price of all of them, where it is known.
    #[must_use]
    pub fn cost(&self) -> Option<Price> {
        self.price.map(|price| Price { usd: price.usd * self.quantity as f64, ..price })
    }
}

/// The cheapest kits that give a processor on a board at least so much memory; exactly so much where that was asked for.
///
/// On a desktop two modules go before four, which run at a much lower rate: 3,600 MT/s in place of 5,200 by AMD's
/// specification of AM5.
pub fn kits(cpu: &CpuEntry, board: Option<&PlatformEntry>, need_gib: u64, exactly: bool) -> Option<Kits> {
    let desktop = Platform::of_socket(cpu.socket) == Platform::Desktop;
    let holds = |kits: &Kits| if exactly { kits.total_gib() == need_gib } else { kits.total_gib() >= need_gib };
    let mut fitting: Vec<Kits> = fitting(cpu, board).into_iter().filter(holds).collect();
    if desktop && fitting.iter().any(|kits| kits.modules() <= cpu.spec.memory_channels) {
        fitting.retain(|kits| kits.modules() <= cpu.spec.memory_channels);
    }
    fitting.into_iter().min_by(by_cost)
}

/// Kits for a processor on a board, the smallest first, each the cheapest that gives at least its memory.
pub fn levels(cpu: &CpuEntry, board: Option<&PlatformEntry>) -> Vec<Kits> {
    let desktop = Platform::of_socket(cpu.socket) == Platform::Desktop;
    let mut fitting = fitting(cpu, board);
    if desktop {
        let few = |kits: &Kits| kits.modules() <= cpu.spec.memory_channels;
        let most_of_few = fitting.iter().filter(|kits| few(kits)).map(Kits::total_gib).max().unwrap_or(0);
        fitting.retain(|kits| few(kits) || kits.total_gib() > most_of_few);
    }
    fitting.sort_by(|a, b| b.total_gib().cmp(&a.total_gib()).then_with(|| by_cost(a, b)));
    let mut levels: Vec<Kits> = Vec::new();
    for kits in fitting {
        // Four modules are for what two do not give, however cheap.
        let is_fewer =
            |last: &Kits| desktop && kits.modules() <= cpu.spec.memory_channels && last.modules() > cpu.spec.memory_channels;
        if levels.last().is_none_or(|last| is_fewer(last) || by_cost(&kits, last).is_lt()) {
            levels.push(kits);
        }
    }
    levels.reverse();
    levels
}

/// Kits that are there already and that a processor on a board takes.
pub fn owned(cpu: &CpuEntry, board: Option<&PlatformEntry>, owned: &[OwnedPart]) -> Vec<Kits> {
    fitting(cpu, board).into_iter().filter(|kits| there(owned, kits.kit.id) > 0).collect()
}

/// The price of a kit.
pub fn listed(id: &str) -> Option<Price> {
    PRICES.get(id).and_then(|(price, _)| *price)
}

/// Every number of every kit that a processor on a board takes.
fn fitting(cpu: &CpuEntry, board: Option<&PlatformEntry>) -> Vec<Kits> {
    let desktop = Platform::of_socket(cpu.socket) == Platform::Desktop;
    let channels = cpu.spec.memory_channels;
    let most = if desktop { channels * DESKTOP_MODULES_PER_CHANNEL } else { channels };
    let most = board.map_or(most, |board| most.min(board.memory_slots));
    let least = if desktop { LEAST_MODULES.0 } else { LEAST_MODULES.1.min(channels) };
    let most_gib = cpu.spec.max_memory.min(board.map_or(cpu.spec.max_memory, |board| board.max_memory)).as_gib() as u64;
    let mut fitting: Vec<Kits> = Vec::new();
    for kit in catalog::memory_kits().iter().filter(|kit| takes(cpu, kit, desktop)) {
        let (price, priced_as) = PRICES.get(kit.id).copied().unwrap_or_default();
        for quantity in 1..=most / kit.modules.max(1) {
            // Unbuffered kits are matched sets; two of them are no promise to run together.
            let matched = !desktop || quantity == 1;
            if matched && kit.total_gib * quantity <= most_gib && kit.modules * quantity >= least {
                fitting.push(Kits { kit, quantity, price, priced_as });
            }
        }
    }
    fitting
}

/// The cheaper first, unknown prices last; then the one with fewer modules.
fn by_cost(a: &Kits, b: &Kits) -> Ordering {
    known_first(a.cost(), b.cost()).then(a.modules().cmp(&b.modules())).then(a.kit.id.cmp(b.kit.id))
}

/// As many of the largest kit as hold so much, where no board takes them: what was asked for, to be told.
pub fn beyond(cpu: &CpuEntry, need_gib: u64) -> Option<Kits> {
    let desktop = Platform::of_socket(cpu.socket) == Platform::Desktop;
    let largest =
        catalog::memory_kits().iter().filter(|kit| takes(cpu, kit, desktop)).max_by_key(|kit| (kit.total_gib, kit.id))?;
    let (price, priced_as) = PRICES.get(largest.id).copied().unwrap_or_default();
    Some(Kits { kit: largest, quantity: need_gib.div_ceil(largest.total_gib).max(1), price, priced_as })
}

/// Whether a processor's boards take such modules.
fn takes(cpu: &CpuEntry, kit: &MemoryKit, desktop: bool) -> bool {
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
    use super::*;

    /// The engine installs what can be bought: the capacities that it knows of a processor are those of kits that it takes.
    #[test]
    fn capacities_of_processors_are_those_of_their_kits() {
        for cpu in catalog::cpus() {
            let usual = (4..14).flat_map(|power| [1 << power, 3 << (power - 1)]);
            let mut sold: Vec<u64> = usual.filter(|gib| kits(cpu, None, *gib, true).is_some()).collect();
            sold.sort_unstable();
            assert_eq!(cpu.spec.kits_gib, sold, "{}", cpu.id);
        }
    }
}
