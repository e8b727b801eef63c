//! Diagnoses over HTTP: what is behind a symptom of a run.

use axum::Json;
use axum::extract::RawQuery;
use wire::Locale;
use wire::v1::diagnose::DiagnoseRequest;
use wire::v1::{Diagnosis, Problem};

use super::body::{JsonBody, Told};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::ProgramLanguage;
use crate::services::parameters;

/// What may be behind a symptom: ordered checks with this scenario's figures, and remedies with theirs.
///
/// Likely causes come first, then what only the machine can show, with the command that does, then what is ruled out.
/// Each remedy's `after` equals an estimate of the scenario with its `change` merged in.
#[utoipa::path(post, path = "/api/v1/diagnose", tag = "engine", request_body = DiagnoseRequest, responses(
    (status = 200, description = "The diagnosis", body = Diagnosis),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn diagnose(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    JsonBody(body): JsonBody,
) -> Result<Told<Json<Diagnosis>>, ApiError> {
    let answer = move |_: &_| {
        let DiagnoseRequest { scenario, symptom, observed, language } = scenario::json::parse_diagnose(&body)?;
        let locale = language.map_or(asked, Locale::from);
        api::diagnose_plan(&scenario, symptom, observed, locale).map(|found| Told(locale, Json(found)))
    };
    Ok(share.run(answer).await??)
}

/// A diagnosis from the planner's own query parameters, such as `?v=1&gpu=rtx-4090&model=resnet50&see=low-utilization`.
#[utoipa::path(get, path = "/api/v1/diagnose", operation_id = "diagnose_query", tag = "engine",
    params(
        parameters::Parameters,
        parameters::Seen,
    ), responses(
    (status = 200, description = "The diagnosis", body = Diagnosis),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn diagnose_query(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Json<Diagnosis>>, ApiError> {
    let query = query.unwrap_or_default();
    let (scenario, symptom, observed) = parameters::with_symptom(&query)?;
    Ok(Told(locale, Json(share.run(move |_| api::diagnose_plan(&scenario, symptom, observed, locale)).await??)))
}
