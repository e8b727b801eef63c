//! Keeping a plan: the form that creates a link, and the call that gives the same answer as JSON.

use leptos::prelude::*;

use super::card;
use crate::locale::Locale;
use crate::messages::results as text;

/// Draws the card for the plan with this query; `origin` is the site's scheme and host.
#[must_use]
pub fn save_card(query: &str, origin: &str, locale: Locale) -> AnyView {
    let body = view! {
        <p class="fine">{text::save_about(locale)}</p>
        <form class="save" method="post" action="/plan/save" data-testid="save-form">
            <input type="hidden" name="query" value=query.to_owned() />
            <label>
                <span>{text::save_title(locale)}</span>
                <input type="text" name="title" maxlength="200" autocomplete="off" />
            </label>
            <label>
                <span>{text::save_note(locale)}</span>
                <textarea name="note" rows="2" maxlength="10000"></textarea>
            </label>
            <button type="submit">{text::save_button(locale)}</button>
        </form>
        {api_call(query, origin, locale)}
    };
    card("save", text::save(locale), body)
}

/// The call of the JSON API that gives the same answer.
#[must_use]
pub fn api_call(query: &str, origin: &str, locale: Locale) -> AnyView {
    view! {
        <h3>{text::api(locale)}</h3>
        <p class="fine">{text::api_about(locale)}</p>
        <pre class="call" tabindex="0" aria-label=text::api(locale)>
            <code>{format!("curl '{origin}/api/v1/estimate?{query}'")}</code>
        </pre>
    }
    .into_any()
}
