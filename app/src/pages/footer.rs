//! The foot of every page.

use leptos::prelude::*;

use crate::context::{path_prefix, request_locale};
use crate::messages::{cases, pages as text, results};

/// Draws the foot.
#[component]
pub fn Footer() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    view! {
        <footer class="site">
            <p>{text::footer(locale)}</p>
            <ul>
                <li>
                    <a href=format!("{prefix}/cases")>{cases::nav(locale)}</a>
                </li>
                <li>
                    <a href=format!("{prefix}/about/data")>{text::nav_data(locale)}</a>
                </li>
                <li>
                    <a href=format!("{prefix}/about/privacy")>{text::nav_privacy(locale)}</a>
                </li>
                <li>
                    <a href=format!("{prefix}/plans")>{text::nav_plans(locale)}</a>
                </li>
                <li>
                    <a href=format!("{prefix}/api")>{text::nav_api(locale)}</a>
                </li>
            </ul>
            <p class="fine">{results::versions(locale, engine::VERSION, catalog::VERSION)}</p>
        </footer>
    }
}
