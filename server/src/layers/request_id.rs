//! A name for each request: in the answer's header and in every line of the log, so that a report leads to its traces.
//!
//! `tower_http` gives, keeps and passes on the name; what is ours is which names of clients a log can hold, and what fresh ones
//! look like.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use tower::util::MapRequestLayer;
use tower_http::request_id::{MakeRequestId, RequestId, SetRequestIdLayer};

/// The header, of requests and answers.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Longest name that is taken over from a client: a UUID has 36, a trace context 55 characters.
const LONGEST: usize = 64;

/// The layer that changes a request on its way in.
type Check = MapRequestLayer<fn(Request) -> Request>;

/// Takes over the client's own name for the request, where it is one that a log can hold, or gives it a fresh one.
pub fn layer() -> (Check, SetRequestIdLayer<Fresh>) {
    (MapRequestLayer::new(without_unfit), SetRequestIdLayer::new(X_REQUEST_ID, Fresh))
}

/// The request without a name that no log can hold.
fn without_unfit(mut request: Request) -> Request {
    if request.headers().get(X_REQUEST_ID).is_some_and(|name| !is_name(name.as_bytes())) {
        request.headers_mut().remove(X_REQUEST_ID);
    }
    request
}

/// Letters, digits and what names are joined by: nothing that could end a line or a field of a log.
fn is_name(text: &[u8]) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte))
}

/// Names that no other request of this process has, and hardly one of another: they need not be hard to guess.
#[derive(Debug, Clone, Copy)]
pub struct Fresh;

impl MakeRequestId for Fresh {
    fn make_request_id<B>(&mut self, _: &axum::http::Request<B>) -> Option<RequestId> {
        static START: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id())));
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let text = format!("{:016x}-{:x}", *START, COUNT.fetch_add(1, Ordering::Relaxed));
        Some(RequestId::new(HeaderValue::try_from(text).unwrap_or(HeaderValue::from_static("none"))))
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Body;
    use axum::http::Response;
    use tower::{Layer as _, ServiceExt as _, service_fn};

    use super::*;

    /// The name that a request has when it comes to its handler.
    async fn name(given: Option<&str>) -> String {
        let handler = service_fn(async |request: Request| {
            Ok::<_, Infallible>(Response::new(request.headers()[X_REQUEST_ID].to_str().unwrap().to_owned()))
        });
        let request = given.into_iter().fold(Request::builder(), |request, name| request.header(X_REQUEST_ID, name));
        layer().layer(handler).oneshot(request.body(Body::empty()).unwrap()).await.unwrap().into_body()
    }

    #[tokio::test]
    async fn a_clients_name_is_taken_over_where_it_is_one() {
        for text in ["a", "order-17.b:3", "7f1c3a52-0d53-4a79-8a8c-0c6f7a1b2c3d"] {
            assert_eq!(name(Some(text)).await, text);
        }
        for text in ["", "a b", "a\"b", "a{b}", "\u{fc}", &"a".repeat(65)] {
            let given = name(Some(text)).await;
            assert!(given != text && is_name(given.as_bytes()), "{text}: {given}");
        }
        assert_ne!(name(None).await, name(None).await);
    }
}
