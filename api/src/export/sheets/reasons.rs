//! Why each part is on the bill, and where its price is from.

use crate::export::sources::Sources;
use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::bom::{Bom, Part};

/// The table of reasons.
pub fn reasons(bom: &Bom, sources: &Sources, locale: Locale) -> Sheet {
    let named = vec![
        Column::text(words::kind(locale), 11.0),
        Column::id(words::id(locale), 22.0),
        Column::text(words::name(locale), 32.0),
    ];
    let rows = bom.parts.iter().map(|part| {
        let named = vec![Cell::text(words::kind_name(&part.kind, locale)), Cell::text(&part.id), Cell::text(&part.name)];
        [named, grounds(part, sources, locale)].concat()
    });
    Sheet { title: words::reasons(locale), columns: [named, columns(locale)].concat(), rows: rows.collect() }
}

/// The columns of what is said of a part beside what an order needs.
pub fn columns(locale: Locale) -> Vec<Column> {
    vec![
        Column::text(words::reason(locale), 50.0),
        Column::text(words::buyer_notes(locale), 50.0),
        Column::text(words::price_source(locale), 36.0),
    ]
}

/// What stands in them.
pub fn grounds(part: &Part, sources: &Sources, locale: Locale) -> Vec<Cell> {
    vec![
        Cell::text(&part.reason),
        Cell::text(&part.notes.join(words::list_separator(locale))),
        sources.cell(part.price_source.as_deref()),
    ]
}
