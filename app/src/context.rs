//! What the server hands to the pages of one request.

use leptos::prelude::use_context;
use leptos_router::location::RequestUrl;

use crate::locale::Locale;

/// The language that the reader's cookie or browser asks for; a language in the path wins over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLocale(pub Locale);

/// Scheme and host under which the reader sees the site, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestOrigin(pub String);

/// The plan behind `/p/{id}` was revoked by whoever created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevokedPlan;

/// A stored revision of a plan, as the server read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPlan {
    /// The id in the link.
    pub id: String,
    /// Number of the revision, from 1.
    pub revision: u64,
    /// What its author called it; may be empty.
    pub title: String,
    /// What its author wrote about it; may be empty.
    pub note: String,
    /// The planner's query, without a leading `?`.
    pub query: String,
    /// The API's answer when the plan was stored, as JSON.
    pub result_json: String,
    /// The engine that gave that answer.
    pub engine_version: String,
    /// The catalog that it was given with.
    pub catalog_version: String,
    /// When it was stored, RFC 3339.
    pub created_at: String,
}

/// Path and query of the request.
#[must_use]
pub fn request_url() -> String {
    use_context::<RequestUrl>().map_or_else(|| "/".to_owned(), |url| url.as_ref().to_owned())
}

/// The path of the request, without its query.
#[must_use]
pub fn request_path() -> String {
    let url = request_url();
    let path = url.split(['?', '#']).next().unwrap_or("/");
    // The integration may hand over a whole URL; only the part from the first slash of the path on matters here.
    let path = path.split_once("://").map_or(path, |(_, rest)| rest.find('/').map_or("/", |slash| &rest[slash..]));
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

/// The query of the request, without `?`.
#[must_use]
pub fn request_query() -> String {
    request_url().split_once('?').map(|(_, query)| query.split('#').next().unwrap_or("").to_owned()).unwrap_or_default()
}

/// The language prefix of the path, `/en` or `/zh`, where there is one.
#[must_use]
pub fn path_prefix() -> Option<(&'static str, Locale)> {
    let path = request_path();
    [("/en", Locale::En), ("/zh", Locale::Zh)]
        .into_iter()
        .find(|(prefix, _)| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The language to answer in.
#[must_use]
pub fn request_locale() -> Locale {
    path_prefix()
        .map(|(_, locale)| locale)
        .or_else(|| use_context::<RequestLocale>().map(|RequestLocale(locale)| locale))
        .unwrap_or_default()
}

/// Scheme and host of the site, for commands that readers copy.
#[must_use]
pub fn request_origin() -> String {
    use_context::<RequestOrigin>().map_or_else(|| "http://127.0.0.1:3000".to_owned(), |RequestOrigin(origin)| origin)
}
