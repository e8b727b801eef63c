//! Requests that come twice, by their `Idempotency-Key`.

use axum::Router;
use axum::http::{Method, StatusCode};
use serde_json::json;
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::Store;

use super::{bearer, change, create, path, roomy};
use crate::http::client::{Answer, SCENARIO, get, post_json, request, send};

async fn keyed(site: &Router, path: &str, key: &str, body: &str) -> Answer {
    let headers = [("content-type", "application/json"), ("idempotency-key", key)];
    send(site, request(Method::POST, path, &headers, body.to_owned())).await
}

#[tokio::test]
async fn the_same_request_makes_one_plan() {
    let (site, _) = roomy().await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let first = keyed(&site, "/api/v1/plans", "a-key", &body).await;
    assert_eq!(first.status, StatusCode::CREATED);
    assert!(!first.headers.contains_key("idempotency-replayed"));
    let again = keyed(&site, "/api/v1/plans", "a-key", &body).await;
    assert_eq!(again.status, StatusCode::CREATED, "{}", again.text());
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!((again.json(), again.header("location")), (first.json(), first.header("location")));
    assert_eq!(again.header("cache-control"), "no-store");

    let other = format!(r#"{{"title":"other","scenario":{SCENARIO}}}"#);
    keyed(&site, "/api/v1/plans", "a-key", &other).await.problem(422, "idempotency-key-reused");
    assert_ne!(keyed(&site, "/api/v1/plans", "another", &body).await.json()["id"], first.json()["id"]);
    assert_ne!(post_json(&site, "/api/v1/plans", body.clone()).await.json()["id"], first.json()["id"]);
    // The key that came twice opens the plan.
    let created = again.json();
    let bearer = bearer(&created);
    assert_eq!(change(&site, Method::DELETE, &created, &[("authorization", &bearer)], "").await.status, StatusCode::NO_CONTENT);
    get(&site, &path(&created)).await.problem(410, "gone");
}

#[tokio::test]
async fn a_copy_is_made_once_too() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let fork = format!("{}/fork", path(&created));
    let first = keyed(&site, &fork, "copy", "").await;
    let again = keyed(&site, &fork, "copy", "").await;
    assert_eq!((first.status, first.json()), (StatusCode::CREATED, again.json()));
    assert_eq!(again.header("idempotency-replayed"), "true");
    keyed(&site, &fork, "copy", "{}").await.problem(422, "idempotency-key-reused");
    keyed(&site, "/api/v1/plans", "copy", &format!(r#"{{"scenario":{SCENARIO}}}"#)).await.problem(422, "idempotency-key-reused");
    let other = create(&site).await;
    keyed(&site, &format!("{}/fork", path(&other)), "copy", "").await.problem(422, "idempotency-key-reused");
}

#[tokio::test]
async fn a_key_is_some_visible_text() {
    let (site, _) = roomy().await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    for bad in ["", " ", "a b", "a\tb", &"x".repeat(256)] {
        keyed(&site, "/api/v1/plans", bad, &body).await.problem(400, "malformed-header");
    }
    for fine in ["x", "\"0b6f7c1e-6d0a-4f4e-9d3c-6f8f0f2d7a51\"", "~!", &"x".repeat(255)] {
        assert_eq!(keyed(&site, "/api/v1/plans", fine, &body).await.status, StatusCode::CREATED, "{fine}");
    }
    let twice = [("content-type", "application/json"), ("idempotency-key", "a"), ("idempotency-key", "a")];
    send(&site, request(Method::POST, "/api/v1/plans", &twice, body.clone())).await.problem(400, "malformed-header");
    // What was not stored uses up no key.
    keyed(&site, "/api/v1/plans", "later", r#"{"scenario":{}}"#).await.problem(422, "invalid-input");
    assert_eq!(keyed(&site, "/api/v1/plans", "later", &body).await.status, StatusCode::CREATED);
}

/// Who uses another client's key gets a plan of its own, not the other's key to it.
#[tokio::test]
async fn keys_are_each_clients_own() {
    let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
    let site = router(AppState::with_limits(Store::in_memory().await.unwrap(), limits, true));
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let from = async |client: &str| {
        let headers = [("content-type", "application/json"), ("idempotency-key", "k"), ("x-forwarded-for", client)];
        send(&site, request(Method::POST, "/api/v1/plans", &headers, body.clone())).await.json()
    };
    let first = from("192.0.2.1").await;
    assert_eq!(first, from("192.0.2.1").await);
    assert_ne!(first["id"], from("192.0.2.2").await["id"]);
}

#[tokio::test]
async fn requests_at_the_same_time_make_one_plan() {
    let (site, _) = roomy().await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let sent = (0..8).map(|_| keyed(&site, "/api/v1/plans", "race", &body));
    let answers = futures_util::future::join_all(sent).await;
    let made = answers.iter().filter(|answer| !answer.headers.contains_key("idempotency-replayed")).count();
    assert_eq!(made, 1);
    for answer in &answers {
        assert_eq!((answer.status, answer.json()), (StatusCode::CREATED, answers[0].json()));
    }
    assert_ne!(answers[0].json(), json!({}));
}
