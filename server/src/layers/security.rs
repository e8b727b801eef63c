//! Headers that tell the browser what a page of ours never does, so that it stops whatever tries.
//!
//! No HSTS: the server speaks plain HTTP on loopback, and whoever puts TLS in front decides for the whole host.

use axum::extract::Request;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

/// What answers that are no pages may do: nothing at all.
const POLICY_OF_DATA: HeaderValue =
    HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");

/// What a plan's card may do: be shown in a frame of any site, and load the site's style.
pub const POLICY_OF_CARD: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Features that no page of ours uses, off for whatever might be slipped in.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// Headers of every answer, unless a handler has set its own.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// The policy of a page: everything from this site, scripts also by the page's nonce, WebAssembly, nothing inline.
#[must_use]
pub fn policy_of_page(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

/// Adds the headers to an answer.
pub async fn add_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        set_if_missing(headers, name, value);
    }
    set_if_missing(headers, CONTENT_SECURITY_POLICY, POLICY_OF_DATA);
    // The older header knows no "everybody", and browsers without the newer one obey it.
    if headers.get(CONTENT_SECURITY_POLICY).is_some_and(|policy| policy == POLICY_OF_CARD) {
        headers.remove(X_FRAME_OPTIONS);
    }
    response
}

fn set_if_missing(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}
