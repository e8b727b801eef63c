//! Pages that read a text which somebody has pasted: it comes as a form, and is forgotten once the page is drawn.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
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

/// The page at the request's address with what is read of the form's text, for the plan that the form names.
pub async fn page(
    quota: Result<ComputeQuota, ApiError>,
    state: &AppState,
    request: Request,
    shown: fn(text: Arc<str>, plan: Arc<str>) -> Shown,
) -> Response {
    let (mut parts, body) = request.into_parts();
    let locale = language::of(&parts.uri, &parts.headers);
    let ComputeQuota(share) = match quota {
        Ok(quota) => quota,
        Err(error) => return fault_of(&error, locale),
    };
    let read = form::read(Request::from_parts(parts.clone(), body), state, &share, move |fields| {
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
        shown(Arc::from(field("text")), Arc::from(field("plan")))
    });
    let shown = match read.await {
        Ok(shown) => shown,
        Err(unread) => return unread.page(locale),
    };
    // The app knows pages that are read.
    parts.method = Method::GET;
    let request = Request::from_parts(parts, Body::empty());
    let mut response = render(state, request, shown, StatusCode::OK).await;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
