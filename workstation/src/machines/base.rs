//! What a machine is built on: the processor with its board and memory.

use std::cmp::Ordering;

use catalog::{CpuEntry, Price};
use engine::host::cores;
use scenario::processor::LEAST_LANES;

use super::around::Base;
use super::board;
use super::candidate::{Candidate, form};
use super::memory::{self, Kits};
use super::offers;
use super::order::Order;
use super::part::known_first;
use super::platform::Platform;
use super::shell;
use super::standards::brings_its_host;
use crate::price_list;

/// Processors for a machine, the cheapest first and those without a price last: the one that was asked for, or all with
/// lanes and a board for the cards.
pub fn processors(order: &Order, candidate: &Candidate) -> Vec<&'static CpuEntry> {
    if let Some(id) = &order.asked.hardware.cpu {
        return catalog::cpu(id).into_iter().collect();
    }
    let least = Platform::of(&candidate.entry, candidate.count);
    let chosen = order.chosen();
    let mut processors: Vec<&CpuEntry> = catalog::cpus()
        .iter()
        .filter(|cpu| chosen.goes_with(cpu))
        .filter(|cpu| Platform::of_processor(cpu) >= least && cpu.spec.lanes_per_card(candidate.count) >= LEAST_LANES)
        .filter(|cpu| carries(cpu, candidate) && order.accepts(cpu.vendor, cpu.id, 1))
        .collect();
    processors.sort_by(|a, b| known_first(price(a), price(b)).then(a.id.cmp(b.id)));
    processors
}

/// Whether some processor, or the one that was asked for, has a board for the cards; a package with its own takes no other.
pub fn is_carried(order: &Order, candidate: &Candidate) -> bool {
    let is_free = !brings_its_host(form(&candidate.entry)) || order.asked.hardware.cpu.is_none();
    is_free && processors(order, candidate).into_iter().any(|cpu| carries(cpu, candidate))
}

fn carries(cpu: &CpuEntry, candidate: &Candidate) -> bool {
    !board::is_needed(&candidate.entry) || board::cheapest(cpu, candidate).is_some()
}

impl Base {
    /// A processor with its board and memory, where they carry the cards and hold so much.
    fn of(order: &Order, cpu: &'static CpuEntry, candidate: &Candidate, need_gib: u64, exactly: bool) -> Option<Self> {
        let board = board::cheapest(cpu, candidate).filter(|_| board::is_needed(&candidate.entry));
        if board.is_none() && board::is_needed(&candidate.entry) {
            return None;
        }
        let bases = memory::types(cpu).filter_map(|memory_type| {
            let kits = memory::kits(cpu, board, need_gib, exactly, order.at_hand().of_type(memory_type))?;
            let base = Self { cpu, board, kits };
            Some((base.cost(order, candidate), base))
        });
        bases.min_by(|(a, x), (b, y)| by_cost(*a, *b).then(x.kits.kit.id.cmp(y.kits.kit.id))).map(|(_, base)| base)
    }

    /// Prices that are not known, and the sum of the others: machines are compared by the first, then by the second, so that
    /// an unknown price never looks cheap.
    pub fn cost(&self, order: &Order, candidate: &Candidate) -> (u64, f64) {
        let Self { cpu, board, kits } = self;
        let processors = price(cpu).map(|price| price.usd * board::processors(*board) as f64);
        let board = board.map_or((0, 0.0), |class| shell::least_board(order, candidate, cpu, class, kits));
        let prices = [processors, kits.cost()];
        let unknown = prices.iter().filter(|price| price.is_none()).count() as u64;
        offers::plus(board, (unknown, prices.iter().flatten().fold(0.0, |sum, usd| sum + usd)))
    }
}

/// The processor, board and kits that together cost least, unknown prices last; with just the memory that was asked for.
pub fn cheapest(order: &Order, candidate: &Candidate, need_gib: u64) -> Option<Base> {
    with(order, candidate, need_gib, order.asked.hardware.ram_gib.is_some())
}

fn with(order: &Order, candidate: &Candidate, need_gib: u64, exactly: bool) -> Option<Base> {
    let bases = processors(order, candidate).into_iter().filter_map(|cpu| Base::of(order, cpu, candidate, need_gib, exactly));
    let costs = bases.map(|base| (base.cost(order, candidate), base));
    costs.min_by(|(a, x), (b, y)| by_cost(*a, *b).then(x.cpu.id.cmp(y.cpu.id))).map(|(_, base)| base)
}

/// Fewer unknown prices first, then the lower sum.
fn by_cost(a: (u64, f64), b: (u64, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// Whatever comes nearest, for hardware that was asked for: kits of more than was asked, a board with fewer slots.
pub fn nearest(order: &Order, candidate: &Candidate, need_gib: u64) -> Option<Base> {
    with(order, candidate, need_gib, false).or_else(|| stretch(order, candidate, need_gib))
}

/// The kits of a machine for hardware that was asked for, where its board takes so much memory.
pub fn kits(order: &Order, candidate: &Candidate, need_gib: u64) -> Option<Kits> {
    let base = cheapest(order, candidate, need_gib).or_else(|| nearest(order, candidate, need_gib))?;
    let Base { cpu, board, kits } = base;
    let is_held = memory::kits(cpu, board, need_gib, false, order.at_hand()).is_some();
    Some(kits).filter(|kits| is_held && kits.total_gib() == need_gib)
}

/// A board with too few slots, or more memory than it takes.
fn stretch(order: &Order, candidate: &Candidate, need_gib: u64) -> Option<Base> {
    let asked = order.asked.hardware.cpu.as_deref().and_then(catalog::cpu);
    let widest = || {
        let least = Platform::of(&candidate.entry, candidate.count);
        let kind = catalog::cpus().iter().filter(|cpu| Platform::of_processor(cpu) >= least);
        kind.max_by(|a, b| {
            let cards = |cpu: &CpuEntry| board::nearest(cpu, candidate).map_or(0, |board| board.max_gpus_x8);
            let lanes = |cpu: &CpuEntry| cpu.spec.lanes_per_card(candidate.count);
            let by_room = (lanes(a), cards(a), a.spec.max_memory.0).cmp(&(lanes(b), cards(b), b.spec.max_memory.0));
            by_room.then(known_first(price(b), price(a))).then(b.id.cmp(a.id))
        })
    };
    let cpu = asked.or_else(widest)?;
    let board = board::cheapest(cpu, candidate).or_else(|| board::nearest(cpu, candidate));
    let board = board.filter(|_| board::is_needed(&candidate.entry));
    let kits =
        memory::kits(cpu, board, need_gib, false, order.at_hand()).or_else(|| memory::beyond(cpu, need_gib, order.at_hand()))?;
    Some(Base { cpu, board, kits })
}

/// The price of a processor.
pub fn price(cpu: &CpuEntry) -> Option<Price> {
    price_list::price(cpu.id, cpu.price)
}

/// What a processor prepares beside another, in full cores at a clock.
pub fn strength(cpu: &CpuEntry) -> f64 {
    cores::capacity(&cpu.spec, cpu.spec.threads) * cores::clock_ghz(&cpu.spec)
}
