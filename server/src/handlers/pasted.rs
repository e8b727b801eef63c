//! Pages with what is read of a pasted text, which is longer than an address may be. Nothing of it is kept, and none of it is
//! logged.

use std::sync::Arc;

use app::PastedText;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::Response;

use super::form;
use super::pages::draw::{Shown, render};
use super::quota::ComputeQuota;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::language;
use crate::state::AppState;

/// Paths of the pages that take a text.
pub const PATHS: [&str; 3] = [app::pages::machine::PATH, app::pages::own_model::PATH, app::pages::dataset::PATH];

/// `POST` of such a page: the page with what is read of the text.
pub async fn pasted(quota: Result<ComputeQuota, ApiError>, State(state): State<AppState>, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    let locale = language::of(&parts.uri, &parts.headers);
    let ComputeQuota(share) = match quota {
        Ok(quota) => quota,
        Err(error) => return fault_of(&error, locale),
    };
    let read = form::read(Request::from_parts(parts.clone(), body), &state, &share, |fields| {
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        PastedText { text: Arc::from(field("text")), plan: Arc::from(field("plan")) }
    });
    let pasted = match read.await {
        Ok(pasted) => pasted,
        Err(unread) => return unread.page(locale),
    };
    // The app knows pages that are read.
    parts.method = Method::GET;
    let request = Request::from_parts(parts, Body::empty());
    let mut response = render(&state, request, Shown::Pasted(pasted), StatusCode::OK).await;
    // The way back leads here again: without a copy of its own the browser would have to send the text once more.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=0"));
    response
}
