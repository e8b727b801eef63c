//! The planner's page; in the browser the bundle takes over what is in the planner's element.

use leptos::prelude::*;

use crate::context::request_locale;
use crate::head::{Meta, Title};
use crate::messages::pages as text;
use crate::planner;
use crate::view::inside;

/// Draws the planner's page.
#[component]
pub fn PlanPage() -> impl IntoView {
    let locale = request_locale();
    let planner::Rendered { title, content, module } = planner::render();
    view! {
        <Title text=title />
        <Meta name="description" content=text::home_description(locale) />
        <div class="planner" data-module=module>{inside(&content)}</div>
        <div id="terms" hidden>{planner::terms::lines(locale)}</div>
    }
}
