//! What is stored, for how long, and how to remove it.

use leptos::prelude::*;

use crate::context::request_locale;
use crate::head::{Meta, Title};
use crate::messages::privacy as text;

/// Draws the page.
#[component]
pub fn AboutPrivacy() -> impl IntoView {
    let locale = request_locale();
    let sections: Vec<_> = [
        (text::planner(locale), text::planner_about(locale)),
        (text::link(locale), text::link_about(locale)),
        (text::key(locale), text::key_about(locale)),
        (text::time(locale), text::time_about(locale)),
        (text::remove(locale), text::remove_about(locale)),
    ]
    .into_iter()
    .map(|(title, about)| view! { <h2>{title}</h2> <p>{about}</p> })
    .collect();
    let kept: Vec<_> =
        [text::browser_language(locale), text::browser_key(locale), text::browser_list(locale), text::browser_tab(locale)]
            .into_iter()
            .map(|line| view! { <li>{line}</li> })
            .collect();
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose" data-testid="privacy">
            <h1>{text::title(locale)}</h1>
            <p>{text::short(locale)}</p>
            {sections}
            <h2>{text::browser(locale)}</h2>
            <ul class="points">{kept}</ul>
            <h2>{text::others(locale)}</h2>
            <p>{text::others_about(locale)}</p>
            <p class="fine">{text::language_note(locale)}</p>
        </section>
    }
}
