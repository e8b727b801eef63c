//! Whether the process lives, and whether it can do its work.

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;

use crate::problem::ApiError;
use crate::state::AppState;

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, description = "The process answers", body = String, content_type = "text/plain")))]
pub async fn alive() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

/// Plans can be read and saved.
#[utoipa::path(get, path = "/readyz", tag = "health", responses(
    (status = 200, description = "Plans can be read and saved", body = String, content_type = "text/plain"),
    (status = 503, description = "The database cannot be used, or the server is stopping", body = wire::v1::Problem, content_type = "application/problem+json"),
))]
pub async fn ready(State(state): State<AppState>) -> Result<impl IntoResponse, ApiError> {
    if state.is_stopping() {
        return Err(ApiError::Stopping);
    }
    state.store.ready().await?;
    Ok(([(CACHE_CONTROL, "no-store")], "ready\n"))
}
