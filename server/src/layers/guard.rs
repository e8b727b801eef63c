//! Every request is answered: one that takes too long, and one that meets a bug of ours, too.

use std::any::Any;
use std::panic::AssertUnwindSafe;

use axum::response::Response;
use futures_util::FutureExt as _;

use crate::limits::REQUEST_TIMEOUT;
use crate::problem::ApiError;

/// The handler's answer, or what to say where it takes too long or panics.
///
/// # Errors
/// [`ApiError::Timeout`] and [`ApiError::Internal`].
pub async fn answered(handler: impl Future<Output = Response>) -> Result<Response, ApiError> {
    // A handler that panicked is gone with all it owned; what it shared is behind locks of its own.
    let handled = AssertUnwindSafe(handler).catch_unwind();
    match tokio::time::timeout(REQUEST_TIMEOUT, handled).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(panic)) => {
            tracing::error!(message = message_of(panic.as_ref()), "a handler panicked");
            Err(ApiError::Internal)
        }
        Err(_) => {
            tracing::warn!("a request took too long");
            Err(ApiError::Timeout)
        }
    }
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_bug_is_answered() {
        assert!(matches!(answered(async { panic!("a bug") }).await, Err(ApiError::Internal)));
        assert!(answered(async { Response::default() }).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_answered() {
        assert!(matches!(answered(std::future::pending()).await, Err(ApiError::Timeout)));
    }
}
