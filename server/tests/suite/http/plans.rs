//! Plans: create, read, change, revoke.

mod bills;
mod conditions;
mod forks;
mod history;
mod hostile;
mod released;
mod repeats;

use axum::Router;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Store};

use crate::http::client::{Answer, SCENARIO, get, get_with, post_json, request, send, site};

/// A site that takes as many writes as a test makes, and its store.
async fn roomy() -> (Router, Store) {
    let store = Store::in_memory().await.unwrap();
    let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
    (router(AppState::with_limits(store.clone(), limits, false)), store)
}

/// What an early version stored: other versions, an answer that lacks members, no bill.
fn early() -> Content {
    let mut result = serde_json::to_value(api::estimate_json(SCENARIO).unwrap()).unwrap();
    result["vram"]["device_peak_bytes"] = json!(1);
    result["ram"].as_object_mut().unwrap().remove("reserve");
    result.as_object_mut().unwrap().remove("path");
    Content {
        title: "Old lab".to_owned(),
        note: String::new(),
        scenario: SCENARIO.to_owned(),
        prices: None,
        result: result.to_string(),
        bill: None,
        engine_version: "0.0.1".to_owned(),
        catalog_version: "2020.01".to_owned(),
    }
}

/// An early plan whose card is no longer in the catalog.
fn retired() -> Content {
    let Content { scenario, result, .. } = early();
    let gone = |json: String| json.replace("\"rtx-4090\"", "\"retired-example-gpu\"");
    Content { scenario: gone(scenario), result: gone(result), ..early() }
}

fn bearer(created: &Value) -> String {
    format!("Bearer {}", created["edit_key"].as_str().unwrap())
}

/// Adds a revision with a title, and members beside it.
async fn revise(site: &Router, created: &Value, base: u64, title: &str, more: &str) -> Answer {
    let body = format!(r#"{{"title":"{title}","scenario":{SCENARIO}{more}}}"#);
    let (bearer, base) = (bearer(created), format!("\"{base}\""));
    change(site, Method::PUT, created, &[("authorization", &bearer), ("if-match", &base)], &body).await
}

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
}

#[tokio::test]
async fn a_plan_expires_at_a_time_to_come() {
    let (site, _) = roomy().await;
    for (expires, code) in [
        ("2001-01-01T00:00:00Z", "past"),
        ("10000-01-01T00:00:00Z", "not-a-time"),
        ("9999-12-31T00:00:00Z", "not-a-time"),
        ("9999-12-30T22:00:01Z", "not-a-time"),
        ("+012026-01-01T00:00:00Z", "not-a-time"),
        ("2030-02-30T00:00:00Z", "not-a-time"),
        ("2030-01-01", "not-a-time"),
        ("2030-01-01T00:00:00", "not-a-time"),
        ("tomorrow", "not-a-time"),
        ("1e400", "not-a-time"),
        ("", "not-a-time"),
    ] {
        let body = format!(r#"{{"scenario":{SCENARIO},"expires":"{expires}"}}"#);
        let problem = post_json(&site, "/api/v1/plans", body).await.problem(422, "invalid-input");
        assert_eq!(
            (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
            (&json!("/expires"), &json!(code)),
            "{expires}"
        );
    }
    // The last time that is taken is the one that the refusal names.
    let late = |expires: &str| format!(r#"{{"scenario":{SCENARIO},"expires":"{expires}"}}"#);
    let problem = post_json(&site, "/api/v1/plans", late("9999-12-31T00:00:00Z")).await.problem(422, "invalid-input");
    let detail = problem["errors"][0]["detail"].as_str().unwrap();
    let last = detail.split(' ').find(|word| word.starts_with("9999-")).unwrap();
    assert_eq!(post_json(&site, "/api/v1/plans", late(last)).await.status, StatusCode::CREATED, "{last}");
    let body = format!(r#"{{"title":7,"scenario":{SCENARIO},"expires":"never"}}"#);
    let problem = post_json(&site, "/api/v1/plans", body).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"].as_array().unwrap().len(), 2, "all at once: {problem}");
}

/// When it expires is said again with each revision: left out, it no longer does.
#[tokio::test]
async fn who_holds_the_key_sets_and_clears_when_a_plan_expires() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let expires = r#","expires":"2999-01-01T00:00:00.75Z""#;
    let answer = revise(&site, &created, 1, "second", expires).await;
    assert_eq!(answer.json()["expires"], "2999-01-01T00:00:00Z", "whole seconds, as they are stored");
    assert!(get(&site, &path(&created)).await.text() == answer.text());
    let first = get(&site, &format!("{}/revisions/1", path(&created))).await;
    assert_eq!((&first.json()["expires"], first.json()["title"].as_str()), (&json!("2999-01-01T00:00:00Z"), Some("Home lab")));
    revise(&site, &created, 2, "third", r#","expires":"2001-01-01T00:00:00Z""#).await.problem(422, "invalid-input");
    assert_eq!(revise(&site, &created, 2, "third", "").await.json().get("expires"), None);
}

/// A stored plan is answered with just what was stored, and reads as the reference says.
#[tokio::test]
async fn an_answer_of_an_early_version_goes_out_as_it_was_written() {
    let (site, store) = roomy().await;
    let id = store.create(&early(), None, None, jiff::Timestamp::now()).await.unwrap().id;
    let answer = get(&site, &format!("/api/v1/plans/{id}")).await;
    assert!(answer.text().contains(&early().result));
    assert_eq!((&answer.json()["engine_version"], &answer.json()["title"]), (&json!("0.0.1"), &json!("Old lab")));

    let created = create(&site).await;
    let answer = get(&site, &path(&created)).await;
    let plan: wire::v1::plan::Plan = serde_json::from_slice(&answer.body).unwrap();
    assert!(serde_json::to_value(&plan).unwrap() == answer.json(), "the same members");
}

#[tokio::test]
async fn a_plan_says_when_it_expires() {
    let site = site().await;
    let body = json!({"scenario": serde_json::from_str::<Value>(SCENARIO).unwrap(), "expires": "2999-01-01T00:00:00+08:00"});
    let created = post_json(&site, "/api/v1/plans", body.to_string()).await.json();
    assert_eq!(get(&site, &path(&created)).await.json()["expires"], "2998-12-31T16:00:00Z");
}
