//! Request bodies: JSON by its declared type, within the limit.

use axum::body::{Bytes, HttpBody as _};
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use axum::http::header::{ACCEPT, CONTENT_LANGUAGE, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use utoipa::ToSchema;
use wire::Locale;

use crate::limits::{BATCH_BODY_LIMIT, BODY_LIMIT, LISTING_BODY_LIMIT};
use crate::problem::ApiError;
use crate::services::batch::Form;

/// Names of "one JSON value a line", the one that is answered first.
const LINES: [&str; 3] = ["application/x-ndjson", "application/ndjson", "application/jsonl"];
/// Room for an estimate as JSON, so that the buffer seldom grows.
const WRITTEN_BYTES: usize = 64 << 10;

/// The bytes of a body that says it is JSON; what they mean is for `api` to read, which names every field at fault.
#[derive(Debug)]
pub struct JsonBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !says_json(request.headers()) {
            return Err(ApiError::UnsupportedMediaType);
        }
        Ok(Self(whole(request, state, BODY_LIMIT).await?))
    }
}

/// A text as it is, or in a JSON body.
#[derive(Debug)]
pub enum TextBody {
    /// The bytes of `text/plain`.
    Plain(Bytes),
    /// The bytes of a body that says it is JSON.
    Json(Bytes),
}

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        text(request, state, BODY_LIMIT).await
    }
}

/// A listing of files, which may be longer than other texts.
#[derive(Debug)]
pub struct ListingBody(pub TextBody);

impl<S: Send + Sync> FromRequest<S> for ListingBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        text(request, state, LISTING_BODY_LIMIT).await.map(Self)
    }
}

async fn text<S: Send + Sync>(request: Request, state: &S, most: usize) -> Result<TextBody, ApiError> {
    if says_json(request.headers()) {
        return Ok(TextBody::Json(whole(request, state, most).await?));
    }
    if essence(request.headers()).as_deref() != Some("text/plain") {
        return Err(ApiError::UnsupportedMediaType);
    }
    Ok(TextBody::Plain(whole(request, state, most).await?))
}

/// A JSON body that may be left out; one that says nothing needs no type, and is as if it were not there.
#[derive(Debug)]
pub struct OptionalJsonBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for OptionalJsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = says_json(request.headers());
        let body = whole(request, state, BODY_LIMIT).await?;
        if is_json || body.iter().all(u8::is_ascii_whitespace) { Ok(Self(body)) } else { Err(ApiError::UnsupportedMediaType) }
    }
}

/// Reads a body to its end; one that says itself that it is too long is refused before any of it is sent.
async fn whole<S: Send + Sync>(request: Request, state: &S, most: usize) -> Result<Bytes, ApiError> {
    if request.body().size_hint().lower() > most as u64 {
        return Err(ApiError::PayloadTooLarge);
    }
    Ok(Bytes::from_request(request, state).await?)
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

/// The bytes of a batch, and the forms of its scenarios and answers.
#[derive(Debug)]
pub struct BatchBody {
    /// The body.
    pub bytes: Bytes,
    /// How its scenarios follow each other.
    pub form: Form,
    /// How answers are to follow each other.
    pub answer: Form,
}

impl<S: Send + Sync> FromRequest<S> for BatchBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let headers = request.headers();
        let form = if says_json(headers) {
            Form::Array
        } else if essence(headers).is_some_and(|kind| LINES.contains(&kind.as_str())) {
            Form::Lines
        } else {
            return Err(ApiError::UnsupportedMediaType);
        };
        let answer = accepted(headers).unwrap_or(form);
        Ok(Self { bytes: whole(request, state, BATCH_BODY_LIMIT).await?, form, answer })
    }
}

/// A value as JSON, written where it was computed.
#[derive(Debug)]
pub struct Written(Bytes);

impl Written {
    /// Writes a value; a value of ours always can be written.
    ///
    /// # Errors
    /// [`ApiError::Internal`] where it cannot.
    pub fn json<T: serde::Serialize>(value: &T) -> Result<Self, ApiError> {
        let mut text = Vec::with_capacity(WRITTEN_BYTES);
        serde_json::to_writer(&mut text, value).map_err(|error| ApiError::internal(&error))?;
        Ok(Self(text.into()))
    }
}

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], self.0).into_response()
    }
}

/// A file's bytes, in the document of the API.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, format = Binary)]
pub struct Binary(#[expect(dead_code, reason = "stands for bytes that are sent")] Vec<u8>);

/// An answer with sentences in a language, which a header names.
#[derive(Debug)]
pub struct Told<T>(pub Locale, pub T);

impl<T: IntoResponse> IntoResponse for Told<T> {
    fn into_response(self) -> Response {
        let Self(locale, answer) = self;
        let mut response = answer.into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
        headers.append(VARY, HeaderValue::from_static("accept-language"));
        response
    }
}

/// The media type of a form.
#[must_use]
pub const fn media_type(form: Form) -> HeaderValue {
    match form {
        Form::Array => HeaderValue::from_static("application/json"),
        Form::Lines => HeaderValue::from_static(LINES[0]),
    }
}

/// `application/json`, or any type with JSON's syntax (`application/merge-patch+json`).
fn says_json(headers: &HeaderMap) -> bool {
    essence(headers).is_some_and(|essence| {
        essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
    })
}

/// The media type of a body without its parameters.
fn essence(headers: &HeaderMap) -> Option<String> {
    Some(without_parameters(headers.get(CONTENT_TYPE)?.to_str().ok()?))
}

fn without_parameters(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The form that `Accept` names first; none where it names neither.
fn accepted(headers: &HeaderMap) -> Option<Form> {
    let lines = headers.get_all(ACCEPT).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).find_map(|entry| match without_parameters(entry).as_str() {
        "application/json" => Some(Form::Array),
        kind if LINES.contains(&kind) => Some(Form::Lines),
        _ => None,
    })
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

    #[test]
    fn answers_come_in_the_form_asked_for() {
        for (value, expected) in [
            ("application/x-ndjson", Some(Form::Lines)),
            ("text/html, application/jsonl;q=0.5", Some(Form::Lines)),
            ("application/json, application/x-ndjson", Some(Form::Array)),
            ("*/*", None),
        ] {
            assert_eq!(accepted(&HeaderMap::from_iter([(ACCEPT, value.parse().unwrap())])), expected, "{value}");
        }
    }
}
