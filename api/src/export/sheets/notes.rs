//! What an order must respect, gravest first.

use crate::export::table::{Cell, Column, Sheet};
use crate::export::words;
use wire::locale::Locale;
use wire::v1::estimate::{Note, NoteLevel};

/// The table of notes.
pub fn notes(notes: &[Note], locale: Locale) -> Sheet {
    let columns = vec![
        Column::text(words::level(locale), 10.0),
        Column::id(words::id(locale), 30.0),
        Column::text(words::note(locale), 100.0),
    ];
    let rows = by_level(notes)
        .map(|note| vec![Cell::text(words::level_name(note.level, locale)), Cell::text(&note.code), Cell::text(&note.detail)])
        .collect();
    Sheet { title: words::notes(locale), columns, rows }
}

/// Notes in the order of their levels.
pub fn by_level(notes: &[Note]) -> impl Iterator<Item = &Note> {
    let of = |level: NoteLevel| notes.iter().filter(move |note| note.level == level);
    of(NoteLevel::Problem).chain(of(NoteLevel::Warning)).chain(of(NoteLevel::Note))
}
