//! Pages about the API: overview, operations, parameters, problems, calls.

use axum::http::StatusCode;
use serde_json::Value;
use wire::v1::ProblemCode;

use crate::http::client::{Answer, get, get_with, post_json, site};

#[track_caller]
fn check(answer: &Answer, status: u16, language: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.header("content-type").starts_with("text/html"));
    assert_eq!(answer.header("content-language"), language);
    let html = answer.text();
    assert!(!html.contains(" style=\"") && !html.contains("<script>"), "nothing inline");
    assert!(html.len() < 400_000, "{} bytes", html.len());
}

fn operations() -> Vec<(String, String, Value)> {
    let document = server::openapi::document();
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, item): (&String, &Value)| -> Vec<(String, String, Value)> {
        item.as_object().unwrap().iter().map(|(method, operation)| (path.clone(), method.clone(), operation.clone())).collect()
    };
    paths.iter().flat_map(of_path).collect()
}

#[tokio::test]
async fn the_reference_is_drawn_in_both_languages() {
    let site = site().await;
    for (path, language, word) in [
        ("/en/api", "en", "Quick start"),
        ("/zh/api", "zh", "快速开始"),
        ("/en/docs/parameters", "en", "/training/micro_batch_size"),
        ("/zh/docs/parameters", "zh", "查询参数"),
        ("/en/problems", "en", "storage-full"),
        ("/zh/problems", "zh", "存储空间已满"),
    ] {
        let answer = get(&site, path).await;
        check(&answer, 200, language);
        assert!(answer.text().contains(word), "{path}");
    }
    check(&get_with(&site, "/api", &[("accept-language", "zh")]).await, 200, "zh");
    let overview = get(&site, "/en/api").await.text();
    for (path, _, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(overview.contains(&format!("/en/docs/api/{id}\"")), "{path} is missing");
    }
    // What begins with the same letters is still the API's own.
    get(&site, "/api/").await.problem(404, "not-found");
    get(&site, "/api/v1").await.problem(404, "not-found");
}

#[tokio::test]
async fn every_operation_has_a_page() {
    let site = site().await;
    for (path, method, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        let page = get(&site, &format!("/en/docs/api/{id}")).await;
        check(&page, 200, "en");
        assert!(page.text().contains(&format!("{} {path}", method.to_uppercase())), "{id}");
    }
    check(&get(&site, "/zh/docs/api/estimate").await, 200, "zh");
    check(&get(&site, "/zh/docs/api/nothing").await, 404, "zh");
}

#[tokio::test]
async fn every_problem_has_a_page_in_both_languages() {
    let site = site().await;
    for code in ProblemCode::ALL {
        for (language, locale) in [("en", wire::Locale::En), ("zh", wire::Locale::Zh)] {
            let page = get(&site, &format!("/{language}/problems/{}", code.as_str())).await;
            check(&page, 200, language);
            let html = page.text();
            let title = code.title(locale).replace('\'', "&#x27;");
            assert!(html.contains(code.title(locale)) || html.contains(&title), "{language} {}", code.as_str());
        }
    }
    check(&get(&site, "/en/problems/nothing").await, 404, "en");
    // The type of a problem leads to its page.
    let problem = get(&site, "/api/v1/nothing").await.json();
    let page = get_with(&site, problem["type"].as_str().unwrap(), &[("accept-language", "en")]).await;
    check(&page, 200, "en");
    assert!(page.text().contains("not-found"));
}

