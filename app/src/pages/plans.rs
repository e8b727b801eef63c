//! The list of plans that the reader's browser keeps: the frame on the server, the lines by a script from the browser's storage.

use leptos::prelude::*;

use crate::context::request_locale;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::plans as text;
use crate::view::draw;
use markup::{Element, classed, el};

/// Draws the page.
#[component]
pub fn Plans() -> impl IntoView {
    let locale = request_locale();
    let button = |action: &'static str, label: &'static str| {
        el("button").attr("type", "button").attr("class", "quiet").attr("data-do", action).with(label)
    };
    let file = el("input")
        .attr("type", "file")
        .attr("accept", "application/json,.json")
        .attr("id", "plans-file")
        .attr("class", "visually-hidden")
        .attr("tabindex", "-1")
        .attr("aria-label", text::import(locale));
    let tools = classed("div", "plans-tools")
        .flag("hidden", true)
        .with(classed("p", "actions").with(button("export", text::export(locale))).with(button("import", text::import(locale))))
        .with(file)
        .with(classed("p", "fine").with(text::export_about(locale)))
        .with(classed("p", "actions").with(button("forget-all", text::forget_all(locale))));
    let empty = classed("p", "summary").attr("data-empty", "").flag("hidden", true).with(text::empty(locale));
    let body = list(locale, "all")
        .with(classed("p", "remedy").attr("data-scriptless", "").with(text::needs_script(locale)))
        .with(empty)
        .with(tools);
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::about(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose" data-testid="my-plans">
            <h1>{text::title(locale)}</h1>
            <p>{text::about(locale)}</p>
            <div>{draw(&body)}</div>
        </section>
    }
}

/// The place of the list, with the words that the script needs; `which` is `all` or `recent`.
#[must_use]
pub fn list(locale: Locale, which: &'static str) -> Element {
    classed("div", "plans")
        .attr("data-plans", which)
        .attr("data-held", text::held(locale))
        .attr("data-forget", text::forget(locale))
        .attr("data-forget-named", text::forget_named(locale))
        .attr("data-forget-key", text::forget_key(locale))
        .attr("data-forget-all", text::forget_all_sure(locale))
        .attr("data-forgotten", text::forgotten(locale))
        .attr("data-imported", text::imported(locale))
        .attr("data-not-imported", text::not_imported(locale))
        .attr("data-blocked", text::blocked(locale))
        .attr("data-full", text::full(locale))
        .attr("data-unreadable", text::unreadable(locale))
        .with(el("p").attr("role", "status").attr("data-said", ""))
        .with(el("ul"))
}
