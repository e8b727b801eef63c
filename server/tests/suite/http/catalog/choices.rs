//! Lists as pages: chosen, sorted and searched by their address.

use axum::http::StatusCode;
use serde_json::Value;

use super::support::{ids, listed, unlimited};
use crate::http::client::get;

#[tokio::test]
async fn lists_are_chosen_and_sorted_by_their_address() {
    let site = unlimited().await;
    let page = async |query: &str| get(&site, &format!("/gpus?{query}")).await.text();
    let all = listed(&page("").await, "gpus");
    assert_eq!(all, ids(&site, "gpus").await);
    let items = get(&site, "/api/v1/catalog/gpus").await.json()["items"].clone();
    let item = |id: &String| items.as_array().unwrap().iter().find(|item| item["id"] == **id).unwrap().clone();

    let amd = listed(&page("vendor=AMD&memory=24&segment=consumer").await, "gpus");
    assert!(!amd.is_empty() && amd.len() < all.len());
    for id in &amd {
        let item = item(id);
        assert_eq!((item["vendor"].as_str(), item["segment"].as_str()), (Some("AMD"), Some("consumer")));
        assert!(item["marketing_gb"].as_u64() >= Some(24), "{id}");
    }
    let falls = |ids: &[String], key: &str| {
        let values: Vec<f64> = ids.iter().map(|id| item(id)[key].as_f64().unwrap()).collect();
        values.is_sorted_by(|more, less| more >= less)
    };
    assert!(falls(&listed(&page("sort=memory").await, "gpus"), "memory_bytes"));
    assert!(falls(&listed(&page("sort=bandwidth").await, "gpus"), "memory_bandwidth_gb_per_s"));
    let prices: Vec<Value> = listed(&page("sort=price").await, "gpus").iter().map(|id| item(id)["price"].clone()).collect();
    let known: Vec<f64> = prices.iter().map_while(|price| price["amount"].as_f64()).collect();
    assert!(known.is_sorted() && known.len() > 20);
    assert!(prices[known.len()..].iter().all(Value::is_null), "unknown prices come last");

    let odd = page("vendor=3dfx&colour=green").await;
    assert!(odd.contains("vendor, colour") && listed(&odd, "gpus").len() == all.len(), "what is not understood is said");
    let none = page("vendor=Apple&segment=datacenter").await;
    assert!(none.contains("Nothing in the catalog is like this"));
    let decoders = listed(&get(&site, "/models?family=decoder&sort=parameters").await.text(), "models");
    assert!(decoders.first().is_some_and(|id| id == "kimi-k2") && !decoders.iter().any(|id| id == "resnet50"), "{decoders:?}");
}

#[tokio::test]
async fn lists_are_searched_by_words_in_the_form() {
    let site = unlimited().await;
    let first = async |path: &str, list: &str| listed(&get(&site, path).await.text(), list).first().cloned();
    assert_eq!(first("/gpus?q=geforce+4090", "gpus").await.as_deref(), Some("rtx-4090"));
    assert_eq!(first("/gpus?q=RTX4090&vendor=&memory=&segment=&sort=", "gpus").await.as_deref(), Some("rtx-4090"));
    assert_eq!(first("/models?q=llama+8B", "models").await.as_deref(), Some("llama-3-8b"));
    let nvidia = listed(&get(&site, "/gpus?q=NVIDIA+24+GB&sort=bandwidth").await.text(), "gpus");
    let all = get(&site, "/api/v1/catalog/gpus").await.json();
    let bandwidth = |id: &String| {
        let item = all["items"].as_array().unwrap().iter().find(|item| item["id"] == **id).unwrap();
        assert_eq!((&item["vendor"], &item["marketing_gb"]), (&"NVIDIA".into(), &24.into()), "{id}");
        item["memory_bandwidth_gb_per_s"].as_f64().unwrap()
    };
    let rates: Vec<f64> = nvidia.iter().map(bandwidth).collect();
    assert!(rates.len() > 10 && rates.is_sorted_by(|more, less| more >= less), "{nvidia:?}");
    let cards = listed(&get(&site, "/gpus?q=24gb&vendor=AMD").await.text(), "gpus");
    assert_eq!(cards, ["rx-7900-xtx"], "words and choices hold together");

    let page = get(&site, "/en/models?q=llama+3.4+8b").await.text();
    for expected in [
        "type=\"search\"",
        "value=\"llama 3.4 8b\"",
        "Best match",
        "the catalog has no \u{201c}3.4\u{201d}, the nearest is \u{201c}3\u{201d}",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let page = get(&site, "/zh/gpus?q=%E8%8B%B1%E4%BC%9F%E8%BE%BE+24GB").await.text();
    assert!(page.contains("value=\"英伟达 24GB\"") && page.contains("按厂商、显存或内存找到"), "{page}");
    let none = get(&site, "/gpus?q=xyzzy").await.text();
    assert!(none.contains("Nothing in the catalog is like this") && listed(&none, "gpus").is_empty());
    for (language, said) in [("en", "must have at most 200 characters"), ("zh", "最多 200 个字符")] {
        let long = get(&site, &format!("/{language}/gpus?q={}", "x".repeat(201))).await;
        assert_eq!(long.status, StatusCode::OK);
        let long = long.text();
        assert!(long.contains(said) && long.contains("aria-invalid=\"true\""), "{said}");
        assert!(long.contains(&"x".repeat(201)), "what was typed is still there");
    }
}
