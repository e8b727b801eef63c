//! Web pages: which there are, and at which addresses; [`draw`](mod@draw) lets the app draw them.

pub mod draw;

use app::planner::tab::Tab;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{Redirect, Response};
use axum::routing::{MethodRouter, get};
use wire::Locale;

use super::quota::ComputeQuota;
use super::{pasted, share};
use crate::assets;
use crate::limits::LISTING_BODY_LIMIT;
use crate::problem::ApiError;
use crate::problem::page::{fault_of, fault_page};
use crate::request::language::locale_of;
use crate::state::AppState;
use draw::{Shown, render};

/// Pages whose address is the same in every language, so that a link reads in its reader's; all others exist under `/en` and `/zh` too.
/// So are the planner's tabs and the pages of a stored plan ([`share::page`]).
const NEUTRAL_PATHS: [&str; 5] = ["/code", "/call", "/diagnose", "/bom", "/compare"];

/// All pages of the app, each under its path, content pages also under each language's.
pub fn routes() -> Router<AppState> {
    leptos_axum::generate_route_list(app::App).iter().fold(Router::new(), |router, listing| {
        let path = listing.path();
        let plan = share::page(path);
        let is_neutral = plan.is_some() || Tab::at(path).is_some() || NEUTRAL_PATHS.contains(&path);
        let own = || match path {
            app::pages::dataset::PATH => get(page).post(pasted::pasted).layer(DefaultBodyLimit::max(LISTING_BODY_LIMIT)),
            path if pasted::PATHS.contains(&path) => get(page).post(pasted::pasted),
            _ => get(page),
        };
        let handler: MethodRouter<AppState> = plan.unwrap_or_else(own);
        let router = router.route(path, handler);
        Locale::ALL.iter().fold(router, |router, locale| {
            let prefixed = format!("/{}{}", locale.as_str(), path.trim_end_matches('/'));
            router.route(&prefixed, if is_neutral { get(neutral) } else { own() })
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
        || app::pages::reference::is_unknown(path, &state.reference.document);
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
