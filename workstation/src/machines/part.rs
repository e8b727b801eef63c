//! The parts of a machine, and what they cost together.

mod note;
mod reason;

use std::cmp::Ordering;

use catalog::Price;
use wire::Locale;
use wire::v1::prices::Currency;
use wire::v1::scenario::OwnedPart;
use wording::format::cents;

use crate::price_list;

pub use note::{PartNote, RoomNote, ShopNote};
pub use reason::PartReason;
pub use scenario::parts::PartKind;

/// The currency of the catalog's prices.
pub const CURRENCY: &str = Currency::USD.as_str();

/// A line of a machine's parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Id in the catalog.
    pub id: &'static str,
    /// Full name.
    pub name: String,
    /// How many, in all nodes.
    pub quantity: u64,
    /// Which figure asked for it.
    pub reason: PartReason,
    /// Price of one.
    pub price: Option<Price>,
    /// It is in the price of another line: a module of a system that is sold as a unit.
    pub is_within: bool,
    /// What a buyer should know.
    pub notes: Vec<PartNote>,
}

impl Part {
    /// How many of its line are there already.
    #[must_use]
    pub fn owned(&self, owned: &[OwnedPart]) -> u64 {
        there(owned, self.id).min(self.quantity)
    }

    /// Where its price is from: the reader, the shop and the day of the price list in force, or else the catalog's source.
    #[must_use]
    pub fn price_source(&self, locale: Locale) -> Option<String> {
        let price = self.price?;
        let source = price_list::quoted(self.id).map_or_else(|| price.source.to_owned(), |quoted| quoted.source());
        // An own price has its note behind it, in the reader's words.
        let is_own = price_list::is_own(&price);
        Some(if is_own { source.replacen(price.source, price_list::own_price(locale), 1) } else { source })
    }

    /// Who makes it, where the catalog lists a product; of kits, drives and links it lists no makers apart.
    #[must_use]
    pub fn maker(&self) -> Option<&'static str> {
        match self.kind {
            PartKind::Gpu => catalog::gpu(self.id).map(|entry| entry.vendor),
            PartKind::Cpu => catalog::cpu(self.id).map(|entry| entry.vendor),
            PartKind::Board => catalog::board(self.id).map(|entry| entry.maker),
            PartKind::Cooler => catalog::cooler(self.id).map(|entry| entry.maker),
            PartKind::Psu => catalog::power_supply(self.id)?.product.map(|product| product.maker),
            PartKind::Case => catalog::case(self.id).map(|entry| entry.maker),
            PartKind::Server => catalog::server(self.id).map(|entry| entry.maker),
            PartKind::Memory | PartKind::Storage | PartKind::SystemDrive | PartKind::Bridge | PartKind::Network => None,
        }
    }

    /// Its maker's number of it, where the catalog has one.
    #[must_use]
    pub fn part_number(&self) -> Option<&'static str> {
        match self.kind {
            PartKind::Board => catalog::board(self.id)?.part_number,
            PartKind::Cooler => catalog::cooler(self.id).map(|entry| entry.part_number),
            PartKind::Psu => catalog::power_supply(self.id)?.product?.part_number,
            PartKind::Case => catalog::case(self.id).map(|entry| entry.part_number),
            PartKind::Server => catalog::server(self.id).map(|entry| entry.part_number),
            PartKind::Gpu
            | PartKind::Cpu
            | PartKind::Memory
            | PartKind::Storage
            | PartKind::SystemDrive
            | PartKind::Bridge
            | PartKind::Network => None,
        }
    }
}

/// How many of a part are there already.
#[must_use]
pub fn there(owned: &[OwnedPart], id: &str) -> u64 {
    owned.iter().filter(|part| part.id == id).fold(0, |sum, part| sum.saturating_add(part.quantity))
}

/// A sum of prices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bill {
    /// Sum of those that are known: less than it costs where parts are missing in it.
    pub amount: f64,
    /// Parts without a price.
    pub unknown_parts: u64,
    /// Month of the oldest price (`YYYY-MM`).
    pub as_of: Option<&'static str>,
}

impl Bill {
    /// What all parts cost together, where the price of every part is known.
    #[must_use]
    pub const fn whole(&self) -> Option<f64> {
        if self.unknown_parts == 0 { Some(self.amount) } else { None }
    }

    /// The sum of parts, without those that are there already.
    #[must_use]
    pub fn of(parts: &[Part], owned: &[OwnedPart]) -> Self {
        let bought: Vec<(&Part, u64)> =
            parts.iter().map(|part| (part, part.quantity - part.owned(owned))).filter(|(_, bought)| *bought > 0).collect();
        let sum: f64 = bought
            .iter()
            .filter_map(|(part, bought)| Some(cents(part.price?.usd) * *bought as f64))
            .fold(0.0, |sum, price| sum + price);
        Self {
            amount: cents(sum),
            unknown_parts: bought.iter().filter(|(part, _)| part.price.is_none() && !part.is_within).count() as u64,
            as_of: bought.iter().filter_map(|(part, _)| Some(month(part.price?.date))).min(),
        }
    }
}

/// `YYYY-MM` of a date.
pub(super) fn month(date: &'static str) -> &'static str {
    date.get(..7).unwrap_or(date)
}

/// Cheapest first, unknown prices last.
pub(super) fn known_first(a: Option<Price>, b: Option<Price>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.usd.total_cmp(&b.usd),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// The note of a part without a price.
pub fn price_unknown(is_known: bool) -> Vec<PartNote> {
    if is_known { Vec::new() } else { vec![PartNote::PriceUnknown] }
}
