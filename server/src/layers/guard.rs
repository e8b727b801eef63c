//! Every request is answered: also one that takes too long, and one that meets a bug.
//!
//! `tower_http` sees to that and answers with a status alone; the layer around it chooses the words.

use std::any::Any;

use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::limits::REQUEST_TIMEOUT;
use crate::problem::ApiError;

/// The layer that calls a function with what a handler panicked with.
type CatchPanics = CatchPanicLayer<fn(Box<dyn Any + Send>) -> Response>;

/// Answers in place of a handler that panics or takes too long.
pub fn layer() -> (CatchPanics, TimeoutLayer) {
    let panics = CatchPanicLayer::custom(on_panic as fn(Box<dyn Any + Send>) -> Response);
    (panics, TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
}

/// A handler that panicked is gone with all it owned; what it shared is behind locks of its own.
#[expect(clippy::needless_pass_by_value, reason = "the layer hands it over")]
fn on_panic(panic: Box<dyn Any + Send>) -> Response {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(message = said.unwrap_or("no message"), "a handler panicked");
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

/// What to say where a handler was given up: that answer has a status and no words, as none of a handler's has.
#[must_use]
pub fn fault(response: &Response) -> Option<ApiError> {
    match response.status() {
        _ if response.headers().contains_key(CONTENT_TYPE) => None,
        StatusCode::INTERNAL_SERVER_ERROR => Some(ApiError::Internal),
        StatusCode::REQUEST_TIMEOUT => {
            tracing::warn!("a request took too long");
            Some(ApiError::Timeout)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::extract::Request;
    use axum::handler::Handler;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    async fn fault_of<T: 'static>(handler: impl Handler<T, ()>) -> Option<ApiError> {
        let site = Router::new().route("/", get(handler)).layer(layer());
        fault(&site.oneshot(Request::new(Body::empty())).await.unwrap())
    }

    #[tokio::test]
    async fn a_bug_is_answered() {
        assert!(matches!(fault_of(async || -> &str { panic!("a bug") }).await, Some(ApiError::Internal)));
        assert!(fault_of(async || "fine").await.is_none());
        // A handler that says itself what went wrong is taken at its word.
        assert!(fault_of(async || ApiError::Internal).await.is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_answered() {
        assert!(matches!(fault_of(async || std::future::pending::<()>().await).await, Some(ApiError::Timeout)));
    }
}
