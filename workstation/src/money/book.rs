//! The price of every part in one currency: own prices first, then those of the price list, then the catalog's.

use std::collections::BTreeMap;

use catalog::Price;
use wording::format::payable;

use super::shop::Shop;
use crate::machines::{Build, Part, PartKind, PartNote, ShopNote, owned_note, part_note, parts, there};
use crate::price_list;
use scenario::parts::is_kind;
use wire::locale::Locale;
use wire::v1::bom::{Part as Line, Price as Sum};
use wire::v1::prices::{Currency, OwnPrice, Prices};

/// The smallest amount that a bill tells.
const SMALLEST: f64 = 0.01;

/// Prices in the currency that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Book<'a> {
    prices: &'a Prices,
    own: BTreeMap<&'a str, Own<'a>>,
    build: &'a Build,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Own<'a> {
    amount: f64,
    note: Option<&'a str>,
}

impl<'a> Book<'a> {
    /// The prices for a machine. A price of a kind is that of the machine's own part of the kind, so that it does not stand
    /// for another part that an upgrade brings.
    #[must_use]
    pub fn of(prices: &'a Prices, build: &'a Build) -> Self {
        // What costs less than the smallest coin is paid for nevertheless; zero alone says that a part is there.
        let amount = |own: &OwnPrice| {
            let least = if own.unit_price > 0.0 { SMALLEST } else { 0.0 };
            turned(own.unit_price, own.currency.unwrap_or(prices.currency()), prices).map(|amount| amount.max(least))
        };
        let entry = |own: &'a OwnPrice| Some(Own { amount: amount(own)?, note: own.note.as_deref() });
        let (kinds, ids): (Vec<&OwnPrice>, Vec<&OwnPrice>) = prices.parts.iter().partition(|own| is_kind(&own.id));
        let mut own: BTreeMap<&str, Own> = BTreeMap::new();
        for part in &build.parts {
            let of_kind = kinds.iter().find(|own| own.id == part.kind.as_str());
            own.extend(of_kind.and_then(|of_kind| Some((part.id, entry(of_kind)?))));
        }
        own.extend(ids.into_iter().filter_map(|given| Some((given.id.as_str(), entry(given)?))));
        Self { prices, own, build }
    }

