//! Copies of plans.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{bearer, change, create, early, path, retired, revise, roomy};
use crate::http::client::{get, post_json, request, send};

fn copied(created: &Value) -> String {
    format!("{}/fork", path(created))
}

#[tokio::test]
async fn a_copy_keeps_everything_and_is_its_own() {
    let (site, _) = roomy().await;
    let original = create(&site).await;
    revise(&site, &original, 1, "second", "").await;
    let answer = send(&site, request(Method::POST, &copied(&original), &[], "")).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    let copy = answer.json();
    assert_eq!(answer.header("location"), path(&copy));
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_ne!((&copy["id"], &copy["edit_key"]), (&original["id"], &original["edit_key"]));
    assert_eq!(copy["revision"], 1);
    let (before, after) = (get(&site, &path(&original)).await.json(), get(&site, &path(&copy)).await.json());
    for member in ["title", "scenario", "engine_version", "catalog_version", "estimate", "prices", "note"] {
        assert!(before.get(member) == after.get(member), "{member}");
    }
    // One of the revisions, told by another name; what is set to nothing is empty.
    let first =
        post_json(&site, &copied(&original), r#"{"revision":1,"title":"","expires":"2999-01-01T00:00:00Z"}"#).await.json();
    let first = get(&site, &path(&first)).await.json();
    assert_eq!(
        (first.get("title"), &first["note"], &first["prices"]),
        (None, &json!("for the guide"), &json!({"rtx-4090": 1599}))
    );
    assert_eq!(first["expires"], "2999-01-01T00:00:00Z");
    // The keys are each plan's own.
    let headers = [("authorization", bearer(&original))];
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    change(&site, Method::DELETE, &copy, &headers, "").await.problem(403, "edit-key-wrong");
    change(&site, Method::DELETE, &original, &headers, "").await;
    post_json(&site, &copied(&original), "{}").await.problem(410, "gone");
    assert_eq!(get(&site, &path(&copy)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_changed_copy_is_recomputed() {
    let (site, store) = roomy().await;
    let id = store.create(&early(), None, None, jiff::Timestamp::now()).await.unwrap().id;
    let fork = format!("/api/v1/plans/{id}/fork");
    let same = post_json(&site, &fork, "{}").await.json();
    let same = get(&site, &path(&same)).await;
    assert!(same.text().contains(&early().result), "the stored figures, to the last digit");
    assert_eq!(same.json()["engine_version"], "0.0.1");

    let body = json!({ "title": " Two\tcards ", "change": { "id": null, "hardware": { "gpu_count": 2, "ram_gib": null } } });
    let changed = post_json(&site, &fork, body.to_string()).await.json();
    let changed = get(&site, &path(&changed)).await.json();
    assert_eq!(changed["title"], "Two cards");
    assert_eq!((&changed["scenario"]["hardware"]["gpu_count"], changed["scenario"].get("id")), (&json!(2), None));
    assert_eq!(changed["scenario"]["hardware"].get("ram_gib"), None);
    assert!(changed["estimate"]["vram"]["device_peak_bytes"].as_u64().unwrap() > 1);
    assert_eq!(changed["engine_version"], api::ENGINE_VERSION);
    let recomputed = post_json(&site, &fork, r#"{"change":{}}"#).await.json();
    assert_eq!(get(&site, &path(&recomputed)).await.json()["catalog_version"], api::CATALOG_VERSION);
}

#[tokio::test]
async fn what_cannot_be_copied_is_named() {
    let (site, store) = roomy().await;
    let created = create(&site).await;
    let gone = store.create(&retired(), None, None, jiff::Timestamp::now()).await.unwrap().id;
    let gone = json!({ "id": gone.to_string() });
    for (plan, body, pointer) in [
        (&created, r#"{"change":{"hardware":{"gpu":"rtx-4009"}}}"#, "/change/hardware/gpu"),
        (&created, r#"{"change":{"training":{"micro_batch_size":1e30}}}"#, "/change/training/micro_batch_size"),
        (&created, r#"{"change":{"hardware":null}}"#, "/change/hardware/gpu"),
        (&created, r#"{"change":{"model":{"id":null}}}"#, "/change/model/id"),
        (&created, r#"{"change":{"constructor":{}}}"#, "/change/constructor"),
        (&created, r#"{"change":7}"#, "/change"),
        (&created, r#"{"revision":-1}"#, "/revision"),
        (&created, r#"{"revision":99999999999999999999}"#, "/revision"),
        (&created, r#"{"expires":"2001-01-01T00:00:00Z"}"#, "/expires"),
        (&created, r#"{"scenario":{}}"#, "/scenario"),
        (&gone, r#"{"change":{"training":{"epochs":3}}}"#, "/scenario/hardware/gpu"),
    ] {
        let problem = post_json(&site, &copied(plan), body).await.problem(422, "invalid-input");
        let pointers: Vec<&str> =
            problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
        assert!(pointers.contains(&pointer) || pointers.iter().any(|found| pointer.starts_with(found)), "{body}: {pointers:?}");
    }
    // A plan whose card is gone can be copied as it is, and with another card computed again.
    let copy = post_json(&site, &copied(&gone), "").await;
    assert_eq!(get(&site, &path(&copy.json())).await.json()["scenario"]["hardware"]["gpu"], "retired-example-gpu");
    assert_eq!(
        post_json(&site, &copied(&gone), r#"{"change":{"hardware":{"gpu":"rtx-4090"}}}"#).await.status,
        StatusCode::CREATED
    );

    post_json(&site, &copied(&created), r#"{"revision":2}"#).await.problem(404, "not-found");
    post_json(&site, &copied(&created), "{").await.problem(400, "malformed-json");
    send(&site, request(Method::POST, &copied(&created), &[("content-type", "text/plain")], "{}"))
        .await
        .problem(415, "unsupported-media-type");
    send(&site, request(Method::GET, &copied(&created), &[], "")).await.problem(405, "method-not-allowed");
    let empty = [("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(send(&site, request(Method::POST, &copied(&created), &empty, "")).await.status, StatusCode::CREATED);
}
