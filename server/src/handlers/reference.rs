//! The API's own description.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::state::AppState;

/// This document.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "reference", responses((status = 200, description = "OpenAPI 3.1", body = Object)))]
pub async fn openapi(State(state): State<AppState>) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=300")];
    (headers, state.openapi.to_string()).into_response()
}
