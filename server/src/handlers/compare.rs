//! Comparisons over HTTP: scenarios side by side.

use api::compare::address;
use axum::Json;
use axum::extract::RawQuery;
use wire::v1::Problem;
use wire::v1::compare::{AnyComparison, CompareRequest};

use super::body::{JsonBody, Told};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;
use crate::services::{bom::prices, parameters};

/// Two to six scenarios side by side: mostly one job on several machines, or where the task of all is `inference`, models that run.
///
/// Each is answered as an estimate of it, alone; whatever it leaves open takes the estimate's default, returned in its
/// `inputs`. `differences` lists what is not the same in all, and `best` says which is best in each measure. One scenario at
/// fault makes the whole request a problem, which names its fields. With `prices` beside the scenarios own prices go before the
/// catalog's; the price of a kind (`gpu`) is that of the first machine's part, as on another it would stand for another part.
#[utoipa::path(post, path = "/api/v1/compare", tag = "engine", request_body = CompareRequest, responses(
    (status = 200, description = "The comparison", body = AnyComparison),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn compare(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    JsonBody(body): JsonBody,
) -> Result<Told<Json<AnyComparison>>, ApiError> {
    let (scenarios, own) = share.brief(|| scenario::json::parse_compare(&body)).await??;
    Ok(Told(locale, Json(share.run(move |_| api::any_comparison(&scenarios, &own, locale)).await??)))
}

/// A comparison from query parameters: the planner's own say the job and the first machine, each `with` another one, such as
/// `?v=1&model=resnet50&gpu=rtx-4090&with=rtx-5090&with=gpu:rtx-3090,gpus:2`.
///
/// A `with` lays `name:value` pairs, with commas between them, over the job under the planner's names. An id alone in front is
/// a card, an empty value leaves a field open, and a comma of a value has a backslash before it. Where the job names no card,
/// the first `with` is the first machine.
#[utoipa::path(get, path = "/api/v1/compare", operation_id = "compare_query", tag = "engine",
    params(
        parameters::Parameters,
        ("with" = Vec<String>, Query, explode, description = "One more machine, such as `gpu:rtx-3090,gpus:2`."),
        parameters::OwnPrices,
        ("electricity_per_kwh" = Option<f64>, Query, description = "Price of a kilowatt-hour, for what tokens cost of models that run."),
        ("pue" = Option<f64>, Query, description = "What the site draws for a watt of the machine; default 1."),
        ("api_input" = Option<f64>, Query, description = "What an API asks for a million tokens of prompts."),
        ("api_output" = Option<f64>, Query, description = "What it asks for a million tokens of answers; compared where both are given."),
    ),
    responses(
    (status = 200, description = "The comparison", body = AnyComparison),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn compare_query(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Json<AnyComparison>>, ApiError> {
    let query = query.unwrap_or_default();
    let (address, own) = (address::parse(&query), prices(&query)?);
    let errors = [address.errors(), address.job.repeated.clone()].concat();
    if !errors.is_empty() {
        return Err(scenario::problem::invalid(&errors).into());
    }
    Ok(Told(locale, Json(share.run(move |_| api::any_comparison(&address.scenarios(), &own, locale)).await??)))
}
