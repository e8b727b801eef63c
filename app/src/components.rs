//! Drawings of an answer: plain functions from the engine's types to trees, which fetch nothing and hold no state.

pub mod bar;
pub mod batch;
pub mod bound;
pub mod feeding;
pub mod glance;
#[cfg(feature = "ssr")]
pub mod kit_price;
pub mod ladder;
#[cfg(feature = "ssr")]
pub mod levers;
pub mod notes;
#[cfg(feature = "ssr")]
pub mod pareto;
pub mod parts;
pub mod path;
#[cfg(feature = "ssr")]
pub mod patterns;
#[cfg(feature = "ssr")]
pub mod qr;
pub mod ram;
pub mod rules;
pub mod save;
#[cfg(feature = "ssr")]
pub mod scatter;
pub mod source;
pub mod stages;
pub mod tabs;
pub mod timeline;
pub mod verdict;
pub mod vram;
pub mod why;

use markup::{Content, Element, classed, el};

/// A result's card: heading, an id to link to, and what is in it.
#[must_use]
pub fn card(testid: &'static str, heading: &'static str, body: impl Content) -> Element {
    let heading_id = format!("{testid}-heading");
    classed("section", "card")
        .attr("data-testid", testid)
        .attr("aria-labelledby", heading_id.clone())
        .with(el("h2").attr("id", heading_id).with(heading))
        .with(body)
}

/// A head of a table: a cell a text, the last one only for readers who do not see it where the text is empty.
#[must_use]
pub fn head<T: Into<markup::Chars> + Clone>(labels: &[T]) -> Element {
    let cells: Vec<_> = labels.iter().map(|label| el("th").attr("scope", "col").with(label.clone().into())).collect();
    el("thead").with(el("tr").with(cells))
}

/// A table in a region of this name that scrolls by itself where the page is narrower, by keyboard too.
#[must_use]
pub fn scroll(label: impl Into<markup::Chars>, table: Element) -> Element {
    classed("div", "scroll").attr("tabindex", "0").attr("role", "region").attr("aria-label", label).with(table)
}

/// A text that only readers get who do not see the page.
#[must_use]
pub fn hidden(text: impl Content) -> Element {
    classed("span", "visually-hidden").with(text)
}

/// What a row of a table is about.
#[must_use]
pub fn row_head() -> Element {
    el("th").attr("scope", "row")
}

/// A drawing inside another that takes all of its width, whatever its own: for areas, as letters would be stretched as well.
#[must_use]
pub fn stretched(view_box: impl Into<markup::Chars>, height: &'static str) -> Element {
    el("svg").attr("viewBox", view_box).attr("preserveAspectRatio", "none").attr("width", "100%").attr("height", height)
}

/// A position or length on an axis as a percentage for SVG attributes, so that drawings stretch without inline styles.
#[must_use]
pub fn percent_of(value: f64, whole: f64) -> String {
    let share = if whole > 0.0 { (value / whole).clamp(0.0, 1.0) } else { 0.0 };
    format!("{}%", wording::format::decimal(share * 100.0, 2))
}