/// An example that does not work is worse than none.
#[tokio::test]
async fn every_example_of_the_document_works() {
    let site = site().await;
    let mut tried = 0;
    for (path, method, operation) in operations() {
        let Some(example) = operation.pointer("/requestBody/content/application~1json/example") else { continue };
        if method == "post" && !path.contains('{') {
            let answer = post_json(&site, &path, example.to_string()).await;
            assert!(answer.status.is_success(), "{path}: {}", answer.text());
            tried += 1;
        }
    }
    assert!(tried >= 5, "{tried}");
    for (path, method, operation) in operations() {
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        if method != "get" || path.contains("/plans") || path == "/readyz" {
            continue;
        }
        let mut filled = path.clone();
        let mut query = Vec::new();
        for parameter in &parameters {
            let (name, example) = (parameter["name"].as_str().unwrap(), &parameter["example"]);
            let example = example.get(0).unwrap_or(example);
            let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
            match parameter["in"].as_str() {
                Some("path") if !example.is_null() => filled = filled.replace(&format!("{{{name}}}"), &text),
                Some("query") if !example.is_null() => query.push(format!("{name}={}", text.replace(' ', "+"))),
                _ => {}
            }
        }
        let answer = get(&site, &format!("{filled}?{}", query.join("&"))).await;
        assert_eq!(answer.status, StatusCode::OK, "{filled}: {}", answer.text());
    }
}

/// Whether a schema of the document admits a value, as far as its types, members and alternatives say.
fn admits(document: &Value, schema: &Value, value: &Value) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        return admits(document, document.pointer(reference.trim_start_matches('#')).expect(reference), value);
    }
    let all = |key: &str| schema[key].as_array().is_none_or(|list| list.iter().all(|schema| admits(document, schema, value)));
    let any = |key: &str| schema[key].as_array().is_none_or(|list| list.iter().any(|schema| admits(document, schema, value)));
    let is_type = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        _ => value.is_number(),
    };
    let typed = match &schema["type"] {
        Value::String(name) => is_type(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is_type),
        _ => true,
    };
    let members = value.as_object().is_none_or(|members| {
        members.iter().all(|(name, member)| match (schema["properties"].get(name), &schema["additionalProperties"]) {
            (Some(known), _) => admits(document, known, member),
            (None, Value::Bool(may)) => *may,
            (None, Value::Null) => true,
            (None, other) => admits(document, other, member),
        })
    });
    let items = value
        .as_array()
        .is_none_or(|items| schema["items"].is_null() || items.iter().all(|item| admits(document, &schema["items"], item)));
    typed && members && items && all("allOf") && any("anyOf") && any("oneOf")
}

/// What the document says of a body admits the bodies that it shows, and those that its texts describe.
#[tokio::test]
async fn documented_bodies_are_valid_by_the_document() {
    let site = site().await;
    let document = server::openapi::document();
    let mut shown = 0;
    for (path, _, operation) in operations() {
        for (media, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
            let example = &content["example"];
            if media.ends_with("json") && !media.ends_with("ndjson") && !example.is_null() {
                shown += 1;
                assert!(admits(&document, &content["schema"], example), "{path}: {example}");
            }
        }
    }
    assert!(shown > 5, "{shown}");
    let schema = &document["paths"]["/api/v1/bom"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    for (prices, is_valid) in [
        (r#"{"currency":"CNY","cny_per_usd":7.1,"electricity_per_kwh":0.6}"#, true),
        (r#"{"parts":[{"id":"rtx-4090","unit_price":1599}]}"#, true),
        (r#"{"rtx-4090":1000,"psu":0}"#, true),
        (r#"{"rtx-4090":"much"}"#, false),
        (r#"{"electricity":"0.3"}"#, false),
    ] {
        let body = format!(r#"{{"id":"mine","hardware":{{"gpu":"rtx-4090"}},"model":{{"id":"resnet50"}},"prices":{prices}}}"#);
        assert_eq!(admits(&document, schema, &serde_json::from_str(&body).unwrap()), is_valid, "{prices}");
        assert_eq!(post_json(&site, "/api/v1/bom", body.clone()).await.status.is_success(), is_valid, "{prices}");
    }
    let names = |name: &str| -> Vec<String> {
        let schema = &document["components"]["schemas"][name];
        schema["properties"].as_object().unwrap().keys().filter(|name| *name != "prices").cloned().collect()
    };
    assert_eq!(names("BomRequest"), names("Scenario"));
}
