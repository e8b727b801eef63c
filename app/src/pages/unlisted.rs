//! What is shown for a card or model that the catalog does not list: what became of it, and what is nearest.

use api::convert::catalog_item::suggestions;
use catalog::Kind;
use leptos::prelude::*;

use super::own_model;
use crate::context::path_prefix;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::{own_model as own, products as text};

/// Whether a path names a product that the catalog does not list; the language's prefix does not matter.
#[must_use]
pub fn is_unlisted(path: &str) -> bool {
    let path = ["/en/", "/zh/"].iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path).trim_start_matches('/');
    match path.split_once('/') {
        Some(("gpus", id)) => catalog::gpu(id).is_none(),
        Some(("models", id)) => catalog::listed_model(id).is_none(),
        _ => false,
    }
}

/// The id at the end of a path.
#[must_use]
pub fn id_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Draws the page for a card that is not listed.
pub fn gpu(id: &str, locale: Locale) -> AnyView {
    let names = suggestions(Some(Kind::Gpu), id, catalog::gpus().iter().map(|entry| entry.id))
        .into_iter()
        .filter_map(|id| Some(("gpus", id, catalog::gpu(id)?.name)));
    let all = ("gpus", text::all_gpus(locale));
    page(Kind::Gpu, id, text::no_such_gpu(locale), names.collect(), all, locale)
}

/// Draws the page for a model that is not listed.
pub fn model(id: &str, locale: Locale) -> AnyView {
    let names = suggestions(Some(Kind::Model), id, catalog::listed_models().into_iter().map(|entry| entry.id))
        .into_iter()
        .filter_map(|id| Some(("models", id, catalog::listed_model(id)?.name)));
    let all = ("models", text::all_models(locale));
    page(Kind::Model, id, text::no_such_model(locale), names.collect(), all, locale)
}

/// What became of an id, in a sentence.
#[must_use]
pub fn explanation(kind: Kind, id: &str, locale: Locale) -> String {
    // What is repeated to the reader is no longer than an id can be.
    let id: String = id.chars().take(scenario::limits::TEXT_LENGTH).collect();
    match catalog::retired(kind, &id) {
        Some(gone) => text::was_listed(locale, &id, locale.pick(gone.reason, gone.reason_zh)),
        None => text::not_listed(locale, &id),
    }
}

fn page(
    kind: Kind,
    id: &str,
    title: &'static str,
    nearest: Vec<(&'static str, &'static str, &'static str)>,
    (list, all): (&'static str, &'static str),
    locale: Locale,
) -> AnyView {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let links: Vec<_> = nearest
        .into_iter()
        .map(|(list, id, name)| view! { <li><a href=format!("{prefix}/{list}/{id}")>{name}</a></li> })
        .collect();
    let own = (kind == Kind::Gpu).then(|| view! { <p>{text::own_figures(locale)}</p> });
    let pasted = (kind == Kind::Model).then(
        || view! { " " <a href=format!("{prefix}{}", own_model::PATH) data-testid="own-model">{own::unlisted(locale)}</a> },
    );
    view! {
        <Title text=format!("{title} · Rigwise") />
        <Meta name="robots" content="noindex" />
        <section class="prose" data-testid="unlisted">
            <h1>{title}</h1>
            <p>{explanation(kind, id, locale)}</p>
            <h2>{text::nearest(locale)}</h2>
            <ul class="sources" data-testid="nearest">{links}</ul>
            {own}
            <p class="actions">
                <a class="button" href=format!("{prefix}/{list}")>{all}</a>
                {pasted}
            </p>
        </section>
    }
    .into_any()
}
