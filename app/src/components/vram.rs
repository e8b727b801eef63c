//! Memory of the fullest GPU: the capacity is the axis, the parts fill it.

use engine::estimate::{Estimate, Fit, VramParts};
use engine::hardware::Vendor;
use engine::units::Bytes;
use wording::format;

use super::bar::{Bar, Segment, stacked_bar};
use super::card;
use super::parts::{Row, parts_table};
use super::why::{Reasons, why};
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed};

/// Names of the parts of live memory, in the order of [`amounts`]; the number of each is its pattern.
#[must_use]
pub const fn part_names(locale: Locale) -> [&'static str; 6] {
    [
        text::parameters(locale),
        text::gradients(locale),
        text::optimizer_state(locale),
        text::activations(locale),
        text::temporary(locale),
        text::inputs(locale),
    ]
}

/// The parts of live memory in the order of the drawings.
#[must_use]
pub const fn amounts(parts: &VramParts) -> [Bytes; 6] {
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    [parameters, gradients, optimizer_state, activations, temporary, inputs]
}

pub(crate) const IDS: [&str; 6] =
    ["vram.parameters", "vram.gradients", "vram.optimizer_state", "vram.activations", "vram.temporary", "vram.inputs"];

/// Live parts, then what allocator, driver and desktop add.
fn rows(estimate: &Estimate, locale: Locale) -> Vec<Row> {
    let vram = &estimate.vram;
    let live = amounts(&vram.parts).into_iter().zip(part_names(locale)).zip(IDS).enumerate();
    let mut rows: Vec<Row> = live.map(|(pattern, ((amount, label), id))| (Segment { pattern, label, amount }, id)).collect();
    let context = match estimate.scenario.hardware.gpu.vendor {
        Vendor::Nvidia => text::context(locale),
        _ => text::device_context(locale),
    };
    let overheads = [
        (text::allocator(locale), vram.reserved_peak.saturating_sub(vram.allocated_peak), "vram.reserved_peak_bytes"),
        (context, vram.device_peak.saturating_sub(vram.reserved_peak), "vram.device_peak_bytes"),
        (wording::system_vram(locale), vram.desktop, "vram.desktop_bytes"),
    ];
    for (label, amount, id) in overheads {
        rows.push((Segment { pattern: rows.len(), label, amount }, id));
    }
    rows
}

/// The process's memory, the card's capacity, what the system takes beside it, and low and high of the process's memory: the
/// figures of every headline, in a sentence.
#[must_use]
pub fn summary(figures: [Bytes; 5], is_cuda: bool, locale: Locale) -> String {
    let [used, capacity, system, low, high] = figures;
    let sentence = if is_cuda { text::vram_summary } else { text::vram_summary_other };
    let gib = format::gib;
    sentence(
        locale,
        wording::process_vram(locale),
        &gib(used),
        &gib(capacity),
        &super::verdict::beside_system(system, locale),
        &gib(low),
        &gib(high),
    )
}

/// Draws the card.
#[must_use]
pub fn vram_card(estimate: &Estimate, reasons: &Reasons, locale: Locale) -> Element {
    let vram = &estimate.vram;
    let rows = rows(estimate, locale);
    let heading = if estimate.scenario.hardware.total_gpus() > 1 { text::vram_fullest(locale) } else { text::vram(locale) };
    let is_cuda = estimate.scenario.hardware.gpu.vendor == Vendor::Nvidia;
    let summary = summary([vram.device_peak, vram.capacity, vram.desktop, vram.range.0, vram.range.1], is_cuda, locale);
    let bar = Bar {
        segments: rows.iter().map(|(segment, _)| *segment).collect(),
        capacity: vram.capacity,
        range: Some((vram.range.0 + vram.desktop, vram.range.1 + vram.desktop)),
        description: summary.clone(),
    };
    let (class, slack) = match vram.fit {
        Fit::Comfortable { headroom } | Fit::Tight { headroom } => ("slack", text::free(locale, &format::bytes(headroom))),
        Fit::Short { by } => ("slack short", text::over_capacity(locale, &format::bytes(by))),
    };
    let capacity_note = if estimate.scenario.hardware.gpu.memory_is_measured {
        text::vram_capacity_measured(locale)
    } else {
        text::vram_capacity_nominal(locale)
    };
    let measured = estimate.scenario.measured.memory.map(|_| (" ", classed("span", "tag").with(text::measured(locale))));
    let lead = classed("p", "summary").with(summary).with(" ").with(classed("strong", class).with(slack)).with(measured);
    let table = parts_table(&rows, heading, (text::on_card(locale), "vram.range_bytes"), reasons, locale);
    let reading = why(reasons, "vram.capacity_bytes", wording::card_capacity(locale), locale);
    card("vram-bar", heading, lead)
        .with(stacked_bar(&bar))
        .with(table)
        .with(classed("div", "fine").with(capacity_note).with(" ").with(reading))
}
