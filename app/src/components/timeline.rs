//! The step over time: live bytes by part through forward, backward and optimizer step, with the peak marked.

use engine::estimate::{Estimate, Phase, TimelinePoint};
use engine::units::Bytes;
use wording::format;

use super::bar::swatch;
use super::vram::{amounts, part_names};
use super::why::{Reasons, STEP, why};
use super::{card, head, percent_of, row_head, stretched};
use crate::locale::Locale;
use crate::messages::results as text;
use markup::{Element, classed, el};

/// The drawing's own units: its areas are stretched to the width that there is, letters and circles are not.
const WIDTH: f64 = 640.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 200.0;

/// The step over time alone, without what explains it.
#[cfg(feature = "ssr")]
#[must_use]
pub fn picture(estimate: &Estimate, locale: Locale) -> Element {
    let points = &estimate.vram.timeline;
    let highest = points.iter().map(|point| point.parts.total()).max().unwrap_or_default();
    drawing(points, highest, text::timeline(locale).to_owned(), locale)
}

/// Draws the card.
#[must_use]
pub fn timeline_card(estimate: &Estimate, reasons: &Reasons, locale: Locale) -> Element {
    let points = &estimate.vram.timeline;
    let highest = points.iter().map(|point| point.parts.total()).max().unwrap_or_default();
    let peak = &estimate.vram.peak;
    let comma = locale.pick(", ", "，");
    let label = text::timeline_peak(
        locale,
        &format::bytes(estimate.vram.allocated_peak),
        peak.operator,
        &[wording::layer(peak.layer, locale), wording::phase(peak.phase, locale).to_owned()].join(comma),
    );
    let reason = why(reasons, "vram.allocated_peak_bytes", text::timeline(locale), locale);
    let keys: Vec<Element> = part_names(locale)
        .into_iter()
        .enumerate()
        .map(|(pattern, name)| el("li").with(swatch(pattern)).with(" ").with(name))
        .collect();
    card("timeline", text::timeline(locale), classed("div", "summary").with(label.clone()).with(" ").with(reason))
        .with(drawing(points, highest, label, locale))
        .with(classed("ul", "keys").with(keys))
        .with(classed("p", "fine").with(text::timeline_about(locale)))
        .with(if reasons.are_here() {
            classed("details", "more").with(el("summary").with(text::timeline_table(locale))).with(table(points, locale))
        } else {
            let link = el("a").attr("href", reasons.card(STEP)).attr("rel", "nofollow").with(text::timeline_table(locale));
            classed("p", "fine").with(link)
        })
}

/// The table of the step as a card of its own.
#[must_use]
pub fn step_card(points: &[TimelinePoint], locale: Locale) -> Element {
    let about = classed("p", "fine").with(text::timeline_about(locale));
    card(STEP, text::timeline_table(locale), about).with(table(points, locale))
}

fn drawing(points: &[TimelinePoint], highest: Bytes, label: String, locale: Locale) -> Element {
    // Where each moment ends is the same in every area, and writing it takes longer than drawing it.
    let width = WIDTH / points.len().max(1) as f64;
    let ends: Vec<String> = (1..=points.len()).map(|place| coordinate(place as f64 * width)).collect();
    // Painted from the full stack down, so that each area needs only its upper edge.
    let areas: Vec<Element> = (0..part_names(locale).len())
        .rev()
        .map(|upto| (upto, area(points, &ends, upto, highest)))
        .map(|(upto, path)| classed("path", "area").attr("d", path).attr("fill", format!("url(#part-{upto})")))
        .collect();
    let peak_at = points.iter().position(|point| point.parts.total() == highest).unwrap_or(0);
    let peak_x = (peak_at as f64 + 0.5) * WIDTH / points.len().max(1) as f64;
    let at = across(peak_x);
    classed("svg", "timeline")
        .attr("height", "228")
        .attr("role", "img")
        .attr("aria-label", label)
        .with(stretched("0 0 640 200", "200").with(areas))
        .with(classed("line", "axis").attr("x1", "0").attr("x2", "100%").attr("y1", "200").attr("y2", "200"))
        .with(phases(points, locale))
        .with(classed("line", "peak").attr("x1", at.clone()).attr("x2", at.clone()).attr("y1", "22").attr("y2", "200"))
        .with(classed("circle", "peak").attr("cx", at.clone()).attr("cy", "30").attr("r", "5"))
        .with(
            classed("text", "peak-label")
                .attr("x", at)
                .attr("y", "16")
                .attr("text-anchor", anchor(peak_x))
                .with(format::bytes(highest)),
        )
}

