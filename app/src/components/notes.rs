//! Notes: what a reader should know of the answer, gravest first.

use engine::estimate::{Note, NoteLevel};

use super::card;
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed};

/// Draws the card; nothing where there is nothing to say.
#[must_use]
pub fn notes_card(notes: &[Note], locale: Locale) -> Option<Element> {
    let mut sorted: Vec<&Note> = notes.iter().collect();
    engine::order::sort_by_key(&mut sorted, |note| note.level());
    let items: Vec<Element> = sorted
        .into_iter()
        .map(|note| {
            let class = match note.level() {
                NoteLevel::Problem => "note problem",
                NoteLevel::Warning => "note warning",
                NoteLevel::Note => "note",
            };
            let level = classed("span", "tag").with(wording::note_level(note.level(), locale));
            classed("li", class).with(level).with(classed("span", "sentence").with(wording::note_detail(note, locale)))
        })
        .collect();
    (!items.is_empty()).then(|| card("notes", text::notes(locale), classed("ul", "notes").with(items)))
}
