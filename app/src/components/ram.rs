//! Memory of the host: the parts against what is installed, and the kits to buy.

use engine::estimate::{Estimate, Explanation, Ram, RamParts, RamReserve};
use engine::units::Bytes;

use super::bar::{Bar, Segment, stacked_bar};
use super::card;
use super::parts::{Row, parts_table};
use super::why::why;
use crate::draw::{Element, classed, el};
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

fn rows(parts: &RamParts, locale: Locale) -> Vec<Row> {
    let RamParts { system, runtime, workers, prefetch, pinned, checkpoint_staging, offload, dataset_cache } = *parts;
    [
        (system, text::system(locale), "ram.system"),
        (runtime, text::runtime(locale), "ram.runtime"),
        (workers, text::workers(locale), "ram.workers"),
        (prefetch, text::prefetch(locale), "ram.prefetch"),
        (pinned, text::pinned(locale), "ram.pinned"),
        (checkpoint_staging, text::checkpoint_staging(locale), "ram.checkpoint_staging"),
        (offload, text::offload(locale), "ram.offload"),
        (dataset_cache, text::dataset_cache(locale), "ram.dataset_cache"),
    ]
    .into_iter()
    .enumerate()
    .map(|(pattern, (amount, label, id))| (Segment { pattern, label, amount }, id))
    .collect()
}

/// Draws the card.
#[must_use]
pub fn ram_card(estimate: &Estimate, explanations: &[Explanation], locale: Locale) -> Element {
    let ram = &estimate.ram;
    let installed = estimate.scenario.hardware.ram;
    let rows = rows(&ram.parts, locale);
    let summary = text::ram_summary(locale, &format::gib(ram.peak), &format::gib(installed));
    let bar = Bar {
        segments: rows.iter().map(|(segment, _)| *segment).collect(),
        capacity: installed,
        range: None,
        description: summary.clone(),
    };
    let about = text::ram_reserve(locale, &format::gib(ram.reserve), &reserve(&ram.reserve_parts, locale));
    let reserve_why = why(explanations, "ram.reserve", text::reserve(locale), locale);
    card("ram-bar", text::ram(locale), classed("p", "summary").with(summary))
        .with(stacked_bar(&bar))
        .with(kits(ram, explanations, locale))
        .with(classed("div", "fine").with(about).with(" ").with(reserve_why))
        .with(parts_table(&rows, text::ram(locale), "ram.peak_bytes", explanations, locale))
}

fn kits(ram: &Ram, explanations: &[Explanation], locale: Locale) -> Element {
    let kits: Vec<Element> = [
        (text::kit_minimum(locale), ram.minimum, "ram.minimum_gib", "kit"),
        (text::kit_recommended(locale), ram.recommended, "ram.recommended_gib", "kit chosen"),
        (text::kit_comfortable(locale), ram.comfortable, "ram.comfortable_gib", "kit"),
    ]
    .into_iter()
    .map(|(label, amount, id, class)| {
        let value = el("dd").with(format::gib(amount)).with(" ").with(why(explanations, id, label, locale));
        classed("div", class).with(el("dt").with(label)).with(value)
    })
    .collect();
    classed("dl", "kits").with(kits)
}

/// What the reserve is for, item by item.
fn reserve(parts: &RamReserve, locale: Locale) -> String {
    let RamReserve { evaluation, write_back, tools, data_set, base_weights } = *parts;
    let items = [
        (evaluation, text::reserve_evaluation(locale)),
        (write_back, text::reserve_write_back(locale)),
        (tools, text::reserve_tools(locale)),
        (data_set, text::reserve_data_set(locale)),
        (base_weights, text::reserve_base_weights(locale)),
    ];
    let named = items.into_iter().filter(|(amount, _)| *amount > Bytes::ZERO);
    named.map(|(amount, name)| format!("{name} {}", format::bytes(amount))).collect::<Vec<_>>().join(locale.pick(", ", "，"))
}
