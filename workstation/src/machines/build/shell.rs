//! Lines of the bill for what carries, cools, feeds, houses and joins: board, cooler, power supply, case, system, network.

use catalog::{BoardEntry, CoolerRating, ServerEntry};
use engine::device::roofline::traffic;
use engine::units::GIB;
use scenario::parts::{CHASSIS_SUPPLIES, COOLER_TO_BE_CHOSEN, SUPPLY_TO_BE_SIZED};

use super::super::board as boards;
use super::super::candidate::Candidate;
use super::super::frame::Frame;
use super::super::housing::{self, Housing};
use super::super::network as between;
use super::super::offers;
use super::super::order::Order;
use super::super::part::{Part, PartKind, PartNote, PartReason, price_unknown, there};
use super::super::shell::{self, Board, Cooler};
use super::super::supply::{Fitted, SUSTAINED_SHARE, Supplies};
use crate::price_list;

/// The board, where one is bought.
pub fn board(order: &Order, candidate: &Candidate, frame: &Frame) -> Option<Part> {
    let class = frame.board?;
    let modules = frame.kits.map_or(0, |kits| kits.modules());
    let (id, name, price, slots, most_gib) = match frame.shell.board {
        Board::None => return None,
        Board::Product(entry) => {
            let most = entry.max_memory.0 / GIB;
            (entry.id, entry.name, offers::board_price(entry), entry.memory_slots, most)
        }
        Board::Class(_) => (class.id, class.name, boards::price(class), class.memory_slots, class.max_memory.0 / GIB),
        Board::Open(_) => (class.id, class.name, None, class.memory_slots, class.max_memory.0 / GIB),
    };
    let mut notes = match frame.shell.board {
        Board::Product(_) => price_unknown(price.is_some()),
        Board::None | Board::Class(_) => self::class(id, price.is_some()),
        Board::Open(_) => vec![PartNote::NoProductFits, PartNote::PriceUnknown],
    };
    // Which slots share lanes matters for several cards alone.
    let differ = candidate.boards() > 1 && !matches!(frame.shell.board, Board::Product(_));
    notes.extend(differ.then_some(PartNote::BoardsDiffer { en: class.gpu_note, zh: class.gpu_note_zh }));
    notes.extend(slower_slots(order, candidate, frame, id));
    Some(Part {
        kind: PartKind::Board,
        id,
        name: name.to_owned(),
        quantity: order.nodes,
        reason: chosen_or(
            order.chosen().board.is_some(),
            PartReason::Carries { cards: candidate.boards(), modules, slots, most_gib },
        ),
        price,
        is_within: false,
        notes,
    })
}

/// The board that is there and that gives way to another for the sake of its slots alone.
fn slower_slots(order: &Order, candidate: &Candidate, frame: &Frame, bought: &str) -> Option<PartNote> {
    let (cpu, kits) = (frame.cpu?, frame.kits?);
    let is_of_cpu = |board: &BoardEntry| catalog::platforms_of(cpu).any(|class| class.id == board.platform);
    let is_kept_from = |board: &&BoardEntry| {
        board.id != bought
            && there(order.owned(), board.id) > 0
            && is_of_cpu(board)
            && shell::takes_kits(board, &kits)
            && !shell::carries(board, candidate, cpu)
    };
    let board = catalog::boards().iter().find(is_kept_from)?;
    Some(PartNote::SlowerSlots { board: board.name, link: shell::slowest_link(board, candidate.boards())? })
}

/// The coolers of the processors, where they are bought apart.
pub fn cooler(order: &Order, frame: &Frame) -> Option<Part> {
    let watts = frame.cpu.and_then(catalog::CpuEntry::power).map_or(0.0, engine::units::Watts::get);
    let (id, name, price, takes) = match frame.shell.cooler {
        Cooler::Included => return None,
        Cooler::Product(entry) => (entry.id, entry.name, offers::cooler_price(entry), entry.sustained),
        Cooler::Open => {
            let price = price_list::price(COOLER_TO_BE_CHOSEN, None);
            (COOLER_TO_BE_CHOSEN, "Processor cooler, to be chosen", price, None)
        }
    };
    Some(Part {
        kind: PartKind::Cooler,
        id,
        name: name.to_owned(),
        quantity: frame.processors * order.nodes,
        reason: chosen_or(
            order.chosen().cooler.is_some(),
            PartReason::Cools { watts, takes: takes.map(|(takes, from)| (takes.get(), from == CoolerRating::Maker)) },
        ),
        price,
        is_within: false,
        notes: price_unknown(price.is_some()),
    })
}

/// That it was asked for, or what asked for it.
const fn chosen_or(is_chosen: bool, reason: PartReason) -> PartReason {
    if is_chosen { PartReason::Asked } else { reason }
}

