//! Lines of the bill for what carries, feeds, houses and joins: board, power supply, case, network.

use engine::device::roofline::traffic;
use engine::units::GIB;
use scenario::parts::{CHASSIS_SUPPLIES, SUPPLY_TO_BE_SIZED};

use super::super::board as boards;
use super::super::candidate::Candidate;
use super::super::frame::Frame;
use super::super::housing::{self, Housing};
use super::super::network as between;
use super::super::order::Order;
use super::super::part::{Part, PartKind, PartNote, PartReason, price_unknown};
use super::super::supply::{Fitted, SUSTAINED_SHARE, Supplies};
use crate::price_list;

/// The class of boards, where one is bought.
pub fn board(order: &Order, candidate: &Candidate, frame: &Frame) -> Option<Part> {
    let entry = frame.board?;
    let price = boards::price(entry);
    let mut notes = class(entry.id, price.is_some());
    // Which slots share lanes matters for several cards alone.
    notes.extend((candidate.boards() > 1).then_some(PartNote::BoardsDiffer { en: entry.gpu_note, zh: entry.gpu_note_zh }));
    Some(Part {
        kind: PartKind::Board,
        id: entry.id,
        name: entry.name.to_owned(),
        quantity: order.nodes,
        reason: PartReason::Carries {
            cards: candidate.boards(),
            modules: frame.kits.map_or(0, |kits| kits.modules()),
            slots: entry.memory_slots,
            most_gib: entry.max_memory.0 / GIB,
        },
        price,
        notes,
    })
}

/// The power supplies.
pub fn psu(order: &Order, frame: &Frame) -> Part {
    let sustained = frame.draw.total().get();
    let wanted = sustained / SUSTAINED_SHARE;
    let kind = PartKind::Psu;
    let [chassis, unsized_price] = [CHASSIS_SUPPLIES, SUPPLY_TO_BE_SIZED].map(|id| price_list::price(id, None));
    match frame.supplies {
        Supplies::Fitted(fitted) => {
            let Fitted { entry, count } = fitted;
            let price = fitted.price();
            let mut notes = class(entry.id, price.is_some());
            notes.extend(entry.needs_200v.then_some(PartNote::NeedsHighVoltage));
            notes.extend((count > 1).then_some(PartNote::SeveralSupplies));
            let reason = PartReason::Delivers { sustained, wanted, transient: frame.draw.transient().get() };
            Part { kind, id: entry.id, name: entry.name.to_owned(), quantity: count * order.nodes, reason, price, notes }
        }
        Supplies::Rack(_) | Supplies::BuiltIn => Part {
            kind,
            id: CHASSIS_SUPPLIES,
            name: "Redundant supplies of the chassis".to_owned(),
            quantity: order.nodes,
            reason: PartReason::Comes { sustained, without: frame.draw.missing() },
            price: chassis,
            notes: [price_unknown(chassis.is_some()), vec![PartNote::NeedsHighVoltage]].concat(),
        },
        Supplies::Unsized => Part {
            kind,
            id: SUPPLY_TO_BE_SIZED,
            name: "Power supply, to be sized".to_owned(),
            quantity: order.nodes,
            reason: PartReason::Unsized,
            price: unsized_price,
            notes: price_unknown(unsized_price.is_some()),
        },
    }
}

/// What the node is built into.
pub fn case(order: &Order, candidate: &Candidate, frame: &Frame) -> Part {
    let price = frame.housing.price();
    let mut notes = class(frame.housing.id(), price.is_some());
    let larger = candidate.entry.body.partner_cards.filter(|_| frame.housing != Housing::Rack);
    notes.extend(larger.map(|cards| PartNote::LargerCards { slots: cards.most_slots, length_mm: cards.longest_mm }));
    Part {
        kind: PartKind::Case,
        id: frame.housing.id(),
        name: name(frame.housing).to_owned(),
        quantity: order.nodes,
        reason: PartReason::Houses {
            cards: candidate.boards(),
            length_mm: housing::length_mm(candidate),
            slots: housing::slots(candidate),
            heat: frame.draw.total().get(),
            without: frame.draw.missing(),
        },
        price,
        notes,
    }
}

/// What joins the nodes, where there are several.
pub fn networks(order: &Order, frame: &Frame) -> Option<Part> {
    let entry = frame.network?;
    let price = between::price(entry);
    let mut notes = class(entry.id, price.is_some());
    notes.push(PartNote::SwitchApart);
    Some(Part {
        kind: PartKind::Network,
        id: entry.id,
        name: entry.name.to_owned(),
        quantity: order.nodes,
        reason: PartReason::Joins { nodes: order.nodes, rate: traffic::NODE_LINK.get() },
        price,
        notes,
    })
}

/// What to know of the price of a class; that of a list is one of a part.
fn class(id: &str, is_priced: bool) -> Vec<PartNote> {
    if price_list::quoted(id).is_some() {
        Vec::new()
    } else if is_priced {
        vec![PartNote::ClassOfParts]
    } else {
        price_unknown(false)
    }
}

const fn name(housing: Housing) -> &'static str {
    match housing {
        Housing::Computer => "Its own case",
        Housing::MidTower => "ATX mid tower",
        Housing::FullTower => "ATX full tower",
        Housing::OpenFrame => "Open frame with risers",
        Housing::Rack => "Rack chassis with fans for passive cards",
    }
}
