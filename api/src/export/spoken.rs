//! Amounts as they are said beside a table.

use wire::Locale;
use wire::v1::bom::Price;
use wording::format::money;
use wording::price_in_words;

use super::table::clean;

/// What a machine costs, with a note where it is not known in full.
#[must_use]
pub fn total_line(price: &Price, locale: Locale) -> String {
    if price.complete {
        return locale.pick("every listed part has a price", "所列部件均有价格").to_owned();
    }
    price_in_words(price, |amount| spoken_money(amount, &price.currency), locale)
}

/// An amount with its currency.
#[must_use]
pub fn spoken_money(amount: f64, currency: &str) -> String {
    money(amount, &clean(currency))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_a_sum_is_counted() {
        let line = |known, unknown, locale| total_line(&Price::of(known, unknown, "USD", None), locale);
        assert_eq!(line(10.0, 0, Locale::En), "every listed part has a price");
        assert_eq!(line(2923.0, 8, Locale::En), "from 2,923.00 USD plus 8 unpriced parts");
        assert_eq!(line(10.0, 1, Locale::En), "from 10.00 USD plus 1 unpriced part");
        assert_eq!(line(0.0, 1234, Locale::En), "price unknown (1,234 unpriced parts)");
        assert_eq!(line(2923.0, 8, Locale::Zh), "2,923.00 USD 起，另有 8 个部件价格未知");
        assert_eq!(line(0.0, 2, Locale::Zh), "价格未知（2 个部件没有价格）");
        let cards = Price::of(3788.0, 2, "USD", None).with_cards(true);
        assert_eq!(total_line(&cards, Locale::En), "price unknown (2 unpriced parts; the others cost 3,788.00 USD)");
        assert_eq!(total_line(&cards, Locale::Zh), "价格未知（2 个部件没有价格，其余共 3,788.00 USD）");
    }
}
