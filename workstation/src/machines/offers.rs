//! Which products and classes of parts a machine may be built with, and what each costs beside what is there already.
//!
//! The model behind it: of boards, coolers, cases and power supplies the catalog lists products. Those with a price, or that are
//! there already, are offered; a class of parts stands in only where no product of it is offered, or where the price list quotes
//! the class or it is there. What is offered depends on the question alone and not on the machine, so that a bound over all of it
//! holds for every machine.

use catalog::{BoardEntry, CaseEntry, CaseKind, CoolerEntry, PlatformEntry, PowerSupplyEntry, Price};
use wording::format::cents;

use super::order::Order;
pub use super::order::{Cost, Offered};
use super::part::there;
use super::styles::is_of;
use crate::price_list;

/// The price of a board.
pub fn board_price(entry: &BoardEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}

/// The price of a cooler.
pub fn cooler_price(entry: &CoolerEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}

/// The price of a case.
pub fn case_price(entry: &CaseEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}

/// The price of a power supply, or the median of its class.
pub fn supply_price(entry: &PowerSupplyEntry) -> Option<Price> {
    price_list::price(entry.id, entry.usual_price())
}

/// What so many of a part cost for every node, without those that are there.
pub fn cost(order: &Order, id: &str, price: Option<Price>, each: u64) -> Cost {
    match (order.at_hand().to_buy(id, each), price) {
        (0, _) => (0, 0.0),
        (bought, Some(price)) => (0, cents(price.usd) * bought as f64),
        (_, None) => (1, 0.0),
    }
}

/// The sum of two costs.
pub fn plus(a: Cost, b: Cost) -> Cost {
    (a.0 + b.0, a.1 + b.1)
}

/// Whether one cost is less than another.
pub fn is_less(a: Cost, b: Cost) -> bool {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).is_lt()
}

fn is_offered(order: &Order, id: &str, price: Option<Price>) -> bool {
    price.is_some() || there(order.owned(), id) > 0
}

/// Whether a class of parts is one that somebody sells or that is there: the price list quotes it, or the reader has it.
fn is_meant(order: &Order, class: &str) -> bool {
    price_list::quoted(class).is_some() || there(order.owned(), class) > 0
}

/// The boards of a class that may be chosen, and whether the class itself stands beside them.
pub fn boards(order: &Order, class: &PlatformEntry) -> (Vec<&'static BoardEntry>, bool) {
    if let Some(named) = order.chosen().board {
        return (Some(named).filter(|board| board.platform == class.id).into_iter().collect(), false);
    }
    let of_class = catalog::boards().iter().filter(|board| board.platform == class.id);
    let offered: Vec<&BoardEntry> = of_class.filter(|board| is_offered(order, board.id, board_price(board))).collect();
    let stands = offered.is_empty() || is_meant(order, class.id);
    (offered, stands)
}

/// What may be chosen for an order, looked up once: a search asks for it thousands of times.
pub fn of(order: &Order) -> &Offered {
    order.offered(|| Offered { coolers: coolers(order), cases: cases(order), supplies: supplies(order) })
}

fn coolers(order: &Order) -> Vec<(&'static CoolerEntry, Cost)> {
    let named = order.chosen().cooler;
    let offered = catalog::coolers().iter().filter(|entry| match named {
        Some(named) => named.id == entry.id,
        None => is_offered(order, entry.id, cooler_price(entry)),
    });
    let mut coolers: Vec<_> = offered.map(|entry| (entry, cost(order, entry.id, cooler_price(entry), 1))).collect();
    coolers.sort_by(|(a, x), (b, y)| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then(a.id.cmp(b.id)));
    coolers
}

fn cases(order: &Order) -> Vec<&'static CaseEntry> {
    let (named, style) = (order.chosen().case, order.asked.hardware.case);
    let offered = catalog::cases().iter().filter(|entry| {
        let is_tower = !matches!(entry.kind, CaseKind::Rack | CaseKind::OpenFrame);
        let is_wanted = || is_tower && style.is_none_or(|style| is_of(entry, style));
        named.map_or_else(|| is_wanted() && is_offered(order, entry.id, case_price(entry)), |named| named.id == entry.id)
    });
    offered.collect()
}

fn supplies(order: &Order) -> Vec<(&'static PowerSupplyEntry, Option<Price>)> {
    let named = order.chosen().supply;
    let products = catalog::power_supplies().iter().filter(|entry| entry.product.is_some());
    let priced = products.filter(|entry| is_offered(order, entry.id, supply_price(entry)));
    let strongest = priced.map(|entry| entry.power.get()).fold(0.0, f64::max);
    let offered = catalog::power_supplies().iter().filter(|entry| match named {
        Some(named) => named.id == entry.id,
        None if entry.product.is_some() => is_offered(order, entry.id, supply_price(entry)),
        None => entry.power.get() > strongest || is_meant(order, entry.id),
    });
    offered.map(|entry| (entry, supply_price(entry))).collect()
}
