//! Estimates, recommendations, lists and reference.

use axum::http::StatusCode;
use serde_json::Value;

use crate::http::client::{SCENARIO, get, get_with, post_json, site};

fn scenario() -> wire::v1::Scenario {
    api::parse_scenario_json(SCENARIO).unwrap()
}

/// One engine, three ways to ask: page, API and command line must never disagree.
#[tokio::test]
async fn an_estimate_over_http_is_the_engines_own() {
    let site = site().await;
    let answer = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "application/json");
    let expected = serde_json::to_string(&api::estimate(&scenario()).unwrap()).unwrap();
    assert!(answer.text() == expected, "the answer differs from the engine's own");
    assert_eq!(answer.json()["id"], "mine");

    let query = scenario::query::to_string(&scenario(), &[]);
    let by_query = get(&site, &format!("/api/v1/estimate?{query}")).await;
    assert_eq!(by_query.status, StatusCode::OK);
    assert_eq!(by_query.json()["vram"], answer.json()["vram"]);
}

#[tokio::test]
async fn a_recommendation_is_a_scenario_that_estimates_to_itself() {
    let site = site().await;
    let asked = r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"}}"#;
    let answer = post_json(&site, "/api/v1/recommend", asked).await.json();
    let estimate = post_json(&site, "/api/v1/estimate", answer["recommended"]["scenario"].to_string()).await.json();
    assert_eq!(estimate["vram"], answer["recommended"]["estimate"]["vram"]);
    let by_query = get(&site, "/api/v1/recommend?v=1&gpu=rtx-4090&model=resnet50").await;
    assert_eq!(by_query.json()["recommended"]["scenario"], answer["recommended"]["scenario"]);
}

/// "Does not fit" is an answer.
#[tokio::test]
async fn a_workload_without_a_card_gets_machines() {
    let site = site().await;
    let asked = r#"{"model":{"id":"resnet50"},"constraints":{"budget":{"amount":1500,"currency":"USD"},"max_gpus":1}}"#;
    let answer = post_json(&site, "/api/v1/recommend", asked).await.json();
    let machine = &answer["machines"][0];
    assert_eq!(machine["scenario"], answer["recommended"]["scenario"]);
    let estimate = post_json(&site, "/api/v1/estimate", machine["scenario"].to_string()).await.json();
    assert_eq!(estimate["vram"], machine["estimate"]["vram"]);
    let by_query = get(&site, "/api/v1/recommend?v=1&model=resnet50&budget=1500&currency=USD&max_gpus=1").await;
    assert_eq!(by_query.json()["machines"], answer["machines"]);
    let problem = get(&site, "/api/v1/recommend?v=1&model=resnet50&budget=50").await;
    assert_eq!(problem.status, 422, "{}", problem.text());
    assert_eq!(problem.json()["errors"][0]["pointer"], "/constraints/budget/amount");
    assert_eq!(get(&site, "/api/v1/estimate?v=1&model=resnet50").await.status, 422);
}

#[tokio::test]
async fn what_does_not_fit_is_answered() {
    let site = site().await;
    let answer = get(&site, "/api/v1/estimate?v=1&gpu=rtx-4090&model=llama-2-13b&method=full&precision=bf16&batch=64").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.json()["vram"]["fits"], false);
}

