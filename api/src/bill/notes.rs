//! What an order must respect.

use wire::Locale;
use wire::v1::estimate::{Note, NoteLevel};
use workstation::machines;

/// The notes of a bill, gravest first, and of each level first what the run says: parts go together for nothing where the run does not
/// work on them. What is merely good to know of the run is not of its parts.
pub fn notes(of_run: impl Iterator<Item = Note>, found: impl Iterator<Item = Note>, locale: Locale) -> Vec<Note> {
    let of_run = of_run.filter(|note| note.level != NoteLevel::Note);
    let about_prices =
        Note { code: "prices-are-history".to_owned(), level: NoteLevel::Note, detail: machines::about_prices(locale).to_owned() };
    let mut notes: Vec<Note> = of_run.chain(found).chain([about_prices]).collect();
    notes.sort_by_key(|note| note.level as u8);
    notes
}
