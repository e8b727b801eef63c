//! Ways to share a plan: links, a QR code, Markdown, a card for other sites; texts to select, with buttons where scripts run.

use super::head::date;
use super::page::Page;
use crate::components::card as card_of;
use crate::locale::{Locale, colon};
use crate::messages::share as text;
use markup::{Chars, Element, classed, el};

/// Size of the embedded card in pixels of the page around it.
const CARD: (u32, u32) = (440, 250);

/// Draws the card.
pub fn cards(page: &Page) -> Element {
    let locale = page.locale;
    let link = format!("{}{}", page.origin, page.path());
    let fixed = format!("{}{}", page.origin, page.revision_path());
    let qr = el("img")
        .attr("class", "qr")
        .attr("src", format!("{}/qr.svg", page.path()))
        .attr("width", "164")
        .attr("height", "164")
        .attr("alt", text::qr_alt(locale, &link));
    let links =
        classed("div", "links")
            .with(text_to_copy("short-link", text::short_link(locale), link.clone(), locale))
            .with(text_to_copy("fixed-link", text::fixed_link(locale), fixed.clone(), locale))
            .with((!page.is_newer()).then(|| {
                text_to_copy("long-link", text::long_link(locale), format!("{}{}", page.origin, page.question()), locale)
            }));
    let embed = el("a").attr("href", format!("{}/card", page.path())).with(text::embed_open(locale));
    card_of("share", text::share(locale), classed("div", "share-links").with(links).with(qr))
        .attr("id", "share")
        .with(text_to_copy("markdown", text::markdown(locale), markdown(page, &fixed), locale))
        .with(text_to_copy("embed", text::embed(locale), iframe(page, &link), locale))
        .with(classed("p", "fine on-screen").with(embed))
        .with(own_copy(page))
}

/// A text to take along: its name, the text, a button that copies it where scripts run.
pub fn text_to_copy(id: &'static str, name: &'static str, content: String, locale: Locale) -> Element {
    let code = el("code").attr("id", id).attr("data-testid", id).attr("translate", "no").with(content);
    let button = el("button")
        .attr("type", "button")
        .attr("class", "quiet")
        .flag("hidden", true)
        .attr("aria-label", text::copy_named(locale, name))
        .attr("data-copies", id)
        .attr("data-done", text::copied(locale))
        .attr("data-selected", text::selected(locale))
        .with(text::copy(locale));
    classed("div", "copied").with(classed("p", "what").with(name)).with(el("pre").with(code)).with(button)
}

/// The plan for an issue or a purchase request: its name, its figures, the link that never changes.
fn markdown(page: &Page, link: &str) -> String {
    let (locale, stored) = (page.locale, &page.stored);
    let safe = api::export::markdown_text;
    let title = if stored.title.is_empty() { page.subject() } else { stored.title.clone() };
    let mut lines = vec![format!("**[{}]({link})**", safe(&title))];
    if !stored.title.is_empty() {
        lines.push(format!("{}  ", safe(&page.subject())));
    }
    if let Some(summary) = page.summary() {
        let dot = if summary.speed.is_empty() { "" } else { " · " };
        lines.push(format!("**{}**{}{}{dot}{}  ", summary.word, colon(locale), safe(&summary.line), safe(&summary.speed)));
    }
    lines.push(safe(&text::card_meta(locale, date(&stored.created_at), &stored.revision.to_string())));
    lines.join("\n")
}

/// The tag that shows the plan's card in another page.
fn iframe(page: &Page, link: &str) -> String {
    let (width, height) = CARD;
    let title = page.subject().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!(
        "<iframe src=\"{link}/card\" title=\"Rigwise{}{title}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\"></iframe>",
        colon(page.locale)
    )
}

/// The form that stores a copy.
fn own_copy(page: &Page) -> Element {
    let locale = page.locale;
    let about: Chars = text::own_copy_about(locale).into();
    classed("form", "own-copy")
        .attr("method", "post")
        .attr("action", format!("{}/fork", page.path()))
        .attr("data-testid", "fork-form")
        .with(hidden("revision", page.stored.revision.to_string()))
        .with(el("button").attr("type", "submit").attr("class", "quiet").with(text::own_copy(locale)))
        .with(" ")
        .with(classed("span", "fine").with(about))
}

/// A field of a form that nobody sees.
pub fn hidden(name: &'static str, value: String) -> Element {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}
