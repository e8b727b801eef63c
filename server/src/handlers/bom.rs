//! Bills of materials over HTTP: JSON for programs, files for people.

use axum::extract::RawQuery;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LANGUAGE, CONTENT_TYPE, HeaderValue, VARY};
use axum::response::{IntoResponse, Response};
use wire::v1::Problem;
use wire::v1::bom::{Bom, BomRequest};

use super::body::{Binary, JsonBody};
use crate::handlers::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::request::language;
use crate::services::bom::{File, Wanted, file, negotiate, prices};
use crate::services::compute::Effort;
use crate::services::parameters;

/// The machine as a list of parts that one can order: why each part, dated prices, power, and what an order must respect.
///
/// JSON, or by `Accept` or `file` a file: CSV (the lines of the order), XLSX or Markdown (with reasons, memory, power, notes,
/// assumptions and sources), or by `file` alone a purchase request to fill in. Unknown prices are counted, never zero. With
/// `prices` beside the scenario's members own prices go before the catalog's, in US dollars or any currency whose rate is given,
/// and energy has its cost.
#[utoipa::path(post, path = "/api/v1/bom", tag = "engine", request_body = BomRequest,
    params(
        ("file" = Option<String>, Query, description = "`json`, `csv`, `xlsx`, `md` or `request.md`; goes before `Accept`."),
    ), responses(
    (status = 200, description = "The bill of materials", content(
        (Bom = "application/json"),
        (String = "text/csv"),
        (inline(Binary) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/markdown"),
    )),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn bom(
    ComputeQuota(share): ComputeQuota,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    JsonBody(body): JsonBody,
) -> Result<File, ApiError> {
    let wanted = negotiate_file(&query.unwrap_or_default(), &headers)?;
    let (scenario, prices) = share.brief(|| scenario::json::parse_bom_request(&body)).await??;
    Ok(share.run_as(Effort::of(&scenario), move |_| file(&scenario, &prices, wanted)).await??)
}

/// The bill of materials from the planner's own query parameters, such as `?v=1&gpu=rtx-4090&model=resnet50&file=xlsx`.
#[utoipa::path(get, path = "/api/v1/bom", operation_id = "bom_query", tag = "engine",
    params(
        parameters::Parameters,
        parameters::OwnPrices,
        ("electricity_per_kwh" = Option<f64>, Query, description = "Price of a kilowatt-hour."),
        ("hours_per_day" = Option<f64>, Query, description = "Hours a day that the machine trains."),
        ("days_per_year" = Option<f64>, Query, description = "Days a year that it trains so long; default 365."),
        ("pue" = Option<f64>, Query, description = "What the site draws for a watt of the machine; default 1."),
        ("api_input" = Option<f64>, Query, description = "What an API asks for a million tokens of prompts, beside a machine that runs a model."),
        ("api_output" = Option<f64>, Query, description = "What it asks for a million tokens of answers; compared where both are given."),
        ("resale" = Option<String>, Query, description = "What parts that are there would sell for, `rtx-3060-12gb:150`; it goes off what upgrades cost that put another in their place."),
        ("file" = Option<String>, Query, description = "`json`, `csv`, `xlsx`, `md` or `request.md`; goes before `Accept`."),
    ), responses(
    (status = 200, description = "The bill of materials", content(
        (Bom = "application/json"),
        (String = "text/csv"),
        (inline(Binary) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (String = "text/markdown"),
    )),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn bom_query(
    ComputeQuota(share): ComputeQuota,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<File, ApiError> {
    let query = query.unwrap_or_default();
    let (wanted, scenario, prices) = (negotiate_file(&query, &headers)?, parameters::from_query(&query)?, prices(&query)?);
    Ok(share.run_as(Effort::of(&scenario), move |_| file(&scenario, &prices, wanted)).await??)
}

fn negotiate_file(query: &str, headers: &HeaderMap) -> Result<Wanted, Problem> {
    // A list may come as several lines of the same header.
    let lines: Vec<&str> = headers.get_all(ACCEPT).iter().filter_map(|line| line.to_str().ok()).collect();
    negotiate(query, &lines.join(","), language::of_call(query, headers)?)
}

impl IntoResponse for File {
    fn into_response(self) -> Response {
        let Self { wanted, name, bytes } = self;
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static(wanted.format.media_type())),
            (CONTENT_LANGUAGE, HeaderValue::from_static(wanted.locale.as_str())),
            (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
            (VARY, HeaderValue::from_static("accept, accept-language")),
        ];
        let mut response = (headers, bytes).into_response();
        let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
        if let (true, Ok(disposition)) = (wanted.attached, disposition) {
            response.headers_mut().insert(CONTENT_DISPOSITION, disposition);
        }
        response
    }
}
