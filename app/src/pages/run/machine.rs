//! What the machine around the cards costs: a tile, and the way to its parts.

use wire::v1::bom::Bom;

use super::parts::{fine, tile};
use crate::locale::Locale;
use crate::messages::run as text;
use crate::pages::bom::parts::{total_about, total_amount};
use markup::{Element, classed, el};

/// A machine's bill, and where its parts are.
#[derive(Clone, Copy)]
pub struct Machine<'a> {
    /// The bill.
    pub bom: &'a Bom,
    /// The page of its parts.
    pub parts: &'a str,
    /// The page with machines to buy in the place of this one, where no other part than the cards was named; none where there is none.
    pub others: Option<&'a str>,
    /// Whether it is of the page's own question, so that its prices can be changed there; a stored bill stays as it is.
    pub is_of_question: bool,
}

impl Machine<'_> {
    /// The tile.
    pub(super) fn tile(self, locale: Locale) -> Element {
        let link = |href: &str, words: &'static str| el("a").attr("href", href.to_owned()).attr("rel", "nofollow").with(words);
        let others = self.others.map(|others| (" · ", link(others, text::buy_it(locale))));
        tile("tile-price", text::machine(locale), total_amount(self.bom, locale))
            .with(total_about(self.bom, locale).map(fine))
            .with(classed("p", "fine").with(link(self.parts, text::machine_parts(locale))).with(others))
    }
}
