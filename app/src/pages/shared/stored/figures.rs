//! Stored figures in a list, each with its reason.

use super::super::stored_why::StoredReasons;
use crate::locale::Locale;
use markup::{Element, classed, el};

/// Draws name and figure of each row; the last of a row is the id under which the answer explains it.
pub fn figures(rows: Vec<(&'static str, String, &'static str)>, reasons: &StoredReasons, locale: Locale) -> Element {
    let rows: Vec<Element> = rows
        .into_iter()
        .map(|(label, value, id)| {
            let value = el("dd").with(value).with(" ").with(reasons.why(id, label, locale));
            el("div").with(el("dt").with(label)).with(value)
        })
        .collect();
    classed("dl", "figures").with(rows)
}
