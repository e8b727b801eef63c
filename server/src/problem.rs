//! What a program is told when its request cannot be answered: `application/problem+json` with a stable code (RFC 9457).

pub mod page;

use std::time::Duration;

use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use wire::v1::{Problem, ProblemCode};

use crate::limits::{BATCH_BODY_LIMIT, BODY_LIMIT};
use crate::metrics;
use crate::store::{StoreError, Unavailable};

/// After how many seconds it makes sense to ask a locked database, or a server that is overloaded, again.
const RETRY_SECONDS: u64 = 5;

/// Why a request got no answer.
#[derive(Debug)]
pub enum ApiError {
    /// What was sent is at fault; `api` has said where.
    Input(Box<Problem>),
    /// The API has no such path.
    NoSuchPath,
    /// The path exists, but not with this method.
    MethodNotAllowed,
    /// The body is not declared as JSON.
    UnsupportedMediaType,
    /// The body is compressed.
    CodedBody,
    /// The body is larger than allowed.
    PayloadTooLarge,
    /// The body ended before it was whole.
    BrokenBody,
    /// The body came too slowly.
    SlowBody,
    /// The client has used up its share.
    TooManyRequests {
        /// Until there is more.
        wait: Duration,
    },
    /// The request took longer than allowed.
    Timeout,
    /// A change without an edit key.
    EditKeyRequired,
    /// A change that does not say which revision it is based on.
    RevisionRequired,
    /// A header cannot be read; the text says which and what it should look like.
    MalformedHeader(&'static str),
    /// A browser sent a write on behalf of another site.
    ForeignOrigin,
    /// More is going on than the server can do at once.
    Overloaded,
    /// The server has been told to stop.
    Stopping,
    /// The plan cannot be read, changed or saved.
    Store(StoreError),
    /// A bug; the log has more.
    Internal,
}

impl ApiError {
    /// A bug, with its trace in the log and none of it in the answer.
    #[must_use]
    pub fn internal(error: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(error, "a request failed for a reason of ours");
        Self::Internal
    }

    /// After how many seconds it makes sense to ask again, as `Retry-After` has it.
    #[must_use]
    pub fn retry_after(&self) -> Option<HeaderValue> {
        match self {
            Self::TooManyRequests { wait } => Some(whole_seconds(*wait).into()),
            Self::Overloaded
            | Self::Stopping
            | Self::Store(StoreError::Unavailable { kind: Unavailable::Locked | Unavailable::Unreachable, .. }) => {
                Some(RETRY_SECONDS.into())
            }
            _ => None,
        }
    }

