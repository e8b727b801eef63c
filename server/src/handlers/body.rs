//! Request bodies: JSON by its declared type, within the limit.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;

use crate::problem::ApiError;

/// The bytes of a body that says it is JSON; what they mean is for `api` to read, which names every field at fault.
#[derive(Debug)]
pub struct JsonBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !says_json(request.headers()) {
            return Err(ApiError::UnsupportedMediaType);
        }
        Ok(Self(Bytes::from_request(request, state).await?))
    }
}

/// The same where the body may be left out; one that says nothing needs no type, and is as if it were not there.
#[derive(Debug)]
pub struct OptionalJsonBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for OptionalJsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = says_json(request.headers());
        let body = Bytes::from_request(request, state).await?;
        if is_json || body.iter().all(u8::is_ascii_whitespace) { Ok(Self(body)) } else { Err(ApiError::UnsupportedMediaType) }
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> Self {
        match rejection {
            BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => Self::PayloadTooLarge,
            // The client stopped sending, or sent what is not HTTP.
            _ => Self::BrokenBody,
        }
    }
}

/// `application/json`, or any type with JSON's syntax (`application/merge-patch+json`).
fn says_json(headers: &HeaderMap) -> bool {
    let Some(Ok(value)) = headers.get(CONTENT_TYPE).map(|value| value.to_str()) else { return false };
    let essence = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_by_its_declared_type() {
        for (value, expected) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/merge-patch+json", true),
            ("text/plain", false),
            ("application/x-www-form-urlencoded", false),
            ("application/jsonp", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, value.parse().unwrap())]);
            assert_eq!(says_json(&headers), expected, "{value}");
        }
        assert!(!says_json(&HeaderMap::new()));
    }
}
