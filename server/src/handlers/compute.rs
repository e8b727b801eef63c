//! Estimates and recommendations: the engine over HTTP.

use axum::Extension;
use axum::extract::RawQuery;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use wire::v1::bom::BomRequest;
use wire::v1::{Advised, Answer, Problem, Scenario};

use super::body::{BatchBody, JsonBody, Told, Written, media_type};
use crate::handlers::quota::ComputeQuota;
use crate::load::bodies::Occupied;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;
use crate::services::batch::{self, Batch, BatchItem};
use crate::services::bom::prices;
use crate::services::compute::Effort;
use crate::services::parameters;

/// What a run needs, whether it fits, and how fast it is.
///
/// Everything left out takes its documented default, returned in `inputs`. "Does not fit" is an answer, not an error.
#[utoipa::path(post, path = "/api/v1/estimate", tag = "engine", request_body = Scenario, responses(
    (status = 200, description = "The estimate, or where the framework is not modelled a lower bound", body = Answer),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    JsonBody(body): JsonBody,
) -> Result<Told<Written>, ApiError> {
    let written = share.brief(|| Written::json(&api::answer(&scenario::json::parse_scenario(&body)?, locale)?)).await??;
    Ok(Told(locale, written))
}

/// An estimate from the planner's own query parameters, such as `?v=1&gpu=rtx-4090&model=resnet50&batch=64`.
#[utoipa::path(get, path = "/api/v1/estimate", operation_id = "estimate_query", tag = "engine", params(parameters::Parameters), responses(
    (status = 200, description = "The estimate, or where the framework is not modelled a lower bound", body = Answer),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate_query(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Written>, ApiError> {
    let scenario = parameters::from_query(&query.unwrap_or_default())?;
    Ok(Told(locale, share.brief(|| Written::json(&api::answer(&scenario, locale)?)).await??))
}

/// How to run it: whatever the scenario leaves out is for the advisor to choose.
///
/// Without `hardware.gpu` the answer is `machines` to buy, ranked by price and time within budget and deadline.
/// `prices` beside the scenario's members has own prices (`parts`, `parts_csv`, with `currency` and `rates`), which go before those of
/// price lists and of the catalog; one of zero says that a part is there. Its other members are a bill's alone, and refused here.
#[utoipa::path(post, path = "/api/v1/recommend", tag = "engine", request_body = BomRequest, responses(
    (status = 200, description = "The recommendation, and what each single change would do; where the framework is not modelled, what is sure and no advice", body = Advised),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn recommend(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    JsonBody(body): JsonBody,
) -> Result<Told<Written>, ApiError> {
    let (scenario, prices) = share.brief(|| scenario::json::parse_bom_request(&body)).await??;
    let effort = Effort::of(&scenario);
    let written = share.run_as(effort, move |_| Written::json(&api::advise_priced(&scenario, &prices, locale)?)).await??;
    Ok(Told(locale, written))
}

/// A recommendation from the planner's own query parameters.
#[utoipa::path(get, path = "/api/v1/recommend", operation_id = "recommend_query", tag = "engine", params(
    parameters::Parameters,
    parameters::OwnPrices,
), responses(
    (status = 200, description = "The recommendation, and what each single change would do; where the framework is not modelled, what is sure and no advice", body = Advised),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn recommend_query(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Written>, ApiError> {
    let query = query.unwrap_or_default();
    let (scenario, prices) = (parameters::from_query(&query)?, prices(&query)?);
    let effort = Effort::of(&scenario);
    let written = share.run_as(effort, move |_| Written::json(&api::advise_priced(&scenario, &prices, locale)?)).await??;
    Ok(Told(locale, written))
}

/// Up to 1,000 estimates at once, answers and problems in the order of the scenarios.
///
/// Scenarios come as a JSON array, or one a line with `Content-Type: application/x-ndjson`. Answers come in the same form, or
/// in the one that `Accept` names, and are sent while the rest is computed. A scenario or line at fault is a problem in its
/// place. A batch counts as the time that its scenarios take, on the account of searches.
#[utoipa::path(post, path = "/api/v1/estimate/batch", tag = "engine",
    request_body(content((Vec<Scenario> = "application/json"), (String = "application/x-ndjson")), description = "A JSON array, or a scenario a line; up to 16 MiB."), responses(
    (status = 200, description = "An estimate or a problem per scenario, in order", content((Vec<BatchItem> = "application/json"), (BatchItem = "application/x-ndjson"))),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn estimate_batch(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    kept: Option<Extension<Occupied>>,
    BatchBody { bytes, form, answer }: BatchBody,
) -> Result<impl IntoResponse, ApiError> {
    // The scan of the largest body takes some hundredths of a second.
    let batch = share.run(move |_| Batch::cut(bytes, form, locale)).await??;
    let admitted = share.batch(batch.len())?;
    let body = batch::answer(admitted, batch, answer, kept.map(|Extension(kept)| kept)).await?;
    Ok(Told(locale, ([(CONTENT_TYPE, media_type(answer))], body)))
}
