//! The layer around all handlers: refuses what may not come in, words every error for its reader, and
//! counts.
//!
//! Names, lines of the log, headers that never change, panics and times are `tower_http`'s (`router`). What is written by hand here
//! depends on whom a path is for, which those layers do not know.

use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ALLOW, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use wire::Locale;
use wire::v1::{Problem, ProblemCode};

use super::path::{decode, wanders};
use super::surface::{Surface, is_mcp};
use super::trace::NO_ROUTE;
use super::{cors, guard};
use crate::limits::RETURN;
use crate::load::concurrency;
use crate::metrics;
use crate::problem::page::fault_of;
use crate::problem::{ApiError, told_in};
use crate::request::account::Account;
use crate::request::{client, language};
use crate::state::AppState;

/// A client with more requests under way than it may have connections.
const TOO_MANY_AT_ONCE: ApiError = ApiError::TooManyRequests { wait: RETURN };

/// Answers a request by way of the router.
pub async fn answer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _in_flight = metrics::in_flight();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let surface = Surface::of(&method, request.uri().path());

    let account = Account::default();
    request.extensions_mut().insert(account.clone());
    // Behind a proxy a request is what occupies a connection, until its answer is sent.
    let client = state.trust_proxy.then(|| client::address(request.headers(), request.extensions(), true));
    let mut response = match client.map(|client| state.client_limit.acquire(client)) {
        None => respond(&state, surface, request, next).await,
        Some(Some(permit)) => concurrency::hold_permit(respond(&state, surface, request, next).await, permit),
        Some(None) => {
            metrics::count_rate_limited("connections");
            say(TOO_MANY_AT_ONCE, reader(surface, &request))
        }
    };

    let headers = response.headers_mut();
    account.tell(headers);
    if surface.is_open {
        cors::open(headers);
    }
    if state.is_stopping() {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let status = response.status();
    if status == StatusCode::METHOD_NOT_ALLOWED && route.is_none() {
        // Routes list their methods themselves; a path that none has is a page that can be read, if only to say so.
        response.headers_mut().entry(ALLOW).or_insert(HeaderValue::from_static("GET, HEAD"));
    }
    metrics::count_request(&method, route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str), status, start.elapsed());
    response
}

/// The router's answer, or what stands in for it.
async fn respond(state: &AppState, surface: Surface, mut request: Request, next: Next) -> Response {
    // Worked out before the request is gone.
    let reader = reader(surface, &request);
    let asked = language::of_program(request.uri(), request.headers());
    if let Some(refusal) = refusal(state, surface, &request) {
        return told_in(say(refusal, reader), asked);
    }
    let options = (*request.method() == Method::OPTIONS).then(|| (request.uri().path().to_owned(), request.headers().clone()));
    let speaks_mcp = is_mcp(request.uri().path());
    let client = client::address(request.headers(), request.extensions(), state.trust_proxy);
    let body = state.bodies.watch(client, &mut request);
    let routed = next.run(request).await;
    let given_up = guard::fault(&routed);
    let response = match body.and_then(|body| body.fault()).or(given_up) {
        Some(error) => say(error, reader),
        None => routed,
    };
    if let Some((path, headers)) = options {
        return cors::options(&path, &headers, response);
    }
    if surface.is_program && !speaks_mcp { told_in(as_problem(response), asked) } else { response }
}

/// The language of the person who reads the answer; none for programs.
fn reader(surface: Surface, request: &Request) -> Option<Locale> {
    (!surface.is_program).then(|| language::of(request.uri(), request.headers()))
}

/// Why a request does not even reach its handler.
fn refusal(state: &AppState, surface: Surface, request: &Request) -> Option<ApiError> {
    if surface.is_write && !client::is_same_site(request.headers(), state.trust_proxy) {
        return Some(ApiError::ForeignOrigin);
    }
    let path = decode(request.uri().path());
    // A path that is no text names nothing; handlers could only say that it is malformed. Pages have one reader more.
    let is_nothing = if surface.is_program { std::str::from_utf8(&path).is_err() } else { wanders(&path) };
    if is_nothing {
        return Some(ApiError::NoSuchPath);
    }
    // Read as it is, a compressed text is one of which nothing is understood.
    is_coded(request).then_some(ApiError::CodedBody)
}

/// Whether a request has a body that is not written as it is.
fn is_coded(request: &Request) -> bool {
    let is_plain = |codings: &HeaderValue| {
        let codings = codings.to_str().unwrap_or("unreadable");
        codings.split(',').map(str::trim).all(|coding| coding.is_empty() || coding.eq_ignore_ascii_case("identity"))
    };
    !request.body().is_end_stream() && !request.headers().get_all(CONTENT_ENCODING).iter().all(is_plain)
}

/// The error in its reader's words.
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
        status if status.is_client_error() => ApiError::from(Problem::in_both(
            ProblemCode::InvalidInput,
            "the request cannot be read; the reference says what it may be",
            "无法读取此请求；参考文档说明了可用的形式",
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

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_body_is_taken_as_it_is_alone() {
        for (codings, body, expected) in
            [("gzip", "x", true), ("identity, br", "x", true), ("Identity", "x", false), ("", "x", false), ("gzip", "", false)]
        {
            let request = Request::builder().header(CONTENT_ENCODING, codings).body(Body::from(body)).unwrap();
            assert_eq!(is_coded(&request), expected, "{codings} {body}");
        }
        assert!(!is_coded(&Request::new(Body::from("x"))));
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
