//! The parts with their prices, and the sum of those that are known.

use crate::export::sources::Sources;
use crate::export::spoken::total_line;
use crate::export::table::{Cell, Column, Sheet, Sum};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::{Bom, Part};
use wire::v1::estimate::NoteLevel;
use wording::format::money_decimals;
use workstation::machines::about_prices;

/// Sums of cents may differ by this much before they differ at all.
const HALF_A_CENT: f64 = 0.005;

/// The table of parts; its last row is what they cost together, after the sum of what is known where that is less.
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
    rows.extend(totals(bom, locale));
    Sheet { title: words::parts(locale), columns, rows }
}

/// The table of parts where it is all that a file has: what stands against the order is in it too, after the sum.
pub fn parts_alone(bom: &Bom, locale: Locale) -> Sheet {
    let mut sheet = parts(bom, &Sources::of(bom, locale), locale);
    let against = bom.notes.iter().filter(|note| note.level == NoteLevel::Problem).map(|note| {
        let mut row = vec![Cell::Empty; sheet.columns.len()];
        row[0] = Cell::text(words::level_name(note.level, locale));
        row[2] = Cell::text(&note.code);
        row[3] = Cell::text(&note.detail);
        row
    });
    let against: Vec<Vec<Cell>> = against.collect();
    sheet.rows.extend(against);
    sheet
}

fn row(part: &Part, sources: &Sources, locale: Locale) -> Vec<Cell> {
    let line = part.price();
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

fn totals(bom: &Bom, locale: Locale) -> Vec<Vec<Cell>> {
    let price = &bom.price;
    let as_of = price.as_of.as_deref().unwrap_or_default();
    let row = |name: &str, about: &str, amount: Cell| {
        vec![
            Cell::text(name),
            Cell::Empty,
            Cell::Empty,
            Cell::text(about),
            Cell::Empty,
            Cell::Empty,
            amount,
            Cell::text(&price.currency),
            Cell::text(as_of),
            Cell::Empty,
            Cell::text(about_prices(locale)),
            Cell::Empty,
        ]
    };
    let line = total_line(price, locale);
    if price.complete {
        return vec![row(words::total(locale), &line, known(bom))];
    }
    let is_any = bom.parts.iter().any(|part| part.unit_price.is_some());
    let known = is_any.then(|| row(words::known_total(locale), "", known(bom)));
    known.into_iter().chain([row(words::total(locale), &line, Cell::Unknown)]).collect()
}

/// The known prices as a sum of the rows above, where that is what it is: prices in several currencies do not add up.
fn known(bom: &Bom) -> Cell {
    let known = bom.price.known_amount;
    let priced = || bom.parts.iter().filter_map(|part| Some((part, part.unit_price?)));
    let one_currency = priced().all(|(part, _)| part.currency == bom.price.currency);
    let sum: f64 = priced().filter_map(|(part, _)| part.price()).fold(0.0, |sum, price| sum + price);
    if one_currency && !bom.parts.is_empty() && (sum - known).abs() < HALF_A_CENT {
        Cell::Sum(Sum {
            value: known,
            rows: 0..bom.parts.len(),
            decimals: money_decimals(&bom.price.currency),
            currency: Some(bom.price.currency.clone()),
        })
    } else {
        Cell::money(Some(known), &bom.price.currency)
    }
}
