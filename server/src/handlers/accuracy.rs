//! The rows behind the accuracy page.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap, HeaderValue};
use axum::response::Response;

use crate::cache::Forms;

/// Every compared row of memory as CSV, the way the report wrote it.
pub async fn table(headers: HeaderMap) -> Response {
    static TABLE: LazyLock<Forms> = LazyLock::new(|| Forms::of(Bytes::from_static(app::pages::accuracy::TABLE.as_bytes())));
    csv("attachment; filename=\"rigwise-accuracy.csv\"", &TABLE, &headers)
}

/// Every compared rate as CSV, the way the report wrote it.
pub async fn time_table(headers: HeaderMap) -> Response {
    static TABLE: LazyLock<Forms> = LazyLock::new(|| Forms::of(Bytes::from_static(app::pages::accuracy::TIME_TABLE.as_bytes())));
    csv("attachment; filename=\"rigwise-accuracy-time.csv\"", &TABLE, &headers)
}

/// Every compared figure of served models as CSV, the way the report wrote it.
pub async fn serving_table(headers: HeaderMap) -> Response {
    static TABLE: LazyLock<Forms> =
        LazyLock::new(|| Forms::of(Bytes::from_static(app::pages::accuracy::SERVING_TABLE.as_bytes())));
    csv("attachment; filename=\"rigwise-accuracy-serving.csv\"", &TABLE, &headers)
}

fn csv(disposition: &'static str, table: &Forms, request: &HeaderMap) -> Response {
    let mut response = table.answer(request);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
    response
}
