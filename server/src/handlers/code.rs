//! Programs that run a scenario, over HTTP.

use axum::Json;
use axum::extract::{Path, RawQuery};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use scenario::query::LANGUAGE;
use scenario::{FieldError, Reason, limits};
use wire::Locale;
use wire::v1::code::CodeRequest;
use wire::v1::{Code, Problem};

use super::body::JsonBody;
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::services::parameters;

/// Complete programs that run it: PyTorch, Hugging Face, TensorFlow, MindSpore, with launch, measuring and monitoring.
///
/// Every line's comment says what it does to memory, with this scenario's figures. What the scenario leaves open is decided
/// as an estimate decides it and returned in `inputs`.
#[utoipa::path(post, path = "/api/v1/code", tag = "engine", request_body = CodeRequest, responses(
    (status = 200, description = "The programs", body = Code),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn code(ComputeQuota(share): ComputeQuota, JsonBody(body): JsonBody) -> Result<Json<Code>, ApiError> {
    let answer = move |_: &_| {
        let CodeRequest { scenario, framework, language } = scenario::json::parse_code(&body)?;
        api::code_of(&scenario, framework, language.map_or(Locale::En, Locale::from))
    };
    Ok(Json(share.run(answer).await??))
}

/// Programs from the planner's own query parameters; `framework` picks one, `lang=zh` gives Chinese comments.
#[utoipa::path(get, path = "/api/v1/code", operation_id = "code_query", tag = "engine",
    params(parameters::Parameters, ("lang" = Option<String>, Query, description = "Language of comments: `en` or `zh`.")), responses(
    (status = 200, description = "The programs", body = Code),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn code_query(ComputeQuota(share): ComputeQuota, RawQuery(query): RawQuery) -> Result<Json<Code>, ApiError> {
    let query = query.unwrap_or_default();
    let scenario = parameters::from_query(&query)?;
    let locale = language_of(&query)?;
    Ok(Json(share.run(move |_| api::code_of(&scenario, None, locale)).await??))
}

/// One program as a file, by the id of its snippet.
pub async fn download(
    ComputeQuota(share): ComputeQuota,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = query.unwrap_or_default();
    let scenario = parameters::from_query(&query)?;
    let locale = language_of(&query)?;
    let code = share.run(move |_| api::code_of(&scenario, None, locale)).await??;
    let snippet = code.snippets.into_iter().find(|snippet| snippet.id == id).ok_or(ApiError::NoSuchPath)?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", snippet.filename)),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    Ok((headers, snippet.code).into_response())
}

/// The language that a query asks for; English where it asks for none.
///
/// # Errors
/// A problem where it asks for one in which there are no texts.
pub(super) fn language_of(query: &str) -> Result<Locale, Problem> {
    let mut named = scenario::query::decode(query).filter(|(name, tag)| name == LANGUAGE && !tag.trim().is_empty());
    let Some((_, tag)) = named.next() else { return Ok(Locale::default()) };
    Locale::from_tag(tag.trim()).ok_or_else(|| {
        let given = tag.chars().take(limits::TEXT_LENGTH).collect();
        let allowed = Locale::ALL.map(|locale| locale.as_str().to_owned()).to_vec();
        scenario::problem::invalid(&[FieldError::new(format!("/{LANGUAGE}"), Reason::UnknownValue { given, allowed })])
    })
}
