//! The planner's query parameters: one row a leaf of a scenario, from the tables that read and default them.

use scenario::fields::{FIELDS, Field, Kind};
use serde_json::Value;
use wording::format;

use super::frame::{Frame, back, block, english};
use crate::components::head;
use crate::messages::reference as text;
use markup::{Element, classed, el};

/// Draws the page.
pub fn draw(frame: Frame<'_>) -> Element {
    let locale = frame.locale;
    let scenario = frame.document.0.pointer("/components/schemas/Scenario").unwrap_or(&Value::Null);
    let rows: Vec<Element> = FIELDS.iter().map(|field| row(field, scenario, frame)).collect();
    let names = [text::parameter(locale), text::field(locale), text::takes(locale), text::default(locale), text::meaning(locale)];
    let table = classed("table", "plain").with(head(&names)).with(el("tbody").with(rows));
    el("section")
        .with(back(frame))
        .with(el("h1").with(text::parameters(locale)))
        .with(classed("p", "measure").with(text::parameters_about(locale)))
        .with(block("/plan?v=1&gpu=rtx-4090&model=resnet50&precision=bf16-amp&batch=64".to_owned()))
        .with(classed("p", "measure").with(text::parameters_rules(locale)).with(" ").with(text::english(locale)))
        .with(
            classed("div", "table")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", text::parameters(locale))
                .with(table),
        )
}

fn row(field: &'static Field, scenario: &Value, frame: Frame<'_>) -> Element {
    let locale = frame.locale;
    let default = scenario::defaults::TABLE.iter().find(|default| default.pointer == field.pointer);
    let label = crate::fields::by_pointer(field.pointer)
        .filter(|shown| shown.name == field.name)
        .map(|shown| (shown.label)(locale))
        .unwrap_or_default();
    let said = frame.document.description_of(scenario, field.pointer);
    el("tr")
        .attr("id", format!("q-{}", field.name))
        .with(el("th").attr("scope", "row").with(el("code").with(field.name)))
        .with(el("td").with(el("code").with(field.pointer)))
        .with(el("td").with(takes(field.kind)))
        .with(el("td").with(default.map(|default| english(default.value, locale))))
        .with(el("td").with((!label.is_empty()).then(|| (el("strong").with(label), ". "))).with(english(said, locale)))
}

fn takes(kind: Kind) -> Element {
    let words = |words: &'static [&'static str]| {
        el("span").with(words.iter().map(|word| (el("code").with(*word), " ")).collect::<Vec<_>>())
    };
    let plain = |text: String| el("span").with(text);
    let integers = |min: u64, max: u64| format!("{} – {}", format::count(min), format::count(max));
    match kind {
        Kind::Text => plain("text".to_owned()),
        Kind::Integers(range) => plain(format!("{} (0,2,4)", integers(range.min, range.max))),
        Kind::Integer(range) => plain(integers(range.min, range.max)),
        Kind::Number(range) => plain(format!("{} – {}", format::written(range.min), format::written(range.max))),
        Kind::Currency => words(&["USD", "CNY", "EUR", "…"]),
        Kind::Flag => words(&["true", "false"]),
        Kind::Choice(all) | Kind::Choices(all) => words(all),
        Kind::Size(range) => plain(format!("{} (224, 512x768)", integers(range.min, range.max))),
        Kind::Owned => plain("rtx-4090:1,case-tower-mid".to_owned()),
        Kind::Parts => plain("fractal-design-north,noctua-nh-d15-g2".to_owned()),
        Kind::Targets => words(wire::v1::choices::LoraPreset::WORDS),
    }
}
