//! Which answers pages of other sites may read (the Fetch standard's CORS protocol).
//!
//! Any site may compute, and read what is under `/api`: nothing there depends on who the browser's user is, so the answer to
//! all is `*`, without credentials, the same for everyone, which caches can keep.
//!
//! Written by hand because `tower_http`'s layer answers every `OPTIONS` itself, at paths that are not there too and without `Allow`,
//! and has one list of methods for all paths.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderName, HeaderValue,
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

/// The answer to `OPTIONS` where the router has said that the path takes other methods; it adds them as `Allow` itself.
#[must_use]
pub fn options(path: &str, request: &HeaderMap, routed: Response) -> Response {
    if routed.status() != StatusCode::METHOD_NOT_ALLOWED {
        return routed;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let is_open = |method: &Method| Surface::of(method, path).is_open;
    let asked = request.get(ACCESS_CONTROL_REQUEST_METHOD).and_then(|method| method.to_str().ok()?.parse().ok());
    if asked.is_some_and(|method: Method| is_open(&method)) {
        let methods = if is_open(&Method::POST) { "GET, HEAD, POST" } else { "GET, HEAD" };
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS);
        headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        open(headers);
    }
    response
}
