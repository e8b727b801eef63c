//! A machine by what its own programs print, for pages and programs. Nothing of the text is kept, and none of it is logged.

use std::sync::Arc;

use app::PastedMachine;
use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use wire::Locale;
use wire::v1::Problem;
use wire::v1::machine::{MachineReading, MachineRequest};

use super::body::TextBody;
use super::form;
use super::pages::draw::{Shown, render};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::language;
use crate::state::AppState;

/// The hardware of a machine, read from what its own programs print.
///
/// Output of `nvidia-smi`, `lscpu`, `free`, `lspci`, `lsblk`, `rocm-smi`, `dxdiag`, `systeminfo` or `system_profiler`, any of
/// them one after the other, as `text/plain` or in JSON. `hardware` has the fields that are beyond doubt and merges into a
/// scenario; what the catalog does not list is named, never replaced. Nothing of the text is kept.
#[utoipa::path(post, path = "/api/v1/machine", operation_id = "read_machine", tag = "engine",
    request_body(content((MachineRequest = "application/json"), (String = "text/plain")), description = "The text; its first 256 KiB are read."), responses(
    (status = 200, description = "What was read, and from which lines", body = MachineReading),
    (status = "default", description = "What went wrong", body = Problem, content_type = "application/problem+json"),
))]
pub async fn read(ComputeQuota(share): ComputeQuota, body: TextBody) -> Result<Json<MachineReading>, ApiError> {
    let answer = move |_: &_| {
        let MachineRequest { text, language } = match body {
            TextBody::Json(body) => scenario::json::parse_machine(&body)?,
            TextBody::Plain(text) => MachineRequest { text: String::from_utf8_lossy(&text).into_owned(), language: None },
        };
        Ok::<_, ApiError>(api::machine::read_machine(&text, language.map_or(Locale::En, Locale::from)))
    };
    Ok(Json(share.run(answer).await??))
}

/// `POST /machine`: the page with what is read of the pasted text.
pub async fn pasted(quota: Result<ComputeQuota, ApiError>, State(state): State<AppState>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let locale = language::of(&parts.uri, &parts.headers);
    let ComputeQuota(share) = match quota {
        Ok(quota) => quota,
        Err(error) => return fault_of(&error, locale),
    };
    let read = form::read(Request::from_parts(parts.clone(), body), &state, &share, |fields| {
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        PastedMachine { text: Arc::from(field("text")), plan: Arc::from(field("plan")) }
    });
    let pasted = match read.await {
        Ok(pasted) => pasted,
        Err(unread) => return unread.page(locale),
    };
    // The app knows pages that are read.
    parts.method = Method::GET;
    let request = Request::from_parts(parts, Body::empty());
    let mut response = render(&state, request, Shown::Machine(pasted), StatusCode::OK).await;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
