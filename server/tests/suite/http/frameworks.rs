//! A framework that is not modeled, on every face of the site: nothing says that it fits, and nothing shows PyTorch's figures.

use serde_json::{Value, json};

use crate::http::client::{get, get_with, post_json, site};

const RUNS: [(&str, &str); 4] = [
    ("gpu=rtx-4090&model=resnet50&batch=32&framework=tensorflow", "tensorflow"),
    ("gpu=rtx-4090&model=resnet50&batch=32&framework=mindspore", "mindspore"),
    ("gpu=rtx-4090&model=llama-2-7b&method=lora&batch=1&framework=mindspore", "mindspore"),
    ("gpu=rtx-4090&model=llama-2-7b&method=qlora&batch=1&framework=tensorflow", "tensorflow"),
];
/// Words of pages that promise something.
const PROMISES: [&str; 8] = [
    "verdict fits",
    "verdict tight",
    "<strong>Fits</strong>",
    "<strong>Tight</strong>",
    "data-testid=\"vram-bar\"",
    "data-testid=\"ram-bar\"",
    "data-testid=\"levers\"",
    "NotImplementedError",
];

#[track_caller]
fn check_page(text: &str, about: &str) {
    for promise in PROMISES {
        assert!(!text.contains(promise), "{about} says {promise}");
    }
}

/// Whether anything of an answer is said to fit.
fn promises(answer: &Value) -> bool {
    match answer {
        Value::Array(entries) => entries.iter().any(promises),
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| ["fits", "holds"].contains(&name.as_str()) && *value == Value::Bool(true) || promises(value)),
        _ => false,
    }
}

#[tokio::test]
async fn the_planner_says_that_nobody_knows() {
    let site = site().await;
    for (query, framework) in RUNS {
        for (language, word) in [("en", "Not modelled"), ("zh", "未建模")] {
            let page = get_with(&site, &format!("/plan?{query}"), &[("accept-language", language)]).await;
            assert_eq!(page.status, 200);
            let page = page.text();
            check_page(&page, query);
            assert!(page.contains(word) && page.contains("verdict unknown"), "{query} {language}");
            assert!(page.contains("data-testid=\"lower-bound\"") && page.contains("data-testid=\"in-pytorch\""), "{query}");
            assert!(page.contains(&format!("value=\"{framework}\" selected")), "{query}: the form keeps the choice");
        }
    }
    let short = get(&site, "/plan?gpu=rtx-4060&model=llama-2-7b&method=lora&framework=mindspore").await.text();
    assert!(short.contains("Does not fit") && short.contains("verdict short"));
    check_page(&short, "8 GB");
}

/// Pages that have no answer say so at the field, and offer what works.
#[tokio::test]
async fn other_pages_refuse_at_the_field() {
    let site = site().await;
    for (query, _) in RUNS {
        for page in ["bom", "diagnose", "need", "compare"] {
            let page = format!("/{page}?{query}&see=out-of-memory");
            let answer = get(&site, &page).await;
            let text = answer.text();
            check_page(&text, &page);
            assert!(text.contains("not modelled"), "{page}: {} {text}", answer.status);
        }
        let code = get(&site, &format!("/code?{query}")).await.text();
        check_page(&code, query);
        assert!(code.contains("Lower bound") && !code.contains("it does NOT fit"));
        let call = get(&site, &format!("/call?{query}")).await;
        assert_eq!(call.status, 200);
    }
}

