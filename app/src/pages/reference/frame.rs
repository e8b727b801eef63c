//! What the pages of the reference have in common.

use super::document::Document;
use crate::locale::Locale;
use crate::messages::reference as text;
use markup::{Element, classed, el};

/// What every page of the reference draws with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame<'a> {
    /// The document.
    pub(super) document: Document<'a>,
    /// The path's language, before links to other content pages.
    pub(super) prefix: &'static str,
    /// The reader's language.
    pub(super) locale: Locale,
}

/// The way back to the overview.
pub(super) fn back(frame: Frame<'_>) -> Element {
    classed("p", "kicker").with(el("a").attr("href", format!("{}/api", frame.prefix)).with(text::all(frame.locale)))
}

/// A block of text that a reader copies.
pub(super) fn block(content: String) -> Element {
    classed("pre", "call").attr("tabindex", "0").with(el("code").attr("translate", "no").with(content))
}

/// A text of the document, which is in English; words between backquotes are code.
pub(super) fn english(source: &str, locale: Locale) -> Element {
    let mut place = el("span");
    if locale != Locale::En {
        place = place.attr("lang", "en");
    }
    for (number, piece) in source.split('`').enumerate() {
        place = if number % 2 == 1 { place.with(el("code").with(piece.to_owned())) } else { place.with(piece.to_owned()) };
    }
    place
}
