//! What a page says in the document's head; no other file may use the library behind it.
//!
//! The library writes a title into the page as it is given, so one with markup in it would become markup.

#![expect(clippy::must_use_candidate, reason = "components are used by the view macro, which always uses what they return")]

pub use leptos_meta::{Meta, MetaTags, provide_meta_context};

use leptos::prelude::*;

use markup::escaped;

/// The document's title, whatever stands in it.
#[expect(clippy::needless_pass_by_value, reason = "the properties of a component are owned")]
#[component]
pub fn Title(
    /// The title as people read it.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <leptos_meta::Title text=escaped(&text) /> }
}
