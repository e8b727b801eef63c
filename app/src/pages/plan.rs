//! The planner's page; the island does the rest.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use crate::context::request_locale;
use crate::messages::pages as text;
use crate::planner::Planner;

/// Draws the planner's page.
#[component]
pub fn PlanPage() -> impl IntoView {
    let locale = request_locale();
    view! {
        <Title text=format!("{} · Rigwise", text::plan_title(locale)) />
        <Meta name="description" content=text::home_description(locale) />
        <Planner />
    }
}
