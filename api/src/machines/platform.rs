//! The processor, and with it the kind of machine.

use catalog::{CpuEntry, GpuEntry};
use engine::host::cores;

use super::Workload;
use super::market::{Candidate, DESKTOP_CARDS};
use super::memory::{self, Kits};
use super::part::known_first;

/// Lanes that each card must get: a slot of half width, as desktop boards with two cards give them.
const LEAST_LANES: u64 = 8;

/// The kinds of machines, from cheap to dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// A whole computer whose processor shares the memory.
    Unified,
    /// A desktop processor.
    Desktop,
    /// A workstation processor, with lanes for four cards or more.
    Workstation,
    /// A server's, whose case cools cards without fans.
    Server,
}

impl Platform {
    /// The least kind of machine that takes so many of a card.
    pub fn of(card: &GpuEntry, count: u64) -> Self {
        match (card.segment, count) {
            ("unified", _) => Self::Unified,
            ("datacenter", _) => Self::Server,
            (_, count) if count <= DESKTOP_CARDS => Self::Desktop,
            (_, 3 | 4) => Self::Workstation,
            _ => Self::Server,
        }
    }

    /// The kind of machine that a processor's socket is for.
    pub fn of_socket(socket: &str) -> Self {
        let workstation = ["sWRX", "sTR", "W790", "W890"];
        if ["AM4", "AM5", "LGA1700", "LGA1851"].iter().any(|desktop| socket.starts_with(desktop)) {
            Self::Desktop
        } else if workstation.iter().any(|part| socket.contains(part)) {
            Self::Workstation
        } else {
            Self::Server
        }
    }
}

/// Processors for a machine, the cheapest first and those without a price last: the one that was asked for, or all with
/// lanes for the cards.
pub fn processors(work: &Workload, candidate: Candidate) -> Vec<&'static CpuEntry> {
    if let Some(id) = &work.asked.hardware.cpu {
        return catalog::cpu(id).into_iter().collect();
    }
    let least = Platform::of(candidate.entry, candidate.count);
    let mut processors: Vec<&CpuEntry> = catalog::cpus()
        .iter()
        .filter(|cpu| Platform::of_socket(cpu.socket) >= least && cpu.spec.lanes_per_card(candidate.count) >= LEAST_LANES)
        .collect();
    processors.sort_by(|a, b| known_first(a.price, b.price).then(a.id.cmp(b.id)));
    processors
}

/// The processor and kits that together cost least, unknown prices last.
pub fn cheapest(work: &Workload, candidate: Candidate, need_gib: u64) -> Option<(&'static CpuEntry, Kits)> {
    let exactly = work.asked.hardware.ram_gib.is_some();
    let pairs = processors(work, candidate).into_iter().filter_map(|cpu| Some((cpu, memory::kits(cpu, need_gib, exactly)?)));
    let cost = |cpu: &CpuEntry, kits: &Kits| match (cpu.price, kits.cost()) {
        (Some(cpu), Some(kits)) => Some(cpu.usd + kits.usd),
        _ => None,
    };
    pairs.min_by(|a, b| {
        let (first, second) = (cost(a.0, &a.1), cost(b.0, &b.1));
        let known = |cost: Option<f64>| cost.unwrap_or(f64::INFINITY);
        known(first).total_cmp(&known(second)).then(a.0.id.cmp(b.0.id))
    })
}

/// What a processor prepares beside another, in full cores at a clock.
pub fn strength(cpu: &CpuEntry) -> f64 {
    cores::capacity(&cpu.spec, cpu.spec.threads) * cores::clock_ghz(&cpu.spec)
}
