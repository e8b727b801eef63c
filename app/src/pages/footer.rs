//! The foot of every page.

use leptos::prelude::*;

use super::places::places;
use crate::context::request_locale;
use crate::messages::{cases, pages as text, results};

/// Draws the foot.
#[component]
pub fn Footer() -> impl IntoView {
    let locale = request_locale();
    let links = places([
        ("/cases", cases::nav(locale)),
        ("/about/data", text::nav_data(locale)),
        ("/about/privacy", text::nav_privacy(locale)),
        ("/plans", text::nav_plans(locale)),
        ("/api", text::nav_api(locale)),
    ]);
    view! {
        <footer class="site">
            <p>{text::footer(locale)}</p>
            {links}
            <p class="fine">{results::versions(locale, engine::VERSION, catalog::VERSION)}</p>
        </footer>
    }
}
