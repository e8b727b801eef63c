//! Programs that run a scenario, over HTTP.

use axum::Json;
use axum::extract::{Path, RawQuery};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use wire::Locale;
use wire::v1::code::CodeRequest;
use wire::v1::{Code, Problem};

use super::body::{Binary, JsonBody, Told};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language::{ProgramLanguage, language_of};
use crate::services::{archive, parameters};

/// Complete programs that run it: PyTorch, Hugging Face, TensorFlow, MindSpore, with launch, measuring and monitoring.
///
/// Every line's comment says what it does to memory, with this scenario's figures. What the scenario leaves open is decided
/// as an estimate decides it and returned in `inputs`.
#[utoipa::path(post, path = "/api/v1/code", tag = "engine", request_body = CodeRequest, responses(
    (status = 200, description = "The programs", body = Code),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn code(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(asked): ProgramLanguage,
    JsonBody(body): JsonBody,
) -> Result<Told<Json<Code>>, ApiError> {
    let answer = move |_: &_| {
        let CodeRequest { scenario, framework, language } = scenario::json::parse_code(&body)?;
        let locale = language.map_or(asked, Locale::from);
        api::code_of(&scenario, framework, locale).map(|code| Told(locale, Json(code)))
    };
    Ok(share.run(answer).await??)
}

/// Programs from the planner's own query parameters; `framework` picks one, `lang=zh` gives Chinese comments.
#[utoipa::path(get, path = "/api/v1/code", operation_id = "code_query", tag = "engine",
    params(parameters::Parameters), responses(
    (status = 200, description = "The programs", body = Code),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn code_query(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Json<Code>>, ApiError> {
    let query = query.unwrap_or_default();
    let scenario = parameters::from_query(&query)?;
    Ok(Told(locale, Json(share.run(move |_| api::code_of(&scenario, None, locale)).await??)))
}

/// All programs as one folder in a zip, with a README that says what to expect and how to start.
#[utoipa::path(get, path = "/api/v1/code.zip", operation_id = "code_zip_query", tag = "engine",
    params(parameters::Parameters), responses(
    (status = 200, description = "The folder", body = inline(Binary), content_type = "application/zip"),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn archive(
    ComputeQuota(share): ComputeQuota,
    ProgramLanguage(locale): ProgramLanguage,
    RawQuery(query): RawQuery,
) -> Result<Told<Response>, ApiError> {
    let query = query.unwrap_or_default();
    let scenario = parameters::from_query(&query)?;
    let zip = share
        .run(move |_| {
            let code = api::code_of(&scenario, None, locale)?;
            let files = api::folder_of(&code);
            let files = files.iter().map(|(path, text)| ([FOLDER, path.as_str()].join("/"), text.as_bytes()));
            archive::zip(files).map_err(|_| ApiError::Internal)
        })
        .await??;
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{FOLDER}.zip\"")),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    Ok(Told(locale, (headers, zip).into_response()))
}

/// What the folder of all programs is called.
const FOLDER: &str = "rigwise-programs";

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
    let marked = [archive::mark_of(&snippet.filename), snippet.code.as_bytes()].concat();
    Ok((headers, marked).into_response())
}
