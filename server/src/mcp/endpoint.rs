//! The edge: who may ask, what counts as a message, and what HTTP says of it.
//!
//! What HTTP can refuse (method, type, size, origin, quota) is a problem+json as everywhere; what is wrong with a message is
//! an error of JSON-RPC.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, FromRequest as _, Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use rmcp::model::{ClientJsonRpcMessage, ErrorCode};
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use serde_json::{Value, json};
use wire::v1::{Problem, ProblemCode};

use super::server::Tools;
use crate::handlers::body::JsonBody;
use crate::handlers::quota::ComputeQuota;
use crate::limits::BODY_LIMIT;
use crate::problem::ApiError;
use crate::request::client;
use crate::state::AppState;

/// What the library is told that clients accept: the answer is JSON whatever they list, since no tool sends anything before it.
const ACCEPTED: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// What the library is told of the host: [`is_foreign`] has looked at the real one.
const LOCAL: HeaderValue = HeaderValue::from_static("localhost");
/// The longest plain sentence of the library that is passed on.
const SENTENCE: usize = 4096;

/// `POST /mcp`: one message of JSON-RPC.
pub async fn answer(
    ComputeQuota(share): ComputeQuota,
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    if is_foreign(&parts, state.trust_proxy) {
        let detail = "a page of another site may not call the tools; programs send no Origin";
        return Err(Problem::new(ProblemCode::ForeignOrigin, detail).into());
    }
    let JsonBody(bytes) = JsonBody::from_request(Request::from_parts(parts.clone(), body), &state).await?;
    let Ok(message) = serde_json::from_slice::<Value>(&bytes) else {
        return Ok(refusal(StatusCode::BAD_REQUEST, &Value::Null, ErrorCode::PARSE_ERROR, "the body is not JSON"));
    };
    let id = message.get("id").filter(|id| id.is_string() || id.is_number()).cloned().unwrap_or_default();
    if serde_json::from_value::<ClientJsonRpcMessage>(message).is_err() {
        let detail = "the body is not one message of JSON-RPC 2.0";
        return Ok(refusal(StatusCode::BAD_REQUEST, &id, ErrorCode::INVALID_REQUEST, detail));
    }
    let mut request = Request::from_parts(parts, Body::from(bytes));
    request.headers_mut().insert(ACCEPT, ACCEPTED);
    request.headers_mut().insert(HOST, LOCAL);
    let tools = Tools::new(share);
    let service = StreamableHttpService::new(move || Ok(tools.clone()), Arc::new(NeverSessionManager::default()), settings());
    pass_on(service.handle(request).await.map(Body::new), &id).await
}

/// No sessions, JSON answers; hosts and origins are checked by [`is_foreign`].
fn settings() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_LIMIT)
        .disable_allowed_hosts()
}

/// The library's answer; what it says in plain text becomes an error of JSON-RPC.
async fn pass_on(response: Response, id: &Value) -> Result<Response, ApiError> {
    let status = response.status();
    if status.is_server_error() {
        tracing::error!(%status, "the tools' protocol failed");
        return Err(ApiError::Internal);
    }
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !status.is_client_error() || is_json {
        let mut response = response;
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return Ok(response);
    }
    let text = to_bytes(response.into_body(), SENTENCE).await.unwrap_or_default();
    Ok(refusal(status, id, ErrorCode::INVALID_REQUEST, &String::from_utf8_lossy(&text)))
}

/// An error of JSON-RPC about a message that no tool saw.
fn refusal(status: StatusCode, id: &Value, code: ErrorCode, message: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } });
    (status, [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], body.to_string()).into_response()
}

/// Whether a browser asks on behalf of another site.
///
/// A name that an attacker points at this machine makes the attacker's page look like one of ours; but then browser and server
/// share the machine, and no honest page of a server that nobody stands in front of is opened there by another name.
fn is_foreign(parts: &Parts, trust_proxy: bool) -> bool {
    let is_here = parts.extensions.get::<ConnectInfo<SocketAddr>>().is_some_and(|peer| peer.0.ip().to_canonical().is_loopback());
    let origin = parts.headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or_default());
    let is_rebound = is_here && !trust_proxy && origin.is_some_and(|origin| !is_local(origin));
    is_rebound || !client::is_same_site(&parts.headers, trust_proxy)
}

/// Whether an origin names this machine.
fn is_local(origin: &str) -> bool {
    let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
    let host = authority.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    matches!(host.map_or(authority, |(host, _)| host), "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn parts(peer: &str, headers: &[(&'static str, &str)]) -> Parts {
        let mut request = Request::new(());
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 4000)));
        for (name, value) in headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        request.into_parts().0
    }

    #[test]
    fn a_name_that_was_bent_to_this_machine_is_foreign() {
        for (peer, host, origin, expected) in [
            ("127.0.0.1", "evil.example:3000", "http://evil.example:3000", true),
            ("127.0.0.1", "localhost:3000", "http://localhost:3000", false),
            ("127.0.0.1", "127.0.0.1:3000", "http://127.0.0.1:3000", false),
            ("::1", "[::1]:3000", "http://[::1]:3000", false),
            ("::1", "[::1]", "http://[::1]", false),
            ("::ffff:127.0.0.1", "evil.example", "http://evil.example", true),
            ("127.0.0.1", "localhost:3000", "http://localhost:4000", true),
            ("192.0.2.7", "rigwise.example", "http://rigwise.example", false),
            ("192.0.2.7", "rigwise.example", "http://evil.example", true),
            ("192.0.2.7", "rigwise.example", "null", true),
        ] {
            assert_eq!(
                is_foreign(&parts(peer, &[("host", host), ("origin", origin)]), false),
                expected,
                "{peer} {host} {origin}"
            );
        }
        // Programs send no origin and may use any name; a proxy in front is on this machine too.
        assert!(!is_foreign(&parts("127.0.0.1", &[("host", "workstation:3000")]), false));
        let proxied =
            [("host", "rigwise.example"), ("origin", "https://rigwise.example"), ("x-forwarded-host", "rigwise.example")];
        assert!(!is_foreign(&parts("127.0.0.1", &proxied), true));
    }
}
