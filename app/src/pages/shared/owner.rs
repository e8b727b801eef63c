//! What a plan's owner can do: change its settings, its texts and its expiry, and revoke it. Plain forms, each with a field for the key.

use super::head::date;
use super::page::Page;
use super::panel::hidden;
use crate::components::save::REVISE;
use crate::context::Draft;
use crate::locale::Locale;
use crate::messages::share as text;
use crate::pages::bom::own::end_of_query;
use crate::plan::page_for;
use markup::{Element, classed, el, text_area};

/// Draws the card, folded: most readers are not the owner.
pub fn card(page: &Page) -> Element {
    let (locale, stored) = (page.locale, &page.stored);
    let settings = el("a")
        .attr("class", "button quiet")
        .attr("href", planner(page, &page.query, stored.newest))
        .attr("data-testid", "revise-link")
        .attr("rel", "nofollow")
        .with(text::change_settings(locale));
    let draft = Draft { base: stored.newest, title: stored.title.clone(), note: stored.note.clone(), ..Draft::default() };
    let revoke = el("a")
        .attr("class", "button quiet danger")
        .attr("href", format!("{}/revoke", page.path()))
        .attr("data-testid", "revoke-link")
        .attr("rel", "nofollow")
        .with(text::revoke(locale));
    let body = classed("div", "manage")
        .with(classed("p", "fine").with(text::manage_about(locale)))
        .with((!page.is_newer()).then(|| el("p").with(settings)))
        .with(el("h3").with(text::change_texts(locale)))
        .with(form(page, &draft))
        .with(el("h3").with(text::revoke(locale)))
        .with(classed("p", "fine").with(text::revoke_about(locale)))
        .with(el("p").with(revoke));
    let heading = el("h2").attr("id", "owner-heading").with(text::manage(locale));
    let fold = classed("details", "owner")
        .attr("id", "manage")
        .attr("data-testid", "manage")
        .with(el("summary").with(heading))
        .with(body);
    classed("section", "card").attr("data-testid", "owner").attr("aria-labelledby", "owner-heading").with(fold)
}

/// Where the planner changes the settings of a revision that comes after `base`.
pub fn planner(page: &Page, query: &str, base: u64) -> String {
    let revise = format!("{}.{base}", page.stored.id);
    // The page about running tells what the machine costs, by the prices that were stored.
    let prices = if page.is_run() { end_of_query(&page.view.prices) } else { String::new() };
    format!("{}?{query}{prices}&{}", page_for(query), scenario::query::encode(std::iter::once((REVISE, revise.as_str()))))
}

/// The form that saves a revision; with a draft of other settings it carries these along.
pub fn form(page: &Page, draft: &Draft) -> Element {
    let (locale, stored) = (page.locale, &page.stored);
    let labeled = |label: &'static str, field: Element| el("label").with(el("span").with(label)).with(field);
    let text_of = |content: &str| content.to_owned();
    let title = el("input")
        .attr("type", "text")
        .attr("name", "title")
        .attr("maxlength", "200")
        .attr("autocomplete", "off")
        .attr("value", text_of(&draft.title));
    let note = text_area("note", "3", &draft.note).attr("maxlength", "10000");
    let on = el("input").attr("type", "date").attr("name", "expires_on").attr("value", text_of(&draft.expires_on));
    let settings = match &draft.query {
        Some(query) => hidden("query", query.clone()),
        None => hidden("revision", stored.revision.to_string()),
    };
    classed("form", "save")
        .attr("method", "post")
        .attr("action", format!("{}/revise", page.path()))
        .attr("data-testid", "revise-form")
        .with(hidden("base", draft.base.to_string()))
        .with(settings)
        .with(labeled(text::title(locale), title))
        .with(labeled(text::note(locale), note))
        .with(labeled(text::expiry(locale), expiry(page, &draft.expires)))
        .with(labeled(text::expiry_on(locale), on))
        .with(key(page))
        .with(el("button").attr("type", "submit").with(text::save_revision(locale, &(draft.base + 1).to_string())))
}

/// For how long the link is to work.
fn expiry(page: &Page, chosen: &str) -> Element {
    let locale = page.locale;
    let keep = page.stored.expires_at.as_ref();
    let keep = keep.map_or_else(|| text::expiry_keep_never(locale).to_owned(), |until| text::expiry_keep(locale, date(until)));
    let mut choices = vec![("keep", keep)];
    if page.stored.expires_at.is_some() {
        choices.push(("never", text::expiry_never(locale).to_owned()));
    }
    choices.extend([
        ("30", text::expiry_days(locale, "30")),
        ("90", text::expiry_days(locale, "90")),
        ("365", text::expiry_year(locale).to_owned()),
        ("date", text::expiry_date(locale).to_owned()),
    ]);
    let options: Vec<Element> = choices
        .into_iter()
        .map(|(value, label)| el("option").attr("value", value).flag("selected", value == chosen).with(label))
        .collect();
    el("select").attr("name", "expires").with(options)
}

/// The field for the edit key, which nobody but the reader fills.
pub fn key(page: &Page) -> Element {
    let locale: Locale = page.locale;
    let field = el("input")
        .attr("type", "text")
        .attr("name", "key")
        .attr("class", "key")
        .attr("maxlength", "200")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "none")
        .attr("spellcheck", "false");
    el("label")
        .with(el("span").with(text::edit_key(locale)))
        .with(field)
        .with(classed("span", "fine").with(text::key_needed(locale)))
}