    /// The problem in words.
    #[must_use]
    pub fn problem(&self) -> Problem {
        use ProblemCode as Code;
        match self {
            Self::Input(problem) => Problem::clone(problem),
            Self::NoSuchPath => Problem::new(Code::NotFound, "the API has no such path; /api/v1/openapi.json lists those it has"),
            Self::MethodNotAllowed => {
                Problem::new(Code::MethodNotAllowed, "this path does not take this method; the header Allow lists those it takes")
            }
            Self::UnsupportedMediaType => {
                let detail = "send the body with Content-Type: application/json; a batch may also be application/x-ndjson, the text of a machine or a model and a listing of files text/plain";
                Problem::new(Code::UnsupportedMediaType, detail)
            }
            Self::CodedBody => Problem::new(
                Code::UnsupportedMediaType,
                "send the body as it is, without Content-Encoding; none is unpacked here",
            ),
            Self::PayloadTooLarge => {
                let mib = |bytes: usize| bytes >> 20;
                let detail = format!(
                    "a body may have up to {} MiB, a batch or a listing of files {} MiB",
                    mib(BODY_LIMIT),
                    mib(BATCH_BODY_LIMIT)
                );
                Problem::new(Code::BodyTooLarge, detail)
            }
            Self::BrokenBody => Problem::new(Code::MalformedJson, "the body ended before it was whole; send it again"),
            Self::SlowBody => Problem::new(Code::Timeout, "the body came too slowly; send it without long pauses"),
            Self::TooManyRequests { wait } => {
                let seconds = whole_seconds(*wait);
                let unit = if seconds == 1 { "second" } else { "seconds" };
                Problem::new(Code::TooManyRequests, format!("too many requests; try again in {seconds} {unit}"))
            }
            Self::Timeout => Problem::new(Code::Timeout, "the request took too long; send fewer scenarios at once, or try again"),
            Self::EditKeyRequired => Problem::new(
                Code::EditKeyRequired,
                "send the key that came when the plan was created as Authorization: Bearer <key>",
            ),
            Self::RevisionRequired => Problem::new(
                Code::RevisionRequired,
                "send the revision that the change is based on as If-Match: \"<number>\"; the ETag of the plan has it",
            ),
            Self::MalformedHeader(expected) => Problem::new(Code::MalformedHeader, *expected),
            Self::ForeignOrigin => {
                Problem::new(Code::ForeignOrigin, "a page of another site may not save or change plans; use the API with its key")
            }
            Self::Overloaded => {
                Problem::new(Code::Overloaded, "the server has more to do than it can; try again in a few seconds")
            }
            Self::Stopping => Problem::new(Code::Overloaded, "this server is stopping; ask again, and another one answers"),
            Self::Store(error) => Problem::new(code_of(error), error.to_string()),
            Self::Internal => Problem::new(
                Code::Internal,
                "something went wrong here; try again, and report it with the X-Request-Id of this answer",
            ),
        }
    }
}

const fn code_of(error: &StoreError) -> ProblemCode {
    match error {
        StoreError::NotFound => ProblemCode::NotFound,
        StoreError::Revoked | StoreError::Expired => ProblemCode::Gone,
        StoreError::WrongKey => ProblemCode::EditKeyWrong,
        StoreError::Stale { .. } => ProblemCode::RevisionOutdated,
        StoreError::KeyReused => ProblemCode::IdempotencyKeyReused,
        StoreError::Unavailable { kind: Unavailable::Full, .. } => ProblemCode::StorageFull,
        StoreError::Unavailable { .. } => ProblemCode::StoreUnavailable,
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self::Input(Box::new(problem))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Store(error @ StoreError::Unavailable { kind, .. }) = &self {
            metrics::count_store_failure(reason(*kind));
            tracing::error!(error = error as &dyn std::error::Error, "the plans' database cannot serve");
        }
        let mut response = problem_response(&self.problem());
        let headers = response.headers_mut();
        if let Some(wait) = self.retry_after() {
            headers.insert(RETRY_AFTER, wait);
        }
        if matches!(self, Self::CodedBody) {
            // The codings that would be taken (RFC 7694).
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        }
        if matches!(self, Self::EditKeyRequired) {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"plans\""));
        }
        response
    }
}

fn problem_response(problem: &Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = serde_json::to_vec(problem).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")], body).into_response()
}

/// The reason's word for metrics.
const fn reason(kind: Unavailable) -> &'static str {
    match kind {
        Unavailable::Locked => "locked",
        Unavailable::ReadOnly => "read-only",
        Unavailable::CannotOpen => "cannot-open",
        Unavailable::Corrupt => "corrupt",
        Unavailable::Full => "full",
        Unavailable::Moved => "moved",
        Unavailable::Schema => "schema",
        Unavailable::Unreachable => "unreachable",
        Unavailable::Address => "address",
        Unavailable::Failed => "failed",
    }
}

/// Rounded up: a request after this many seconds is admitted.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_second_is_not_several() {
        for (wait, said) in [(1, "try again in 1 second"), (2, "try again in 2 seconds")] {
            let problem = ApiError::TooManyRequests { wait: Duration::from_secs(wait) }.problem();
            assert!(problem.detail.ends_with(said), "{problem:?}");
        }
    }
}
