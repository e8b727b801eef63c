//! Pages about the API: overview, operations, parameters, problems, calls.

use api::v1::ProblemCode;
use axum::http::StatusCode;
use serde_json::Value;

use crate::client::{Answer, get, get_with, post_json, site};

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
        for (language, locale) in [("en", api::Locale::En), ("zh", api::Locale::Zh)] {
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
                Some("query") if !example.is_null() => query.push(format!("{name}={text}")),
                _ => {}
            }
        }
        let answer = get(&site, &format!("{filled}?{}", query.join("&"))).await;
        assert_eq!(answer.status, StatusCode::OK, "{filled}: {}", answer.text());
    }
}
