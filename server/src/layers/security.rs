//! Headers that tell the browser what our pages never do, so that it stops whatever tries to; `tower_http` adds those
//! that an answer lacks.
//!
//! No HSTS: the server speaks plain HTTP on loopback, and the proxy that ends TLS decides for the whole host.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::response::Response;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::policy::{IN_ANY_FRAME, POLICY_OF_DATA};

/// Features that none of our pages uses, off for whatever might be slipped in.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// Headers of every answer, unless a handler has set its own.
const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY_OF_DATA),
    // What says nothing else depends on what was sent, and on the version that answers.
    (CACHE_CONTROL, HeaderValue::from_static("private, no-cache")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(PERMISSIONS)),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// A header that is always the same.
type Fixed = SetResponseHeaderLayer<HeaderValue>;
/// One for each of [`HEADERS`].
type AllFixed = (Fixed, Fixed, Fixed, Fixed, Fixed, Fixed, Fixed);
/// A header that depends on the answer.
type Dependent = SetResponseHeaderLayer<fn(&Response) -> Option<HeaderValue>>;

/// Adds the headers that an answer lacks.
pub fn layer() -> (Dependent, AllFixed) {
    let fixed = HEADERS.map(|(name, value)| SetResponseHeaderLayer::if_not_present(name, value));
    (SetResponseHeaderLayer::if_not_present(X_FRAME_OPTIONS, no_frame), fixed.into())
}

/// That nobody may show the answer in a frame, unless its policy lets everybody: the older header knows no "everybody", and
/// browsers without the newer one obey it.
fn no_frame(response: &Response) -> Option<HeaderValue> {
    let policy = response.headers().get(CONTENT_SECURITY_POLICY).map_or(&[][..], HeaderValue::as_bytes);
    let is_open = policy.windows(IN_ANY_FRAME.len()).any(|part| part == IN_ANY_FRAME);
    (!is_open).then_some(HeaderValue::from_static("DENY"))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Body;
    use axum::extract::Request;
    use axum::response::IntoResponse as _;
    use tower::{Layer as _, ServiceExt as _, service_fn};

    use super::*;

    async fn answer(own: &'static [(&'static str, &'static str)]) -> Response {
        let handler = service_fn(async move |_: Request| {
            let mut response = ().into_response();
            response
                .headers_mut()
                .extend(own.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))));
            Ok::<_, Infallible>(response)
        });
        layer().layer(handler).oneshot(Request::new(Body::empty())).await.unwrap()
    }

    #[tokio::test]
    async fn only_what_says_so_is_shown_in_frames() {
        assert_eq!(answer(&[]).await.headers()[X_FRAME_OPTIONS], "DENY");
        let card = answer(&[("content-security-policy", "default-src 'none'; frame-ancestors *")]).await;
        assert!(!card.headers().contains_key(X_FRAME_OPTIONS));
    }

    #[tokio::test]
    async fn a_handlers_own_headers_stay() {
        let own = answer(&[("cache-control", "no-store")]).await;
        assert_eq!(own.headers().get_all(CACHE_CONTROL).iter().collect::<Vec<_>>(), ["no-store"]);
        for (name, _) in HEADERS {
            assert_eq!(own.headers().get_all(&name).iter().count(), 1, "{name}");
        }
    }
}
