//! The outermost layer: names the request, refuses what may not come in, and finishes every answer.
//!
//! One layer instead of many, as each costs every request some allocations; what it does lies in its neighbors.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use api::Locale;
use api::v1::{Problem, ProblemCode};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ALLOW, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use tracing::Instrument as _;

use super::request_id::{self, X_REQUEST_ID};
use super::surface::{Surface, is_mcp};
use super::{cors, guard, security};
use crate::limits::RETURN;
use crate::load::crowd;
use crate::metrics;
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::account::Account;
use crate::request::{client, language};
use crate::state::AppState;

/// What the log and metrics call a path that no route has.
const NO_ROUTE: &str = "none";

/// A client with more requests under way than it may have connections.
const TOO_MANY_AT_ONCE: ApiError = ApiError::TooManyRequests { wait: RETURN };

/// Answers a request by way of the router.
pub async fn answer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _in_flight = metrics::in_flight();
    let id = request_id::of(request.headers());
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    let surface = Surface::of(&method, request.uri().path());
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default(), %method, route);

    request.headers_mut().insert(X_REQUEST_ID, id.clone());
    let account = Account::default();
    request.extensions_mut().insert(account.clone());
    // Behind a proxy a request is what occupies a connection, until its answer is sent.
    let client = state.trust_proxy.then(|| client::address(request.headers(), request.extensions(), true));
    let mut response = match client.map(|client| state.crowd.enter(client)) {
        None => handled(&state, surface, request, next).instrument(span.clone()).await,
        Some(Some(seat)) => crowd::seated(handled(&state, surface, request, next).instrument(span.clone()).await, seat),
        Some(None) => {
            metrics::rate_limited("connections");
            say(TOO_MANY_AT_ONCE, reader(surface, &request))
        }
    };

    let headers = response.headers_mut();
    headers.insert(X_REQUEST_ID, id);
    account.tell(headers);
    if surface.is_open {
        cors::open(headers);
    }
    security::complete(headers);
    if state.is_stopping() {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let status = response.status();
    if status == StatusCode::METHOD_NOT_ALLOWED && route == NO_ROUTE {
        // Routes list their methods themselves; a path that none has is a page that can be read, if only to say so.
        response.headers_mut().entry(ALLOW).or_insert(HeaderValue::from_static("GET, HEAD"));
    }
    let duration = start.elapsed();
    metrics::answered(&method, route, status, duration);
    log(&span, status, duration);
    response
}

/// The router's answer, or what stands in for it.
async fn handled(state: &AppState, surface: Surface, mut request: Request, next: Next) -> Response {
    // Worked out before the request is gone.
    let reader = reader(surface, &request);
    if let Some(refusal) = refusal(state, surface, &request) {
        return say(refusal, reader);
    }
    let options = (*request.method() == Method::OPTIONS).then(|| (request.uri().path().to_owned(), request.headers().clone()));
    let speaks_mcp = is_mcp(request.uri().path());
    let client = client::address(request.headers(), request.extensions(), state.trust_proxy);
    let body = state.bodies.watch(client, &mut request);
    let answered = guard::answered(next.run(request)).await;
    let fault = body.and_then(|body| body.fault());
    let response = match (fault, answered) {
        (Some(error), _) | (None, Err(error)) => say(error, reader),
        (None, Ok(response)) => response,
    };
    if let Some((path, headers)) = options {
        return cors::options(&path, &headers, response);
    }
    if surface.is_program && !speaks_mcp { as_problem(response) } else { response }
}

/// The language of whoever reads the answer; none for programs.
fn reader(surface: Surface, request: &Request) -> Option<Locale> {
    (!surface.is_program).then(|| language::of(request.uri(), request.headers()))
}

/// Why a request does not even reach its handler.
fn refusal(state: &AppState, surface: Surface, request: &Request) -> Option<ApiError> {
    if surface.is_write && !client::is_same_site(request.headers(), state.trust_proxy) {
        return Some(ApiError::ForeignOrigin);
    }
    let path = decoded(request.uri().path());
    // A path that is no text names nothing; handlers could only say that it is malformed. Pages have one reader more.
    let is_nothing = if surface.is_program { std::str::from_utf8(&path).is_err() } else { wanders(&path) };
    is_nothing.then_some(ApiError::NoSuchPath)
}

