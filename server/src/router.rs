//! The whole URL space, and what every request passes through.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::request_id::PropagateRequestIdLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::handlers::{
    accuracy, advice, assets, bom, catalog, code, compare, compute, dataset, diagnose, health, kit, language, machine, message,
    model, own_model, pages, plans, preview, products, reference, save, search, share,
};
use crate::layers::request_id::X_REQUEST_ID;
use crate::layers::{edge, guard, parameters, request_id, security, trace};
use crate::limits::{BATCH_BODY_LIMIT, BODY_LIMIT, LISTING_BODY_LIMIT};
use crate::mcp;
use crate::openapi::outline;
use crate::problem::ApiError;
use crate::state::AppState;

/// The site: pages, files and API.
pub fn router(state: AppState) -> Router {
    router_with(state, Router::new())
}

/// The site and more behind the same layers: what a bench compares the site's own handlers with.
pub fn router_with(state: AppState, more: Router<AppState>) -> Router {
    let around = ServiceBuilder::new()
        .layer(request_id::layer())
        .layer(trace::layer())
        .layer(PropagateRequestIdLayer::new(X_REQUEST_ID))
        .layer(security::layer())
        .layer(from_fn_with_state(state.clone(), edge::answer))
        .layer(guard::layer())
        // What never changes is compressed already; a page is compressed for each reader, who waits for the processor and not for the line.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_compressing()))
        // And not `tower_http`'s limit, which answers before a handler can say what else is wrong, and cannot be raised for one route.
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    Router::new()
        .merge(api(&state))
        .merge(site())
        .merge(more)
        .fallback(pages::not_found)
        .with_state(state)
        // One layer of the router's, as each of those costs every request some allocations.
        .layer(around)
}

/// All but what a zip has compressed already.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new()
        .and(NotForContentType::const_new("application/zip"))
        .and(NotForContentType::const_new("application/vnd.openxmlformats"))
}

/// The document of the JSON API, as its handlers have it.
#[must_use]
pub fn document() -> OpenApi {
    documented_api().split_for_parts().1
}

/// The JSON API; whatever goes wrong in it is a problem+json.
fn api(state: &AppState) -> Router<AppState> {
    documented_api()
        .split_for_parts()
        .0
        .route_layer(from_fn_with_state(state.clone(), parameters::refuse_undocumented))
        .route("/mcp", post(mcp::answer))
        .route("/api/", any(async || ApiError::NoSuchPath))
        .route("/api/{*rest}", any(async || ApiError::NoSuchPath))
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
}

/// What of the API its document has.
fn documented_api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(outline::outline())
        .routes(routes!(compute::estimate, compute::estimate_query))
        .routes(routes!(compute::recommend, compute::recommend_query))
        .merge(OpenApiRouter::new().routes(routes!(compute::estimate_batch)).layer(DefaultBodyLimit::max(BATCH_BODY_LIMIT)))
        .routes(routes!(code::code, code::code_query))
        .routes(routes!(code::archive))
        .routes(routes!(diagnose::diagnose, diagnose::diagnose_query))
        .routes(routes!(machine::read))
        .routes(routes!(message::read))
        .routes(routes!(model::read))
        .merge(OpenApiRouter::new().routes(routes!(dataset::read)).layer(DefaultBodyLimit::max(LISTING_BODY_LIMIT)))
        .routes(routes!(catalog::whole))
        .routes(routes!(bom::bom, bom::bom_query))
        .routes(routes!(compare::compare, compare::compare_query))
        .routes(routes!(search::search))
        .routes(routes!(catalog::gpus))
        .routes(routes!(catalog::gpu))
        .routes(routes!(catalog::models))
        .routes(routes!(catalog::model))
        .routes(routes!(catalog::cpus))
        .routes(routes!(catalog::cpu))
        .routes(routes!(catalog::storage))
        .routes(routes!(catalog::drive))
        .routes(routes!(catalog::memory))
        .routes(routes!(catalog::memory_kit))
        .routes(routes!(catalog::platforms))
        .routes(routes!(catalog::platform))
        .routes(routes!(catalog::power_supplies))
        .routes(routes!(catalog::power_supply))
        .routes(routes!(products::boards))
        .routes(routes!(products::board))
        .routes(routes!(products::coolers))
        .routes(routes!(products::cooler))
        .routes(routes!(products::cases))
        .routes(routes!(products::case))
        .routes(routes!(products::servers))
        .routes(routes!(products::server))
        .routes(routes!(catalog::networks))
        .routes(routes!(catalog::network))
        .routes(routes!(catalog::cloud))
        .routes(routes!(catalog::cloud_offer))
        .routes(routes!(catalog::rules))
        .routes(routes!(catalog::rule))
        .routes(routes!(plans::create))
        .routes(routes!(plans::latest, plans::replace, plans::revoke))
        .routes(routes!(plans::revision))
        .routes(routes!(plans::revisions))
        .routes(routes!(plans::fork))
        .routes(routes!(plans::diff))
        .routes(routes!(plans::bill))
        .routes(routes!(plans::revision_bill))
        .routes(routes!(reference::openapi))
        .routes(routes!(health::alive))
        .routes(routes!(health::ready))
}

/// Pages and files.
fn site() -> Router<AppState> {
    pages::routes()
        .route("/plan/save", post(save::save))
        .route(app::planner::form::OWN_MODEL_PATH, post(own_model::lead))
        .route(app::planner::advice::PATH, get(advice::cards))
        .route("/accuracy.csv", get(accuracy::table))
        .route("/accuracy-time.csv", get(accuracy::time_table))
        .route("/accuracy-serving.csv", get(accuracy::serving_table))
        .route("/code/{id}", get(code::download))
        .route("/measure.zip", get(kit::download))
        .route("/rigwise-trace.zip", get(kit::tracer))
        .route("/lang/{language}", get(language::choose))
        .route("/p/{id}/preview.png", get(preview::latest))
        .route("/p/{id}/r/{number}/preview.png", get(preview::revision))
        .route("/pkg/{*file}", get(assets::file))
        .route("/assets/{*file}", get(assets::file))
        .merge(share::routes())
        .method_not_allowed_fallback(pages::method_not_allowed)
}
