//! A stacked bar on an axis of memory: parts by pattern, the capacity as a line, what exceeds it hatched.

use engine::units::Bytes;
use leptos::prelude::*;

use super::percent_of;

/// Height of the drawing in pixels; widths are percentages.
const HEIGHT: u64 = 58;
/// Top and height of the stacked parts.
const BODY: (u64, u64) = (8, 34);
/// Where the whisker of the expected range lies.
const WHISKER: u64 = 50;

/// One part of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Number of its pattern, which is also its place in the order.
    pub pattern: usize,
    /// Its name.
    pub label: &'static str,
    /// Its size.
    pub amount: Bytes,
}

/// What a bar shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Parts from left to right.
    pub segments: Vec<Segment>,
    /// The capacity.
    pub capacity: Bytes,
    /// Low and high of the expected total, drawn as a whisker.
    pub range: Option<(Bytes, Bytes)>,
    /// The same in words, for readers who do not see it.
    pub description: String,
}

impl Bar {
    /// All parts together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.segments.iter().map(|segment| segment.amount).sum()
    }

    /// The right end of the axis: whatever is largest, with a little air so that the capacity's line stays visible.
    fn axis(&self) -> f64 {
        let high = self.range.map_or(0, |(_, high)| high.0);
        self.total().0.max(self.capacity.0).max(high) as f64 * 1.02
    }
}

/// Draws a bar.
#[must_use]
pub fn stacked_bar(bar: &Bar) -> AnyView {
    let axis = bar.axis();
    let at = |amount: Bytes| percent_of(amount.as_f64(), axis);
    let mut start = Bytes::ZERO;
    let segments: Vec<_> = bar
        .segments
        .iter()
        .map(|segment| {
            let (x, width) = (at(start), at(segment.amount));
            let middle = at(start + segment.amount / 2);
            // A label narrower than its part would run into the neighbors; the table below names every part.
            let label = (segment.amount.as_f64() > 0.16 * axis).then_some(segment.label);
            start += segment.amount;
            view! {
                <g>
                    <rect class="segment" x=x width=width y=BODY.0 height=BODY.1 fill=format!("url(#part-{})", segment.pattern)>
                        <title>{format!("{}: {}", segment.label, crate::format::bytes(segment.amount))}</title>
                    </rect>
                    <text class="segment-label" x=middle y=BODY.0 + BODY.1 / 2 + 5 text-anchor="middle">{label}</text>
                </g>
            }
        })
        .collect();
    let over = bar.total().saturating_sub(bar.capacity);
    let range = bar.range.map(|(low, high)| whisker(&at(low), &at(high), &at(high.saturating_sub(low))));
    let line = at(bar.capacity);
    view! {
        <svg class="bar" width="100%" height=HEIGHT role="img" aria-label=bar.description.clone()>
            <rect class="free" x="0" width=line.clone() y=BODY.0 height=BODY.1 />
            {segments}
            <rect class="over" x=line.clone() width=at(over) y=BODY.0 height=BODY.1 fill="url(#over)" />
            <line class="capacity" x1=line.clone() x2=line y1="2" y2=BODY.0 + BODY.1 + 6 />
            {range}
        </svg>
    }
    .into_any()
}

/// The expected range under a bar: a line with an end mark on either side.
fn whisker(low: &str, high: &str, width: &str) -> AnyView {
    view! {
        <g class="whisker">
            <rect x=low.to_owned() width=width.to_owned() y=WHISKER - 1 height="2" />
            <line x1=low.to_owned() x2=low.to_owned() y1=WHISKER - 4 y2=WHISKER + 4 />
            <line x1=high.to_owned() x2=high.to_owned() y1=WHISKER - 4 y2=WHISKER + 4 />
        </g>
    }
    .into_any()
}

/// A bar of one value before a capacity line, for comparisons in lists.
#[must_use]
pub fn small_bar(value: Bytes, capacity: Bytes, axis: f64, class: &'static str) -> AnyView {
    let line = percent_of(capacity.as_f64(), axis);
    view! {
        <svg class="small-bar" width="100%" height="12" aria-hidden="true">
            <rect class=class x="0" width=percent_of(value.as_f64(), axis) y="2" height="8" />
            <line class="capacity" x1=line.clone() x2=line y1="0" y2="12" />
        </svg>
    }
    .into_any()
}

/// The key of a part: a small field of its pattern.
#[must_use]
pub fn swatch(pattern: usize) -> AnyView {
    view! {
        <svg class="swatch" width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" fill=format!("url(#part-{pattern})") />
        </svg>
    }
    .into_any()
}
