//! Coolers: those of a socket that take away what a processor draws, and that a case has room for.

use catalog::{CaseEntry, CoolerEntry, CoolerKind, CoolerRating, CpuEntry};

use super::boards::Seated;
use crate::machines::offers;
use crate::machines::order::Order;
use crate::machines::standards::COOLER_RESERVE;

/// Whether a cooler takes away what a processor draws for long; false where nobody says what it takes away.
pub fn is_enough(cooler: &CoolerEntry, cpu: &CpuEntry) -> bool {
    let Some(power) = cpu.power() else { return true };
    cooler.sustained.is_some_and(|(takes, from)| match from {
        CoolerRating::Maker => takes.get() >= power.get() * COOLER_RESERVE,
        CoolerRating::Reviews => takes >= power,
    })
}

/// The offered coolers that are enough for a processor, the cheapest first.
fn adequate(order: &Order, cpu: &'static CpuEntry) -> impl Iterator<Item = &'static CoolerEntry> {
    let offered = offers::of(order).coolers.iter().map(|(cooler, _)| *cooler);
    offered.filter(|cooler| cooler.sockets.contains(&cpu.socket) && is_enough(cooler, cpu))
}

/// Whether a case has room for a cooler; an open frame, and a case whose sizes are not known, has.
pub fn has_room(case: Option<&CaseEntry>, cooler: &CoolerEntry) -> bool {
    case.is_none_or(|case| match cooler.kind {
        CoolerKind::Air { height_mm } => case.cooler_height_mm.is_some_and(|most| height_mm <= most),
        CoolerKind::Liquid { radiator_mm } => case.radiators_mm.is_some_and(|lengths| lengths.contains(&radiator_mm)),
    })
}

/// Whether a cooler leaves the first card of a board free.
fn leaves_slots(seat: &Seated, cooler: &CoolerEntry) -> bool {
    !(cooler.covers_first_slot && seat.first_row == Some(1))
}

/// Whether a cooler goes into a case over a board.
pub fn goes_with(cooler: &CoolerEntry, case: Option<&CaseEntry>, seat: &Seated) -> bool {
    has_room(case, cooler) && leaves_slots(seat, cooler)
}

/// The cheapest cooler for a processor in a case over a board.
pub fn cheapest_on(
    order: &Order,
    cpu: &'static CpuEntry,
    case: Option<&CaseEntry>,
    seat: &Seated,
) -> Option<&'static CoolerEntry> {
    adequate(order, cpu).find(|cooler| goes_with(cooler, case, seat))
}

/// The cheapest cooler for a processor in a case.
pub fn cheapest(order: &Order, cpu: &'static CpuEntry, case: Option<&CaseEntry>) -> Option<&'static CoolerEntry> {
    adequate(order, cpu).find(|cooler| has_room(case, cooler))
}

/// What a cooler costs at the least, for any processor.
pub fn least(order: &Order) -> f64 {
    offers::of(order).coolers.iter().map(|(_, cost)| cost.1).min_by(f64::total_cmp).unwrap_or(0.0)
}
