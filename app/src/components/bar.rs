//! A stacked bar on an axis of memory: parts by pattern, the capacity as a line, what exceeds it hatched.

use engine::units::Bytes;
use wording::format;

use super::percent_of;
use markup::{Element, classed, el};

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
    /// What the bar shows in words, for readers who do not see it.
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

/// Draws a bar; heights are pixels, widths percentages.
#[must_use]
pub fn stacked_bar(bar: &Bar) -> Element {
    let axis = bar.axis();
    let at = |amount: Bytes| percent_of(amount.as_f64(), axis);
    let mut start = Bytes::ZERO;
    let (mut segments, mut labels) = (Vec::new(), Vec::new());
    for segment in bar.segments.iter().filter(|segment| segment.amount > Bytes::ZERO) {
        segments.push(segment_body(segment, &at(start), &at(segment.amount)));
        // A label wider than its part would run into the neighbors; the table below names every part.
        if segment.amount.as_f64() > 0.16 * axis {
            labels.push(segment_label(segment, at(start + segment.amount / 2)));
        }
        start += segment.amount;
    }
    let line = at(bar.capacity);
    let over = at(bar.total().saturating_sub(bar.capacity));
    classed("svg", "bar")
        .attr("width", "100%")
        .attr("height", "58")
        .attr("role", "img")
        .attr("aria-label", bar.description.clone())
        .with(body_rect("free", "0%", &line))
        .with(segments)
        .with(body_rect("over", &line, &over).attr("fill", "url(#over)"))
        .with(upright("capacity", &line, 2, 48))
        .with(labels)
        .with(bar.range.map(|(low, high)| whisker(&at(low), &at(high), &at(high.saturating_sub(low)))))
}

fn segment_body(segment: &Segment, x: &str, width: &str) -> Element {
    let title = el("title").with(format!("{}: {}", segment.label, format::bytes(segment.amount)));
    body_rect("segment", x, width).attr("fill", format!("url(#part-{})", segment.pattern)).with(title)
}

fn segment_label(segment: &Segment, middle: String) -> Element {
    classed("text", "segment-label").attr("x", middle).attr("y", "30").attr("text-anchor", "middle").with(segment.label)
}

fn body_rect(class: &'static str, x: &str, width: &str) -> Element {
    classed("rect", class).attr("x", x.to_owned()).attr("width", width.to_owned()).attr("y", "8").attr("height", "34")
}

fn upright(class: &'static str, x: &str, top: u64, bottom: u64) -> Element {
    classed("line", class)
        .attr("x1", x.to_owned())
        .attr("x2", x.to_owned())
        .attr("y1", top.to_string())
        .attr("y2", bottom.to_string())
}

/// The expected range under a bar: a line with an end mark on either side.
fn whisker(low: &str, high: &str, width: &str) -> Element {
    let line = el("rect").attr("x", low.to_owned()).attr("width", width.to_owned()).attr("y", "49").attr("height", "2");
    classed("g", "whisker").with(line).with(upright("end", low, 46, 54)).with(upright("end", high, 46, 54))
}

/// A thin stacked bar before a capacity line, for comparisons in lists: number of the pattern and size of each part.
#[must_use]
pub fn thin_bar(parts: &[(usize, Bytes)], capacity: Bytes, axis: f64) -> Element {
    let at = |amount: Bytes| percent_of(amount.as_f64(), axis);
    let rect = |class, x: Bytes, width: Bytes| classed("rect", class).attr("x", at(x)).attr("width", at(width));
    let mut end = Bytes::ZERO;
    let mut segments = Vec::new();
    for &(pattern, amount) in parts.iter().filter(|(_, amount)| *amount > Bytes::ZERO) {
        let segment = rect("segment", end, amount).attr("y", "2").attr("height", "12");
        segments.push(segment.attr("fill", format!("url(#part-{pattern})")));
        end += amount;
    }
    let over = end.saturating_sub(capacity);
    classed("svg", "bar thin")
        .attr("width", "100%")
        .attr("height", "18")
        .attr("aria-hidden", "true")
        .with(segments)
        // What exceeds the card is underlined, so that its parts can still be told apart.
        .with((over > Bytes::ZERO).then(|| rect("excess", capacity, over).attr("y", "15").attr("height", "3")))
        .with(upright("capacity", &at(capacity), 0, 16))
}

/// The key of a part: a small field of its pattern.
#[must_use]
pub fn swatch(pattern: usize) -> Element {
    let body = el("rect").attr("width", "14").attr("height", "14").attr("fill", format!("url(#part-{pattern})"));
    classed("svg", "swatch").attr("width", "14").attr("height", "14").attr("aria-hidden", "true").with(body)
}
