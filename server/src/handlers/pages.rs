//! Web pages: the app draws them, this module decides status and headers and loads what a page shows.

mod fault;
pub mod kept;

use std::sync::Arc;

use api::Locale;
use app::{ApiDocument, GonePlan, PlanTask, RequestLocale, RequestOrigin, SharedView, StoredPlan};
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, RETRY_AFTER, VARY};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Redirect, Response};
use axum::routing::{MethodRouter, get};
use leptos::nonce::{Nonce, use_nonce};
use leptos::prelude::{provide_context, use_context};
use leptos_axum::ResponseOptions;
use tokio::runtime::Handle;

use super::share;
use crate::assets;
use crate::language;
use crate::layers::client;
use crate::layers::quota::{self, ComputeQuota};
use crate::layers::security::policy_of_page;
use crate::problem::ApiError;
use crate::services::compute::Effort;
use crate::state::AppState;
use crate::store::StoreError;

pub use fault::{busy_page, fault_page};
pub use kept::{Asked, Drawn, KeptPages};

/// Pages whose address is the same in every language, so that a link reads in its reader's; all others exist under `/en` and `/zh` too.
/// So do the pages of a stored plan ([`share::PATHS`]).
const NEUTRAL_PATHS: [&str; 6] = ["/plan", "/code", "/call", "/diagnose", "/bom", "/compare"];
/// The page whose answer is a search through the catalog, without a language in front.
const SEARCH: &str = "/need";
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
}

/// All pages of the app, each under its path, content pages also under each language's.
pub fn routes() -> Router<AppState> {
    leptos_axum::generate_route_list(app::App).iter().fold(Router::new(), |router, listing| {
        let path = listing.path();
        let plan = share::page(path);
        let is_neutral = plan.is_some() || NEUTRAL_PATHS.contains(&path);
        let handler: MethodRouter<AppState> = plan.unwrap_or_else(|| get(page));
        let router = router.route(path, handler);
        Locale::ALL.iter().fold(router, |router, locale| {
            let prefixed = format!("/{}{}", locale.as_str(), path.trim_end_matches('/'));
            router.route(&prefixed, if is_neutral { get(neutral) } else { get(page) })
        })
    })
}

/// A language in front of an address that has none: the same address without it.
async fn neutral(uri: Uri) -> Redirect {
    let local = uri.path_and_query().map_or("/", |local| local.as_str());
    let rest = local.trim_start_matches('/').find('/').map_or("/", |slash| &local[slash + 1..]);
    Redirect::permanent(rest)
}

/// A page that its address describes in full. The planner's runs the engine, so it counts as a computation.
async fn page(quota: Result<ComputeQuota, ApiError>, State(state): State<AppState>, request: Request) -> Response {
    let path = request.uri().path();
    let is_unlisted = app::pages::unlisted::is_unlisted(path)
        || app::pages::problems::is_unknown(path)
        || app::pages::reference::is_unknown(path, &state.document);
    match quota {
        Ok(_) if is_unlisted => render(&state, request, Shown::Address, StatusCode::NOT_FOUND).await,
        Ok(_) => render(&state, request, Shown::Address, StatusCode::OK).await,
        Err(error) => fault_of(&error, locale_of(&request)),
    }
}

/// Whatever no route takes: a file at the root of the site, or the app's own "not found" page.
pub async fn not_found(State(state): State<AppState>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return fault_page(StatusCode::METHOD_NOT_ALLOWED, locale_of(&request));
    }
    match assets::serve(request.uri(), request.headers()) {
        Some(file) => file,
        None => render(&state, request, Shown::Missing, StatusCode::NOT_FOUND).await,
    }
}

/// A method that the page at this path does not take.
pub async fn method_not_allowed(request: Request) -> Response {
    fault_page(StatusCode::METHOD_NOT_ALLOWED, locale_of(&request))
}

/// The page for a request that failed for a reason that the person cannot mend.
#[must_use]
pub fn fault_of(error: &ApiError, locale: Locale) -> Response {
    if let ApiError::Store(error @ StoreError::Unavailable { .. }) = error {
        tracing::error!(error = error as &dyn std::error::Error, "the plans' database cannot serve a page");
    }
    let status = StatusCode::from_u16(error.problem().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut page = if matches!(error, ApiError::Overloaded) { busy_page(locale) } else { fault_page(status, locale) };
    if let Some(wait) = error.retry_after() {
        page.headers_mut().insert(RETRY_AFTER, wait);
    }
    page
}

/// The language of a request.
pub fn locale_of(request: &Request) -> Locale {
    language::of(request.uri(), request.headers())
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
    let (share, effort) = (quota::share(state, &request), effort_of(request.extensions().get()));
    if matches!(shown, Shown::Missing) {
        *request.uri_mut() = Uri::from_static(NOWHERE);
    }
    let origin = client::origin(request.headers(), state.trust_proxy);
    let document = ApiDocument(Arc::clone(&state.document));
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
fn effort_of(route: Option<&MatchedPath>) -> Effort {
    if route.is_some_and(|route| is_search(route.as_str())) { Effort::Search } else { Effort::Page }
}

fn is_search(route: &str) -> bool {
    let prefix = Locale::ALL.iter().find_map(|locale| route.strip_prefix('/')?.strip_prefix(locale.as_str()));
    prefix.filter(|rest| rest.starts_with('/')).unwrap_or(route) == SEARCH
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
        for (route, expected) in [
            ("/need", true),
            ("/en/need", true),
            ("/zh/need", true),
            ("/", false),
            ("/plan", false),
            ("/en", false),
            ("/enneed", false),
            ("/needs", false),
        ] {
            assert_eq!(is_search(route), expected, "{route}");
        }
    }
}
