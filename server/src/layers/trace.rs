//! One line of the log for each request, by `tower_http`; requests appear by the template of their path.

use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use tower_http::classify::{ServerErrorsAsFailures, SharedClassifier};
use tower_http::trace::TraceLayer;
use tracing::Span;

use super::request_id::X_REQUEST_ID;

/// What the log and metrics call a path that no route has.
pub const NO_ROUTE: &str = "none";

/// The layer: only what it does on a request's arrival and at its answer is ours, and it does nothing else.
type Layer =
    TraceLayer<SharedClassifier<ServerErrorsAsFailures>, fn(&Request) -> Span, (), fn(&Response, Duration, &Span), (), (), ()>;

/// Everything that is logged of a request has its name, method and route; the last line says how it was answered.
pub fn layer() -> Layer {
    TraceLayer::new_for_http()
        .make_span_with(span as fn(&Request) -> Span)
        .on_request(())
        .on_response(log as fn(&Response, Duration, &Span))
        .on_body_chunk(())
        .on_eos(())
        .on_failure(())
}

/// The template of the request's path.
#[must_use]
pub fn route(request: &Request) -> &str {
    request.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str)
}

fn span(request: &Request) -> Span {
    let id = request.headers().get(X_REQUEST_ID).and_then(|id| id.to_str().ok()).unwrap_or_default();
    tracing::info_span!("request", id, method = %request.method(), route = route(request))
}

/// One line per request, whose span says the rest: an operator's first look is at what failed.
fn log(response: &Response, duration: Duration, span: &Span) {
    let (status, ms) = (response.status().as_u16(), (duration.as_secs_f64() * 1e6).round() / 1e3);
    span.in_scope(|| {
        if status < 500 {
            tracing::info!(target: "access", status, ms, "answered");
        } else {
            tracing::warn!(target: "access", status, ms, "answered");
        }
    });
}
