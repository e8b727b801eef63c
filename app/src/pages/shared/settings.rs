//! The settings of a stored plan.

use scenario::fields::{FIELDS, Value};
use wire::v1::Scenario;
use wording::format;

use crate::components::{card as card_of, head as head_of, row_head};
use crate::fields;
use crate::locale::{Locale, in_brackets};
use crate::messages::{pages as text, run};
use crate::plan::words;
use markup::{Element, classed, el};

/// Where settings of a model that runs stand in a scenario.
const OF_SERVING: &str = "/serving/";

/// A setting of a model that runs: where the form has no words for it, as its engine calls it.
fn said(pointer: &str, value: &Value, locale: Locale) -> Option<String> {
    match value {
        Value::Text(word) => Some(run::word(pointer, word, locale).map_or_else(|| word.clone(), str::to_owned)),
        Value::Integer(number) => Some(format::count(*number)),
        Value::Number(number) => Some(format::significant(*number)),
        Value::Size(size) => Some(format!("{} × {}", size.height, size.width)),
        Value::Flag(flag) => run::word(pointer, &flag.to_string(), locale).map(str::to_owned),
        Value::List(_) | Value::Integers(_) => None,
    }
}

/// What a setting of a model that runs is called: models that answer in passes have words of their own.
fn label(pointer: &str, pinned: &Scenario, locale: Locale) -> Option<&'static str> {
    let entry = pinned.model.id.as_deref().and_then(catalog::listed_model).filter(|entry| entry.answers_in_passes());
    let hears = entry.map(|entry| entry.architecture.hears());
    match (pointer, hears) {
        ("/serving/concurrency", Some(true)) => Some(run::windows_of(locale)),
        ("/serving/concurrency", Some(false)) => Some(run::batch_of(locale)),
        ("/serving/output_tokens", Some(_)) => Some(run::window_tokens(locale)),
        ("/serving/prompt_tokens", Some(_)) => Some(run::text_tokens(locale)),
        _ => run::label(pointer, locale),
    }
}

/// Every setting of a plan: its name, its value, and whether the advisor chose it.
pub fn decided(asked: &Scenario, pinned: &Scenario, locale: Locale) -> Vec<(&'static str, String, bool)> {
    let planned = fields::all().filter_map(|field| {
        let value = words::value_text(field, pinned, locale)?;
        // Of models that are known for running alone the planner has no names.
        let value = if field.name == "model" { words::model_name(pinned, locale) } else { value };
        Some(((field.label)(locale), value, words::value_text(field, asked, locale).is_none()))
    });
    let served = FIELDS.iter().filter(|field| field.pointer.starts_with(OF_SERVING)).filter_map(|field| {
        let value = said(field.pointer, &field.get(pinned)?, locale)?;
        Some((label(field.pointer, pinned, locale)?, value, field.get(asked).is_none()))
    });
    planned.chain(served).collect()
}

/// Every setting of a plan, and which of them the advisor chose.
pub fn settings(asked: &Scenario, pinned: &Scenario, locale: Locale) -> Element {
    let row = |(name, value, chosen): (&'static str, String, bool)| {
        let by = chosen.then(|| classed("span", "fine").with(in_brackets(text::chosen_by_advisor(locale), locale)));
        el("tr").with(row_head().with(name)).with(el("td").with(value).with(by))
    };
    let rows: Vec<Element> = decided(asked, pinned, locale).into_iter().map(row).collect();
    let table = el("table").with(head_of(&[text::field(locale), text::value(locale)])).with(el("tbody").with(rows));
    card_of("settings", text::shared_settings(locale), table)
}
