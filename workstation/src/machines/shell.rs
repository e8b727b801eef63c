//! What carries, cools, houses and feeds a node beside its processor: the set of board, cooler, case and power supply that costs
//! least together.
//!
//! The model behind it: these four decide on each other. The board's size asks for a case, the case for a cooler that is not too
//! high and a supply that is not too long, the cards for slots apart and rows at the back. All sets of what is offered are
//! looked at, and of those whose parts fit the cheapest is taken, so that no part of one that anybody names makes it cheaper.

mod boards;
mod coolers;
mod fits;
mod misfit;
mod systems;

use catalog::{CaseEntry, CaseKind, CoolerEntry, ServerEntry};

pub use boards::{
    Board, Choice as BoardChoice, carries, is_m2, least as least_board, options as board_choices, places as drive_places,
    slowest as slowest_link, takes_kits,
};
pub use coolers::{is_enough, least as least_cooler};
pub use fits::{longest_mm, takes_supplies};
pub use systems::{alike as systems_alike, least as least_system, price as system_price, takes as system_takes};

use super::around::Around;
use super::board;
use super::candidate::Candidate;
use super::draw::Draw;
use super::housing::Housing;
use super::offers::{self, Cost, is_less, plus};
use super::order::Order;
use super::standards::rows_of;
use super::supply::{self, Fitted, Supplies};
use boards::Seated;
use misfit::{any_named, unsuited_board};
use scenario::parts::{CHASSIS_SUPPLIES, COOLER_TO_BE_CHOSEN, SUPPLY_TO_BE_SIZED};

/// Rows that one of the cards covers.
#[must_use]
pub fn rows_of_card(candidate: &Candidate) -> u64 {
    rows_of(candidate.entry.body.slot_width)
}

/// What cools a processor of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cooler {
    /// It comes with the chassis or the computer.
    Included,
    /// A product.
    Product(&'static CoolerEntry),
    /// None that is offered is enough and fits.
    Open,
}

/// What carries, cools, houses and feeds a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shell {
    /// The board.
    pub board: Board,
    /// What cools each processor.
    pub cooler: Cooler,
    /// What kind of case it is.
    pub housing: Housing,
    /// The case, where it is a product.
    pub case: Option<&'static CaseEntry>,
    /// What feeds it.
    pub supplies: Supplies,
    /// The system that stands for board, case and supplies.
    pub system: Option<&'static ServerEntry>,
    /// A part that was named and does not go together with the rest; it is listed as what comes nearest.
    pub misfit: Option<&'static str>,
}

impl Shell {
    /// That of a whole computer.
    pub const COMPUTER: Self = Self {
        board: Board::None,
        cooler: Cooler::Included,
        housing: Housing::Computer,
        case: None,
        supplies: Supplies::BuiltIn,
        system: None,
        misfit: None,
    };

    /// The cheapest set around a processor with memory and drives.
    #[must_use]
    pub fn of(order: &Order, candidate: &Candidate, around: &Around, draw: &Draw) -> Self {
        let class = around.base.board;
        let housing = Housing::of(candidate, class);
        if housing == Housing::Rack && order.chosen().case.is_none() {
            return Self::in_rack(order, candidate, around, draw);
        }
        let supplies = supply::fitting(order, candidate, draw);
        let seats = match class {
            Some(class) => boards::seats(order, candidate, class, around),
            None => vec![Seated::nothing()],
        };
        let asked_mm = fits::asked_mm(order, candidate);
        let mut best: Option<(Cost, Self)> = None;
        for seat in &seats {
            if best.as_ref().is_some_and(|(held, _)| !is_less(seat.cost, *held)) {
                continue;
            }
            for (cost, shell) in around_board(order, around, (draw, housing, asked_mm), &supplies, seat) {
                if best.as_ref().is_none_or(|(held, _)| is_less(cost, *held)) {
                    best = Some((cost, shell));
                }
            }
        }
        let Some((_, shell)) = best else { return Self::open(order, candidate, around, (draw, housing), &supplies) };
        // A board that was named is seated whatever it takes, and so is a case around cards that want a chassis with fans of its own.
        let is_housed = housing != Housing::Rack || shell.housing == Housing::Rack;
        let unhoused = order.chosen().case.filter(|_| !is_housed).map(|case| case.id);
        Self { misfit: unsuited_board(order, candidate, around).or(unhoused), ..shell }
    }

