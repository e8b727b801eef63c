//! What words find over the API, and on whose account.

use axum::http::StatusCode;

use super::support::unlimited;
use crate::http::client::{Answer, get, get_with, site};

/// Words narrow a list, the likeliest first, and each hit says why it is there.
#[tokio::test]
async fn lists_of_the_api_are_searched_by_words() {
    let site = unlimited().await;
    for (list, words, first, because) in [
        ("gpus", "RTX4090", "rtx-4090", &["name"][..]),
        ("gpus", "%EF%BC%92%EF%BC%94%EF%BC%A7%EF%BC%A2+amd", "rx-7900-xtx", &["vendor", "memory"]),
        ("gpus", "a100+80", "a100-pcie-80gb", &["name", "memory"]),
        ("models", "8B", "ministral-8b-2410", &["parameters"]),
        ("models", "stable+diffusion+xl", "sdxl", &["name"]),
        ("cpus", "13900k", "core-i9-13900k", &["name"]),
    ] {
        let answer = get(&site, &format!("/api/v1/catalog/{list}?q={words}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{words}: {}", answer.text());
        let answer = answer.json();
        let (items, matches) = (answer["items"].as_array().unwrap(), answer["matches"].as_array().unwrap());
        assert_eq!(items.len(), matches.len(), "{words}");
        let all = get(&site, &format!("/api/v1/catalog/{list}")).await.json();
        assert!(items.len() < all["items"].as_array().unwrap().len() && all.get("matches").is_none(), "{words}");
        assert!(items.iter().all(|item| all["items"].as_array().unwrap().contains(item)), "{words}: rows are those of the list");
        assert_eq!((&items[0]["id"], &matches[0]["id"], &matches[0]["list"]), (&first.into(), &first.into(), &list.into()));
        assert_eq!((&matches[0]["exact"], &matches[0]["because"]), (&true.into(), &serde_json::json!(because)), "{words}");
    }
    let near = get(&site, "/api/v1/catalog/models?q=llama+3.4+8b").await.json();
    assert_eq!((&near["items"][0]["id"], &near["matches"][0]["exact"]), (&"llama-3-8b".into(), &false.into()));
    assert_eq!(near["matches"][0]["nearest"], serde_json::json!([{ "given": "3.4", "taken": "3" }]));
    let nothing = get(&site, "/api/v1/catalog/gpus?q=no+such+card").await.json();
    assert_eq!((&nothing["items"], &nothing["matches"]), (&serde_json::json!([]), &serde_json::json!([])));
    let empty = get(&site, "/api/v1/catalog/gpus?q=").await;
    assert_eq!(empty.body, get(&site, "/api/v1/catalog/gpus").await.body, "no words, no search");
    let long = get(&site, &format!("/api/v1/catalog/gpus?q={}", "x".repeat(201))).await.problem(422, "invalid-input");
    assert_eq!((&long["errors"][0]["pointer"], &long["errors"][0]["code"]), (&"/q".into(), &"too-long".into()));
    let other = get(&site, "/api/v1/catalog/storage?q=samsung").await.problem(422, "invalid-input");
    assert_eq!(other["errors"][0]["code"], "unknown-parameter");
    let twice = get(&site, "/api/v1/catalog/gpus?q=a&q=b").await.problem(422, "invalid-input");
    assert_eq!(twice["errors"][0]["code"], "duplicate");
    let found = get(&site, "/api/v1/catalog/gpus?q=4090").await;
    let again = get_with(&site, "/api/v1/catalog/gpus?q=4090", &[("if-none-match", found.header("etag"))]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

/// What words find costs the client's share; the lists themselves cost nothing.
#[tokio::test]
async fn a_search_is_on_its_clients_account() {
    let site = site().await;
    let counted = |answer: &Answer| answer.headers.contains_key("ratelimit");
    assert!(counted(&get(&site, "/api/v1/catalog/gpus?q=4090").await));
    assert!(!counted(&get(&site, "/api/v1/catalog/gpus").await));
}

/// A box that offers products while one types asks for ids and names alone, of one list or of all.
#[tokio::test]
async fn products_are_searched_by_words_as_ids_and_names() {
    let site = unlimited().await;
    for (query, first) in [
        ("q=RTX4090", "rtx-4090"),
        ("q=llama+3.1+8b&list=models", "llama-3.1-8b"),
        ("q=4090&list=gpus&limit=1", "rtx-4090"),
        ("q=13900k&list=", "core-i9-13900k"),
    ] {
        let answer = get(&site, &format!("/api/v1/catalog/search?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
        assert!(answer.body.len() < 4_000, "{query}: {} bytes", answer.body.len());
        let found = answer.json();
        assert_eq!((&found["matches"][0]["id"], &found["matches"][0]["exact"]), (&first.into(), &true.into()), "{query}");
    }
    let some = get(&site, "/api/v1/catalog/search?q=nvidia&limit=3").await.json();
    assert_eq!(some["matches"].as_array().map(Vec::len), Some(3));
    assert!(some["found"].as_u64().is_some_and(|found| found > 20), "{some}");
    for (query, pointer, code) in [
        ("", "/q", "required"),
        ("q=+", "/q", "required"),
        ("q=4090&list=drives", "/list", "unknown-value"),
        ("q=4090&limit=0", "/limit", "out-of-range"),
        ("q=4090&limit=many", "/limit", "wrong-type"),
        ("q=4090&lists=gpus", "/lists", "unknown-parameter"),
    ] {
        let problem = get(&site, &format!("/api/v1/catalog/search?{query}")).await.problem(422, "invalid-input");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]), (&pointer.into(), &code.into()), "{query}");
    }
}
