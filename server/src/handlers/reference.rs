//! The API's own description.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use crate::state::AppState;

/// This document.
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "reference", responses(
    (status = 200, description = "OpenAPI 3.1", body = Object, headers(("ETag" = String, description = "Version of the document"))),
    (status = 304, description = "The client's copy, named by If-None-Match, is still right"),
))]
pub async fn openapi(State(state): State<AppState>, headers: HeaderMap) -> Response {
    state.reference.served.answer(&headers)
}
