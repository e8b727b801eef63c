//! Which answers pages of other sites may read (the Fetch standard's CORS protocol).
//!
//! Any site may compute, and read what is under `/api`: nothing there depends on who the browser's user is, so the answer to
//! all is `*`, without credentials, the same for everyone, which caches can keep.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, ALLOW, HeaderMap, HeaderName, HeaderValue,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::surface::Surface;

/// Headers that a page may send beside those that it always may.
const REQUEST_HEADERS: HeaderValue = HeaderValue::from_static("accept, content-type, if-none-match, x-request-id");
/// Headers of answers that a page may read beside those that it always may.
const ANSWER_HEADERS: HeaderValue = HeaderValue::from_static(
    "allow, content-disposition, etag, idempotency-replayed, link, location, ratelimit, ratelimit-policy, retry-after, x-request-id",
);
/// Seconds for which a browser need not ask again; browsers cap it themselves.
const MAX_AGE: HeaderValue = HeaderValue::from_static("86400");
/// Whether other sites' pages may embed the answer (`no-cors`).
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Opens an answer to pages of all sites.
pub fn open(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, ANSWER_HEADERS);
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
}

/// The answer to `OPTIONS`, made of the router's own, which lists the path's methods in `Allow`.
#[must_use]
pub fn options(path: &str, request: &HeaderMap, routed: Response) -> Response {
    if routed.status() != StatusCode::METHOD_NOT_ALLOWED {
        return routed;
    }
    let methods: Vec<Method> = routed
        .headers()
        .get_all(ALLOW)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(|method| method.trim().parse().ok())
        .collect();
    let listed = |methods: &[Method]| {
        let names: Vec<&str> = methods.iter().map(Method::as_str).collect();
        HeaderValue::try_from(names.join(", ")).unwrap_or(HeaderValue::from_static(""))
    };
    let mut response = StatusCode::NO_CONTENT.into_response();
    let headers = response.headers_mut();
    let all: Vec<Method> = methods.iter().cloned().chain([Method::OPTIONS]).collect();
    headers.insert(ALLOW, listed(&all));
    let is_open = |method: &Method| Surface::of(method, path).is_open;
    let asked = request.get(ACCESS_CONTROL_REQUEST_METHOD).and_then(|method| method.to_str().ok()?.parse().ok());
    if asked.is_some_and(|method: Method| is_open(&method)) {
        let open_methods: Vec<Method> = methods.into_iter().filter(is_open).collect();
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, listed(&open_methods));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
        headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        open(headers);
    }
    response
}
