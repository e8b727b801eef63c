//! Batch size: this plan's, the largest that fits, and memory as a function of it.

use engine::estimate::{Estimate, Explanation};
use engine::units::Bytes;
use leptos::prelude::*;

use super::card;
use super::why::why;
use crate::format;
use crate::locale::Locale;
use crate::messages::results as text;

/// Samples per GPU and the device memory they need.
pub type CurvePoint = (u64, Bytes);

/// Draws the card; the curve may still be missing while it is being worked out.
#[must_use]
pub fn batch_card(
    estimate: &Estimate,
    explanations: &[Explanation],
    advised: Option<u64>,
    curve: &[CurvePoint],
    locale: Locale,
) -> AnyView {
    let training = &estimate.scenario.training;
    let largest = estimate.max_micro_batch_size;
    let largest_text = if largest == 0 { text::batch_none(locale).to_owned() } else { format::count(largest) };
    let global = training.micro_batch_size * training.gradient_accumulation_steps * replicas(estimate);
    let body = view! {
        <dl class="kits">
            <div class="kit">
                <dt>{text::batch_this(locale)}</dt>
                <dd>{format::count(training.micro_batch_size)}</dd>
            </div>
            <div class="kit chosen">
                <dt>{text::batch_advised(locale)}</dt>
                <dd>{advised.map_or_else(|| "…".to_owned(), format::count)}</dd>
            </div>
            <div class="kit">
                <dt>{text::batch_largest(locale)}</dt>
                <dd>{largest_text} " " {why(explanations, "limits.max_micro_batch_size", text::batch_largest(locale), locale)}</dd>
            </div>
        </dl>
        <p class="fine">{text::batch_global(locale, &format::count(global))}</p>
        {(curve.len() > 1).then(|| curve_view(estimate, curve, locale))}
    };
    card("batch", text::batch(locale), body)
}

/// GPUs that see samples of their own.
const fn replicas(estimate: &Estimate) -> u64 {
    use engine::training::Sharding;
    match estimate.scenario.training.sharding {
        Sharding::None => 1,
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => estimate.scenario.hardware.total_gpus(),
    }
}

fn curve_view(estimate: &Estimate, curve: &[CurvePoint], locale: Locale) -> AnyView {
    let capacity = estimate.vram.capacity.saturating_sub(estimate.vram.desktop);
    let largest = curve.iter().map(|point| point.0).max().unwrap_or(1) as f64;
    let highest = curve.iter().map(|point| point.1).max().unwrap_or_default().max(capacity).as_f64() * 1.05;
    let x = |batch: u64| batch as f64 / largest * 600.0 + 20.0;
    let y = |amount: Bytes| 140.0 - amount.as_f64() / highest * 124.0;
    let place = |value: f64| format::decimal(value, 1);
    let line = curve.iter().map(|&(batch, amount)| format!("{},{}", place(x(batch)), place(y(amount)))).collect::<Vec<_>>().join(" ");
    let mut labeled_to = f64::NEG_INFINITY;
    let dots: Vec<_> = curve
        .iter()
        .map(|&(batch, amount)| {
            // Neighbors closer than a label is wide share one.
            let label = (x(batch) - labeled_to > 44.0).then(|| {
                labeled_to = x(batch);
                format::count(batch)
            });
            let class = if amount > capacity { "dot short" } else { "dot" };
            view! {
                <circle class=class cx=place(x(batch)) cy=place(y(amount)) r="4" />
                <text class="axis-label" x=place(x(batch)) y="158" text-anchor="middle">{label}</text>
            }
        })
        .collect();
    let rows: Vec<_> = curve
        .iter()
        .map(|&(batch, amount)| {
            view! {
                <tr>
                    <th scope="row">{format::count(batch)}</th>
                    <td>{format::gib(amount)}</td>
                    <td>{if amount > capacity { text::no(locale) } else { text::yes(locale) }}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <svg class="curve" viewBox="0 0 640 164" role="img" aria-label=text::batch_curve(locale)>
            <line class="axis" x1="20" x2="620" y1="140" y2="140" />
            <line class="capacity" x1="20" x2="620" y1=place(y(capacity)) y2=place(y(capacity)) />
            <text class="axis-label" x="20" y=place(y(capacity) - 5.0)>{format!("{} {}", text::capacity(locale), format::gib(capacity))}</text>
            <polyline points=line />
            {dots}
        </svg>
        <details class="more">
            <summary>{text::batch_table(locale)}</summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{text::batch_size(locale)}</th>
                        <th scope="col">{text::batch_memory(locale)}</th>
                        <th scope="col">{text::fits(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
    .into_any()
}
