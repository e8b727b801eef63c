//! What is left of a client's share, from wherever it is counted to the answer's headers `RateLimit-Policy` and `RateLimit`
//! (draft-ietf-httpapi-ratelimit-headers-10).

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// What is left of a client's share, as the answer's headers have it.
#[derive(Debug, Clone)]
pub struct Left {
    /// `RateLimit-Policy`.
    pub policy: HeaderValue,
    /// `RateLimit`.
    pub left: HeaderValue,
}

/// Where quotas record what is left, for the outermost layer to report; the last record counts.
#[derive(Debug, Clone, Default)]
pub struct Account(Arc<Mutex<Option<Left>>>);

impl Account {
    /// Leaves word.
    pub fn note(&self, left: Left) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
    }

    /// Says what is left, where the request was counted.
    pub fn tell(&self, headers: &mut HeaderMap) {
        if let Some(Left { policy, left }) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            headers.insert(POLICY, policy);
            headers.insert(LEFT, left);
        }
    }
}
