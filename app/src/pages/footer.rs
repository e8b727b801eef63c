//! The foot of every page.

use leptos::prelude::*;

use crate::context::{path_prefix, request_locale, request_path};
use crate::messages::{cases, pages as text, results};

/// Draws the foot.
#[component]
pub fn Footer() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let here = request_path();
    let links: Vec<_> = [
        ("/cases", cases::nav(locale)),
        ("/about/data", text::nav_data(locale)),
        ("/about/privacy", text::nav_privacy(locale)),
        ("/plans", text::nav_plans(locale)),
        ("/api", text::nav_api(locale)),
    ]
    .into_iter()
    .map(|(path, label)| {
        let current = here.trim_start_matches(prefix) == path;
        view! {
            <li>
                <a href=format!("{prefix}{path}") aria-current=current.then_some("page")>{label}</a>
            </li>
        }
    })
    .collect();
    view! {
        <footer class="site">
            <p>{text::footer(locale)}</p>
            <ul>{links}</ul>
            <p class="fine">{results::versions(locale, engine::VERSION, catalog::VERSION)}</p>
        </footer>
    }
}