/// The power supplies.
pub fn psu(order: &Order, frame: &Frame) -> Part {
    let sustained = frame.draw.total().get();
    let wanted = sustained / SUSTAINED_SHARE;
    let kind = PartKind::Psu;
    let [chassis, unsized_price] = [CHASSIS_SUPPLIES, SUPPLY_TO_BE_SIZED].map(|id| price_list::price(id, None));
    match frame.shell.supplies {
        Supplies::Fitted(fitted) => {
            let Fitted { entry, count } = fitted;
            let price = fitted.price();
            let is_product = entry.product.is_some();
            let mut notes = if is_product { price_unknown(price.is_some()) } else { class(entry.id, price.is_some()) };
            notes.extend(entry.needs_200v.then_some(PartNote::NeedsHighVoltage));
            notes.extend((count > 1).then_some(PartNote::SeveralSupplies));
            let reason = PartReason::Delivers { sustained, wanted, transient: frame.draw.transient().get() };
            let reason = chosen_or(order.chosen().supply.is_some(), reason);
            let (name, quantity) = (entry.name.to_owned(), count * order.nodes);
            Part { kind, id: entry.id, name, quantity, reason, price, is_within: false, notes }
        }
        Supplies::Rack(_) | Supplies::BuiltIn => Part {
            kind,
            id: CHASSIS_SUPPLIES,
            name: "Redundant supplies of the chassis".to_owned(),
            quantity: order.nodes,
            reason: PartReason::Comes { sustained, without: frame.draw.missing() },
            price: chassis,
            is_within: false,
            notes: [price_unknown(chassis.is_some()), vec![PartNote::NeedsHighVoltage]].concat(),
        },
        Supplies::Unsized => Part {
            kind,
            id: SUPPLY_TO_BE_SIZED,
            name: "Power supply, to be sized".to_owned(),
            quantity: order.nodes,
            reason: PartReason::Unsized,
            price: unsized_price,
            is_within: false,
            notes: price_unknown(unsized_price.is_some()),
        },
    }
}

/// What the node is built into.
pub fn case(order: &Order, candidate: &Candidate, frame: &Frame) -> Part {
    let housing = frame.shell.housing;
    let longest = candidate.entry.body.partner_cards;
    let (id, name, price, mut notes) = match frame.shell.case {
        Some(case) => {
            let price = offers::case_price(case);
            let takes = case.card_length_mm.map(|length_mm| PartNote::TakesCards { length_mm });
            (case.id, case.name, price, price_unknown(price.is_some()).into_iter().chain(takes).collect())
        }
        None => (housing.id(), name(housing), housing.price(), class(housing.id(), housing.price().is_some())),
    };
    // A case that takes the longest card takes all.
    let takes_all = |length: f64| frame.shell.case.and_then(|case| case.card_length_mm).is_some_and(|most| length <= most);
    let larger = longest.filter(|cards| housing != Housing::Rack && !takes_all(cards.longest_mm));
    notes.extend(larger.map(|cards| PartNote::LargerCards { slots: cards.most_slots, length_mm: cards.longest_mm }));
    let houses = PartReason::Houses {
        cards: candidate.boards(),
        length_mm: housing::length_mm(candidate),
        slots: housing::slots(candidate),
        heat: frame.draw.total().get(),
        without: frame.draw.missing(),
    };
    Part {
        kind: PartKind::Case,
        id,
        name: name.to_owned(),
        quantity: order.nodes,
        reason: chosen_or(order.chosen().case.is_some(), houses),
        price,
        is_within: false,
        notes,
    }
}

/// A whole system, which stands for board, chassis and supplies.
pub fn system(order: &Order, candidate: &Candidate, frame: &Frame, entry: &'static ServerEntry) -> Part {
    let price = shell::system_price(entry);
    let others = frame.cpu.map_or(0, |cpu| shell::systems_alike(candidate, cpu));
    let mut notes = price_unknown(price.is_some());
    notes.extend((others > 1 && order.chosen().server.is_none()).then_some(PartNote::OneOfSystems { count: others }));
    notes.extend(entry.needs_200v.then_some(PartNote::NeedsHighVoltage));
    let reason = PartReason::System {
        accelerators: entry.accelerators,
        height_u: entry.height_u,
        power: entry.max_power.map(engine::units::Watts::get),
        sustained: frame.draw.total().get(),
    };
    Part {
        kind: PartKind::Server,
        id: entry.id,
        name: entry.name.to_owned(),
        quantity: order.nodes,
        reason: chosen_or(order.chosen().server.is_some(), reason),
        price,
        is_within: false,
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
        is_within: false,
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
