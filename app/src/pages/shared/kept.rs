//! A stored plan that this version cannot answer in full: what is missing, and the stored figures one by one.

use api::verdict::Standing;
use engine::units::{Bytes, SamplesPerSecond, Seconds};
use serde_json::Value;
use wording::format;

use super::super::unlisted::explanation;
use crate::components::verdict::word;
use crate::components::{card, head, row_head};
use crate::locale::Locale;
use crate::messages::{pages, products as text, results, shared};
use crate::plan::instead::Instead;
use markup::{Element, classed, el};

/// What the catalog no longer lists, and the way on.
pub fn missing(instead: &Instead, locale: Locale) -> Element {
    let missing: Vec<Element> =
        instead.missing.iter().map(|missing| el("li").with(explanation(missing.kind, &missing.given, locale))).collect();
    card("missing", text::missing_title(locale), classed("ul", "sources").with(missing))
        .with(el("p").with(text::missing_about(locale)))
        .with(el("p").with(instead.link(locale)))
}

/// The settings that only a newer version knows.
pub fn newer(unknown: &[String], locale: Locale) -> Element {
    let names: Vec<Element> =
        unknown.iter().map(|name| el("li").with(el("code").attr("translate", "no").with(name.clone()))).collect();
    card("newer", shared::newer_title(locale), el("p").with(shared::newer_about(locale)))
        .with(classed("ul", "sources").with(names))
}

/// The stored headline figures; one that an early version did not give is a dash.
pub fn figures(result: &Value, locale: Locale) -> Element {
    let number = |pointer: &str| result.pointer(pointer).and_then(Value::as_f64).filter(|number| *number >= 0.0);
    let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
    let memory = |pointer: &str| whole(pointer).map(|bytes| format::gib(Bytes(bytes)));
    let unknown = api::plans::not_modeled(result).map(|_| results::verdict_not_modeled(locale).to_owned());
    let standing = Standing::of_stored(result, &Value::Null);
    let verdict = standing.map(|standing| word(standing.verdict, locale).to_owned());
    let rows: Vec<Element> = [
        (text::verdict(locale), verdict.or(unknown)),
        (wording::process_vram(locale), memory("/vram/device_peak_bytes")),
        (wording::card_capacity(locale), memory("/vram/capacity_bytes")),
        (text::largest_batch(locale), whole("/limits/max_micro_batch_size").map(format::count)),
        (results::ram(locale), memory("/ram/peak_bytes")),
        (text::samples(locale), number("/speed/samples_per_second").map(|rate| format::samples(SamplesPerSecond::new(rate)))),
        (results::epoch_time(locale), number("/speed/epoch_seconds").map(|time| format::duration(Seconds::new(time), locale))),
    ]
    .into_iter()
    .map(|(label, value)| el("tr").with(row_head().with(label)).with(el("td").with(value.unwrap_or_else(|| "–".to_owned()))))
    .collect();
    let table = el("table").with(head(&[text::figure(locale), pages::value(locale)])).with(el("tbody").with(rows));
    card("figures", pages::shared_stored(locale), table)
}
