//! What was left out, and why.

use wire::Locale;
use wording::format;
use workstation::machines;
use workstation::machines::{Purse, Rejected, What};

use crate::components::{head, row_head, scroll};
use crate::fields::{Catalog, options};
use crate::messages::need as text;
use markup::{Element, classed, el};

/// Draws the list, folded.
pub fn left_out(rejected: &[Rejected], purse: &Purse, locale: Locale) -> Option<Element> {
    if rejected.is_empty() {
        return None;
    }
    let count = rejected.iter().map(|row| match row.what {
        What::Cards(_) => 1,
        What::Others { count, .. } => count,
    });
    let rows: Vec<Element> = rejected
        .iter()
        .map(|Rejected { what, reason }| {
            let what = match what {
                What::Cards(cards) => named(cards),
                What::Others { count, such_as } => text::more(locale, &format::tally(*count), &named(such_as)),
            };
            el("tr").with(row_head().with(what)).with(el("td").with(machines::refusal_reason(reason, purse, locale)))
        })
        .collect();
    let table = el("table").with(head(&[text::what(locale), text::reason(locale)])).with(el("tbody").with(rows));
    let folded = classed("details", "card")
        .attr("data-testid", "left-out")
        .with(el("summary").with(text::others(locale)))
        .with(classed("p", "fine").with(text::rejected_count(locale, &format::tally(count.sum()))))
        .with(scroll(text::others(locale), table));
    Some(folded)
}

/// Cards, as `2 x rtx-4090`, by the name that they are sold under.
fn named(cards: &str) -> String {
    let name = |id: &str| options::name_of(Catalog::Gpus, id).unwrap_or(id).to_owned();
    cards.split_once(" x ").map_or_else(|| name(cards), |(count, id)| format!("{count} × {}", name(id)))
}
