//! A picture of the machine of a bill: what it is built of, where it goes, and what to look out for.
//!
//! It is drawn twice from the same facts, wide and narrow, and the style sheet shows the one that there is room for; letters
//! keep their size in both. What the catalog does not know is drawn open, with broken lines, or not at all.

mod beside;
mod cards;
mod facts;
mod host;
mod pen;
mod said;
#[cfg(test)]
mod tests;

use wire::v1::bom::Bom;
use wording::format::count;

use crate::components::scatter::unit;
use crate::locale::Locale;
use crate::messages::bom_picture as text;
use facts::{Facts, Shape};
use markup::{Element, classed, el};
use pen::{Column, rounded};

/// A way to lay the machine out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// The board at the left, what stands beside it at the right.
    Wide,
    /// Everything below each other, for a phone.
    Narrow,
}

impl Layout {
    const fn class(self) -> &'static str {
        match self {
            Self::Wide => "rig wide",
            Self::Narrow => "rig narrow",
        }
    }

    const fn width(self) -> f64 {
        match self {
            Self::Wide => 640.0,
            Self::Narrow => 260.0,
        }
    }
}

/// Draws the picture, or says that there is none of such a machine.
pub fn picture(bom: &Bom, locale: Locale) -> Element {
    let Some(facts) = Facts::of(bom) else {
        return classed("p", "fine").attr("data-testid", "no-picture").with(text::none(locale));
    };
    let about = match facts.shape {
        Shape::Case | Shape::OpenFrame => Some(classed("span", "fine").with(" ").with(text::about(locale))),
        Shape::Modules | Shape::Computer => None,
    };
    let caption = el("figcaption").with(el("strong").with(text::title(locale))).with(about);
    classed("figure", "card machine-picture")
        .attr("data-testid", "machine-picture")
        .with(caption)
        .with(drawing(&facts, Layout::Wide, "rig-wide", locale))
        .with(drawing(&facts, Layout::Narrow, "rig-narrow", locale))
}

/// The picture for a narrow place on a page of something else; none of a machine that has none.
pub fn in_column(bom: &Bom, locale: Locale) -> Option<Element> {
    Facts::of(bom).map(|facts| drawing(&facts, Layout::Narrow, "rig-column", locale))
}

/// The picture for a sheet of paper; none of a machine that has none.
pub fn on_paper(bom: &Bom, locale: Locale) -> Option<Element> {
    Facts::of(bom).map(|facts| drawing(&facts, Layout::Wide, "rig-paper", locale))
}

/// The machine in a layout, under a name of its own on the page; the words of it are its description.
fn drawing(facts: &Facts, layout: Layout, name: &str, locale: Locale) -> Element {
    let (column, drawn) = parts(facts, layout, locale);
    let width = layout.width();
    // Nodes like this one stand behind it.
    let behind = if facts.nodes > 1 { 6.0 } else { 0.0 };
    let height = column + 12.0;
    let case = if facts.shape == Shape::OpenFrame { "case open" } else { "case" };
    let sides = |back: f64| [1.0 + back, 1.0 + behind - back, width - 2.0 - behind, height - 2.0 - behind];
    let [title, about] = ["title", "about"].map(|end| format!("{name}-{end}"));
    classed("svg", layout.class())
        .attr("viewBox", format!("0 0 {} {}", unit(width), unit(height)))
        .attr("role", "img")
        .attr("aria-labelledby", title.clone())
        .attr("aria-describedby", about.clone())
        .with(el("title").attr("id", title).with(text::title(locale)))
        .with(el("desc").attr("id", about).with(said::sentences(facts, locale).join(locale.pick(". ", "。"))))
        .with((behind > 0.0).then(|| rounded("case", sides(behind), 8.0)))
        .with(rounded(case, sides(0.0), 8.0))
        .with(drawn)
}

/// What is in the case, and where it ends.
fn parts(facts: &Facts, layout: Layout, locale: Locale) -> (f64, Vec<Element>) {
    let behind = if facts.nodes > 1 { 6.0 } else { 0.0 };
    let inner = layout.width() - 2.0 - behind - 20.0;
    let mut head = Column::at(11.0, 9.0 + behind, inner);
    let nodes = (facts.nodes > 1).then(|| text::nodes_short(locale, &count(facts.nodes)));
    let heading: Vec<String> = facts.housing.iter().cloned().chain(nodes).collect();
    if !heading.is_empty() {
        head.write("name", &heading.join(" · "));
        head.skip(4.0);
    }
    let Some(host) = facts.host.as_ref().filter(|_| facts.shape != Shape::Computer) else {
        host::computer(&mut head, facts, locale);
        head.skip(8.0);
        beside::draw(&mut head, facts, locale);
        return (head.y, head.drawn);
    };
    let share = if layout == Layout::Wide { inner * 0.66 } else { inner };
    let mut board = Column::at(head.x + 8.0, head.y + 8.0, share - 16.0);
    host::draw(&mut board, facts, host, locale);
    cards::draw(&mut board, facts, locale);
    let mut drawn = head.drawn;
    drawn.push(rounded("board", [head.x, head.y, share, board.y + 4.0 - head.y], 4.0));
    drawn.append(&mut board.drawn);
    let mut side = match layout {
        Layout::Wide => Column::at(head.x + share + 12.0, head.y, inner - share - 12.0),
        Layout::Narrow => Column::at(head.x, board.y + 12.0, inner),
    };
    beside::draw(&mut side, facts, locale);
    drawn.append(&mut side.drawn);
    (side.y.max(board.y + 4.0), drawn)
}
