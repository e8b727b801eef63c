//! Headers that tell the browser what a page of ours never does, so that it stops whatever tries.
//!
//! No HSTS: the server speaks plain HTTP on loopback, and whoever puts TLS in front decides for the whole host.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};

use crate::policy::{IN_ANY_FRAME, POLICY_OF_DATA};

/// Features that no page of ours uses, off for whatever might be slipped in.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// Headers of every answer, unless a handler has set its own.
const HEADERS: [(HeaderName, HeaderValue); 8] = [
    (CONTENT_SECURITY_POLICY, POLICY_OF_DATA),
    // What says nothing else depends on what was sent, and on the version that answers.
    (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Adds the headers that an answer lacks.
pub fn complete(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    // The older header knows no "everybody", and browsers without the newer one obey it.
    let policy = headers.get(CONTENT_SECURITY_POLICY).map_or(&[][..], HeaderValue::as_bytes);
    if policy.windows(IN_ANY_FRAME.len()).any(|part| part == IN_ANY_FRAME) {
        headers.remove(X_FRAME_OPTIONS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_so_is_shown_in_frames() {
        let mut headers = HeaderMap::new();
        complete(&mut headers);
        assert_eq!(headers[X_FRAME_OPTIONS], "DENY");
        let mut card =
            HeaderMap::from_iter([(CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors *".parse().unwrap())]);
        complete(&mut card);
        assert!(!card.contains_key(X_FRAME_OPTIONS));
    }
}
