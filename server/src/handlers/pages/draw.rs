//! A page of the app as an answer: this module decides status and headers, and hands the app what the page shows.

use std::sync::Arc;

use app::plan::page_for;
use app::{ApiDocument, GonePlan, PastedText, PlanTask, RequestLocale, RequestOrigin, SharedView, StoredPlan};
use axum::body::to_bytes;
use axum::extract::{MatchedPath, Request};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, VARY};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use leptos::nonce::{Nonce, use_nonce};
use leptos::prelude::{provide_context, use_context};
use leptos_axum::ResponseOptions;
use tokio::runtime::Handle;
use wire::Locale;

use crate::cache::pages::Drawn;
use crate::handlers::quota;
use crate::policy::policy_of_page;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::client;
use crate::request::language::{self, locale_of};
use crate::services::compute::Effort;
use crate::state::AppState;

/// The page whose answer is a search through the catalog, without a language in front.
const SEARCH: &str = "/need";
/// The page whose answer is one where any card will do.
const RUN: &str = "/run";
/// The page of a machine's parts, which looks for one where a model is to run on any card.
const PARTS: &str = "/bom";
/// Where the page about a missing page is drawn: an address that no route of the app has. The app resolves addresses as browsers
/// do, so that at the address that was asked for it might draw another page.
const NOWHERE: &str = "/404";
/// A page may be kept, but not shown again without asking: its figures follow the catalog, its language the reader.
const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// What a page shows beside what its address says.
#[derive(Debug, Clone)]
pub enum Shown {
    /// Nothing.
    Address,
    /// That there is no page at the address.
    Missing,
    /// A plan of the store, what its page shows beside it, and which page about it is meant.
    Plan(Box<(StoredPlan, SharedView, Option<PlanTask>)>),
    /// That there was a plan.
    Gone(GonePlan),
    /// What is read of a pasted text.
    Pasted(PastedText),
}

/// The page at the request's address.
pub async fn render(state: &AppState, request: Request, shown: Shown, status: StatusCode) -> Response {
    let locale = locale_of(&request);
    draw(state, request, shown, status).await.map_or_else(|error| fault_of(&error, locale), Drawn::into_response)
}

/// Lets the app draw the page at the request's address, where the engine runs: some pages are an answer of it.
///
/// # Errors
/// Why it cannot be drawn now.
pub async fn draw(state: &AppState, mut request: Request, shown: Shown, status: StatusCode) -> Result<Drawn, ApiError> {
    let locale = locale_of(&request);
    let (share, effort) = (quota::share(state, &request), effort_of(request.extensions().get(), request.uri().query()));
    if matches!(shown, Shown::Missing) {
        *request.uri_mut() = Uri::from_static(NOWHERE);
    }
    let origin = client::origin(request.headers(), state.trust_proxy);
    let document = ApiDocument(Arc::clone(&state.reference.document));
    let nonce = Nonce::new();
    let own = nonce.clone();
    let context = move || {
        provide_context(own.clone());
        provide_context(RequestLocale(locale));
        provide_context(document.clone());
        if let Some(origin) = origin.clone() {
            provide_context(RequestOrigin(origin));
        }
        match shown.clone() {
            Shown::Address | Shown::Missing => {}
            Shown::Plan(shown) => {
                let (stored, view, task) = *shown;
                provide_context(stored);
                provide_context(view);
                if let Some(task) = task {
                    provide_context(task);
                }
            }
            Shown::Gone(gone) => provide_context(gone),
            Shown::Pasted(pasted) => provide_context(pasted),
        }
        allow_nonce();
    };
    let draw = leptos_axum::render_app_async_with_context(context, app::shell);
    let runtime = Handle::current();
    // To its last byte, so that whatever a page costs is done in its lane.
    let whole = async move {
        let (parts, body) = draw(request).await.into_parts();
        to_bytes(body, usize::MAX).await.map(|page| (parts, page))
    };
    let drawn = share.run_as(effort, move |_| runtime.block_on(whole)).await?;
    let (parts, page) = drawn.map_err(|error| ApiError::internal(&error))?;
    // The app may know better (a page that finds nothing), but never that all is well where it is not.
    let status = if status == StatusCode::OK { parts.status } else { status };
    let mut headers = parts.headers;
    headers.entry(CACHE_CONTROL).or_insert(REVALIDATE);
    headers.insert(VARY, language::VARY);
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
    Ok(Drawn::new(status, headers, &page, nonce))
}

/// How long the page of a route may take: only the router knows where a path leads.
fn effort_of(route: Option<&MatchedPath>, query: Option<&str>) -> Effort {
    let is_search = route.is_some_and(|route| is_search(route.as_str(), query.unwrap_or_default()));
    if is_search { Effort::Search } else { Effort::Page }
}

fn is_search(route: &str, query: &str) -> bool {
    let prefix = Locale::ALL.iter().find_map(|locale| route.strip_prefix('/')?.strip_prefix(locale.as_str()));
    match prefix.filter(|rest| rest.starts_with('/')).unwrap_or(route) {
        SEARCH => true,
        RUN => scenario::query::decode(query).any(|(name, text)| name == "gpu" && text == app::ANY_CARD),
        PARTS => page_for(query) == RUN && !names_card(query),
        _ => false,
    }
}

/// Whether an encoded query names a card, or describes one by its figures: read as the page reads it, so that no other parameter
/// passes for one.
fn names_card(query: &str) -> bool {
    let card = scenario::query::parse_string(query).scenario.hardware.gpu;
    card.is_some_and(|card| card.id() != Some(app::ANY_CARD))
}

/// Names the page's nonce in its policy, so that the scripts that the app itself writes run and no others.
fn allow_nonce() {
    let policy = use_nonce().and_then(|nonce| HeaderValue::try_from(policy_of_page(&nonce)).ok());
    if let (Some(policy), Some(response)) = (policy, use_context::<ResponseOptions>()) {
        response.insert_header(CONTENT_SECURITY_POLICY, policy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_that_searches_is_known_in_every_language() {
        for (route, query, expected) in [
            ("/need", "", true),
            ("/en/need", "", true),
            ("/zh/need", "", true),
            ("/", "", false),
            ("/plan", "gpu=any", false),
            ("/en", "", false),
            ("/enneed", "", false),
            ("/needs", "", false),
            ("/run", "gpu=rtx-4090", false),
            ("/zh/run", "v=1&gpu=any", true),
            ("/run", "gpu=rtx-4090&gp%75=%61ny", true),
            ("/bom", "model=llama-3.1-8b", false),
            ("/bom", "workload=inference&gpu=rtx-4090", false),
            ("/bom", "workload=inference&gpu.memory=24", false),
            ("/bom", "workload=inference&model=llama-3.1-8b", true),
            ("/bom", "workload=inference&model=llama-3.1-8b&gpu.zzz=1", true),
            ("/bom", "workl%6fad=inference&gpu=", true),
            ("/bom", "workload=inference&gpu=any", true),
        ] {
            assert_eq!(is_search(route, query), expected, "{route}?{query}");
        }
    }
}