    /// What was given.
    #[must_use]
    pub const fn prices(&self) -> &'a Prices {
        self.prices
    }

    /// The currency of every amount.
    #[must_use]
    pub fn currency(&self) -> Currency {
        self.prices.currency()
    }

    /// The price of one of a part whose price in the catalog is given; none where neither is known. An own price of zero says
    /// that one is there, not that the shop gives it away: another one costs what the catalog says.
    #[must_use]
    pub fn unit(&self, id: &str, listed: Option<Price>) -> Option<f64> {
        self.own.get(id).map(|own| own.amount).filter(|amount| *amount > 0.0).or_else(|| self.listed(id, listed))
    }

    /// The price of the list in force, which needs no rate where it is in the book's own currency, or else the catalog's.
    fn listed(&self, id: &str, of_catalog: Option<Price>) -> Option<f64> {
        let quoted = price_list::quoted(id);
        if let Some(own) = quoted.as_ref().filter(|quoted| quoted.currency == self.currency()) {
            return Some(payable(own.amount, own.currency.as_str()).max(SMALLEST));
        }
        self.dollars(quoted.map(|quoted| quoted.price).or(of_catalog)?.usd)
    }

    /// How many kinds of the machine's parts have their price from the list in force.
    #[must_use]
    pub fn num_listed(&self) -> usize {
        let is_listed = |part: &&Part| price_list::quoted(part.id).is_some() && !self.own.contains_key(part.id);
        self.build.parts.iter().filter(is_listed).count()
    }

    /// How many of a part are there already: as many as the scenario says, and one whose own price is zero.
    fn there(&self, id: &str) -> u64 {
        let is_paid = self.own.get(id).is_some_and(|own| own.amount <= 0.0);
        there(self.build.owned(), id).max(u64::from(is_paid))
    }

    /// What several of one part cost beside the machine, whose own parts are there and stay; none where some must be bought
    /// whose price is not known.
    #[must_use]
    pub fn beside(&self, id: &str, listed: Option<Price>, quantity: u64) -> Option<f64> {
        match self.missing(id, quantity) {
            0 => Some(0.0),
            bought => Some(self.unit(id, listed)? * bought as f64),
        }
    }

    /// How many of several must be bought where the machine's own parts are there.
    #[must_use]
    pub fn missing(&self, id: &str, quantity: u64) -> u64 {
        let on_bill: u64 = self.build.parts.iter().filter(|part| part.id == id).map(|part| part.quantity).sum();
        quantity.saturating_sub(self.there(id).max(on_bill))
    }

    /// An amount in dollars in the currency of the book; none where the rate was not given.
    #[must_use]
    pub fn dollars(&self, usd: f64) -> Option<f64> {
        turned(usd, Currency::USD, self.prices)
    }

    /// A price of so little that cents would not tell it, such as that of a token, in the currency of the book; none where the rate
    /// was not given.
    #[must_use]
    pub fn rate_of_dollars(&self, usd: f64) -> Option<f64> {
        Some(usd * self.prices.per_usd(self.currency())?)
    }

    /// The lines of the machine's bill.
    #[must_use]
    pub fn lines(&self, locale: Locale) -> Vec<Line> {
        let build = self.build;
        let without_price = part_note(&PartNote::PriceUnknown, locale);
        let own_price = price_list::own_price(locale);
        let mut lines = parts(build, locale);
        for (line, part) in lines.iter_mut().zip(&build.parts) {
            self.currency().as_str().clone_into(&mut line.currency);
            line.unit_price = self.unit(part.id, part.price);
            let own = self.own.get(part.id);
            let is_told = line.owned > 0;
            line.owned = self.there(part.id).min(part.quantity);
            if let Some(Own { amount: 0.0, .. }) = own {
                if line.bought() == 0 {
                    line.unit_price = Some(0.0);
                } else if !is_told {
                    line.notes.push(owned_note(line.owned, part.quantity, locale));
                }
            }
            if let Some(own) = own.filter(|own| own.amount > 0.0 || line.bought() == 0) {
                line.price_date = None;
                line.price_source = Some(own.note.map_or_else(|| own_price.to_owned(), |note| format!("{own_price}: {note}")));
                let shop = own.note.map(Shop::of).unwrap_or_default();
                line.vendor = shop.vendor.map(str::to_owned);
                // The number of a shop of the price list may be another one's; the maker's stays.
                line.part_number = part.part_number().map(str::to_owned);
                line.shop_url = shop.url.map(str::to_owned);
                // What was said of the catalog's price is not said of another.
                let of_price: Vec<String> = part
                    .notes
                    .iter()
                    .filter(|note| matches!(note, PartNote::PriceUnknown | PartNote::PricedAs { .. }))
                    .chain(&[PartNote::Shop(ShopNote::TaxIncluded), PartNote::Shop(ShopNote::SoldOut)])
                    .map(|note| part_note(note, locale))
                    .collect();
                line.notes.retain(|note| !of_price.contains(note));
            } else if line.unit_price.is_none() && part.price.is_some() {
                line.price_date = None;
                line.price_source = None;
                (line.vendor, line.part_number) = (None, part.part_number().map(str::to_owned));
                line.notes.push(without_price.clone());
            }
            line.line_total = line.price();
        }
        lines
    }

    /// Ids, and kinds, that own prices were given for and that no line of the bill is: a kind's price is no line's either
    /// where each part of the kind has a price of its own.
    #[must_use]
    pub fn unused(&self) -> Vec<String> {
        let given = &self.prices.parts;
        let has_own = |id: &str| given.iter().any(|own| own.id == id);
        let is_used = |own: &OwnPrice| {
            let is_of_kind = |part: &Part| part.kind.as_str() == own.id && !has_own(part.id);
            self.build.parts.iter().any(|part| part.id == own.id || is_of_kind(part))
        };
        // What is sold is in the machine, or was before.
        let is_had = |id: &str| self.build.parts.iter().any(|part| part.id == id) || there(self.build.owned(), id) > 0;
        let unsold = self.prices.resale.keys().filter(|id| !is_had(id) && !has_own(id)).cloned();
        given.iter().filter(|own| !is_used(own)).map(|own| own.id.clone()).chain(unsold).collect()
    }

    /// The sum of lines.
    #[must_use]
    pub fn sum(&self, lines: &[Line]) -> Sum {
        let known = lines.iter().filter_map(Line::price);
        let bought: Vec<&Line> = lines.iter().filter(|line| line.bought() > 0).collect();
        let unknown = bought.iter().filter(|line| line.unit_price.is_none() && !line.included).count() as u64;
        let as_of = bought.iter().filter_map(|line| line.price_date.clone()).min();
        let is_unpriced_card = |line: &&Line| line.kind == PartKind::Gpu.as_str() && line.unit_price.is_none() && !line.included;
        let currency = self.currency();
        let currency = currency.as_str();
        let sum = Sum::of(payable(known.fold(0.0, |sum, price| sum + price), currency), unknown, currency, as_of);
        sum.with_cards(bought.iter().any(is_unpriced_card))
    }
}

/// An amount in the currency that was asked for, to its least unit; none where the rate between the two was not given.
fn turned(amount: f64, from: Currency, prices: &Prices) -> Option<f64> {
    let to = prices.currency();
    let turned = if from == to { amount } else { amount / prices.per_usd(from)? * prices.per_usd(to)? };
    Some(payable(turned, to.as_str()))
}
