//! Every request is answered: one that takes too long, and one that meets a bug of ours, too.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use api::Locale;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;

use crate::handlers::pages::fault_page;
use crate::language;
use crate::problem::ApiError;

/// The longest that a request may take, its body included: many times what the largest batch needs on a small machine.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Answers in the handler's place where it takes too long or panics: programs get a problem, people a page.
pub async fn answer(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let reader = (!path.starts_with("/api/")).then(|| language::of(path, request.headers()));
    // A handler that panicked is gone with all it owned; what it shared is behind locks of its own.
    let handled = AssertUnwindSafe(next.run(request)).catch_unwind();
    match tokio::time::timeout(REQUEST_TIMEOUT, handled).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => {
            tracing::error!(message = message_of(panic.as_ref()), "a handler panicked");
            say(ApiError::Internal, StatusCode::INTERNAL_SERVER_ERROR, reader)
        }
        Err(_) => {
            tracing::warn!("a request took too long");
            say(ApiError::Timeout, StatusCode::REQUEST_TIMEOUT, reader)
        }
    }
}

fn say(problem: ApiError, status: StatusCode, reader: Option<Locale>) -> Response {
    reader.map_or_else(|| problem.into_response(), |locale| fault_page(status, locale))
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::http::header::CONTENT_TYPE;
    use axum::middleware::from_fn;
    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    async fn panicking() -> &'static str {
        panic!("a bug")
    }

    async fn endless() -> &'static str {
        std::future::pending().await
    }

    async fn ask(path: &str) -> (StatusCode, String) {
        let router = Router::new()
            .route("/api/panicking", get(panicking))
            .route("/panicking", get(panicking))
            .route("/api/endless", get(endless))
            .route("/zh/endless", get(endless))
            .layer(from_fn(answer));
        let response = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
        (response.status(), response.headers()[CONTENT_TYPE].to_str().unwrap().to_owned())
    }

    #[tokio::test]
    async fn a_bug_is_answered_without_its_insides() {
        assert_eq!(ask("/api/panicking").await, (StatusCode::INTERNAL_SERVER_ERROR, "application/problem+json".to_owned()));
        assert_eq!(ask("/panicking").await, (StatusCode::INTERNAL_SERVER_ERROR, "text/html; charset=utf-8".to_owned()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_answered() {
        assert_eq!(ask("/api/endless").await, (StatusCode::REQUEST_TIMEOUT, "application/problem+json".to_owned()));
        assert_eq!(ask("/zh/endless").await, (StatusCode::REQUEST_TIMEOUT, "text/html; charset=utf-8".to_owned()));
    }
}