#[tokio::test]
async fn a_batch_keeps_the_order_and_a_fault_spoils_only_its_own_place() {
    let site = site().await;
    let body = format!(r#"[{SCENARIO}, {{"id":"bad","hardware":{{"gpu":"rtx-4009"}}}}, 7, {SCENARIO}]"#);
    let answer = post_json(&site, "/api/v1/estimate/batch", body).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answers = answer.json();
    assert_eq!(answers.as_array().unwrap().len(), 4);
    assert_eq!(answers[0]["id"], "mine");
    assert_eq!(answers[1]["id"], "bad");
    assert_eq!(answers[1]["code"], "invalid-input");
    assert_eq!(answers[2]["code"], "invalid-input");
    assert_eq!(answers[0], answers[3]);
}

/// A batch has a larger limit than a single scenario.
#[tokio::test]
async fn a_thousand_scenarios_of_some_kilobytes_are_a_batch() {
    let site = site().await;
    let padding = " ".repeat(2 << 20);
    let answer = post_json(&site, "/api/v1/estimate/batch", format!("[{SCENARIO}{padding}]")).await;
    assert_eq!(answer.status, StatusCode::OK);
    let many = vec!["{}"; 1001].join(",");
    post_json(&site, "/api/v1/estimate/batch", format!("[{many}]")).await.problem(422, "invalid-input");
    post_json(&site, "/api/v1/estimate/batch", "[]").await.problem(422, "invalid-input");
    post_json(&site, "/api/v1/estimate/batch", "{}").await.problem(422, "invalid-input");
}

#[tokio::test]
async fn the_catalog_is_listed_by_id() {
    let site = site().await;
    for (path, known) in [
        ("gpus", "rtx-4090"),
        ("models", "resnet50"),
        ("cpus", "core-i9-13900k"),
        ("storage", "samsung-990-pro-2tb"),
        ("memory", ""),
    ] {
        let answer = get(&site, &format!("/api/v1/catalog/{path}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let items = answer.json()["items"].clone();
        let ids: Vec<&str> = items.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
        assert!(ids.is_sorted(), "{path}");
        assert!(known.is_empty() || ids.contains(&known), "{path}");
    }
}

#[tokio::test]
async fn the_reference_lists_every_path_and_knows_every_type_that_it_names() {
    let site = site().await;
    let document = get(&site, "/api/v1/openapi.json").await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    for (path, method) in [
        ("/api/v1/estimate", "post"),
        ("/api/v1/estimate", "get"),
        ("/api/v1/recommend", "post"),
        ("/api/v1/recommend", "get"),
        ("/api/v1/estimate/batch", "post"),
        ("/api/v1/catalog/gpus", "get"),
        ("/api/v1/catalog/models", "get"),
        ("/api/v1/catalog/cpus", "get"),
        ("/api/v1/catalog/storage", "get"),
        ("/api/v1/catalog/memory", "get"),
        ("/api/v1/plans", "post"),
        ("/api/v1/plans/{id}", "get"),
        ("/api/v1/plans/{id}", "put"),
        ("/api/v1/plans/{id}", "delete"),
        ("/api/v1/plans/{id}/revisions/{number}", "get"),
        ("/api/v1/plans/{id}/revisions", "get"),
        ("/api/v1/plans/{id}/diff", "get"),
        ("/api/v1/plans/{id}/fork", "post"),
        ("/api/v1/openapi.json", "get"),
        ("/healthz", "get"),
        ("/readyz", "get"),
    ] {
        assert!(document["paths"][path][method].is_object(), "{method} {path}");
    }
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(references.contains(&"#/components/schemas/Scenario".to_owned()));
    for reference in references {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference} leads nowhere");
    }
}

fn collect_references(value: &Value, references: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                references.push(reference.clone());
            }
            members.values().for_each(|value| collect_references(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_references(value, references)),
        _ => {}
    }
}

#[tokio::test]
async fn the_planners_parameters_are_documented() {
    let document = get(&site().await, "/api/v1/openapi.json").await.json();
    let parameters = document["paths"]["/api/v1/estimate"]["get"]["parameters"].clone();
    let names: Vec<&str> = parameters.as_array().unwrap().iter().map(|parameter| parameter["name"].as_str().unwrap()).collect();
    for name in ["v", "gpu", "gpus", "model", "method", "precision", "batch", "image", "seq", "workers"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[tokio::test]
async fn health_is_plain_and_says_whether_plans_can_be_saved() {
    let site = site().await;
    for (path, body) in [("/healthz", "ok\n"), ("/readyz", "ready\n")] {
        let answer = get(&site, path).await;
        assert_eq!((answer.status, answer.text().as_str()), (StatusCode::OK, body));
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_ask() {
    let answer = get_with(&site().await, "/api/v1/catalog/gpus", &[("accept-encoding", "gzip")]).await;
    assert_eq!(answer.header("content-encoding"), "gzip");
}

/// What was measured is met by body and by query, and a change of it that is merged keeps its factors.
#[tokio::test]
async fn a_measured_run_scales_its_estimate_and_its_changes() {
    let site = site().await;
    let asked = r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"bert-base"},"training":{"micro_batch_size":32},"measured":{"peak_memory_gib":9.5,"samples_per_second":300}}"#;
    let answer = post_json(&site, "/api/v1/estimate", asked).await.json();
    let gib = answer["vram"]["device_peak_bytes"].as_f64().unwrap() / 1_073_741_824.0;
    assert!((gib - 9.5).abs() < 0.01, "{gib}");
    assert!(answer["measured"]["parts"].as_array().is_some_and(|parts| !parts.is_empty()));
    let query = "v=1&gpu=rtx-4090&model=bert-base&batch=32&peak=9.5&rate=300";
    assert_eq!(get(&site, &format!("/api/v1/estimate?{query}")).await.json()["vram"], answer["vram"]);

    let advice = post_json(&site, "/api/v1/recommend", asked).await.json();
    let lever = &advice["levers"][0];
    let mut changed = serde_json::from_str(asked).unwrap();
    scenario::json::apply_merge_patch(&mut changed, &lever["change"]);
    let after = post_json(&site, "/api/v1/estimate", changed.to_string()).await.json();
    assert_eq!(after["vram"]["device_peak_bytes"], lever["vram_after_bytes"]);

    let page = get(&site, &format!("/plan?{query}")).await.text();
    assert!(page.contains("name=\"peak\"") && page.contains("value=\"9.5\"") && page.contains("#code-measure"));
    let problem = get(&site, "/api/v1/estimate?gpu=rtx-4090&model=bert-base&batch=32&peak=17612").await;
    let problem = problem.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/measured/peak_memory_gib");
}
