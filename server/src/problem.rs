//! What a program is told when its request cannot be answered: `application/problem+json` with a stable code (RFC 9457).

pub mod page;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER,
    WWW_AUTHENTICATE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use wire::Locale;
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

    /// The problem in words of both languages.
    #[must_use]
    pub fn problem(&self) -> Problem {
        use ProblemCode as Code;
        match self {
            Self::Input(problem) => Problem::clone(problem),
            Self::NoSuchPath => Problem::in_both(
                Code::NotFound,
                "the API has no such path; /api/v1/openapi.json lists those it has",
                "API 没有此路径；/api/v1/openapi.json 列出了全部路径",
            ),
            Self::MethodNotAllowed => Problem::in_both(
                Code::MethodNotAllowed,
                "this path does not take this method; the header Allow lists those it takes",
                "此路径不接受该请求方法；响应头 Allow 列出了可用的方法",
            ),
            Self::UnsupportedMediaType => Problem::in_both(
                Code::UnsupportedMediaType,
                "send the body with Content-Type: application/json; a batch may also be application/x-ndjson, the text of a machine, a model or a message and a listing of files text/plain",
                "请以 Content-Type: application/json 发送正文；批量请求也可用 application/x-ndjson，机器或模型的文本以及文件列表可用 text/plain",
            ),
            Self::CodedBody => Problem::in_both(
                Code::UnsupportedMediaType,
                "send the body as it is, without Content-Encoding; none is unpacked here",
                "请直接发送正文，不要使用 Content-Encoding；此处不解压任何编码",
            ),
            Self::PayloadTooLarge => {
                let [most, of_batch] = [BODY_LIMIT, BATCH_BODY_LIMIT].map(|bytes| bytes >> 20);
                Problem::in_both(
                    Code::BodyTooLarge,
                    format!("a body may have up to {most} MiB, a batch or a listing of files {of_batch} MiB"),
                    format!("请求正文最大 {most} MiB，批量请求或文件列表最大 {of_batch} MiB"),
                )
            }
            Self::BrokenBody => Problem::in_both(
                Code::MalformedJson,
                "the body ended before it was whole; send it again",
                "请求正文不完整，请重新发送",
            ),
            Self::SlowBody => Problem::in_both(
                Code::Timeout,
                "the body came too slowly; send it without long pauses",
                "请求正文传输过慢；请不要长时间停顿",
            ),
            Self::TooManyRequests { wait } => {
                let seconds = whole_seconds(*wait);
                let unit = if seconds == 1 { "second" } else { "seconds" };
                Problem::in_both(
                    Code::TooManyRequests,
                    format!("too many requests; try again in {seconds} {unit}"),
                    format!("请求过于频繁，请在 {seconds} 秒后重试"),
                )
            }
            Self::Timeout => Problem::in_both(
                Code::Timeout,
                "the request took too long; send fewer scenarios at once, or try again",
                "处理超时；请减少一次发送的方案数，或重试",
            ),
            Self::EditKeyRequired => Problem::in_both(
                Code::EditKeyRequired,
                "send the key that came when the plan was created as Authorization: Bearer <key>",
                "请以 Authorization: Bearer <key> 发送创建方案时得到的密钥",
            ),
            Self::RevisionRequired => Problem::in_both(
                Code::RevisionRequired,
                "send the revision that the change is based on as If-Match: \"<number>\"; the ETag of the plan has it",
                "请以 If-Match: \"<number>\" 发送修改所依据的版本号；方案的 ETag 即是",
            ),
            Self::MalformedHeader(expected) => Problem::new(Code::MalformedHeader, *expected),
            Self::ForeignOrigin => Problem::in_both(
                Code::ForeignOrigin,
                "a page of another site may not save or change plans; use the API with its key",
                "其他网站的页面不得保存或修改方案；请通过 API 并使用密钥",
            ),
            Self::Overloaded => Problem::in_both(
                Code::Overloaded,
                "the server has more to do than it can; try again in a few seconds",
                "服务器繁忙，请几秒后重试",
            ),
            Self::Stopping => Problem::in_both(
                Code::Overloaded,
                "this server is stopping; ask again, and another one answers",
                "此服务器正在停止；请重试，将由另一台响应",
            ),
            Self::Store(error) => Problem::in_both(code_of(error), error.to_string(), error.chinese()),
            Self::Internal => Problem::in_both(
                Code::Internal,
                "something went wrong here; try again, and report it with the X-Request-Id of this answer",
                "本站出错；请重试，并附上此响应的 X-Request-Id 反馈",
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
        let mut response = problem_response(self.problem());
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

/// What a response says of a problem, for the layer that knows the reader's language.
#[derive(Debug, Clone)]
struct Said(Arc<Problem>);

fn problem_response(problem: Problem) -> Response {
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store"), (CONTENT_LANGUAGE, "en")];
    (status, headers, Extension(Said(Arc::new(problem))), body).into_response()
}

/// The answer with its problem, where it is one, in the reader's language.
#[must_use]
pub fn told_in(mut response: Response, locale: Locale) -> Response {
    let Some(Said(problem)) = response.extensions_mut().remove::<Said>() else { return response };
    if locale != Locale::default() {
        let body = serde_json::to_vec(&Problem::clone(&problem).told_in(locale)).unwrap_or_default();
        // What is replaced may have been compressed.
        for header in [CONTENT_LENGTH, CONTENT_ENCODING] {
            response.headers_mut().remove(header);
        }
        response.headers_mut().insert(CONTENT_LANGUAGE, HeaderValue::from_static(locale.as_str()));
        *response.body_mut() = body.into();
    }
    response
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