    /// A chassis in a rack: a system that is sold as a unit where one is known that takes cards and processor.
    fn in_rack(order: &Order, candidate: &Candidate, around: &Around, draw: &Draw) -> Self {
        let system = systems::suiting(order, candidate, around, draw);
        let board = match around.base.board {
            Some(class) if system.is_none() => {
                boards::seats(order, candidate, class, around).first().map_or(Board::Open(class), |seat| seat.board)
            }
            _ => Board::None,
        };
        Self {
            board,
            cooler: Cooler::Included,
            housing: Housing::Rack,
            case: None,
            supplies: Supplies::Rack(draw.total()),
            system,
            misfit: match system {
                Some(system) => (!systems::suits(system, candidate, around, draw)).then_some(system.id),
                None => unsuited_board(order, candidate, around),
            },
        }
    }

    /// What comes nearest where no set fits together.
    fn open(
        order: &Order,
        candidate: &Candidate,
        around: &Around,
        (draw, housing): (&Draw, Housing),
        supplies: &[Fitted],
    ) -> Self {
        let board = match (order.chosen().board, around.base.board) {
            (Some(named), _) => Board::Product(named),
            (None, Some(class)) => {
                boards::seats(order, candidate, class, around).first().map_or(Board::Open(class), |seat| seat.board)
            }
            (None, None) => Board::None,
        };
        let case = order.chosen().case;
        Self {
            board,
            cooler: order.chosen().cooler.map_or_else(
                || coolers::cheapest(order, around.base.cpu, case).map_or(Cooler::Open, Cooler::Product),
                Cooler::Product,
            ),
            housing: case.map_or(housing, |case| housing_of(case, housing)),
            case,
            supplies: chosen_supplies(order, candidate, draw).unwrap_or_else(|| fed(draw, supplies.first())),
            system: None,
            misfit: unsuited_board(order, candidate, around).or_else(|| any_named(order)),
        }
    }

    /// What a node's board, coolers, case and supplies cost, without those that are there.
    #[must_use]
    pub fn cost(&self, order: &Order, processors: u64) -> Cost {
        let Self { board, cooler, housing, case, supplies, system, misfit: _ } = *self;
        let board = match board {
            Board::None => (0, 0.0),
            Board::Product(entry) => offers::cost(order, entry.id, offers::board_price(entry), 1),
            Board::Class(class) => offers::cost(order, class.id, board::price(class), 1),
            Board::Open(class) => offers::cost(order, class.id, None, 1),
        };
        let cooler = match cooler {
            Cooler::Included => (0, 0.0),
            Cooler::Product(entry) => offers::cost(order, entry.id, offers::cooler_price(entry), processors),
            Cooler::Open => {
                offers::cost(order, COOLER_TO_BE_CHOSEN, crate::price_list::price(COOLER_TO_BE_CHOSEN, None), processors)
            }
        };
        if let Some(system) = system {
            return plus(cooler, offers::cost(order, system.id, systems::price(system), 1));
        }
        let of_id = |id: &str| offers::cost(order, id, crate::price_list::price(id, None), 1);
        let supply = match supplies {
            Supplies::Fitted(fitted) => offers::cost(order, fitted.entry.id, fitted.price(), fitted.count),
            Supplies::BuiltIn if housing == Housing::Computer => (0, 0.0),
            Supplies::BuiltIn | Supplies::Rack(_) => of_id(CHASSIS_SUPPLIES),
            Supplies::Unsized => of_id(SUPPLY_TO_BE_SIZED),
        };
        let house = match (case, housing) {
            (Some(case), _) => offers::cost(order, case.id, offers::case_price(case), 1),
            (None, Housing::Computer) => (0, 0.0),
            (None, housing) => offers::cost(order, housing.id(), housing.price(), 1),
        };
        plus(plus(board, cooler), plus(supply, house))
    }
}

