//! A schema as nested lists of fields: each named type is unfolded where it first appears, and linked to from then on.

use std::collections::BTreeSet;

use serde_json::Value;

use super::document::{alternatives, text};
use super::frame::{Frame, english};
use crate::messages::reference as words;
use markup::{Content, Element, classed, el};

/// Draws schemas of one page.
#[derive(Debug)]
pub struct Schemas<'a> {
    frame: Frame<'a>,
    shown: BTreeSet<&'a str>,
}

impl<'a> Schemas<'a> {
    /// Nothing is shown yet.
    pub const fn new(frame: Frame<'a>) -> Self {
        Self { frame, shown: BTreeSet::new() }
    }

    /// The type of a value and, folded, what it consists of.
    pub fn draw(&mut self, schema: &'a Value) -> Vec<Element> {
        let inside = self.inside(schema);
        // A type with a name says it on its fold.
        let name = schema.get("$ref").is_none().then(|| classed("p", "type").with(type_of(schema)));
        name.into_iter().chain(inside).collect()
    }

    /// The fields of everything that a schema names or holds and that the page has not shown.
    fn inside(&mut self, schema: &'a Value) -> Vec<Element> {
        if let Some((name, target)) = self.frame.document.target(schema) {
            if !self.shown.insert(name) {
                let link =
                    el("a").attr("href", format!("#s-{name}")).with(format!("{name}: {}", words::shown_above(self.frame.locale)));
                return vec![classed("p", "fine").with(link)];
            }
            let said = text(target, "description");
            let fold = classed("details", "schema")
                .attr("id", format!("s-{name}"))
                .with(el("summary").with(el("code").with(name.to_owned())))
                .with((!said.is_empty()).then(|| el("p").with(english(said, self.frame.locale))))
                .with(self.inside(target));
            return vec![fold];
        }
        let mut all = Vec::new();
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            let words: Vec<Element> =
                words.iter().filter_map(Value::as_str).map(|word| el("code").with(word.to_owned())).collect();
            all.push(classed("p", "words").with(join(words)));
        }
        if let Some(fields) = schema.get("properties").and_then(Value::as_object) {
            let required: Vec<&str> =
                schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
            let rows: Vec<Element> =
                fields.iter().map(|(name, field)| self.field(name, field, required.contains(&name.as_str()))).collect();
            all.push(classed("ul", "fields").with(rows));
        }
        if let Some(items) = schema.get("items") {
            all.extend(self.inside(items));
        }
        if let Some(values) = schema.get("additionalProperties").filter(|values| values.is_object()) {
            all.extend(self.inside(values));
        }
        for one in alternatives(schema) {
            all.extend(self.inside(one));
        }
        all
    }

    fn field(&mut self, name: &'a str, field: &'a Value, required: bool) -> Element {
        let locale = self.frame.locale;
        let said = std::iter::once(field).chain(alternatives(field)).map(|place| text(place, "description"));
        let said = said.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        let mark = required.then(|| (" ", classed("span", "tag").with(words::required(locale))));
        el("li")
            .with(el("code").with(name.to_owned()))
            .with(" ")
            .with(classed("span", "type").with(type_of(field)))
            .with(bounds(field).map(|bounds| (" ", classed("span", "type").with(bounds))))
            .with(mark)
            .with((!said.is_empty()).then(|| (" ", english(said, locale))))
            .with(self.inside(field))
    }
}

/// What the type is called: `integer`, `list of Lever`, `GpuChoice or null`.
pub fn type_of(schema: &Value) -> String {
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        return pointer.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    let of_items = || schema.get("items").map_or_else(|| "any".to_owned(), type_of);
    let named = |kind: &str| match kind {
        "array" => format!("list of {}", of_items()),
        kind => kind.to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(kind)) => named(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).map(named).collect::<Vec<_>>().join(" or "),
        _ => {
            let mut names: Vec<String> = alternatives(schema).map(type_of).collect();
            names.dedup();
            if names.is_empty() { "any".to_owned() } else { names.join(" or ") }
        }
    }
}

/// The range of a number, or the longest text.
pub fn bounds(schema: &Value) -> Option<String> {
    let number = |key: &str| schema.get(key).map(ToString::to_string);
    if let Some(most) = number("maxLength") {
        return Some(format!("≤ {most} letters"));
    }
    match (number("minimum"), number("maximum")) {
        (Some(least), Some(most)) => Some(format!("{least} – {most}")),
        (Some(least), None) => Some(format!("≥ {least}")),
        (None, Some(most)) => Some(format!("≤ {most}")),
        (None, None) => None,
    }
}

/// Elements with spaces between them, so that lines break there.
fn join(elements: Vec<Element>) -> impl Content {
    elements.into_iter().map(|element| (element, " ")).collect::<Vec<_>>()
}
