//! What every answer carries, and that whatever goes wrong for a program is a problem.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use axum::{Router, routing};
use server::config::Limits;
use server::router::router_with;
use server::state::AppState;
use server::store::Store;

use crate::http::client::{SCENARIO, get, get_with, post_json, request, send, site};

/// Method, path, headers, body, status and code of what must not be answered in any other way.
type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static str, u16, &'static str);

const JSON: (&str, &str) = ("content-type", "application/json");

const CASES: [Case; 30] = [
    ("GET", "/api/", &[], "", 404, "not-found"),
    ("GET", "/api/v1", &[], "", 404, "not-found"),
    ("GET", "/api/v1/%ff", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/%ff", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/%c3%28", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/%00", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/a%2Fb", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/%", &[], "", 404, "not-found"),
    ("GET", "/api/v1/catalog/gpus/%f0%28%8c%28", &[], "", 404, "not-found"),
    ("GET", "/api/v1/catalog/gpus/..%2f..%2fetc", &[], "", 404, "not-found"),
    ("GET", "/api/v1/plans/x/revisions/99999999999999999999", &[], "", 404, "not-found"),
    ("GET", "/api//v1/estimate", &[], "", 404, "not-found"),
    ("PATCH", "/api/v1/estimate", &[], "", 405, "method-not-allowed"),
    ("DELETE", "/api/v1/catalog/gpus", &[], "", 405, "method-not-allowed"),
    ("POST", "/healthz", &[], "", 405, "method-not-allowed"),
    ("PUT", "/readyz", &[], "", 405, "method-not-allowed"),
    ("TRACE", "/api/v1/estimate", &[], "", 405, "method-not-allowed"),
    ("INVENTED", "/api/v1/estimate", &[], "", 405, "method-not-allowed"),
    ("GET", "/api/v1/estimate?gpu=%ff", &[], "", 422, "invalid-input"),
    ("GET", "/api/v1/estimate?batch=%zz&gpu=rtx-4090&model=resnet50", &[], "", 422, "invalid-input"),
    ("GET", "/api/v1/estimate?&&&===&", &[], "", 422, "invalid-input"),
    ("POST", "/api/v1/estimate", &[], "{}", 415, "unsupported-media-type"),
    ("POST", "/api/v1/estimate", &[("content-type", "application/x-ndjson")], "{}", 415, "unsupported-media-type"),
    ("POST", "/api/v1/estimate/batch", &[("content-type", "text/csv")], "{}", 415, "unsupported-media-type"),
    ("POST", "/api/v1/estimate", &[JSON], "", 400, "malformed-json"),
    ("POST", "/api/v1/estimate", &[JSON], "\u{0}", 400, "malformed-json"),
    ("POST", "/api/v1/estimate", &[JSON], "[]", 422, "invalid-input"),
    ("POST", "/api/v1/estimate", &[JSON], "null", 422, "invalid-input"),
    ("POST", "/api/v1/recommend", &[JSON], "1e999", 400, "malformed-json"),
    ("GET", "/api/v1/bom/x", &[], "", 404, "not-found"),
];

#[tokio::test]
async fn whatever_goes_wrong_for_a_program_is_a_problem() {
    let site = site().await;
    for (method, path, headers, body, status, code) in CASES {
        let answer = send(&site, request(Method::from_bytes(method.as_bytes()).unwrap(), path, headers, body)).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        answer.problem(status, code);
        assert!(answer.headers.contains_key("x-request-id"), "{method} {path}");
        assert_eq!(answer.headers.contains_key("allow"), status == 405, "{method} {path}");
    }
}

#[tokio::test]
async fn a_head_is_a_get_without_its_body() {
    let site = site().await;
    for path in ["/api/v1/catalog/gpus", "/api/v1/openapi.json", "/healthz", "/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50"] {
        let (got, head) = (get(&site, path).await, send(&site, request(Method::HEAD, path, &[], "")).await);
        assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0), "{path}");
        for name in ["content-type", "etag", "cache-control", "access-control-allow-origin"] {
            assert_eq!(head.headers.get(name), got.headers.get(name), "{path} {name}");
        }
    }
    let post_only = send(&site, request(Method::HEAD, "/api/v1/estimate/batch", &[], "")).await;
    assert_eq!(post_only.status, StatusCode::METHOD_NOT_ALLOWED);
}

