//! Lists and items of the API: each found by its id, sent once, and answered with the nearest where there is none.

use axum::http::StatusCode;

use super::support::ids;
use crate::http::client::{get, get_with, post_json, site};

/// Lists of the API, each with an id of it.
const LISTS: [(&str, &str); 14] = [
    ("gpus", "rtx-4090"),
    ("models", "resnet50"),
    ("cpus", "core-i9-13900k"),
    ("storage", "samsung-990-pro-2tb"),
    ("memory", "ddr5-udimm-2x32"),
    ("platforms", "am5"),
    ("power-supplies", "psu-1000-gold"),
    ("boards", "asus-proart-x870e-creator-wifi"),
    ("coolers", "noctua-nh-d15-g2"),
    ("cases", "fractal-design-north"),
    ("servers", "nvidia-dgx-h100"),
    ("networks", "ethernet-100g"),
    ("cloud", ""),
    ("rules", "circuit-120v-15a"),
];

#[tokio::test]
async fn every_item_of_every_list_is_found_by_its_id() {
    let site = site().await;
    let whole = get(&site, "/api/v1/catalog").await;
    let catalog = whole.json();
    for (list, known) in LISTS {
        let items = get(&site, &format!("/api/v1/catalog/{list}")).await.json();
        assert_eq!(items["catalog_version"], catalog["catalog_version"]);
        let name = list.replace('-', "_");
        assert_eq!(items["items"], catalog[&name], "{list} of the whole");
        let ids = ids(&site, list).await;
        assert!(ids.is_sorted() && !ids.is_empty(), "{list}");
        assert!(known.is_empty() || ids.iter().any(|id| id == known), "{known}");
        for (place, id) in ids.iter().enumerate().filter(|(place, _)| place % 7 == 0) {
            let single = get(&site, &format!("/api/v1/catalog/{list}/{id}")).await;
            assert_eq!(single.status, StatusCode::OK, "{list}/{id}");
            assert_eq!(single.json()["item"], items["items"][place], "{list}/{id}");
        }
    }
    let model = get(&site, "/api/v1/catalog/models/llama-2-7b").await.json();
    assert_eq!(model["item"]["hyper_parameters"]["hidden_size"], 4096);
    assert!(catalog["attributions"].as_array().is_some_and(|all| !all.is_empty()));
    assert!(catalog["retired"][0]["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
}

/// A client that has a list already gets 304, whichever encoding it was sent in.
#[tokio::test]
async fn a_known_answer_is_not_sent_again() {
    let site = site().await;
    let paths = LISTS.iter().map(|(list, _)| format!("/api/v1/catalog/{list}"));
    for path in paths.chain(["/api/v1/catalog".to_owned(), "/api/v1/catalog/gpus/rtx-4090".to_owned()]) {
        let answer = get(&site, &path).await;
        assert!(answer.header("cache-control").contains("max-age="), "{path}");
        let etag = answer.header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 10, "a strong tag: {etag}");
        let again = get_with(&site, &path, &[("if-none-match", &etag), ("accept-encoding", "br")]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
        assert_eq!(again.header("etag"), etag);
        assert_eq!(get_with(&site, &path, &[("if-none-match", "\"other\"")]).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn an_id_that_is_not_listed_is_answered_with_the_nearest() {
    let site = site().await;
    for (list, typed, nearest) in [
        ("gpus", "rtx-409", "rtx-4090"),
        ("models", "resnet-50", "resnet50"),
        ("cpus", "13900k", "core-i9-13900k"),
        ("storage", "990-pro-2tb", "samsung-990-pro-2tb"),
        ("platforms", "am55", "am5"),
        ("gpus", "NVIDIA%20A100-SXM4-80GB", "a100-sxm4-80gb"),
        ("gpus", "apple%20192gb", "m2-ultra-192gb"),
        ("models", "Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("gpus", "retired-example-gpu", "rtx-4090"),
    ] {
        let problem = get(&site, &format!("/api/v1/catalog/{list}/{typed}")).await.problem(404, "not-found");
        let error = &problem["errors"][0];
        assert_eq!((error["code"].as_str(), error["nearest"].as_str()), (Some("unknown-id"), Some(nearest)), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(nearest)), "{problem}");
    }
    let retired = get(&site, "/api/v1/catalog/gpus/retired-example-gpu").await.json();
    assert!(retired["detail"].as_str().is_some_and(|detail| detail.contains("it never was a card")), "{retired}");
    let asked = r#"{"hardware":{"gpu":"retired-example-gpu"},"model":{"id":"resnet50"}}"#;
    let problem = post_json(&site, "/api/v1/estimate", asked).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["nearest"], "rtx-4090");
}
