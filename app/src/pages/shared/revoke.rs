//! The page that asks whether a plan is really to be revoked.

use leptos::prelude::*;

use super::owner;
use super::page::Page;
use crate::head::{Meta, Title};
use crate::messages::share as text;
use crate::view::draw;
use markup::{classed, el};

/// Draws the page.
pub fn page(page: &Page) -> AnyView {
    let locale = page.locale;
    let title = text::revoke_title(locale, &page.title());
    let cancel = el("a").attr("href", page.path()).attr("data-testid", "cancel").with(text::cancel(locale));
    let button = el("button").attr("type", "submit").attr("class", "danger").with(text::revoke_button(locale));
    let form = classed("form", "save")
        .attr("method", "post")
        .attr("action", format!("{}/revoke", page.path()))
        .attr("data-testid", "revoke-form")
        .with(owner::key(page))
        .with(classed("p", "actions").with(button).with(" ").with(cancel));
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <section class="prose">
            <h1>{title}</h1>
            <p>{page.subject()}</p>
            <p>{text::revoke_warning(locale)}</p>
            <div>{draw(&form)}</div>
        </section>
    }
    .into_any()
}
