//! A question's own prices: they go before the list in force, in a search as on a bill.

use std::sync::Arc;

use catalog::Price;
use scenario::parts::is_kind;
use wire::Locale;
use wire::v1::prices::{OwnPrice, Prices};
use wire::v1::scenario::OwnedPart;
use wording::format::cents;

use super::in_force;
use super::made::{PriceList, Quoted, SMALLEST_USD};
use super::month::month_of;

/// Where an own price is from, where it says nothing of that; sentences say it by [`own_price`].
const OWN: &str = "own price";

/// What an own price is called.
#[must_use]
pub fn own_price(locale: Locale) -> &'static str {
    locale.pick(OWN, "自有价格")
}

/// Whether a price is an own one.
#[must_use]
pub fn is_own(price: &Price) -> bool {
    price.source == OWN
}

/// The list in force with own prices before it; none where there is neither. Prices of kinds stand for no part, and those of zero
/// for parts that are there ([`there`]).
#[must_use]
pub fn with_own(prices: &Prices) -> Option<Arc<PriceList>> {
    let list = in_force();
    let own: Vec<(String, Quoted)> = prices.parts.iter().filter_map(|own| Some((own.id.clone(), quoted(own, prices)?))).collect();
    if own.is_empty() {
        return list;
    }
    let mut list = list.map(|list| PriceList::clone(&list)).unwrap_or_default();
    list.quotes.extend(own.into_iter().map(|(id, quoted)| (id, Arc::new(quoted))));
    Some(Arc::new(list))
}

/// Parts whose own price says that one is there.
#[must_use]
pub fn there(prices: &Prices) -> Vec<OwnedPart> {
    let free = prices.parts.iter().filter(|own| own.unit_price <= 0.0 && !is_kind(&own.id));
    free.map(|own| OwnedPart { id: own.id.clone(), quantity: 1 }).collect()
}

/// An own price as one of a list; it is of today, which for whoever has no clock is the day of the catalog.
fn quoted(own: &OwnPrice, prices: &Prices) -> Option<Quoted> {
    if own.unit_price <= 0.0 || is_kind(&own.id) {
        return None;
    }
    let currency = own.currency.unwrap_or_else(|| prices.currency());
    let per_usd = prices.per_usd(currency)?;
    Some(Quoted {
        amount: own.unit_price,
        currency,
        price: Price { usd: cents(own.unit_price / per_usd).max(SMALLEST_USD), date: month_of(&today()), source: OWN },
        vendor: None,
        file: own.note.as_ref().map_or_else(|| OWN.to_owned(), |note| format!("{OWN}: {note}")),
        part_number: None,
        day: String::new(),
        tax_included: None,
        stock: None,
    })
}

/// A day of the month of the catalog (`2026.11.4`).
fn today() -> String {
    let mut parts = catalog::VERSION.split('.');
    let mut part = || parts.next().unwrap_or_default();
    format!("{}-{:0>2}-01", part(), part())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price_list::{price, quoted as listed, under};
    use wire::v1::prices::Currency;

    fn own(id: &str, unit_price: f64, currency: Option<Currency>) -> OwnPrice {
        OwnPrice { id: id.to_owned(), unit_price, currency, note: None }
    }

    #[test]
    fn own_prices_go_before_those_of_the_list_and_what_is_there_costs_nothing() {
        let euro = Currency::from_word("EUR");
        let prices = Prices {
            rates: euro.map(|euro| (euro, 0.5)).into_iter().collect(),
            parts: vec![own("rtx-4090", 1000.0, euro), own("core-i9-13900k", 0.0, None), own("gpu", 5.0, None)],
            ..Prices::default()
        };
        let list = with_own(&prices);
        assert_eq!(list.as_ref().map(|list| list.len()), Some(1));
        under(list, || {
            assert_eq!(price("rtx-4090", None).map(|price| price.usd), Some(2000.0));
            assert_eq!(listed("rtx-4090").map(|quoted| quoted.source()), Some(OWN.to_owned()));
            assert_eq!(price("core-i9-13900k", None), None);
        });
        assert_eq!(there(&prices), [OwnedPart { id: "core-i9-13900k".to_owned(), quantity: 1 }]);
        assert_eq!(with_own(&Prices::default()), None);
    }
}
