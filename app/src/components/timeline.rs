//! The step over time: live bytes by part through forward, backward and optimizer step, with the peak marked.

use std::fmt::Write;

use engine::estimate::{Estimate, Explanation, Phase, TimelinePoint};
use engine::units::Bytes;
use leptos::prelude::*;

use super::card;
use super::why::why;
use super::vram::{amounts, part_names};
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// The drawing's own units; it scales as a whole.
const WIDTH: f64 = 640.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 200.0;

/// Draws the card.
#[must_use]
pub fn timeline_card(estimate: &Estimate, explanations: &[Explanation], locale: Locale) -> AnyView {
    let points = &estimate.vram.timeline;
    let highest = points.iter().map(|point| point.parts.total()).max().unwrap_or_default();
    let peak = &estimate.vram.peak;
    let label = text::timeline_peak(
        locale,
        &format::bytes(estimate.vram.allocated_peak),
        peak.operator,
        &[api::text::layer(peak.layer, locale), api::text::phase(peak.phase, locale).to_owned()].join(locale.pick(", ", "，")),
    );
    let body = view! {
        <div class="summary">{label.clone()} " " {why(explanations, "vram.allocated_peak_bytes", text::timeline(locale), locale)}</div>
        {drawing(points, highest, label, locale)}
        <p class="fine">{text::timeline_about(locale)}</p>
        <details class="more">
            <summary>{text::timeline_table(locale)}</summary>
            {table(points, locale)}
        </details>
    };
    card("timeline", text::timeline(locale), body)
}

fn drawing(points: &[TimelinePoint], highest: Bytes, label: String, locale: Locale) -> AnyView {
    let names = part_names(locale);
    // Painted from the full stack down, so that each area needs only its upper edge.
    let areas: Vec<_> = (0..names.len())
        .rev()
        .map(|upto| view! { <path class="area" d=area(points, upto, highest) fill=format!("url(#part-{upto})") /> })
        .collect();
    let peak_at = points.iter().position(|point| point.parts.total() == highest).unwrap_or(0);
    let peak_x = (peak_at as f64 + 0.5) * WIDTH / points.len().max(1) as f64;
    let keys: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(pattern, name)| view! { <li>{super::bar::swatch(pattern)} {*name}</li> })
        .collect();
    view! {
        <svg class="timeline" viewBox="0 0 640 228" role="img" aria-label=label>
            {areas}
            <line class="axis" x1="0" x2="640" y1="200" y2="200" />
            {phases(points, locale)}
            <line class="peak" x1=coordinate(peak_x) x2=coordinate(peak_x) y1="22" y2="200" />
            <circle class="peak" cx=coordinate(peak_x) cy="30" r="5" />
            <text class="peak-label" x=coordinate(peak_x) y="16" text-anchor=anchor(peak_x)>
                {format::bytes(highest)}
            </text>
        </svg>
        <ul class="keys">{keys}</ul>
    }
    .into_any()
}

/// The stack of all parts up to one of them, as steps: what was alive during a layer is alive for its whole width.
fn area(points: &[TimelinePoint], upto: usize, highest: Bytes) -> String {
    let width = WIDTH / points.len().max(1) as f64;
    let mut path = format!("M0 {BOTTOM}");
    for (place, point) in points.iter().enumerate() {
        let stack: Bytes = amounts(&point.parts)[..=upto].iter().copied().sum();
        let share = if highest == Bytes::ZERO { 0.0 } else { stack.as_f64() / highest.as_f64() };
        // Writing to a string cannot fail.
        let _ = write!(path, "V{}H{}", coordinate(BOTTOM - share * (BOTTOM - TOP)), coordinate((place + 1) as f64 * width));
    }
    path.push_str("V200Z");
    path
}

/// Names of the phases under the axis, with a line where one begins.
fn phases(points: &[TimelinePoint], locale: Locale) -> AnyView {
    let width = WIDTH / points.len().max(1) as f64;
    [Phase::Forward, Phase::Backward, Phase::OptimizerStep]
        .into_iter()
        .filter_map(|phase| {
            let first = points.iter().position(|point| point.phase == phase)?;
            let count = points.iter().filter(|point| point.phase == phase).count();
            let start = first as f64 * width;
            let middle = start + count as f64 * width / 2.0;
            let anchor = if middle > WIDTH - 40.0 { "end" } else { "middle" };
            let x = if anchor == "end" { WIDTH } else { middle };
            Some(view! {
                <line class="phase" x1=coordinate(start) x2=coordinate(start) y1="200" y2="208" />
                <text class="axis-label" x=coordinate(x) y="222" text-anchor=anchor>
                    {phase_name(phase, locale)}
                </text>
            })
        })
        .collect::<Vec<_>>()
        .into_any()
}

/// Which way a label runs so that it stays inside the drawing.
fn anchor(x: f64) -> &'static str {
    if x < 60.0 {
        "start"
    } else if x > WIDTH - 60.0 {
        "end"
    } else {
        "middle"
    }
}

fn coordinate(value: f64) -> String {
    let tenths = (value * 10.0 + 0.5) as u64;
    if tenths.is_multiple_of(10) { (tenths / 10).to_string() } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

fn table(points: &[TimelinePoint], locale: Locale) -> AnyView {
    let heads: Vec<_> = part_names(locale).into_iter().map(|name| view! { <th scope="col">{name}</th> }).collect();
    let rows: Vec<_> = points
        .iter()
        .map(|point| {
            let cells: Vec<_> = amounts(&point.parts).into_iter().map(|amount| view! { <td>{format::bytes(amount)}</td> }).collect();
            view! {
                <tr>
                    <th scope="row">{[phase_name(point.phase, locale).to_owned(), api::text::layer(point.layer, locale)].join(locale.pick(", ", "，"))}</th>
                    {cells}
                    <td>{format::bytes(point.parts.total())}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=text::timeline_table(locale)>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::moment(locale)}</th>
                        {heads}
                        <th scope="col">{text::total(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

const fn phase_name(phase: Phase, locale: Locale) -> &'static str {
    match phase {
        Phase::Forward => text::forward(locale),
        Phase::Backward => text::backward(locale),
        Phase::OptimizerStep => text::optimizer_step(locale),
    }
}
