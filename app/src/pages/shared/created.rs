//! What is shown once, right after a plan was stored: its links and its edit key.

use super::page::Page;
use super::panel::text_to_copy;
use crate::components::card as card_of;
use crate::messages::share as text;
use markup::{Element, classed};

/// Draws the card where the plan was just stored.
pub fn card(page: &Page) -> Option<Element> {
    let key = page.view.new_key.as_ref()?;
    let locale = page.locale;
    let link = format!("{}{}", page.origin, page.path());
    let about = classed("p", "fine").with(text::created_about(locale));
    Some(
        card_of("created", text::created_title(locale), None::<Element>)
            .attr("data-created", "")
            .with(text_to_copy("new-link", text::short_link(locale), link.clone(), locale))
            .with(text_to_copy("new-long", text::long_link(locale), format!("{}{}", page.origin, page.question()), locale))
            .with(about)
            .with(text_to_copy("edit-key", text::edit_key(locale), key.clone(), locale))
            .with(text_to_copy("edit-link", text::edit_link(locale), format!("{link}#key={key}"), locale))
            .with(classed("p", "fine").with(text::edit_link_about(locale))),
    )
}
