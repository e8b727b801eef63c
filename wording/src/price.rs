//! Prices that may not be known in full.

use wire::Locale;
use wire::v1::bom::Price;

use crate::format::count;

/// How old the oldest price in a sum is, where that is worth a warning.
#[must_use]
pub fn price_age(months: u64, locale: Locale) -> String {
    match locale {
        Locale::En => format!("prices up to {months} months old"),
        Locale::Zh => format!("部分价格为 {months} 个月前"),
    }
}

/// A price in words: all of it, or what is known of it and how many parts are missing in that; `spoken` writes an amount. A sum
/// that the cards are missing in does not lead: it may be the least part of the whole.
#[must_use]
pub fn price_in_words(price: &Price, spoken: impl Fn(f64) -> String, locale: Locale) -> String {
    let parts = count(price.unknown_parts);
    let ending = if price.unknown_parts == 1 { "" } else { "s" };
    match (price.amount, locale) {
        (Some(whole), _) => spoken(whole),
        (None, Locale::En) if price.known_amount > 0.0 && price.cards_unpriced => {
            format!("price unknown ({parts} unpriced part{ending}; the others cost {})", spoken(price.known_amount))
        }
        (None, Locale::Zh) if price.known_amount > 0.0 && price.cards_unpriced => {
            format!("价格未知（{parts} 个部件没有价格，其余共 {}）", spoken(price.known_amount))
        }
        (None, Locale::En) if price.known_amount > 0.0 => {
            format!("from {} plus {parts} unpriced part{ending}", spoken(price.known_amount))
        }
        (None, Locale::Zh) if price.known_amount > 0.0 => {
            format!("{} 起，另有 {parts} 个部件价格未知", spoken(price.known_amount))
        }
        (None, Locale::En) => format!("price unknown ({parts} unpriced part{ending})"),
        (None, Locale::Zh) => format!("价格未知（{parts} 个部件没有价格）"),
    }
}
