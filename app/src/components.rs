//! Drawings of an answer: plain functions from the engine's types to views, which fetch nothing and hold no state.

pub mod bar;
pub mod batch;
pub mod levers;
pub mod notes;
pub mod parts;
pub mod path;
#[cfg(feature = "ssr")]
pub mod patterns;
pub mod ram;
pub mod rules;
pub mod save;
pub mod timeline;
pub mod verdict;
pub mod vram;
pub mod why;

use leptos::prelude::*;

/// A result's card: heading, an id to link to, and what is in it.
#[must_use]
pub fn card(testid: &'static str, heading: &'static str, body: impl IntoView) -> AnyView {
    let heading_id = format!("{testid}-heading");
    view! {
        <section class="card" data-testid=testid aria-labelledby=heading_id>
            <h2 id=format!("{testid}-heading")>{heading}</h2>
            {body}
        </section>
    }
    .into_any()
}

/// A position or length on an axis as a percentage for SVG attributes, so that drawings stretch without inline styles.
#[must_use]
pub fn percent_of(value: f64, whole: f64) -> String {
    let share = if whole > 0.0 { (value / whole).clamp(0.0, 1.0) } else { 0.0 };
    format!("{}%", crate::format::decimal(share * 100.0, 2))
}
