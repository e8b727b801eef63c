//! Plans: create, read, change, revoke.

use axum::Router;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::{Answer, SCENARIO, get, get_with, post_json, request, send, site};

async fn create(site: &Router) -> Value {
    let body = format!(r#"{{"title":"Home lab","note":"for the guide","scenario":{SCENARIO},"prices":{{"rtx-4090":1599}}}}"#);
    let answer = post_json(site, "/api/v1/plans", body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let created = answer.json();
    assert_eq!(answer.header("location"), format!("/api/v1/plans/{}", created["id"].as_str().unwrap()));
    assert_eq!(answer.header("cache-control"), "no-store");
    created
}

fn path(created: &Value) -> String {
    format!("/api/v1/plans/{}", created["id"].as_str().unwrap())
}

async fn change(site: &Router, method: Method, created: &Value, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut all = vec![("content-type", "application/json")];
    all.extend_from_slice(headers);
    send(site, request(method, &path(created), &all, body.to_owned())).await
}

#[tokio::test]
async fn a_plan_is_read_as_it_was_stored_without_its_key() {
    let site = site().await;
    let created = create(&site).await;
    assert_eq!(created["revision"], 1);
    assert_eq!(created["url"], format!("/p/{}", created["id"].as_str().unwrap()));
    assert!(created["edit_key"].as_str().unwrap().len() >= 43, "256 bits in base 64");

    let answer = get(&site, &path(&created)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("etag"), "\"1\"");
    let plan = answer.json();
    let scenario: Value = serde_json::from_str(SCENARIO).unwrap();
    assert_eq!(plan["scenario"], scenario);
    assert_eq!(plan["title"], "Home lab");
    assert_eq!(plan["note"], "for the guide");
    assert_eq!(plan["prices"], json!({"rtx-4090": 1599}));
    let estimate = post_json(&site, "/api/v1/estimate", SCENARIO).await.text();
    assert!(answer.text().contains(&estimate), "the figures are those of the estimate, to the last digit");
    assert_eq!(plan["engine_version"], plan["estimate"]["engine_version"]);
    assert!(!answer.text().contains(created["edit_key"].as_str().unwrap()));

    let revision = get(&site, &format!("{}/revisions/1", path(&created))).await;
    assert!(revision.json() == plan, "the revision differs from the plan");
    assert_eq!(get_with(&site, &path(&created), &[("if-none-match", "\"1\"")]).await.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn a_change_is_a_new_revision_on_top_of_the_one_it_knows() {
    let site = site().await;
    let created = create(&site).await;
    let bearer = format!("Bearer {}", created["edit_key"].as_str().unwrap());
    let body = format!(r#"{{"title":"Second","scenario":{SCENARIO}}}"#);
    let with = async |headers: &[(&str, &str)]| change(&site, Method::PUT, &created, headers, &body).await;

    with(&[("if-match", "\"1\"")]).await.problem(401, "edit-key-required");
    with(&[("authorization", "Bearer wrong"), ("if-match", "\"1\"")]).await.problem(403, "edit-key-wrong");
    with(&[("authorization", &bearer)]).await.problem(428, "revision-required");
    with(&[("authorization", &bearer), ("if-match", "\"7\"")]).await.problem(412, "revision-outdated");

    let changed = with(&[("authorization", &bearer), ("if-match", "\"1\"")]).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.text());
    assert_eq!(changed.header("etag"), "\"2\"");
    assert_eq!(changed.json()["revision"], 2);
    with(&[("authorization", &bearer), ("if-match", "\"1\"")]).await.problem(412, "revision-outdated");

    assert!(get(&site, &path(&created)).await.text() == changed.text(), "what is read differs from what was answered");
    assert_eq!(get(&site, &format!("{}/revisions/1", path(&created))).await.json()["title"], "Home lab");
    get(&site, &format!("{}/revisions/3", path(&created))).await.problem(404, "not-found");
    get(&site, &format!("{}/revisions/one", path(&created))).await.problem(404, "not-found");
}

#[tokio::test]
async fn a_revoked_plan_is_gone_and_one_never_issued_is_not_found() {
    let site = site().await;
    let created = create(&site).await;
    let bearer = format!("Bearer {}", created["edit_key"].as_str().unwrap());
    change(&site, Method::DELETE, &created, &[], "").await.problem(401, "edit-key-required");
    let revoked = change(&site, Method::DELETE, &created, &[("authorization", &bearer)], "").await;
    assert_eq!((revoked.status, revoked.body.len()), (StatusCode::NO_CONTENT, 0));
    get(&site, &path(&created)).await.problem(410, "gone");
    get(&site, &format!("{}/revisions/1", path(&created))).await.problem(410, "gone");
    change(&site, Method::DELETE, &created, &[("authorization", &bearer)], "").await.problem(410, "gone");

    for id in ["abcdefghijklmnopqrstuvwxyz", "short", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "%00", "..%2f..%2fetc"] {
        get(&site, &format!("/api/v1/plans/{id}")).await.problem(404, "not-found");
    }
}

#[tokio::test]
async fn every_member_at_fault_is_named_and_nothing_is_stored() {
    let site = site().await;
    let body = json!({
        "title": "x".repeat(201), "note": 7, "scenari": {},
        "scenario": {"hardware": {"gpu": "rtx-4009"}, "model": {"id": "resnet50"}, "training": {"micro_batch_size": 0}},
    });
    let problem = post_json(&site, "/api/v1/plans", body.to_string()).await.problem(422, "invalid-input");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    for pointer in ["/title", "/note", "/scenari", "/scenario/hardware/gpu", "/scenario/training/micro_batch_size"] {
        assert!(pointers.contains(&pointer), "{pointer} in {pointers:?}");
    }
    let past = json!({"scenario": serde_json::from_str::<Value>(SCENARIO).unwrap(), "expires": "2001-01-01T00:00:00Z"});
    let problem = post_json(&site, "/api/v1/plans", past.to_string()).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/expires");
}

#[tokio::test]
async fn a_plan_says_when_it_expires() {
    let site = site().await;
    let body = json!({"scenario": serde_json::from_str::<Value>(SCENARIO).unwrap(), "expires": "2999-01-01T00:00:00+08:00"});
    let created = post_json(&site, "/api/v1/plans", body.to_string()).await.json();
    assert_eq!(get(&site, &path(&created)).await.json()["expires"], "2998-12-31T16:00:00Z");
}
