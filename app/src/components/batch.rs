//! Batch size: this plan's, the largest that fits, and memory as a function of it.

use engine::estimate::Estimate;
use engine::units::Bytes;
use wording::format;

use super::why::{Reasons, why};
use super::{card, head, percent_of, row_head, stretched};
use crate::locale::Locale;
use crate::messages::results as text;
use crate::plan::Advice;
use crate::plan::advice::CurvePoint;
use markup::{Content, Element, Node, classed, el};

/// Draws the card; while the advice and its curve are being worked out, what the page shows of them stays.
#[must_use]
pub fn batch_card(estimate: &Estimate, reasons: &Reasons, advice: Option<&Advice>, locale: Locale) -> Element {
    let training = &estimate.scenario.training;
    let largest = match estimate.max_micro_batch_size {
        0 => text::batch_none(locale).to_owned(),
        largest => format::count(largest),
    };
    let reason = why(reasons, "limits.max_micro_batch_size", text::batch_largest(locale), locale);
    let global = training.micro_batch_size * training.gradient_accumulation_steps * replicas(estimate);
    #[cfg(feature = "ssr")]
    let advised = advice.map_or(Node::Rest, |advice| Node::Text(advised_batch(advice).into()));
    // The browser writes in what the server's advice says.
    #[cfg(not(feature = "ssr"))]
    let advised = Node::Rest;
    let kits = classed("dl", "kits")
        .with(kit("kit", text::batch_this(locale), format::count(training.micro_batch_size)))
        .with(kit("kit chosen advised", text::batch_advised(locale), advised))
        .with(kit("kit", text::batch_largest(locale), (largest, (" ", reason))));
    let card = card("batch", text::batch(locale), kits)
        .with(classed("p", "fine").with(text::batch_global(locale, &format::count(global))));
    match advice {
        None => card.with(Node::Rest),
        Some(Advice { curve, .. }) if curve.len() > 1 => {
            card.with(curve_view(estimate, curve, locale)).with(table(estimate, curve, locale))
        }
        Some(_) => card,
    }
}

/// The batch of the advisor's plan.
#[cfg(feature = "ssr")]
#[must_use]
pub fn advised_batch(advice: &Advice) -> String {
    let size = advice.recommendation.as_ref().map(|advice| advice.recommended.scenario.training.micro_batch_size);
    size.map_or_else(|_| "—".to_owned(), format::count)
}

fn kit(class: &'static str, label: &'static str, value: impl Content) -> Element {
    classed("div", class).with(el("dt").with(label)).with(el("dd").with(value))
}

/// GPUs that see samples of their own.
const fn replicas(estimate: &Estimate) -> u64 {
    use engine::training::Sharding;
    match estimate.scenario.training.sharding {
        Sharding::None => 1,
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => estimate.scenario.hardware.total_gpus(),
    }
}

/// What a run may take of the card.
fn usable(estimate: &Estimate) -> Bytes {
    estimate.vram.capacity.saturating_sub(estimate.vram.desktop)
}

fn curve_view(estimate: &Estimate, curve: &[CurvePoint], locale: Locale) -> Element {
    let capacity = usable(estimate);
    let largest = curve.iter().map(|point| point.0).max().unwrap_or(1) as f64;
    let highest = curve.iter().map(|point| point.1).max().unwrap_or_default().max(capacity).as_f64() * 1.05;
    let x = |batch: u64| batch as f64 / largest * 580.0 + 30.0;
    let y = |amount: Bytes| 140.0 - amount.as_f64() / highest * 124.0;
    let place = |value: f64| format::decimal(value, 1);
    let corners: Vec<String> = curve.iter().map(|&(batch, amount)| format!("{},{}", place(x(batch)), place(y(amount)))).collect();
    let mut labeled_to = f64::NEG_INFINITY;
    let mut dots: Vec<Element> = Vec::new();
    for &(batch, amount) in curve {
        let class = if amount > capacity { "dot short" } else { "dot" };
        let at = percent_of(x(batch), 640.0);
        dots.push(classed("circle", class).attr("cx", at.clone()).attr("cy", place(y(amount))).attr("r", "4"));
        // Neighbors closer than a label is wide, on a phone, share one.
        if x(batch) - labeled_to > 84.0 {
            labeled_to = x(batch);
            let (at, anchor) = if x(batch) > 590.0 { ("100%".to_owned(), "end") } else { (at, "middle") };
            dots.push(label(at, "158").attr("text-anchor", anchor).with(format::count(batch)));
        }
    }
    let level = place(y(capacity));
    let name = format!("{} {}", wording::usable_vram(locale), format::gib(capacity));
    classed("svg", "curve")
        .attr("height", "164")
        .attr("role", "img")
        .attr("aria-label", text::batch_curve(locale))
        .with(across("axis", "140".to_owned()))
        .with(across("capacity", level))
        .with(label("0".to_owned(), place(y(capacity) - 5.0)).with(name))
        .with(stretched("0 0 640 164", "164").with(el("polyline").attr("points", corners.join(" "))))
        .with(dots)
}

fn label(x: String, y: impl Into<markup::Chars>) -> Element {
    classed("text", "axis-label").attr("x", x).attr("y", y)
}

fn across(class: &'static str, y: String) -> Element {
    classed("line", class).attr("x1", "0").attr("x2", "100%").attr("y1", y.clone()).attr("y2", y)
}

fn table(estimate: &Estimate, curve: &[CurvePoint], locale: Locale) -> Element {
    let capacity = usable(estimate);
    let rows: Vec<Element> = curve
        .iter()
        .map(|&(batch, amount)| {
            let fits = if amount > capacity { text::no(locale) } else { text::yes(locale) };
            el("tr")
                .with(row_head().with(format::count(batch)))
                .with(el("td").with(format::gib(amount)))
                .with(el("td").with(fits))
        })
        .collect();
    let columns = [text::batch_size(locale), text::batch_memory(locale), text::fits(locale)];
    classed("details", "more")
        .with(el("summary").with(text::batch_table(locale)))
        .with(el("table").with(head(&columns)).with(el("tbody").with(rows)))
}
