//! The tables of a bill: parts, what it is of, reasons, memory, power, notes, assumptions, sources.

mod about;
mod lines;
mod memory;
mod notes;
mod parts;
mod power;
mod reasons;
mod title;

pub use about::about;
pub use lines::lines;
pub use memory::memory;
pub use notes::by_level;
pub use parts::parts;
pub use power::power;
pub use title::title;

use super::sources::Sources;
use super::table::{Cell, Column, Sheet};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;

/// All tables in their order; the first one is the parts, which is what programs that import a workbook look at.
#[must_use]
pub fn sheets(bom: &Bom, locale: Locale) -> Vec<Sheet> {
    let sources = Sources::of(bom, locale);
    vec![
        parts(bom, locale),
        about(bom, locale),
        reasons::reasons(bom, &sources, locale),
        memory(&bom.estimate, locale),
        power(bom, locale),
        notes::notes(&bom.notes, locale),
        assumptions(bom, &sources, locale),
        cited(bom, &sources, locale),
    ]
}

fn assumptions(bom: &Bom, sources: &Sources, locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::id(locale), 30.0),
        Column::text(words::assumption(locale), 70.0),
        Column::text(words::source(locale), 60.0),
    ];
    let rows = bom
        .assumptions
        .iter()
        .map(|assumption| {
            vec![Cell::text(&assumption.id), Cell::text(&assumption.detail), sources.cell(Some(&assumption.source))]
        })
        .collect();
    Sheet { title: words::assumptions(locale), columns, rows }
}

/// The sources by their numbers, then the versions of what computed the figures.
fn cited(bom: &Bom, sources: &Sources, locale: Locale) -> Sheet {
    let columns = vec![
        Column::number(words::number(locale), 6.0),
        Column::text(words::source(locale), 80.0),
        Column::text(words::used_for(locale), 60.0),
    ];
    let listed = sources.all().iter().enumerate().map(|(place, source)| {
        vec![
            Cell::count(place as u64 + 1),
            Cell::text(&source.text),
            Cell::text(&source.used_for.join(words::list_separator(locale))),
        ]
    });
    let versions = [
        (format!("Rigwise {}", bom.engine_version), words::formulas(locale)),
        (format!("Rigwise catalog {}", bom.catalog_version), words::device_data(locale)),
    ];
    let versions = versions.into_iter().map(|(text, used)| vec![Cell::Empty, Cell::text(&text), Cell::text(used)]);
    Sheet { title: words::sources(locale), columns, rows: listed.chain(versions).collect() }
}
