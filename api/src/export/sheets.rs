//! The tables of a bill: parts, memory, power, notes, assumptions, sources.

mod memory;
mod notes;
mod parts;
mod power;

pub use memory::memory;
pub use parts::{parts, parts_alone};
pub use power::power;

use super::sources::Sources;
use super::table::{Cell, Column, Sheet, clean};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::Bom;

/// All tables in their order; the first one is the parts.
#[must_use]
pub fn sheets(bom: &Bom, locale: Locale) -> Vec<Sheet> {
    let sources = Sources::of(bom, locale);
    vec![
        parts(bom, &sources, locale),
        memory(&bom.estimate, locale),
        power(&bom.power, locale),
        notes::notes(&bom.notes, locale),
        assumptions(bom, &sources, locale),
        cited(bom, &sources, locale),
    ]
}

/// What the bill is of: `2 x GeForce RTX 4090, resnet50`.
#[must_use]
pub fn title(bom: &Bom) -> String {
    let cards: Vec<String> = bom
        .parts
        .iter()
        .filter(|part| part.kind == "gpu")
        .map(|part| if part.quantity == 1 { part.name.clone() } else { format!("{} x {}", part.quantity, part.name) })
        .collect();
    let machine = if cards.is_empty() { "Rigwise".to_owned() } else { cards.join(" + ") };
    let model = bom.estimate.inputs.model.id.as_deref().map(|model| format!(", {model}")).unwrap_or_default();
    clean(&format!("{machine}{model}"))
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
            vec![Cell::text(&assumption.id), Cell::text(&assumption.detail), source(sources, Some(&assumption.source))]
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

/// A source as a cell that knows its number.
fn source(sources: &Sources, text: Option<&str>) -> Cell {
    match text.and_then(|text| Some((sources.number(text)?, text))) {
        Some((number, text)) => Cell::Source { number, text: clean(text) },
        None => Cell::Empty,
    }
}