/// Whether a path goes up or stays, which routes do not and libraries that resolve addresses do: the two must never see
/// different pages in one path.
fn wanders(path: &[u8]) -> bool {
    // Browsers, and what resolves addresses as they do, take a backslash for a slash.
    path.contains(&b'\\') || path.split(|byte| *byte == b'/').any(|part| matches!(part, b"." | b".."))
}

/// A path with its percent-encoded bytes as they are meant.
fn decoded(path: &str) -> Cow<'_, [u8]> {
    let Some(first) = path.find('%') else { return path.as_bytes().into() };
    let mut bytes = path.as_bytes().get(first..).unwrap_or_default().iter().copied();
    let mut decoded = path.as_bytes().get(..first).unwrap_or_default().to_vec();
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                bytes = ahead;
            }
            _ => decoded.push(byte),
        }
    }
    decoded.into()
}

/// The error in words of whoever reads it.
fn say(error: ApiError, reader: Option<Locale>) -> Response {
    match reader {
        Some(locale) => fault_of(&error, locale),
        None => error.into_response(),
    }
}

/// An error that some library has put in its own words, as a problem.
fn as_problem(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let says_problem = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if !is_error || says_problem {
        return response;
    }
    let error = match status {
        StatusCode::NOT_FOUND => ApiError::NoSuchPath,
        StatusCode::METHOD_NOT_ALLOWED => ApiError::MethodNotAllowed,
        StatusCode::REQUEST_TIMEOUT => ApiError::Timeout,
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::PayloadTooLarge,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::UnsupportedMediaType,
        StatusCode::SERVICE_UNAVAILABLE => ApiError::Overloaded,
        status if status.is_client_error() => ApiError::from(Problem::new(
            ProblemCode::InvalidInput,
            "the request cannot be read; the reference says what it may be",
        )),
        _ => ApiError::Internal,
    };
    let (mut parts, _) = response.into_parts();
    let problem = error.into_response();
    parts.status = problem.status();
    parts.headers.remove(CONTENT_LENGTH);
    let (said, body) = problem.into_parts();
    parts.headers.extend(said.headers);
    Response::from_parts(parts, body)
}

/// One line per request, whose span says the rest: an operator's first look is at what failed.
fn log(span: &tracing::Span, status: StatusCode, duration: Duration) {
    let (status, ms) = (status.as_u16(), (duration.as_secs_f64() * 1e6).round() / 1e3);
    span.in_scope(|| {
        if status < 500 {
            tracing::info!(target: "access", status, ms, "answered");
        } else {
            tracing::warn!(target: "access", status, ms, "answered");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_text_or_nothing() {
        for (path, expected) in [
            ("/api/v1/plans/a", true),
            ("/api/%E4%B8%AD", true),
            ("/api/%ff", false),
            ("/api/%c3%28", false),
            ("/api/100%", true),
            ("/api/%zz", true),
            ("/api/%4", true),
        ] {
            assert_eq!(std::str::from_utf8(&decoded(path)).is_ok(), expected, "{path}");
        }
    }

    #[test]
    fn no_path_goes_up_or_stays_in_any_spelling() {
        for path in ["/./need", "/x/../need", "/%2e/need", "/need/x/..", "/p/..%2f..%2fneed", "/a\\b", "/a/%2E%2e", "/a/.%2E/b"] {
            assert!(wanders(&decoded(path)), "{path}");
        }
        for path in ["/", "/...", "/.well-known/x", "/pkg/rigwise.css", "/a..b", "/%252e/need", "//need"] {
            assert!(!wanders(&decoded(path)), "{path}");
        }
    }

    #[test]
    fn a_librarys_error_becomes_a_problem_and_keeps_its_headers() {
        let answer = as_problem((StatusCode::METHOD_NOT_ALLOWED, [("allow", "GET")], "no").into_response());
        assert_eq!((answer.status().as_u16(), &answer.headers()["allow"]), (405, &HeaderValue::from_static("GET")));
        assert_eq!(answer.headers()[CONTENT_TYPE], "application/problem+json");
        assert_eq!(as_problem((StatusCode::BAD_REQUEST, "Invalid URL").into_response()).status(), 422);
        assert_eq!(as_problem((StatusCode::OK, "fine").into_response()).headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
    }
}
