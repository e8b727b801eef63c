//! What pages of other sites may do, and what they may not.

use axum::Router;
use axum::http::{Method, StatusCode};

use crate::http::client::{Answer, SCENARIO, get, get_with, request, send, site};

const ELSEWHERE: (&str, &str) = ("origin", "https://elsewhere.example");

async fn ask_first(site: &Router, path: &str, method: &str) -> Answer {
    let headers = [ELSEWHERE, ("access-control-request-method", method), ("access-control-request-headers", "content-type")];
    send(site, request(Method::OPTIONS, path, &headers, "")).await
}

#[tokio::test]
async fn any_site_may_compute_and_read() {
    let site = site().await;
    for (path, method) in [
        ("/api/v1/estimate", "POST"),
        ("/api/v1/estimate/batch", "POST"),
        ("/api/v1/recommend", "POST"),
        ("/api/v1/code", "POST"),
        ("/api/v1/diagnose", "POST"),
        ("/api/v1/bom", "POST"),
        ("/api/v1/compare", "POST"),
        ("/api/v1/catalog", "GET"),
        ("/api/v1/catalog/gpus/rtx-4090", "GET"),
        ("/api/v1/openapi.json", "GET"),
        ("/healthz", "GET"),
        ("/api/v1/plans/abcdefghijklmnopqrstuvwxyz", "GET"),
    ] {
        let answer = ask_first(&site, path, method).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert!(answer.header("access-control-allow-methods").split(", ").any(|allowed| allowed == method), "{path}");
        assert!(answer.header("access-control-allow-headers").contains("content-type"), "{path}");
        assert_eq!(answer.header("access-control-max-age"), "86400", "{path}");
        assert!(!answer.headers.contains_key("access-control-allow-credentials"), "{path}");
    }
    let headers = [ELSEWHERE, ("content-type", "application/json"), ("sec-fetch-site", "cross-site")];
    let answer = send(&site, request(Method::POST, "/api/v1/estimate", &headers, SCENARIO)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    for name in ["etag", "link", "ratelimit", "ratelimit-policy", "retry-after", "x-request-id", "idempotency-replayed"] {
        assert!(answer.header("access-control-expose-headers").split(", ").any(|exposed| exposed == name), "{name}");
    }
    // A page must be able to read what is wrong.
    let problem = send(&site, request(Method::POST, "/api/v1/estimate", &headers, "{")).await;
    assert_eq!(problem.header("access-control-allow-origin"), "*");
    // The answer is the same for everyone, so it need not vary, and caches can keep it.
    assert_eq!(get(&site, "/api/v1/catalog/gpus").await.header("access-control-allow-origin"), "*");
}

#[tokio::test]
async fn no_other_site_may_write() {
    let site = site().await;
    for (path, method) in [
        ("/api/v1/plans", "POST"),
        ("/api/v1/plans/abcdefghijklmnopqrstuvwxyz", "PUT"),
        ("/api/v1/plans/abcdefghijklmnopqrstuvwxyz", "DELETE"),
    ] {
        let answer = ask_first(&site, path, method).await;
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{path}");
        assert!(!answer.headers.contains_key("access-control-allow-methods"), "{path}");
        let method: Method = method.parse().unwrap();
        for headers in [
            &[("host", "rigwise.example"), ELSEWHERE][..],
            &[("host", "rigwise.example"), ("origin", "null")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("host", "rigwise.example"), ("origin", "http://rigwise.example:81"), ("sec-fetch-site", "same-site")],
        ] {
            let answer = send(&site, request(method.clone(), path, headers, "{}")).await;
            answer.problem(403, "foreign-origin");
            assert!(!answer.headers.contains_key("access-control-allow-origin"), "{path}");
            assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        }
    }
    // A form in a page is told in words.
    let headers = [("sec-fetch-site", "cross-site"), ("content-type", "application/x-www-form-urlencoded")];
    let answer = send(&site, request(Method::POST, "/plan/save", &headers, "query=v=1")).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(answer.header("content-type").starts_with("text/html"));
}

#[tokio::test]
async fn programs_and_pages_of_this_site_may_write() {
    let site = site().await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    for headers in
        [&[][..], &[("sec-fetch-site", "same-origin")], &[("host", "rigwise.example"), ("origin", "http://rigwise.example")]]
    {
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        let answer = send(&site, request(Method::POST, "/api/v1/plans", &all, body.clone())).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{headers:?}");
    }
}

#[tokio::test]
async fn pages_are_this_sites_own() {
    let site = site().await;
    let answer = get_with(&site, "/plan", &[ELSEWHERE]).await;
    assert!(!answer.headers.contains_key("access-control-allow-origin"));
    let answer = ask_first(&site, "/plan/save", "POST").await;
    assert!(!answer.headers.contains_key("access-control-allow-origin"));
}
