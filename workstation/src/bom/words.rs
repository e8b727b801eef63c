//! Findings and assumptions in words of either language.

mod chinese;
mod english;

use super::Finding;
use wire::locale::Locale;

/// A finding in a sentence.
#[must_use]
pub fn finding(finding: &Finding, locale: Locale) -> String {
    match locale {
        Locale::En => english::finding(finding),
        Locale::Zh => chinese::finding(finding),
    }
}
