//! The start page: one sentence, two doors, plans to start from.

use leptos::prelude::*;

use super::plans::list;
use crate::context::{path_prefix, request_locale};
use crate::draw::view::draw;
use crate::head::{Meta, Title};
use crate::messages::{pages as text, plans};
use crate::presets::{PRESETS, Preset};

/// Draws the start page.
#[component]
pub fn Home() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let cards: Vec<_> = PRESETS
        .iter()
        .map(|Preset { title, about, query }| {
            view! {
                <li>
                    <a class="preset" href=format!("/plan?{query}")>
                        <strong>{*title}</strong>
                        <span>{about(locale)}</span>
                    </a>
                </li>
            }
        })
        .collect();
    let promises: Vec<_> = [
        (text::promise_why(locale), text::promise_why_about(locale)),
        (text::promise_live(locale), text::promise_live_about(locale)),
        (text::promise_api(locale), text::promise_api_about(locale)),
    ]
    .into_iter()
    .map(|(title, about)| {
        view! {
            <div>
                <dt>{title}</dt>
                <dd>{about}</dd>
            </div>
        }
    })
    .collect();
    view! {
        <Title text=format!("Rigwise · {}", text::home_title(locale)) />
        <Meta name="description" content=text::home_description(locale) />
        <div class="home">
            <section class="hero">
                <h1>{text::home_title(locale)}</h1>
                <p class="lead">{text::home_sentence(locale)}</p>
                <div class="doors">
                    <a class="door" href="/plan">
                        <strong>{text::door_fit(locale)}</strong>
                        <span>{text::door_fit_about(locale)}</span>
                    </a>
                    <a class="door" href=format!("{prefix}/need")>
                        <strong>{text::door_need(locale)}</strong>
                        <span>{text::door_need_about(locale)}</span>
                    </a>
                </div>
            </section>
            <section aria-labelledby="presets">
                <h2 id="presets">{text::presets(locale)}</h2>
                <ul class="presets">{cards}</ul>
            </section>
            <section aria-labelledby="recent-plans" data-recent hidden>
                <h2 id="recent-plans">{plans::recent(locale)}</h2>
                <div>{draw(&list(locale, "recent"))}</div>
                <p><a href=format!("{prefix}/plans")>{plans::all(locale)}</a></p>
            </section>
            <dl class="promises">{promises}</dl>
        </div>
    }
}
