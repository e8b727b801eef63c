//! The API's reference, drawn from its OpenAPI document: an overview, a page an operation, and the query parameters.

mod document;
mod frame;
mod operation;
mod overview;
mod parameters;
mod schema;

use std::sync::Arc;

use leptos::prelude::*;
use serde_json::Value;

use crate::context::{path_prefix, request_locale, request_origin, request_path};
use crate::head::{Meta, Title};
use crate::messages::reference as text;
use crate::view::inside;
use frame::{Frame, back};
use markup::{Element, el};

pub use document::Document;

/// The OpenAPI document of the API, as the server hands it to the pages.
#[derive(Debug, Clone)]
pub struct ApiDocument(pub Arc<Value>);

/// Draws the overview.
#[component]
pub fn ApiOverview() -> impl IntoView {
    let page = with_frame(|frame| overview::draw(frame, &request_origin()));
    let locale = request_locale();
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide reference">{inside(&page)}</section>
    }
}

/// Draws the operation of the path, or says that there is none.
#[component]
pub fn OperationPage() -> impl IntoView {
    let (path, origin) = (request_path(), request_origin());
    let title = with_document(|document| document.operation(id_of(&path)).map(|operation| operation.heading())).flatten();
    let page = with_frame(|frame| match frame.document.operation(id_of(&path)) {
        Some(operation) => operation::draw(operation, frame, &origin),
        None => el("section").with(el("h1").with(text::nothing(frame.locale))).with(back(frame)),
    });
    let title = title.unwrap_or_else(|| text::nothing(request_locale()).to_owned());
    view! {
        <Title text=format!("{title} · Rigwise") />
        <section class="prose wide reference">{inside(&page)}</section>
    }
}

/// Draws the table of query parameters.
#[component]
pub fn ParametersPage() -> impl IntoView {
    let locale = request_locale();
    let page = with_frame(parameters::draw);
    view! {
        <Title text=format!("{} · Rigwise", text::parameters(locale)) />
        <section class="prose wide reference">{inside(&page)}</section>
    }
}

/// Whether a path names an operation that the document does not have; the language's prefix does not matter.
#[must_use]
pub fn is_unknown(path: &str, document: &Value) -> bool {
    let rest = ["/en/", "/zh/"].iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path);
    rest.trim_start_matches('/').starts_with("docs/api/") && Document(document).operation(id_of(path)).is_none()
}

fn id_of(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

fn with_document<T>(draw: impl FnOnce(Document<'_>) -> T) -> Option<T> {
    use_context::<ApiDocument>().map(|ApiDocument(document)| draw(Document(&document)))
}

/// Without a document, as where pages are drawn in tests of their own, a page has its frame alone.
fn with_frame(draw: impl FnOnce(Frame<'_>) -> Element) -> Element {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    with_document(|document| draw(Frame { document, prefix, locale: request_locale() })).unwrap_or_else(|| el("section"))
}