#[tokio::test]
async fn the_api_asserts_nothing() {
    let site = site().await;
    for (query, _) in RUNS {
        let answer = get(&site, &format!("/api/v1/estimate?{query}")).await;
        assert_eq!(answer.status, 200);
        let answer = answer.json();
        assert!(answer["vram"].as_object().unwrap().contains_key("fits") && answer["vram"]["fits"].is_null(), "{answer}");
        assert_eq!(answer["vram"]["verdict"], "not-modelled");
        for section in ["limits", "ram", "speed", "path"] {
            assert!(answer[section].is_null(), "{section}");
        }
        let advised = get(&site, &format!("/api/v1/recommend?{query}")).await.json();
        assert!(!promises(&advised) && advised["machines"] == json!([]) && advised["levers"] == json!([]), "{advised}");
        let without_card = query.replace("gpu=rtx-4090&", "");
        let bought = get(&site, &format!("/api/v1/recommend?{without_card}")).await.json();
        assert!(bought["machines"] == json!([]) && bought["lower_bound_bytes"].is_u64(), "{bought}");
        for (path, more) in [("bom", ""), ("diagnose", "&see=out-of-memory")] {
            let problem = get(&site, &format!("/api/v1/{path}?{query}{more}")).await.problem(422, "invalid-input");
            assert_eq!(problem["errors"][0]["code"], "not-modelled", "{problem}");
            assert!(problem["errors"][0]["pointer"].as_str().unwrap().ends_with("/training/framework"));
        }
        let scenario = &answer["inputs"];
        let compared = post_json(&site, "/api/v1/compare", json!({ "scenarios": [scenario, scenario] }).to_string()).await;
        let problem = compared.problem(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], "/scenarios/0/training/framework");
        let batch = post_json(&site, "/api/v1/estimate/batch", json!([scenario]).to_string()).await.json();
        assert!(batch[0]["vram"]["fits"].is_null() && batch[0]["vram"]["verdict"] == "not-modelled", "{batch}");
        let call =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "estimate", "arguments": scenario } });
        let tool = crate::http::client::send(
            &site,
            crate::http::client::request(
                axum::http::Method::POST,
                "/mcp",
                &[
                    ("content-type", "application/json"),
                    ("accept", "application/json, text/event-stream"),
                    ("mcp-protocol-version", "2025-06-18"),
                ],
                call.to_string(),
            ),
        )
        .await
        .json();
        let told = &tool["result"]["structuredContent"];
        assert!(told["vram"]["verdict"] == "not-modelled" && told["vram"]["fits"].is_null(), "{tool}");
    }
}

/// Asking for what no program can be written of is refused where it is asked, with what works.
#[tokio::test]
async fn what_a_framework_lacks_is_refused() {
    let site = site().await;
    for (query, pointer, instead) in [
        ("gpu=rtx-4060&model=llama-2-7b&method=qlora&framework=mindspore", "/training/method", "lora"),
        ("gpu=rtx-4090&model=sdxl&method=lora&framework=tensorflow", "/training/framework", "pytorch"),
        ("gpu=rtx-4090&gpus=2&model=bert-base&sharding=zero-3&framework=tensorflow", "/training/sharding", "ddp"),
        ("gpu=rtx-4090&model=bert-base&optimizer=adamw-8bit&framework=mindspore", "/training/optimizer", "adamw"),
        ("gpu=rtx-4090&model=bert-base&offload=optimizer&framework=mindspore", "/training/offload", "none"),
    ] {
        for path in ["estimate", "recommend", "code"] {
            let problem = get(&site, &format!("/api/v1/{path}?{query}")).await.problem(422, "invalid-input");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{query}");
            let allowed = problem["errors"][0]["allowed"].as_array().unwrap();
            assert!(allowed.iter().any(|word| word == instead), "{problem}");
        }
        let page = get(&site, &format!("/plan?{query}")).await.text();
        assert!(page.contains("does not apply") || page.contains("does not go"), "{query}");
    }
}

#[tokio::test]
async fn a_stored_plan_keeps_the_third_state() {
    let site = site().await;
    for (query, framework) in RUNS {
        let scenario = get(&site, &format!("/api/v1/estimate?{query}")).await.json()["inputs"].clone();
        let made = post_json(&site, "/api/v1/plans", json!({ "title": "elsewhere", "scenario": scenario }).to_string()).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let id = made.json()["id"].as_str().unwrap().to_owned();
        let stored = get(&site, &format!("/api/v1/plans/{id}")).await.json();
        assert!(stored["estimate"]["vram"]["fits"].is_null(), "{stored}");
        assert_eq!(stored["scenario"]["training"]["framework"], framework);
        for page in ["", "/r/1", "/card", "?recomputed"] {
            let answer = get(&site, &format!("/p/{id}{page}")).await;
            assert_eq!(answer.status, 200, "{page}");
            let text = answer.text();
            check_page(&text, page);
            assert!(text.contains("Not modelled"), "{page}: {text}");
        }
        assert_eq!(get(&site, &format!("/p/{id}/preview.png")).await.status, 200);
        assert_eq!(get(&site, &format!("/p/{id}/diff")).await.status, 200);
        assert_eq!(get(&site, &format!("/p/{id}/parts")).await.status, 422);
        for file in ["json", "csv", "md", "xlsx"] {
            assert_eq!(get(&site, &format!("/api/v1/plans/{id}/bom.{file}")).await.status, 422, "{file}");
        }
    }
}
