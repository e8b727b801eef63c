//! What is shown where nothing is: unknown addresses and plans, and plans that were revoked.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use crate::context::{RevokedPlan, request_locale};
use crate::messages::pages as text;

/// Draws the page.
#[component]
pub fn NotFound() -> impl IntoView {
    let locale = request_locale();
    let (title, about) = if use_context::<RevokedPlan>().is_some() {
        (text::gone_title(locale), text::gone_about(locale))
    } else {
        (text::not_found_title(locale), text::not_found_about(locale))
    };
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <section class="prose">
            <h1>{title}</h1>
            <p>{about}</p>
            <p class="actions">
                <a class="button" href="/plan">{text::to_planner(locale)}</a>
                " "
                <a href="/">{text::to_home(locale)}</a>
            </p>
        </section>
    }
}
