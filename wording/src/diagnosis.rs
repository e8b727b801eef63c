//! Diagnoses: symptoms, causes, what was found, and what to look at on the machine.

mod chinese;
mod english;
mod probes;
mod titles;

pub use probes::{probe_command, probe_text};
pub use titles::{check_title, check_verdict, symptom_about, symptom_title};

use engine::diagnosis::Finding;
use engine::units::Seconds;

use super::number;
use wire::locale::Locale;

/// What was found, with its figures: a sentence without full stop.
#[must_use]
pub fn check_text(finding: &Finding, locale: Locale) -> String {
    match locale {
        Locale::En => english::finding(finding),
        Locale::Zh => chinese::finding(finding),
    }
}

/// Three significant digits, whole from 100 on.
fn significant(value: f64) -> String {
    let scale = match value {
        99.95.. => 1.0,
        9.995.. => 10.0,
        0.9995.. => 100.0,
        _ => 10_000.0,
    };
    number((value * scale).round() / scale)
}

/// A duration by its size; words are the units' names.
fn duration(time: Seconds, [milliseconds, seconds, minutes, hours]: [&str; 4]) -> String {
    match time.get() {
        ..0.9995 => format!("{} {milliseconds}", significant(time.get() * 1e3)),
        ..119.5 => format!("{} {seconds}", significant(time.get())),
        ..7170.0 => format!("{:.0} {minutes}", time.get() / 60.0),
        _ => format!("{} {hours}", significant(time.get() / 3600.0)),
    }
}

/// How much of a whole something is, in percent with one decimal where it is little.
fn share(share: f64) -> String {
    let value = share * 100.0;
    if value > 0.0 && value < 0.95 { format!("{value:.1} %") } else { format!("{value:.0} %") }
}
