//! Whatever goes wrong under `/api` is a problem+json with a stable code.

use std::num::NonZeroU32;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use server::config::Limits;

use crate::http::client::{SCENARIO, get, post_json, request, send, site, site_with};

#[tokio::test]
async fn a_path_that_is_not_there() {
    let site = site().await;
    for path in ["/api/v1/nothing", "/api/v2/estimate", "/api/", "/api/v1/estimate/"] {
        get(&site, path).await.problem(404, "not-found");
    }
    post_json(&site, "/api/v1/nothing", "{}").await.problem(404, "not-found");
}

#[tokio::test]
async fn a_method_that_the_path_does_not_take() {
    let site = site().await;
    let answer = send(&site, request(Method::DELETE, "/api/v1/estimate", &[], Body::empty())).await;
    answer.problem(405, "method-not-allowed");
    let allowed = answer.header("allow");
    assert!(allowed.contains("POST") && allowed.contains("GET"), "{allowed}");
}

#[tokio::test]
async fn a_body_that_is_not_json() {
    let site = site().await;
    for body in ["", "{", "{\"hardware\":", "nonsense", "{\"a\":1}}"] {
        for path in ["/api/v1/estimate", "/api/v1/recommend", "/api/v1/estimate/batch", "/api/v1/plans"] {
            post_json(&site, path, body).await.problem(400, "malformed-json");
        }
    }
    post_json(&site, "/api/v1/estimate", vec![0xff, 0xfe]).await.problem(400, "malformed-json");
}

/// Deeply nested JSON must not exhaust the stack.
#[tokio::test]
async fn a_body_that_is_nested_too_deep() {
    let site = site().await;
    let deep = "[".repeat(100_000);
    post_json(&site, "/api/v1/estimate", deep).await.problem(400, "malformed-json");
}

#[tokio::test]
async fn a_body_that_does_not_say_it_is_json() {
    let site = site().await;
    for headers in [&[][..], &[("content-type", "text/plain")], &[("content-type", "application/x-www-form-urlencoded")]] {
        let answer = send(&site, request(Method::POST, "/api/v1/estimate", headers, SCENARIO)).await;
        answer.problem(415, "unsupported-media-type");
    }
}

