//! Diagnoses: symptoms, causes, what was found, and what to look at on the machine.

mod chinese;
mod english;
mod probes;
mod titles;

pub use probes::{probe_command, probe_text};
pub use titles::{check_title, check_verdict, symptom_about, symptom_title};

use engine::diagnosis::Finding;

use wire::locale::Locale;

/// What was found, with its figures: a sentence without full stop.
#[must_use]
pub fn check_text(finding: &Finding, locale: Locale) -> String {
    match locale {
        Locale::En => english::finding(finding),
        Locale::Zh => chinese::finding(finding),
    }
}
