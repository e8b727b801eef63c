//! Estimates and recommendations: the engine over HTTP.

use api::v1::{Estimate, Problem, Recommendation, Scenario};
use axum::Json;
use axum::extract::{RawQuery, State};

use super::body::JsonBody;
use crate::layers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::services::batch::{self, BatchItem};
use crate::services::scenario;
use crate::state::AppState;

/// What a run needs, whether it fits, and how fast it is.
///
/// Everything left out takes its documented default, returned in `inputs`. "Does not fit" is an answer, not an error.
#[utoipa::path(post, path = "/api/v1/estimate", tag = "engine", request_body = Scenario, responses(
    (status = 200, description = "The estimate", body = Estimate),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate(
    _: ComputeQuota,
    State(state): State<AppState>,
    JsonBody(body): JsonBody,
) -> Result<Json<Estimate>, ApiError> {
    Ok(Json(state.workers.run(move |_| api::estimate(&api::json::parse_scenario(&body)?)).await??))
}

/// The same from the planner's own query parameters, such as `?v=1&gpu=rtx-4090&model=resnet50&batch=64`.
#[utoipa::path(get, path = "/api/v1/estimate", operation_id = "estimate_query", tag = "engine", params(scenario::Parameters), responses(
    (status = 200, description = "The estimate", body = Estimate),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate_query(
    _: ComputeQuota,
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
) -> Result<Json<Estimate>, ApiError> {
    let scenario = scenario::from_query(&query.unwrap_or_default())?;
    Ok(Json(state.workers.run(move |_| api::estimate(&scenario)).await??))
}

/// How to run it: whatever the scenario leaves out is for the advisor to choose.
///
/// Without `hardware.gpu` the answer is `machines` to buy, ranked by price and time within budget and deadline.
#[utoipa::path(post, path = "/api/v1/recommend", tag = "engine", request_body = Scenario, responses(
    (status = 200, description = "The recommendation, and what each single change would do", body = Recommendation),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn recommend(
    _: ComputeQuota,
    State(state): State<AppState>,
    JsonBody(body): JsonBody,
) -> Result<Json<Recommendation>, ApiError> {
    Ok(Json(state.workers.run(move |_| api::recommend(&api::json::parse_scenario(&body)?)).await??))
}

/// The same from the planner's own query parameters.
#[utoipa::path(get, path = "/api/v1/recommend", operation_id = "recommend_query", tag = "engine", params(scenario::Parameters), responses(
    (status = 200, description = "The recommendation, and what each single change would do", body = Recommendation),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn recommend_query(
    _: ComputeQuota,
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
) -> Result<Json<Recommendation>, ApiError> {
    let scenario = scenario::from_query(&query.unwrap_or_default())?;
    Ok(Json(state.workers.run(move |_| api::recommend(&scenario)).await??))
}

/// Up to 1,000 estimates at once, answers and problems in the order of the scenarios.
#[utoipa::path(post, path = "/api/v1/estimate/batch", tag = "engine", request_body = Vec<Scenario>, responses(
    (status = 200, description = "An estimate or a problem per scenario, in order", body = Vec<BatchItem>),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate_batch(
    _: ComputeQuota,
    State(state): State<AppState>,
    JsonBody(body): JsonBody,
) -> Result<Json<Vec<BatchItem>>, ApiError> {
    Ok(Json(state.workers.run(move |cancelled| batch::estimate(&body, cancelled)).await??))
}
