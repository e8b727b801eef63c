//! The table under a bar: each part with its key, size, share and reason.

use engine::units::Bytes;
use wording::format;

use super::bar::{Segment, swatch};
use super::why::{Reasons, why};
use super::{head, hidden, row_head};
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed, el};

/// A row: the part and the id under which the engine explains it.
pub type Row = (Segment, &'static str);

/// Draws the table; parts of no size are left out, and the sum has its own name.
#[must_use]
pub fn parts_table(
    rows: &[Row],
    caption: &'static str,
    (total_name, total_id): (&'static str, &str),
    reasons: &Reasons,
    locale: Locale,
) -> Element {
    let total: Bytes = rows.iter().map(|(segment, _)| segment.amount).sum();
    let shown = rows.iter().filter(|(segment, _)| segment.amount > Bytes::ZERO);
    let body: Vec<Element> = shown
        .map(|(segment, id)| {
            el("tr")
                .with(row_head().with(swatch(segment.pattern)).with(segment.label))
                .with(el("td").with(format::bytes(segment.amount)))
                .with(el("td").with(share(segment.amount, total)))
                .with(el("td").with(why(reasons, id, segment.label, locale)))
        })
        .collect();
    let sum = el("tr")
        .with(row_head().with(total_name))
        .with(el("td").with(format::bytes(total)))
        .with(el("td").with(format::percent(1.0)))
        .with(el("td").with(why(reasons, total_id, total_name, locale)));
    classed("table", "parts")
        .with(el("caption").with(hidden(caption)))
        .with(head(&[text::part(locale), text::amount(locale), text::share(locale), text::why(locale)]))
        .with(el("tbody").with(body))
        .with(el("tfoot").with(sum))
}

fn share(amount: Bytes, total: Bytes) -> String {
    format::percent(if total == Bytes::ZERO { 0.0 } else { amount.as_f64() / total.as_f64() })
}
