//! A machine as one orders it: every part with the figure that asked for it, what it costs and draws, and what an order must
//! respect.
//!
//! The model behind it: hardware that a scenario names is kept and the rest is chosen as for machines to buy
//! ([`crate::machines`]); then rules look at the finished machine ([`rules`]), each for one thing that can go wrong between
//! parts, and say what they find as a typed [`Finding`] with the figures, for texts in either language.

mod assume;
mod finding;
mod power;
mod rules;
mod view;
mod words;

pub use assume::assumptions;
pub use finding::{Finding, Severity};
pub use power::{Energy, energy, power};
pub use rules::{RULES, findings};
pub use view::{Board, Cards, Cooled, Drive, Firmware, Fits, Memory, Power, Prices, Room, Run, Slots, Supply, System, View};
pub use words::finding;

use wire::Locale;
use wire::v1::estimate::{Note, NoteLevel};

/// A finding as a note of the wire.
#[must_use]
pub fn note(found: &Finding, locale: Locale) -> Note {
    Note {
        code: found.code().to_owned(),
        level: match found.severity() {
            Severity::Problem => NoteLevel::Problem,
            Severity::Warning => NoteLevel::Warning,
            Severity::Note => NoteLevel::Note,
        },
        detail: finding(found, locale),
    }
}
