//! Answers that change only with the program: a strong tag lets a client that has one already get 304 and no body.

pub mod pages;
pub mod pictures;

use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::assets::Encoding;

/// Some minutes spare most requests and hide no release for long.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");
/// Hexadecimal digits of the SHA-256 of a body or a file that tell its versions apart.
pub const TAG_DIGITS: usize = 16;

/// A body in every form in which it is sent; each is made when it is first asked for, and kept. What never changes is
/// compressed once and not for everybody who asks; cheap to clone.
#[derive(Debug, Clone)]
pub struct Forms {
    plain: Bytes,
    compressed: Arc<[OnceLock<Bytes>; Encoding::COMPRESSED.len()]>,
}

impl Forms {
    /// A body of these bytes.
    #[must_use]
    pub fn of(plain: Bytes) -> Self {
        Self { plain, compressed: Arc::default() }
    }

    /// The answer in the best form that the client takes.
    #[must_use]
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let accepted = request.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
        let form = Encoding::COMPRESSED.iter().zip(&*self.compressed).find(|(encoding, _)| encoding.is_in(accepted));
        let mut response = match form {
            Some((encoding, kept)) => {
                let body = kept.get_or_init(|| encoding.compress(&self.plain)).clone();
                let mut response = Body::from(body).into_response();
                if let Some(name) = encoding.header() {
                    response.headers_mut().insert(CONTENT_ENCODING, name);
                }
                response
            }
            None => Body::from(self.plain.clone()).into_response(),
        };
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        response
    }
}

/// A body with its tag.
#[derive(Debug, Clone)]
pub struct Tagged {
    body: Bytes,
    /// The body's forms, where it never changes.
    forms: Option<Forms>,
    etag: HeaderValue,
}

impl Tagged {
    /// A body of these bytes.
    #[must_use]
    pub fn new(body: Vec<u8>) -> Self {
        let mut digest = HEXLOWER.encode(&Sha256::digest(&body));
        digest.truncate(TAG_DIGITS);
        let etag = HeaderValue::try_from(format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { body: body.into(), forms: None, etag }
    }

    /// A value as JSON that never changes while the program runs.
    #[must_use]
    pub fn fixed<T: serde::Serialize>(value: &T) -> Self {
        Self::json(value).with_forms()
    }

    /// This body, with every form in which it was sent kept.
    #[must_use]
    pub fn with_forms(self) -> Self {
        Self { forms: Some(Forms::of(self.body.clone())), ..self }
    }

    /// A value as JSON; our own values can always be written.
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
            let plain = || Body::from(self.body.clone()).into_response();
            let mut response = self.forms.as_ref().map_or_else(plain, |forms| forms.answer(request));
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

    /// Equal addresses prove it: nothing was compressed for the second who asked.
    #[tokio::test]
    async fn what_never_changes_is_compressed_once() {
        use std::io::Read as _;
        let text = (0..5000).map(|number| number.to_string()).collect::<Vec<_>>().join(" in a line of a long document\n");
        let tagged = Tagged::new(text.clone().into_bytes()).with_forms();
        let sent = async |accepted: &'static str| {
            let answer = tagged.answer(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]));
            assert_eq!(answer.headers()[VARY], "accept-encoding");
            let form = answer.headers().get(CONTENT_ENCODING).cloned();
            (form, axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap())
        };
        for (accepted, form) in [("gzip, br", "br"), ("gzip", "gzip")] {
            let (first, again) = (sent(accepted).await, sent(accepted).await);
            assert_eq!(first.0.unwrap(), form);
            assert!(first.1.len() < text.len() / 4 && first.1.as_ptr() == again.1.as_ptr(), "{form}");
            let mut read = String::new();
            if form == "br" {
                brotli::Decompressor::new(&*first.1, 4096).read_to_string(&mut read).unwrap();
            } else {
                flate2::read::GzDecoder::new(&*first.1).read_to_string(&mut read).unwrap();
            }
            assert!(read == text, "{form}");
        }
        assert_eq!(sent("identity").await, (None, Bytes::from(text.clone())));
    }
}
