//! A model by its own files, over HTTP: as a text, in JSON, and on its page.

use axum::Router;
use axum::http::Method;
use serde_json::json;

use crate::http::client::{Answer, get, post_json, request, send, site};

const CONFIG: &str = r#"{"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "vocab_size": 50257, "made_up": 1}"#;

async fn post(site: &Router, path: &str, kind: &str, body: &str) -> Answer {
    send(site, request(Method::POST, path, &[("content-type", kind)], body.to_owned())).await
}

#[tokio::test]
async fn a_text_and_a_body_of_json_are_read_alike() {
    let site = site().await;
    let plain = post(&site, "/api/v1/model", "text/plain", CONFIG).await.json();
    let wrapped = post_json(&site, "/api/v1/model", json!({ "text": CONFIG }).to_string()).await.json();
    assert_eq!(plain, wrapped);
    assert_eq!((&plain["kind"], &plain["parameters"]["total"]), (&"configuration".into(), &124_439_808.into()));
    assert_eq!(plain["not_read"], json!([{ "key": "made_up", "value": "1" }]));
    // What the answer says of the model is what a scenario takes.
    let scenario = json!({ "hardware": { "gpu": "rtx-4090" }, "model": plain["model"] });
    let estimate = post_json(&site, "/api/v1/estimate", scenario.to_string()).await.json();
    assert_eq!(estimate["parameters"]["total"], 124_439_808);
    let chinese = post_json(
        &site,
        "/api/v1/model",
        json!({ "text": "{\"model_type\": \"swin\", \"hidden_size\": 8}", "language": "zh" }).to_string(),
    );
    assert!(chinese.await.json()["notes"][0]["text"].as_str().is_some_and(|text| text.contains("不在已建模的模型类型之列")));
}

#[tokio::test]
async fn what_cannot_be_read_is_a_problem_with_its_place() {
    let site = site().await;
    for (text, code) in [("", "required"), ("{", "not-json"), ("[]", "wrong-type"), ("a\nb", "not-json")] {
        let problem = post_json(&site, "/api/v1/model", json!({ "text": text }).to_string()).await.problem(422, "invalid-input");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]), (&"/text".into(), &code.into()), "{text}");
    }
    post_json(&site, "/api/v1/model", "{\"txt\": 1}").await.problem(422, "invalid-input");
    post_json(&site, "/api/v1/model", "{").await.problem(400, "malformed-json");
}

/// A form without scripts: the answer, what was typed, and the plan that the reader came from with the new model.
#[tokio::test]
async fn the_page_answers_a_form_and_keeps_what_was_typed() {
    let site = site().await;
    let form = format!(
        "text={}&plan=v%3D1%26gpu%3Dh200-sxm%26model%3Dresnet50%26batch%3D4",
        CONFIG.replace('"', "%22").replace(' ', "+")
    );
    for (path, total) in [("/model", "124,439,808 parameters"), ("/zh/model", "124,439,808 个参数")] {
        let answer = post(&site, path, "application/x-www-form-urlencoded", &form).await;
        assert_eq!(answer.header("cache-control"), "private, max-age=0");
        let page = answer.text();
        assert!(page.contains(total) && page.contains("&quot;made_up&quot;: 1"), "{page}");
        assert!(
            page.contains("href=\"/plan?v=1&amp;gpu=h200-sxm&amp;config.type=gpt2&amp;") && page.contains("batch=4"),
            "{page}"
        );
    }
    let page = get(&site, "/en/model").await.text();
    assert!(page.contains("/files.js") && !page.contains("data-testid=\"model-reading\""));
    for path in ["/en/models", "/en/models?q=deepseek", "/en/models/deepseek-v9"] {
        assert!(get(&site, path).await.text().contains("href=\"/en/model\""), "{path}");
    }
    assert!(get(&site, "/plan?v=1&gpu=rtx-4090&model=gpt2").await.text().contains("href=\"/model?v=1"));
}
