//! Findings and assumptions in words of either language.

mod chinese;
mod english;

use super::Finding;
use wire::locale::Locale;
use wording::number;

/// A finding in a sentence.
#[must_use]
pub fn finding(finding: &Finding, locale: Locale) -> String {
    match locale {
        Locale::En => english::finding(finding),
        Locale::Zh => chinese::finding(finding),
    }
}

fn watts(watts: f64) -> String {
    number(watts.round())
}

fn percent(share: f64) -> String {
    format!("{} %", number((share * 100.0).round()))
}

/// With one decimal at most.
fn rounded(value: f64) -> String {
    number((value * 10.0).round() / 10.0)
}
