//! Trees in the pages that Leptos writes: the only way for markup into a view, since whatever wrote it has escaped its texts.

use leptos::tachys::html::InertElement;
use markup::{Element, html_inside, outer_html};

/// An element.
#[must_use]
pub fn draw(element: &Element) -> InertElement {
    InertElement::new(outer_html(element))
}

/// What is inside an element.
#[must_use]
pub fn inside(element: &Element) -> InertElement {
    InertElement::new(html_inside(element))
}

/// What the library for plots drew of our own figures and words, without the root of the drawing.
#[must_use]
pub fn draw_plot(svg: String) -> InertElement {
    InertElement::new(svg)
}
