//! Notes: what a reader should know of the answer, gravest first.

use engine::estimate::{Note, NoteLevel};
use leptos::prelude::*;

use super::card;
use crate::locale::Locale;
use crate::messages::results as text;

/// Draws the card; nothing where there is nothing to say.
#[must_use]
pub fn notes_card(notes: &[Note], locale: Locale) -> Option<AnyView> {
    let mut sorted: Vec<&Note> = notes.iter().collect();
    sorted.sort_by_key(|note| note.level());
    let items: Vec<_> = sorted
        .into_iter()
        .map(|note| {
            let class = match note.level() {
                NoteLevel::Problem => "note problem",
                NoteLevel::Warning => "note warning",
                NoteLevel::Note => "note",
            };
            view! {
                <li class=class>
                    <span class="tag">{api::text::note_level(note.level(), locale)}</span>
                    <span class="sentence">{api::text::note_detail(note, locale)}</span>
                </li>
            }
        })
        .collect();
    (!items.is_empty()).then(|| card("notes", text::notes(locale), view! { <ul class="notes">{items}</ul> }))
}
