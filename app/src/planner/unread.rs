//! Names in the address that are not ours.

use crate::components::save::REVISE;
use crate::locale::Locale;
#[cfg(feature = "ssr")]
use crate::messages::inputs as text;
#[cfg(not(feature = "ssr"))]
use markup::Node;
use markup::{Element, classed};

/// Names in the address that are not ours: reported, and kept in every link.
#[cfg(feature = "ssr")]
#[must_use]
pub fn unknown_names(unknown: &[(String, String)], locale: Locale) -> Option<Element> {
    let said = |(place, name): (usize, &str)| {
        let nearest = (place < scenario::limits::SUGGESTIONS).then(|| scenario::query::meant(name)).flatten();
        nearest.map_or_else(|| name.to_owned(), |nearest| text::meant(locale, name, nearest))
    };
    let names: Vec<String> = strange(unknown).enumerate().map(said).collect();
    let names = names.join(locale.pick(", ", "、"));
    (!names.is_empty()).then(|| names_note().with(text::unknown_names(locale, &names)))
}

/// What the server says of them stays as long as there are any; every link of the page keeps them.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub fn unknown_names(unknown: &[(String, String)], _locale: Locale) -> Option<Element> {
    strange(unknown).next().is_some().then(|| names_note().with(Node::Rest))
}

fn strange(unknown: &[(String, String)]) -> impl Iterator<Item = &str> {
    // Prices go along as well: the machine's sum is told by them.
    let is_read = |(name, value): &&(String, String)| {
        name == REVISE
            || scenario::query::PRICE_PARAMETERS.contains(&name.as_str())
            || scenario::query::language(name, value).is_some()
    };
    unknown.iter().filter(move |pair| !is_read(pair)).map(|(name, _)| name.as_str())
}

fn names_note() -> Element {
    classed("p", "remedy").attr("data-testid", "unknown-names")
}

/// The note of [`unknown_names`] for the pages that are drawn on the server alone.
#[cfg(feature = "ssr")]
#[must_use]
pub fn unread(unknown: &[(String, String)], locale: Locale) -> impl leptos::prelude::IntoView + use<> {
    unknown_names(unknown, locale).map(|note| crate::view::draw(&note))
}
