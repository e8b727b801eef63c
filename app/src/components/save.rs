//! Keeping a plan: the form that creates a link, and the call that gives the same answer as JSON.

use super::card;
use crate::draw::{Element, classed, el};
use crate::locale::Locale;
use crate::messages::results as text;
use crate::messages::{bom_link, code, compare_link, diagnose_link};

/// Draws the card for the plan with this query; `origin` is the site's scheme and host.
#[must_use]
pub fn save_card(query: &str, origin: &str, locale: Locale) -> Element {
    let title = el("input").attr("type", "text").attr("name", "title").attr("maxlength", "200").attr("autocomplete", "off");
    let note = el("textarea").attr("name", "note").attr("rows", "2").attr("maxlength", "10000");
    let labeled = |label: &'static str, field: Element| el("label").with(el("span").with(label)).with(field);
    let form = classed("form", "save")
        .attr("method", "post")
        .attr("action", "/plan/save")
        .attr("data-testid", "save-form")
        .with(el("input").attr("type", "hidden").attr("name", "query").attr("value", query.to_owned()))
        .with(labeled(text::save_title(locale), title))
        .with(labeled(text::save_note(locale), note))
        .with(el("button").attr("type", "submit").with(text::save_button(locale)));
    card("save", text::save(locale), classed("p", "fine").with(text::save_about(locale)))
        .with(form)
        .with(code_link(query, locale))
        .with(api_call(query, origin, locale))
}

/// The pages with programs that run the plan, with the parts of its machine, with what may be wrong with it, and with other
/// machines beside it.
#[must_use]
pub fn code_link(query: &str, locale: Locale) -> Element {
    let link = el("a").attr("href", format!("/code?{query}")).attr("data-testid", "code-link").with(code::link(locale));
    let wrong =
        el("a").attr("href", format!("/diagnose?{query}")).attr("data-testid", "diagnose-link").with(diagnose_link::link(locale));
    let parts = el("a").attr("href", format!("/bom?{query}")).attr("data-testid", "bom-link").with(bom_link::link(locale));
    let compare =
        el("a").attr("href", format!("/compare?{query}")).attr("data-testid", "compare-link").with(compare_link::link(locale));
    el("p").with(link).with(" · ").with(parts).with(" · ").with(wrong).with(" · ").with(compare)
}

/// The call of the JSON API that gives the same answer.
#[must_use]
pub fn api_call(query: &str, origin: &str, locale: Locale) -> Vec<Element> {
    let call = format!("curl '{origin}/api/v1/estimate?{query}'");
    vec![
        el("h3").with(text::api(locale)),
        classed("p", "fine")
            .with(text::api_about(locale))
            .with(" ")
            .with(el("a").attr("href", format!("/call?{query}")).attr("data-testid", "call-link").with(text::api_calls(locale))),
        classed("pre", "call").with(el("code").with(call)),
    ]
}