/// A compressed body was read as a text of which nothing is understood, and answered with 200.
#[tokio::test]
async fn a_body_that_is_compressed() {
    let site = site().await;
    for (path, kind) in [
        ("/api/v1/model", "text/plain"),
        ("/api/v1/machine", "text/plain"),
        ("/api/v1/data", "text/plain"),
        ("/api/v1/estimate", "application/json"),
    ] {
        for coding in ["gzip", "br", "identity, deflate"] {
            let headers = [("content-type", kind), ("content-encoding", coding)];
            let answer = send(&site, request(Method::POST, path, &headers, SCENARIO)).await;
            let problem = answer.problem(415, "unsupported-media-type");
            assert!(problem["detail"].as_str().unwrap().contains("Content-Encoding"), "{problem}");
            assert_eq!(answer.header("accept-encoding"), "identity", "{path}");
        }
    }
    let headers = [("content-type", "application/json"), ("content-encoding", "identity")];
    assert_eq!(send(&site, request(Method::POST, "/api/v1/estimate", &headers, SCENARIO)).await.status, StatusCode::OK);
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("content-encoding", "gzip")];
    assert_eq!(
        send(&site, request(Method::POST, "/model", &headers, "text=gpt2")).await.status,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

#[tokio::test]
async fn a_body_over_the_limit() {
    let site = site().await;
    let body = format!("{SCENARIO}{}", " ".repeat(1 << 20));
    for path in ["/api/v1/estimate", "/api/v1/recommend", "/api/v1/plans"] {
        post_json(&site, path, body.clone()).await.problem(413, "body-too-large");
    }
    let batch = format!("[{SCENARIO}{}]", " ".repeat(16 << 20));
    post_json(&site, "/api/v1/estimate/batch", batch).await.problem(413, "body-too-large");
}

#[tokio::test]
async fn every_field_at_fault_is_named_with_what_is_allowed() {
    let site = site().await;
    let body = r#"{"hardware":{"gpu":"rtx-4009","gpu_count":0},"model":{"id":"resnet50"},"trainig":{}}"#;
    let problem = post_json(&site, "/api/v1/estimate", body).await.problem(422, "invalid-input");
    let errors = problem["errors"].as_array().unwrap();
    let find = |pointer: &str| {
        errors.iter().find(|error| error["pointer"] == pointer).unwrap_or_else(|| panic!("{pointer} in {errors:?}"))
    };
    assert_eq!(find("/hardware/gpu")["nearest"], "rtx-4090");
    assert_eq!(find("/hardware/gpu_count")["minimum"], 1.0);
    assert_eq!(find("/trainig")["code"], "unknown-field");

    let problem = get(&site, "/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50&batch=many").await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/training/micro_batch_size");
}

#[tokio::test]
async fn a_client_that_asks_too_much_is_told_when_to_come_back() {
    let limits = Limits { writes_per_minute: NonZeroU32::new(2), compute_per_second: None, ..Limits::default() };
    let site = site_with(limits).await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    for _ in 0..2 {
        assert_eq!(post_json(&site, "/api/v1/plans", body.clone()).await.status, StatusCode::CREATED);
    }
    let answer = post_json(&site, "/api/v1/plans", body.clone()).await;
    answer.problem(429, "too-many-requests");
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");

    // Not even its body is read.
    let broken = post_json(&site, "/api/v1/plans", "{").await;
    broken.problem(429, "too-many-requests");

    // A thousandth of a core: a few estimates, and then no body is read either.
    let site = site_with(Limits { compute_per_second: NonZeroU32::MIN.into(), ..limits }).await;
    assert_eq!(post_json(&site, "/api/v1/estimate", SCENARIO).await.status, StatusCode::OK);
    let mut answers = Vec::new();
    while answers.len() < 200 && answers.last().is_none_or(|status| *status == 200) {
        answers.push(post_json(&site, "/api/v1/estimate", SCENARIO).await.status);
    }
    post_json(&site, "/api/v1/estimate", "{").await.problem(429, "too-many-requests");
    // Reading is free.
    assert_eq!(get(&site, "/api/v1/catalog/gpus").await.status, StatusCode::OK);
}

/// A database that cannot serve is a 503 with a reason, for programs and people, and the planner goes on working.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_was_taken_away() {
    use server::router::router;
    use server::state::AppState;
    use server::store::Store;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plans.db");
    let store = Store::open(&format!("sqlite:{}", path.display())).await.unwrap();
    let site = router(AppState::with_limits(store, Limits::default(), false));
    let created = post_json(&site, "/api/v1/plans", format!(r#"{{"scenario":{SCENARIO}}}"#)).await.json();
    std::fs::rename(&path, folder.path().join("elsewhere.db")).unwrap();

    let id = created["id"].as_str().unwrap();
    post_json(&site, "/api/v1/plans", format!(r#"{{"scenario":{SCENARIO}}}"#)).await.problem(503, "store-unavailable");
    get(&site, &format!("/api/v1/plans/{id}")).await.problem(503, "store-unavailable");
    get(&site, "/readyz").await.problem(503, "store-unavailable");
    assert_eq!(get(&site, &format!("/p/{id}")).await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(get(&site, "/healthz").await.status, StatusCode::OK);
    assert_eq!(post_json(&site, "/api/v1/estimate", SCENARIO).await.status, StatusCode::OK);

    std::fs::rename(folder.path().join("elsewhere.db"), &path).unwrap();
    assert_eq!(get(&site, &format!("/api/v1/plans/{id}")).await.status, StatusCode::OK);
}
