//! Controls of the plain forms: a list, a box, and the label and the fault that go with each.

use markup::{Chars, Element, classed, el};

use super::{Catalog, options};
use crate::locale::Locale;

/// A list of the catalog, `first` before its products. What the catalog does not have stays, so that the reader sees what was
/// asked.
#[must_use]
pub fn products(catalog: Catalog, name: &'static str, chosen: Option<&str>, first: Option<Element>, locale: Locale) -> Element {
    let unknown =
        chosen.filter(|id| options::name_of(catalog, id).is_none()).map(|id| option(id.to_owned(), id.to_owned(), true));
    let groups: Vec<Element> = options::groups(catalog, locale)
        .into_iter()
        .map(|group| {
            let rows: Vec<Element> = group.options.into_iter().map(|(id, name)| option(id, name, chosen == Some(id))).collect();
            el("optgroup").attr("label", group.label).with(rows)
        })
        .collect();
    let list = el("select").attr("name", name);
    let list = match options::searched(catalog) {
        Some(searched) => list.attr(options::SEARCHED, searched),
        None => list,
    };
    list.with(first).with(unknown).with(groups)
}

/// A list of words with their names, after what stands for none of them; one that was asked and is none of them stays, so that
/// the reader sees it.
pub fn list(
    name: &'static str,
    open: Option<Chars>,
    chosen: Option<&str>,
    words: impl IntoIterator<Item = (String, String)>,
) -> Element {
    let mut words: Vec<(String, String)> = words.into_iter().collect();
    let stranger = chosen.filter(|chosen| words.iter().all(|(word, _)| word != chosen));
    words.extend(stranger.map(|word| (word.to_owned(), word.to_owned())));
    let rows: Vec<Element> = words
        .into_iter()
        .map(|(word, name)| {
            let is_chosen = chosen == Some(word.as_str());
            option(word, name, is_chosen)
        })
        .collect();
    let open = open.map(|open| el("option").attr("value", "").with(open));
    el("select").attr("name", name).with(open).with(rows)
}

fn option(value: impl Into<Chars>, name: String, is_chosen: bool) -> Element {
    el("option").attr("value", value).flag("selected", is_chosen).with(name)
}

/// A box for a number, with what was typed, or else what stands for nothing.
#[must_use]
pub fn number(name: &'static str, typed: Option<&str>, open: String) -> Element {
    let input = el("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("name", name)
        .attr("placeholder", open);
    match typed {
        Some(typed) => input.attr("value", typed.to_owned()),
        None => input,
    }
}

/// A control with its label and what is wrong with it; its id is that of the form and its name.
#[must_use]
pub fn field(
    class: &'static str,
    form: char,
    name: &'static str,
    label: &'static str,
    control: Element,
    fault: Option<String>,
) -> Element {
    let (id, error_id) = (format!("{form}-{name}"), format!("e-{name}"));
    let control = control.attr("id", id.clone());
    let is_described = control.attributes.iter().any(|(attribute, _)| *attribute == "aria-describedby");
    let control = match (&fault, is_described) {
        (Some(_), false) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        (Some(_), true) => control.attr("aria-invalid", "true"),
        (None, _) => control,
    };
    classed("div", class)
        .with(el("label").attr("for", id).with(label))
        .with(el("div").with(control))
        .with(classed("p", "field-error").attr("id", error_id).with(fault))
}
