//! Whole systems: those that are sold for such cards or modules beside such a processor.

use catalog::{CpuEntry, GpuForm, Price, ServerEntry};
use engine::units::GIB;

use crate::machines::around::Around;
use crate::machines::board;
use crate::machines::candidate::{Candidate, form};
use crate::machines::draw::Draw;
use crate::machines::offers::cost;
use crate::machines::order::Order;
use crate::machines::part::there;
use crate::price_list;

/// The price of a system.
pub fn price(entry: &ServerEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}

/// Whether a system is sold with such modules, or takes so many cards, beside a processor.
#[must_use]
pub fn takes(entry: &ServerEntry, candidate: &Candidate, cpu: &CpuEntry) -> bool {
    let boards = candidate.boards();
    let is_module = board::takes_modules(&candidate.entry);
    let is_card = form(&candidate.entry) == GpuForm::Card;
    let has_place = if entry.takes_modules() {
        is_module && entry.modules.contains(&candidate.entry.id) && boards == entry.accelerators
    } else {
        is_card && boards <= entry.accelerators
    };
    has_place && entry.sockets.contains(&cpu.socket)
}

/// Whether a system has places for the memory and the drives of a node.
fn holds(entry: &ServerEntry, around: &Around) -> bool {
    let (kits, (_, drives)) = (&around.base.kits, around.drive);
    let takes_memory = kits.modules() <= entry.memory_slots && kits.total_gib() <= entry.max_memory.0 / GIB;
    takes_memory && entry.nvme_bays.is_none_or(|bays| drives <= bays)
}

/// Whether a system takes all that goes into a node, and feeds it.
pub fn suits(entry: &ServerEntry, candidate: &Candidate, around: &Around, draw: &Draw) -> bool {
    takes(entry, candidate, around.base.cpu) && holds(entry, around) && feeds(entry, draw)
}

fn feeds(entry: &ServerEntry, draw: &Draw) -> bool {
    entry.delivers().is_none_or(|delivers| draw.total() <= delivers)
}

/// The system that stands for board, chassis and supplies: the one that was named, or else one that takes cards, memory and
/// drives, known prices and small ones first.
pub fn suiting(order: &Order, candidate: &Candidate, around: &Around, draw: &Draw) -> Option<&'static ServerEntry> {
    if let Some(named) = order.chosen().server {
        return Some(named);
    }
    let suited = catalog::servers().iter().filter(|entry| suits(entry, candidate, around, draw));
    suited.min_by(|a, b| {
        let of = |entry: &ServerEntry| cost(order, entry.id, price(entry), 1);
        let (x, y) = (of(a), of(b));
        let by_cost = x.0.cmp(&y.0).then(x.1.total_cmp(&y.1));
        by_cost.then(a.accelerators.cmp(&b.accelerators)).then(a.height_u.cmp(&b.height_u)).then(a.id.cmp(b.id))
    })
}

/// How many systems of the catalog take the cards beside a processor.
pub fn alike(candidate: &Candidate, cpu: &CpuEntry) -> u64 {
    catalog::servers().iter().filter(|entry| takes(entry, candidate, cpu)).count() as u64
}

/// What a system costs at the least, where the price of any is known or one is there.
pub fn least(order: &Order) -> Option<f64> {
    let known = catalog::servers().iter().filter(|entry| price(entry).is_some() || there(order.owned(), entry.id) > 0);
    known.map(|entry| cost(order, entry.id, price(entry), 1).1).min_by(f64::total_cmp)
}
