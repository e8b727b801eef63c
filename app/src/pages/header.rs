//! The head of every page: name, places to go, language.

use leptos::prelude::*;

use super::places::places;
use crate::context::{path_prefix, request_locale, request_path, request_query, request_url};
use crate::locale::{Locale, html_lang, path_in};
use crate::messages::{accuracy, diagnose, need, pages as text, run};

/// Draws the head.
#[component]
pub fn Header() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let links = places([
        ("/plan", text::nav_plan(locale)),
        ("/need", need::nav(locale)),
        ("/run", run::nav(locale)),
        ("/gpus", text::nav_gpus(locale)),
        ("/models", text::nav_models(locale)),
        ("/diagnose", diagnose::nav(locale)),
        ("/accuracy", accuracy::nav(locale)),
    ]);
    let home = if prefix.is_empty() { "/".to_owned() } else { prefix.to_owned() };
    let other = match locale {
        Locale::En => Locale::Zh,
        Locale::Zh => Locale::En,
    };
    view! {
        <header class="site">
            <a class="brand" href=home>
                <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
                    <rect class="brand-a" x="3" y="5" width="26" height="6" rx="1.5" />
                    <rect class="brand-b" x="3" y="13" width="18" height="6" rx="1.5" />
                    <rect class="brand-c" x="3" y="21" width="10" height="6" rx="1.5" />
                </svg>
                "Rigwise"
            </a>
            <nav aria-label=text::nav(locale)>{links}</nav>
            <a class="language" data-testid="lang-switch" href=switch(other) lang=html_lang(other) hreflang=html_lang(other) rel="nofollow">
                {text::language_name(other)}
            </a>
        </header>
    }
}

/// Where the same page is in another language: content pages by their path, all others by the reader's choice.
fn switch(other: Locale) -> String {
    let to = match path_prefix() {
        Some((prefix, _)) => {
            let rest = request_path().trim_start_matches(prefix).to_owned();
            let query = request_query();
            let query = if query.is_empty() { query } else { format!("?{query}") };
            format!("{}{query}", path_in(other, if rest.is_empty() { "/" } else { &rest }))
        }
        None => local_part(&request_url()),
    };
    let pairs = [("to", to.as_str())];
    format!("/lang/{}?{}", other.as_str(), scenario::query::encode(pairs.into_iter()))
}

/// Path and query of a whole or local address.
fn local_part(url: &str) -> String {
    let local = url.split_once("://").map_or(url, |(_, rest)| rest.find('/').map_or("/", |slash| &rest[slash..]));
    if local.starts_with('/') { local.to_owned() } else { format!("/{local}") }
}
