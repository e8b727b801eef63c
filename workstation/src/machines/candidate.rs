//! A set of equal cards, and which cards are on sale.

use catalog::{GpuEntry, GpuForm, Price, Segment};
use engine::hardware::Vendor;

use super::order::Order;
use super::part::there;
use super::standards::{OPEN_FAN_CARDS, blows_inside, is_past_sale, months_since};
use crate::price_list;

/// Most cards of a node that are planned with.
pub const MOST_CARDS: u64 = 8;
/// Numbers of cards that machines are built with.
pub const COUNTS: [u64; 4] = [1, 2, 4, MOST_CARDS];
/// Cards with coolers for a desktop that fit one workstation board: four of two slots each on WRX80 and WRX90 boards
/// (board makers' tables), wider ones on risers.
const CONSUMER_CARDS: u64 = 4;
/// The least memory of any machine, in GiB: the smallest kit that programs of this kind are sold with.
pub const LEAST_RAM_GIB: u64 = 16;
/// A set of equal cards in each node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    /// The card.
    pub entry: GpuEntry,
    /// How many per node.
    pub count: u64,
}

/// How an accelerator is mounted.
#[must_use]
pub const fn form(entry: &GpuEntry) -> GpuForm {
    entry.body.form
}

impl Candidate {
    /// Boards or modules to buy per node.
    #[must_use]
    pub fn boards(&self) -> u64 {
        self.count.div_ceil(self.entry.devices_per_board)
    }

    /// Price of its boards in all nodes beside those that are there already, where it is known.
    #[must_use]
    pub fn price(&self, order: &Order) -> Option<f64> {
        match (self.boards() * order.nodes).saturating_sub(there(order.owned(), self.entry.id)) {
            0 => Some(0.0),
            bought => card_price(&self.entry).map(|price| price.usd * bought as f64),
        }
    }

    /// `2 x rtx-4090`, as people write it.
    #[must_use]
    pub fn name(&self) -> String {
        if self.count == 1 { self.entry.id.to_owned() } else { format!("{} x {}", self.count, self.entry.id) }
    }
}

/// The price of a card.
pub fn card_price(entry: &GpuEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}

/// A card is on sale while somebody lists a price, or for some years after its launch; a part of a laptop never is.
pub fn is_on_sale(entry: &GpuEntry) -> bool {
    entry.segment != Segment::Laptop && (card_price(entry).is_some() || !is_old(entry))
}

/// Whether a card was launched so long ago that new ones are hardly sold.
pub fn is_old(entry: &GpuEntry) -> bool {
    months_since(entry.launch).is_some_and(is_past_sale)
}

/// Most of a card that one machine takes.
pub fn most_cards(entry: &GpuEntry) -> u64 {
    match entry.segment {
        Segment::Unified | Segment::Laptop => 1,
        Segment::Workstation | Segment::Datacenter if blows_inside(entry.body.cooling) => OPEN_FAN_CARDS,
        Segment::Consumer => CONSUMER_CARDS,
        Segment::Workstation | Segment::Datacenter => MOST_CARDS,
    }
}

/// Whether figures of a card rest on more than its data sheet.
pub fn is_backed(candidate: &Candidate) -> bool {
    candidate.entry.spec.vendor == Vendor::Nvidia
}
