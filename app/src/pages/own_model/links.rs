//! Models of the catalog, each with the way to its page.

use catalog::ModelEntry;
use checkpoint::{Match, words};
use leptos::prelude::*;

use crate::context::path_prefix;
use crate::locale::Locale;

/// Models of the catalog with as many parameters.
pub(super) fn matches(found: &[Match], locale: Locale) -> AnyView {
    let rows: Vec<_> = found
        .iter()
        .map(|found| view! { <li>{link(found.entry)} " " <span class="fine">{words::same(found.same, locale)}</span></li> })
        .collect();
    view! { <ul class="points" data-testid="same-count">{rows}</ul> }.into_any()
}

/// A model of the catalog, with the way to its page.
pub(super) fn link(entry: &'static ModelEntry) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    view! { <a href=format!("{prefix}/models/{}", entry.id)>{entry.name}</a> }.into_any()
}
