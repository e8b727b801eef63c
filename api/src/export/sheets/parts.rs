//! The parts with their prices, and the sum of those that are known.

use crate::export::sources::Sources;
use crate::export::table::{Cell, Column, MONEY_DECIMALS, Sheet, Sum};
use crate::export::words;
use crate::locale::Locale;
use crate::v1::bom::{Bom, Part};

/// Sums of cents may differ by this much before they differ at all.
const HALF_A_CENT: f64 = 0.005;

/// The table of parts; its last row is the sum.
#[must_use]
pub fn parts(bom: &Bom, sources: &Sources, locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::kind(locale), 12.0),
        Column::id(words::kind_id(locale), 10.0),
        Column::id(words::id(locale), 26.0),
        Column::text(words::name(locale), 40.0),
        Column::number(words::quantity(locale), 9.0),
        Column::number(words::unit_price(locale), 13.0),
        Column::number(words::line_price(locale), 13.0),
        Column::text(words::currency(locale), 10.0),
        Column::text(words::price_date(locale), 11.0),
        Column::text(words::price_source(locale), 36.0),
        Column::text(words::reason(locale), 60.0),
        Column::text(words::buyer_notes(locale), 60.0),
    ];
    let mut rows: Vec<Vec<Cell>> = bom.parts.iter().map(|part| row(part, sources, locale)).collect();
    rows.push(total(bom, locale));
    Sheet { title: words::parts(locale), columns, rows }
}

fn row(part: &Part, sources: &Sources, locale: Locale) -> Vec<Cell> {
    let line = part.unit_price.map(|price| price * part.quantity as f64);
    let known = |text: &str| if part.unit_price.is_some() { Cell::text(text) } else { Cell::Empty };
    vec![
        Cell::text(words::kind_name(&part.kind, locale)),
        Cell::text(&part.kind),
        Cell::text(&part.id),
        Cell::text(&part.name),
        Cell::count(part.quantity),
        Cell::money(part.unit_price, &part.currency),
        Cell::money(line, &part.currency),
        known(&part.currency),
        known(part.price_date.as_deref().unwrap_or_default()),
        super::source(sources, part.price_source.as_deref()),
        Cell::text(&part.reason),
        Cell::text(&part.notes.join(words::list_separator(locale))),
    ]
}

fn total(bom: &Bom, locale: Locale) -> Vec<Cell> {
    let price = &bom.price;
    let as_of = price.as_of.as_deref().unwrap_or_default();
    vec![
        Cell::text(words::total(locale)),
        Cell::Empty,
        Cell::Empty,
        Cell::text(&words::total_line(price.unknown_parts, locale)),
        Cell::Empty,
        Cell::Empty,
        amount(bom),
        Cell::text(&price.currency),
        Cell::text(as_of),
        Cell::Empty,
        Cell::text(words::about_prices(locale)),
        Cell::Empty,
    ]
}

/// The sum as a sum of the rows above, where that is what it is: prices in several currencies do not add up.
fn amount(bom: &Bom) -> Cell {
    let priced = || bom.parts.iter().filter_map(|part| Some((part, part.unit_price?)));
    let one_currency = priced().all(|(part, _)| part.currency == bom.price.currency);
    let sum: f64 = priced().map(|(part, price)| price * part.quantity as f64).fold(0.0, |sum, price| sum + price);
    if priced().next().is_none() && bom.price.unknown_parts > 0 {
        Cell::Unknown
    } else if one_currency && !bom.parts.is_empty() && (sum - bom.price.amount).abs() < HALF_A_CENT {
        Cell::Sum(Sum {
            value: bom.price.amount,
            rows: 0..bom.parts.len(),
            decimals: MONEY_DECIMALS,
            currency: Some(bom.price.currency.clone()),
        })
    } else {
        Cell::money(Some(bom.price.amount), &bom.price.currency)
    }
}