/// Layers of a library end these with a status alone; the reader gets words all the same, and every header that answers carry.
#[tokio::test]
async fn a_handler_that_panics_or_never_ends_is_told_in_its_readers_words() {
    let panics = || routing::get(async || -> &'static str { panic!("a bug") });
    let waits = || routing::get(std::future::pending::<()>);
    let more = Router::new().route("/panics", panics()).route("/api/v1/panics", panics());
    let more = more.route("/waits", waits()).route("/api/v1/waits", waits());
    let site = router_with(AppState::with_limits(Store::in_memory().await.unwrap(), Limits::default(), false), more);
    tokio::time::pause();
    for (path, status, code, words) in
        [("panics", 500, "internal", "Something went wrong here"), ("waits", 408, "timeout", "This took too long")]
    {
        get(&site, &format!("/api/v1/{path}")).await.problem(status, code);
        let page = get(&site, &format!("/{path}")).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.text().contains(words), "{path}: {}", page.text());
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{path}");
        assert_eq!((page.header("x-frame-options"), page.header("x-request-id").is_empty()), ("DENY", false), "{path}");
    }
}

#[tokio::test]
async fn a_request_keeps_its_name_or_gets_one() {
    let site = site().await;
    let named = get_with(&site, "/healthz", &[("x-request-id", "order-17.b")]).await;
    assert_eq!(named.header("x-request-id"), "order-17.b");
    let mut seen = Vec::new();
    for given in ["", "a b", "a;b", "<script>", &"x".repeat(65)] {
        let answer = get_with(&site, "/api/v1/nothing", &[("x-request-id", given)]).await;
        let name = answer.header("x-request-id").to_owned();
        assert!(name != given && !name.is_empty() && !seen.contains(&name), "{given}: {name}");
        seen.push(name);
    }
}

#[tokio::test]
async fn every_answer_tells_browsers_what_it_never_does() {
    let site = site().await;
    for path in ["/", "/plan", "/nothing", "/api/v1/nothing", "/api/v1/catalog/gpus", "/healthz", "/pkg/missing.js", "/lang/zh"] {
        let answer = get(&site, path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(!answer.header("cache-control").is_empty(), "{path}");
        let policy = if path.starts_with("/api/") || path == "/healthz" { "cross-origin" } else { "same-origin" };
        assert_eq!(answer.header("cross-origin-resource-policy"), policy, "{path}");
        assert!(!answer.headers.contains_key("server") && !answer.headers.contains_key("x-powered-by"));
    }
    let own = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert_eq!(own.header("cache-control"), "private, no-cache");
}

/// The policy forbids what stands inline: no page may have any.
#[tokio::test]
async fn no_page_has_inline_styles_or_scripts() {
    let site = site().await;
    let query = "v=1&gpu=rtx-4090&model=resnet50&batch=32";
    let paths = ["/", "/gpus", "/models", "/accuracy", "/cases", "/about/data", "/nothing", "/p/short"].map(str::to_owned);
    let asked = [
        "/plan",
        "/plan/speed",
        "/plan/improve",
        "/plan/why",
        "/code",
        "/diagnose",
        "/bom",
        "/compare",
        "/need",
        "/upgrade",
        "/run",
    ]
    .map(|path| format!("{path}?{query}&see=out-of-memory"));
    for path in paths.into_iter().chain(asked) {
        let answer = get(&site, &path).await;
        let policy = answer.header("content-security-policy").to_owned();
        assert!(policy.contains("style-src 'self'"), "{path}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{path}");
        let html = answer.text();
        assert!(!html.contains(" style=") && !html.contains("<style"), "{path}");
        let lower = html.to_ascii_lowercase();
        for handler in [" onclick=", " onload=", " onerror=", " onsubmit=", " onchange=", " oninput=", "javascript:"] {
            assert!(!lower.contains(handler), "{path}: {handler}");
        }
        let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap_or("none");
        for script in html.split("<script").skip(1) {
            let tag = script.split('>').next().unwrap_or_default();
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")), "{path}: <script{tag}>");
        }
    }
}

#[tokio::test]
async fn options_are_answered_where_there_is_a_path() {
    let site = site().await;
    let answer = send(&site, request(Method::OPTIONS, "/api/v1/plans", &[], Body::empty())).await;
    assert_eq!((answer.status, answer.body.len()), (StatusCode::NO_CONTENT, 0));
    let allow = answer.header("allow");
    assert!(allow.contains("POST") && !allow.contains("DELETE"), "{allow}");
    assert!(!answer.headers.contains_key("access-control-allow-origin"));
    send(&site, request(Method::OPTIONS, "/api/v1/nothing", &[], Body::empty())).await.problem(404, "not-found");
}
