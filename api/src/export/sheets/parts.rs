//! The parts as one orders them, and what they cost together.

use std::ops::Range;

use crate::export::spoken::total_line;
use crate::export::table::{Cell, Column, Product, Sheet, Sum, Unpriced, clean};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::{Bom, Part};
use wording::format::money_decimals;

/// Sums of cents may differ by this much before they differ at all.
const HALF_A_CENT: f64 = 0.005;
/// Where quantities and prices stand, counted from 0: a line costs the one times the other.
const FACTORS: [u16; 2] = [4, 5];

/// The table of parts; its last rows are the sum of the known prices, and how many are not known.
#[must_use]
pub fn parts(bom: &Bom, locale: Locale) -> Sheet {
    let mut rows: Vec<Vec<Cell>> = bom.parts.iter().map(|part| line(part, locale)).collect();
    rows.extend(totals(bom, locale));
    Sheet { title: words::parts(locale), columns: columns(locale), rows }
}

/// What is said of each line. A quantity is what is to be bought, so that it times the price is what the line costs.
pub fn columns(locale: Locale) -> Vec<Column> {
    vec![
        Column::text(words::kind(locale), 11.0),
        Column::id(words::kind_id(locale), 9.0),
        Column::id(words::id(locale), 22.0),
        Column::text(words::name(locale), 32.0),
        Column::number(words::quantity(locale), 9.0),
        Column::number(words::unit_price(locale), 17.0),
        Column::number(words::line_price(locale), 18.0),
        Column::text(words::currency(locale), 9.0),
        Column::text(words::price_date(locale), 10.0),
        Column::number(words::owned(locale), 9.0),
        Column::text(words::maker(locale), 12.0),
        Column::text(words::part_number(locale), 14.0),
        Column::text(words::vendor(locale), 16.0),
        Column::text(words::shop_url(locale), 24.0),
    ]
}

/// A line of the order.
pub fn line(part: &Part, locale: Locale) -> Vec<Cell> {
    let known = |text: &str| if part.unit_price.is_some() { Cell::text(text) } else { Cell::Empty };
    let told = |text: Option<&str>| Cell::text(text.unwrap_or_default());
    vec![
        Cell::text(words::kind_name(&part.kind, locale)),
        Cell::text(&part.kind),
        Cell::text(&part.id),
        Cell::text(&part.name),
        Cell::count(part.bought()),
        Cell::price(part.unit_price, &part.currency),
        total(part),
        known(&part.currency),
        known(part.price_date.as_deref().unwrap_or_default()),
        if part.owned > 0 { Cell::count(part.owned) } else { Cell::Empty },
        told(part.maker.as_deref()),
        // The catalog has none: without a price list the column is for whoever asks for a quote.
        told(part.part_number.as_deref()),
        told(part.vendor.as_deref()),
        told(part.shop_url.as_deref()),
    ]
}

fn total(part: &Part) -> Cell {
    let value = part.price().filter(|price| price.is_finite());
    Cell::Product(Product { value, columns: FACTORS, currency: clean(&part.currency) })
}

fn totals(bom: &Bom, locale: Locale) -> Vec<Vec<Cell>> {
    let price = &bom.price;
    let row = |name: &str, about: &str, amount: Cell, [currency, date]: [&str; 2]| {
        let mut row = vec![Cell::Empty; columns(locale).len()];
        row[0] = Cell::text(name);
        row[3] = Cell::text(about);
        row[6] = amount;
        row[7] = Cell::text(currency);
        row[8] = Cell::text(date);
        row
    };
    let of_money = [price.currency.as_str(), price.as_of.as_deref().unwrap_or_default()];
    let about = total_line(price, locale);
    if price.complete {
        return vec![row(words::total(locale), &about, known(bom), of_money)];
    }
    let count = Cell::Unpriced(Unpriced { count: price.unknown_parts, rows: all(bom), columns: FACTORS });
    vec![row(words::known_total(locale), &about, known(bom), of_money), row(words::unpriced(locale), "", count, ["", ""])]
}

fn all(bom: &Bom) -> Range<usize> {
    0..bom.parts.len()
}

/// The known prices as a sum of the rows above, where that is what it is: prices in several currencies do not add up.
fn known(bom: &Bom) -> Cell {
    let known = bom.price.known_amount;
    let priced = || bom.parts.iter().filter_map(|part| Some((part, part.unit_price?)));
    let one_currency = priced().all(|(part, _)| part.currency == bom.price.currency);
    let is_any = bom.price.complete || priced().next().is_some();
    let sum: f64 = priced().filter_map(|(part, _)| part.price()).fold(0.0, |sum, price| sum + price);
    if one_currency && !bom.parts.is_empty() && (sum - known).abs() < HALF_A_CENT {
        Cell::Sum(Sum {
            value: is_any.then_some(known),
            rows: all(bom),
            decimals: money_decimals(&bom.price.currency),
            currency: Some(bom.price.currency.clone()),
        })
    } else {
        Cell::money(Some(known), &bom.price.currency)
    }
}
