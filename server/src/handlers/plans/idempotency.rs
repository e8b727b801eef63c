//! `Idempotency-Key`: a request that may have been stored before its answer got lost can be sent again.

use axum::extract::FromRequestParts;
use axum::http::header::HeaderName;
use axum::http::request::Parts;

use super::conditions;
use crate::problem::ApiError;
use crate::request::client;
use crate::state::AppState;
use crate::store::Idempotency;

/// The header.
const NAME: HeaderName = HeaderName::from_static("idempotency-key");
/// Longest key, in characters: several times a UUID.
const LENGTH: usize = 255;
const EXPECTED: &str = "send one Idempotency-Key of 1 to 255 visible ASCII characters, such as a random UUID";

/// What a request says to be recognized by, should it come twice.
#[derive(Debug)]
pub struct IdempotencyKey {
    key: Option<String>,
    client: String,
    request: String,
}

impl IdempotencyKey {
    /// The request with this body; none where it has no key.
    #[must_use]
    pub fn with(self, body: &[u8]) -> Option<Idempotency> {
        let key = self.key?;
        Some(Idempotency::new(&self.client, &key, &[self.request.as_bytes(), body].concat()))
    }
}

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let key = conditions::visible(&parts.headers, &NAME, LENGTH, EXPECTED)?.map(str::to_owned);
        let request = format!("{} {}\n", parts.method, parts.uri.path());
        Ok(Self { key, client: client::address(&parts.headers, &parts.extensions, state.trust_proxy).to_string(), request })
    }
}
