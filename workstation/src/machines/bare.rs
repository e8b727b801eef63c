//! What parts that are there may be worth to a machine at the most: a bound on machines that are built with them.

use catalog::Price;
use wire::v1::scenario::OwnedPart;

use super::housing::Housing;
use super::order::Order;
use super::{base, board, drive, memory, network, offers};
use crate::price_list;

/// The question as if nothing but cards were there.
#[derive(Debug)]
pub struct Bare {
    /// What the parts must suit.
    pub order: Order,
    /// What those that are there beside cards would cost, each at the most that it can spare.
    pub worth: f64,
}

impl Bare {
    /// None where nothing beside cards is there.
    pub fn of(order: &Order) -> Option<Self> {
        let is_card = |part: &&OwnedPart| catalog::gpu(&part.id).is_some();
        let owned = order.owned();
        owned.iter().find(|part| !is_card(part))?;
        let mut asked = order.asked.clone();
        asked.hardware.owned = Some(owned.iter().filter(is_card).cloned().collect());
        let bare = Order::new(asked, order.nodes, order.on_drive);
        // A drive that takes the system spares the one that would be bought for it, which may cost more by one's own prices.
        let start = drive::start(&bare).and_then(drive::price).map_or(0.0, |price| price.usd);
        let usd = |part: &OwnedPart| {
            let own = list_price(&part.id).or_else(|| dearest_alike(&part.id)).unwrap_or(0.0);
            let spared = if catalog::storage(&part.id).is_some() { own.max(start) } else { own };
            spared * part.quantity as f64
        };
        let worth = owned.iter().filter(|part| !is_card(part)).map(usd).fold(0.0, |sum, usd| sum + usd);
        Some(Self { order: bare, worth })
    }
}

/// The list price of a part around the cards.
fn list_price(id: &str) -> Option<f64> {
    let cpu = || catalog::cpu(id).and_then(base::price);
    let drive = || catalog::storage(id).and_then(drive::price);
    let class = || catalog::platform(id).and_then(board::price);
    let board = || catalog::board(id).and_then(offers::board_price);
    let cooler = || catalog::cooler(id).and_then(offers::cooler_price);
    let supply = || catalog::power_supply(id).and_then(offers::supply_price);
    let case = || catalog::case(id).and_then(offers::case_price);
    let tower = || [Housing::MidTower, Housing::FullTower].into_iter().find(|tower| tower.id() == id).and_then(Housing::price);
    let network = || network::between_nodes().filter(|entry| entry.id == id).and_then(network::price);
    let price = price_list::price(id, None).or_else(cpu).or_else(drive).or_else(|| memory::list_price(id)).or_else(class);
    price.or_else(board).or_else(cooler).or_else(supply).or_else(case).or_else(tower).or_else(network).map(|price| price.usd)
}

/// The most that a part without a price can spare: the dearest of its kind.
fn dearest_alike(id: &str) -> Option<f64> {
    fn most(prices: impl Iterator<Item = Price>) -> Option<f64> {
        prices.map(|price| price.usd).max_by(f64::total_cmp)
    }
    if catalog::board(id).is_some() || catalog::platform(id).is_some() {
        let classes = catalog::platforms().iter().filter_map(board::price);
        most(catalog::boards().iter().filter_map(offers::board_price).chain(classes))
    } else if catalog::cooler(id).is_some() {
        most(catalog::coolers().iter().filter_map(offers::cooler_price))
    } else if catalog::power_supply(id).is_some() {
        most(catalog::power_supplies().iter().filter_map(offers::supply_price))
    } else if catalog::case(id).is_some() {
        most(catalog::cases().iter().filter_map(offers::case_price))
    } else {
        None
    }
}
