//! Answers that change only with the program: a strong tag, so that whoever has one already is told so and sent nothing.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// Some minutes spare most requests and hide no release for long.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");
/// Hexadecimal digits of a body's SHA-256 that tell its versions apart.
const TAG_DIGITS: usize = 16;

/// A body with its tag.
#[derive(Debug, Clone)]
pub struct Tagged {
    body: axum::body::Bytes,
    etag: HeaderValue,
}

impl Tagged {
    /// A body of these bytes.
    #[must_use]
    pub fn new(body: Vec<u8>) -> Self {
        let mut digest = HEXLOWER.encode(&Sha256::digest(&body));
        digest.truncate(TAG_DIGITS);
        let etag = HeaderValue::try_from(format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { body: body.into(), etag }
    }

    /// A value as JSON; a value of ours always can be written.
    #[must_use]
    pub fn json<T: serde::Serialize>(value: &T) -> Self {
        Self::new(serde_json::to_vec(value).unwrap_or_default())
    }

    /// The answer to a request: the body as JSON, or that the client's copy is still right.
    #[must_use]
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let mut response = if is_known(request, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = Body::from(self.body.clone()).into_response();
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        };
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, CACHE);
        headers.insert(ETAG, self.etag.clone());
        response
    }
}

/// Whether the client's copy is this very version (RFC 9110, section 13.1.2); a proxy may have marked its tag as weak.
#[must_use]
pub fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let lines = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|known| known.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == "*" || tag.as_bytes() == etag.as_bytes()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_body_is_not_sent_again() {
        let tagged = Tagged::json(&[1, 2]);
        let etag = tagged.etag.to_str().unwrap().to_owned();
        assert!(etag.starts_with('"') && etag.len() == TAG_DIGITS + 2, "{etag}");
        for (known, status) in [
            (etag.clone(), StatusCode::NOT_MODIFIED),
            (format!("\"other\", W/{etag}"), StatusCode::NOT_MODIFIED),
            ("*".to_owned(), StatusCode::NOT_MODIFIED),
            ("\"other\"".to_owned(), StatusCode::OK),
        ] {
            let request = HeaderMap::from_iter([(IF_NONE_MATCH, known.parse().unwrap())]);
            let answer = tagged.answer(&request);
            assert_eq!(answer.status(), status, "{known}");
            assert_eq!(answer.headers()[ETAG], etag);
        }
        assert_ne!(Tagged::json(&[1, 2]).etag, Tagged::json(&[2, 1]).etag);
    }
}