/// The stack of all parts up to one of them, as steps: what was alive during a layer is alive for its whole width.
fn area(points: &[TimelinePoint], ends: &[String], upto: usize, highest: Bytes) -> String {
    let mut path = format!("M0 {BOTTOM}");
    for (point, end) in points.iter().zip(ends) {
        let stack: Bytes = amounts(&point.parts)[..=upto].iter().copied().sum();
        let share = if highest == Bytes::ZERO { 0.0 } else { stack.as_f64() / highest.as_f64() };
        for piece in ["V", &coordinate(BOTTOM - share * (BOTTOM - TOP)), "H", end] {
            path.push_str(piece);
        }
    }
    path.push_str("V200Z");
    path
}

/// Names of the phases under the axis, with a line where one begins.
fn phases(points: &[TimelinePoint], locale: Locale) -> Vec<(Element, Element)> {
    let width = WIDTH / points.len().max(1) as f64;
    [Phase::Forward, Phase::Backward, Phase::OptimizerStep]
        .into_iter()
        .filter_map(|phase| {
            let first = points.iter().position(|point| point.phase == phase)?;
            let count = points.iter().filter(|point| point.phase == phase).count();
            let start = first as f64 * width;
            let middle = start + count as f64 * width / 2.0;
            let (x, anchor) = if middle > WIDTH - 80.0 { (WIDTH, "end") } else { (middle, "middle") };
            let from = across(start);
            let line = classed("line", "phase").attr("x1", from.clone()).attr("x2", from).attr("y1", "200").attr("y2", "208");
            // On a phone the one in the middle stands below the others.
            let class = if phase == Phase::Backward { "axis-label even" } else { "axis-label" };
            let name = classed("text", class).attr("x", across(x)).attr("y", "222").attr("text-anchor", anchor);
            Some((line, name.with(phase_name(phase, locale))))
        })
        .collect()
}

/// Which way a label runs so that it stays inside the drawing.
fn anchor(x: f64) -> &'static str {
    if x < 120.0 {
        "start"
    } else if x > WIDTH - 120.0 {
        "end"
    } else {
        "middle"
    }
}

/// A place on the axis of moments, as a share of the width that there is.
fn across(x: f64) -> String {
    percent_of(x, WIDTH)
}

fn coordinate(value: f64) -> String {
    let tenths = (value * 10.0 + 0.5) as u64;
    if tenths.is_multiple_of(10) { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

fn table(points: &[TimelinePoint], locale: Locale) -> Element {
    let mut columns = vec![text::moment(locale)];
    columns.extend(part_names(locale));
    columns.push(text::total(locale));
    let cell = |amount: Bytes| el("td").with(format::bytes(amount));
    let rows: Vec<Element> = points
        .iter()
        .map(|point| {
            let moment = [phase_name(point.phase, locale).to_owned(), wording::layer(point.layer, locale)];
            let cells: Vec<Element> = amounts(&point.parts).into_iter().map(cell).collect();
            el("tr").with(row_head().with(moment.join(locale.pick(", ", "，")))).with(cells).with(cell(point.parts.total()))
        })
        .collect();
    classed("div", "scroll")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", text::timeline_table(locale))
        .with(el("table").with(head(&columns)).with(el("tbody").with(rows)))
}

const fn phase_name(phase: Phase, locale: Locale) -> &'static str {
    match phase {
        Phase::Forward => text::forward(locale),
        Phase::Backward => text::backward(locale),
        Phase::OptimizerStep => text::optimizer_step(locale),
    }
}
