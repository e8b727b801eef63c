//! The settings of a stored plan.

use wire::v1::Scenario;

use crate::components::{card as card_of, head as head_of, row_head};
use crate::fields;
use crate::locale::{Locale, in_brackets};
use crate::messages::pages as text;
use crate::plan::words;
use markup::{Element, classed, el};

/// Every setting of a plan, and which of them the advisor chose.
pub fn settings(asked: &Scenario, pinned: &Scenario, locale: Locale) -> Element {
    let rows: Vec<Element> = fields::all()
        .filter_map(|field| {
            let value = words::value_text(field, pinned, locale)?;
            let chosen = words::value_text(field, asked, locale).is_none();
            let by = chosen.then(|| classed("span", "fine").with(in_brackets(text::chosen_by_advisor(locale), locale)));
            Some(el("tr").with(row_head().with((field.label)(locale))).with(el("td").with(value).with(by)))
        })
        .collect();
    let table = el("table").with(head_of(&[text::field(locale), text::value(locale)])).with(el("tbody").with(rows));
    card_of("settings", text::shared_settings(locale), table)
}
