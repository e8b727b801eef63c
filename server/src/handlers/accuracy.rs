//! The rows behind the accuracy page.

use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// Every compared row of memory as CSV, the way the report wrote it.
pub async fn table() -> Response {
    csv("attachment; filename=\"rigwise-accuracy.csv\"", app::pages::accuracy::TABLE)
}

/// Every compared rate as CSV, the way the report wrote it.
pub async fn time_table() -> Response {
    csv("attachment; filename=\"rigwise-accuracy-time.csv\"", app::pages::accuracy::TIME_TABLE)
}

fn csv(disposition: &'static str, table: &'static str) -> Response {
    let headers =
        [(CONTENT_TYPE, "text/csv; charset=utf-8"), (CONTENT_DISPOSITION, disposition), (CACHE_CONTROL, "public, max-age=300")];
    (headers, table).into_response()
}
