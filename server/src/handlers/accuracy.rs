//! The rows behind the accuracy page.

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// Every compared row as CSV, the way the report wrote it.
pub async fn table() -> Response {
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"rigwise-accuracy.csv\""),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, app::pages::accuracy::TABLE).into_response()
}
