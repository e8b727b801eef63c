//! What a reader should know of an answer: the engine's notes, and what was passed over in the question.

use engine::estimate::{Estimate, Note};

use scenario::resolve::unread;
use wire::v1::Scenario;

/// All notes of an answer to what was asked, gravest first.
#[must_use]
pub fn notes(asked: &Scenario, answer: &Estimate) -> Vec<Note> {
    with_unread_keys(asked, &answer.notes)
}

/// Notes of an answer with what was passed over in the question.
#[must_use]
pub fn with_unread_keys(asked: &Scenario, notes: &[Note]) -> Vec<Note> {
    let mut notes = notes.to_vec();
    let keys = unread(asked);
    if !keys.is_empty() {
        let note = Note::UnreadKeys { keys };
        let place = notes.iter().position(|other| other.level() > note.level()).unwrap_or(notes.len());
        notes.insert(place, note);
    }
    notes
}
