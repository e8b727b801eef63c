//! A small tree of elements: what the pages show, before it becomes HTML on the server or changes a page in the browser.
//!
//! Frameworks give every kind of view its own code to build, hydrate and rebuild it. Of one type, the tree of an answer's some
//! three hundred elements needs little code; `docs/bundle.md` has what both ways were measured to weigh.
//!
//! ```
//! use markup::{classed, el, outer_html};
//!
//! let note = classed("p", "note").with("less than ").with(el("b").with("<24 GiB"));
//! assert_eq!(outer_html(&note), "<p class=\"note\">less than <b>&lt;24 GiB</b></p>");
//! ```

#[cfg(feature = "browser")]
pub mod patch;

use std::borrow::Cow;

/// Text of an attribute or a node: mostly known at compile time.
pub type Chars = Cow<'static, str>;

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// An element with what is in it.
    Element(Element),
    /// Text; never empty, and never beside another text, so that a parser sees the same nodes.
    Text(Chars),
    /// Whatever the server put here and after; only in trees that change a page.
    Rest,
}

/// An element of HTML or SVG.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its name.
    pub tag: &'static str,
    /// Its attributes.
    pub attributes: Vec<(&'static str, Chars)>,
    /// What is in it.
    pub children: Vec<Node>,
}

/// Begins an element.
#[must_use]
pub const fn el(tag: &'static str) -> Element {
    Element { tag, attributes: Vec::new(), children: Vec::new() }
}

/// Begins an element with a class.
#[must_use]
pub fn classed(tag: &'static str, class: &'static str) -> Element {
    el(tag).attr("class", class)
}

/// The tag of fields of several lines.
pub const TEXT_AREA: &str = "textarea";

/// Begins a field of several lines that holds a text.
#[must_use]
pub fn text_area(name: &'static str, rows: &'static str, text: &str) -> Element {
    // A line feed right behind the tag is the parser's, so that a text may begin with one.
    let own = if text.starts_with('\n') { "\n" } else { "" };
    el(TEXT_AREA).attr("name", name).attr("rows", rows).with(format!("{own}{text}"))
}

impl Element {
    /// Adds an attribute.
    #[must_use]
    pub fn attr(mut self, name: &'static str, value: impl Into<Chars>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Adds an attribute without a value, where the condition holds.
    #[must_use]
    pub fn flag(self, name: &'static str, holds: bool) -> Self {
        if holds { self.attr(name, "") } else { self }
    }

    /// Adds a text, an element, or several or none of them.
    #[must_use]
    pub fn with(mut self, content: impl Content) -> Self {
        content.add_to(&mut self.children);
        self
    }
}

/// What can be put into an element.
pub trait Content {
    /// Adds it to the end of what is there.
    fn add_to(self, children: &mut Vec<Node>);
}

impl Content for Element {
    fn add_to(self, children: &mut Vec<Node>) {
        children.push(Node::Element(self));
    }
}

impl Content for Chars {
    fn add_to(self, children: &mut Vec<Node>) {
        match children.last_mut() {
            _ if self.is_empty() => {}
            Some(Node::Text(before)) => before.to_mut().push_str(&self),
            _ => children.push(Node::Text(self)),
        }
    }
}

impl Content for &'static str {
    fn add_to(self, children: &mut Vec<Node>) {
        Chars::Borrowed(self).add_to(children);
    }
}

impl Content for String {
    fn add_to(self, children: &mut Vec<Node>) {
        Chars::Owned(self).add_to(children);
    }
}

impl Content for Node {
    fn add_to(self, children: &mut Vec<Node>) {
        children.push(self);
    }
}

impl<T: Content> Content for Option<T> {
    fn add_to(self, children: &mut Vec<Node>) {
        if let Some(content) = self {
            content.add_to(children);
        }
    }
}

impl<T: Content> Content for Vec<T> {
    fn add_to(self, children: &mut Vec<Node>) {
        for content in self {
            content.add_to(children);
        }
    }
}

impl<A: Content, B: Content> Content for (A, B) {
    fn add_to(self, children: &mut Vec<Node>) {
        self.0.add_to(children);
        self.1.add_to(children);
    }
}

/// Elements that have no end tag.
const VOID: [&str; 3] = ["input", "br", "img"];

/// The HTML of what is inside an element.
#[must_use]
pub fn html_inside(element: &Element) -> String {
    let mut html = String::new();
    for child in &element.children {
        write_node(child, &mut html);
    }
    html
}

/// The HTML of an element.
#[must_use]
pub fn outer_html(element: &Element) -> String {
    let mut html = String::new();
    write_element(element, &mut html);
    html
}

fn write_node(node: &Node, html: &mut String) {
    match node {
        Node::Text(text) => write_escaped(text, html),
        Node::Element(element) => write_element(element, html),
        Node::Rest => {}
    }
}

fn write_element(element: &Element, html: &mut String) {
    html.push('<');
    html.push_str(element.tag);
    for (name, value) in &element.attributes {
        html.push(' ');
        html.push_str(name);
        if !value.is_empty() {
            html.push_str("=\"");
            write_escaped(value, html);
            html.push('"');
        }
    }
    html.push('>');
    if VOID.contains(&element.tag) {
        return;
    }
    for child in &element.children {
        write_node(child, html);
    }
    html.push_str("</");
    html.push_str(element.tag);
    html.push('>');
}

/// A text as HTML, for between tags and for attributes in double quotes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut html = String::new();
    write_escaped(text, &mut html);
    html
}

fn write_escaped(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            other => html.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_becomes_html() {
        let tree = classed("p", "note").attr("title", "a \"b\"").with("1 < 2").with(String::from(" & 3")).with(el("br"));
        assert_eq!(outer_html(&tree), "<p class=\"note\" title=\"a &quot;b&quot;\">1 &lt; 2 &amp; 3<br></p>");
    }

    #[test]
    fn texts_join_and_empty_ones_vanish() {
        let tree = el("p").with("").with("a").with("b").with(None::<Element>).with(vec![el("i"), el("b")]).with("c");
        assert_eq!(tree.children.len(), 4);
    }
}
