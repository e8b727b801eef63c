//! What is shown where nothing is: unknown addresses and plans, and plans that are no longer shown, with the reason.

use leptos::prelude::*;

use crate::context::{GonePlan, request_locale, request_path};
use crate::head::{Meta, Title};
use crate::messages::pages as text;

/// Draws the page.
#[component]
pub fn NotFound() -> impl IntoView {
    let locale = request_locale();
    let (title, about) = match use_context::<GonePlan>() {
        Some(GonePlan::Revoked) => (text::gone_title(locale), text::gone_about(locale)),
        Some(GonePlan::Expired) => (text::expired_title(locale), text::expired_about(locale)),
        None if request_path().starts_with("/p/") => (text::no_plan_title(locale), text::no_plan_about(locale)),
        None => (text::not_found_title(locale), text::not_found_about(locale)),
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