/// What feeds a node with such supplies.
fn fed(draw: &Draw, fitted: Option<&Fitted>) -> Supplies {
    if draw.is_card_known { fitted.map_or(Supplies::Unsized, |fitted| Supplies::Fitted(*fitted)) } else { Supplies::Unsized }
}

/// The supply that was named, in the number that comes nearest to what the node needs.
fn chosen_supplies(order: &Order, candidate: &Candidate, draw: &Draw) -> Option<Supplies> {
    let entry = order.chosen().supply?;
    let enough = supply::fitting(order, candidate, draw).first().copied();
    Some(Supplies::Fitted(enough.unwrap_or(Fitted { entry, count: 1 })))
}

/// What kind of housing a case is: one for racks takes the parts of a tower, and stands for one.
const fn housing_of(case: &CaseEntry, otherwise: Housing) -> Housing {
    match case.kind {
        CaseKind::MidTower | CaseKind::MiniTower | CaseKind::Small => Housing::MidTower,
        CaseKind::FullTower | CaseKind::Rack => Housing::FullTower,
        CaseKind::OpenFrame => match otherwise {
            Housing::Rack => Housing::Rack,
            _ => Housing::OpenFrame,
        },
    }
}

/// Every set around a board whose parts fit together, with what it costs.
fn around_board(
    order: &Order,
    around: &Around,
    (draw, housing, asked_mm): (&Draw, Housing, Option<f64>),
    supplies: &[Fitted],
    seat: &Seated,
) -> Vec<(Cost, Shell)> {
    let (cpu, processors) = (around.base.cpu, board::processors(around.base.board));
    let mut sets = Vec::new();
    let mut add = |case: Option<&'static CaseEntry>, housing: Housing| {
        let supply = supplies.iter().find(|fitted| takes_supplies(case, housing, fitted));
        if supply.is_none() && draw.is_card_known {
            return;
        }
        let cooler = match order.chosen().cooler {
            Some(named) if !coolers::goes_with(named, case, seat) => return,
            Some(named) => Cooler::Product(named),
            None => coolers::cheapest_on(order, cpu, case, seat).map_or(Cooler::Open, Cooler::Product),
        };
        let board = seat.board;
        let shell = Shell { board, cooler, housing, case, supplies: fed(draw, supply), system: None, misfit: None };
        sets.push((shell.cost(order, processors), shell));
    };
    if let Some(named) = order.chosen().case {
        if fits::takes(named, asked_mm, seat, around) {
            add(Some(named), housing_of(named, housing));
        }
        return sets;
    }
    let is_any = order.asked.hardware.case.is_none();
    if housing == Housing::OpenFrame {
        if is_any {
            add(None, housing);
        }
        return sets;
    }
    for case in offers::of(order).cases.iter().copied().filter(|case| fits::takes(case, asked_mm, seat, around)) {
        add(Some(case), housing_of(case, housing));
    }
    // A tower that is there, or that the price list quotes, whose sizes nobody knows.
    for tower in [Housing::MidTower, Housing::FullTower] {
        let is_large_enough = tower == Housing::FullTower || housing == Housing::MidTower;
        if is_any && is_large_enough && offers_class(order, tower) {
            add(None, tower);
        }
    }
    sets
}

fn offers_class(order: &Order, tower: Housing) -> bool {
    crate::price_list::quoted(tower.id()).is_some() || super::part::there(order.owned(), tower.id()) > 0
}
