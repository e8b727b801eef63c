//! Pictures for link previews.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::http::client::{get, get_with, post_json, request, send, site};

async fn create(site: &Router, title: &str, scenario: Value) -> Value {
    post_json(site, "/api/v1/plans", json!({ "title": title, "scenario": scenario }).to_string()).await.json()
}

#[tokio::test]
async fn a_stored_plan_has_a_picture() {
    let site = site().await;
    let created = create(&site, "ours", json!({"hardware": {"gpu": "rtx-4090"}, "model": {"id": "resnet50"}})).await;
    let path = format!("{}/preview.png", created["url"].as_str().unwrap());
    let answer = get(&site, &path).await;
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert_eq!(answer.header("content-type"), "image/png");
    assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
    assert!(answer.header("cache-control").contains("max-age"));
    assert!(answer.body.len() < 100_000, "{} bytes", answer.body.len());
    assert_eq!((&answer.body[16..20], &answer.body[20..24]), (&1200_u32.to_be_bytes()[..], &630_u32.to_be_bytes()[..]));

    let etag = answer.header("etag").to_owned();
    let again = get_with(&site, &path, &[("if-none-match", &etag)]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let chinese = get(&site, &format!("{path}?lang=zh")).await;
    assert_ne!((chinese.header("etag"), &chinese.body), (etag.as_str(), &answer.body));
    let of_revision = get(&site, &format!("{}/r/1/preview.png", created["url"].as_str().unwrap())).await;
    assert_eq!(of_revision.body, answer.body);
}

/// Whatever an author writes, the picture is the same.
#[tokio::test]
async fn nothing_of_a_strangers_is_drawn() {
    let site = site().await;
    let own = |name: &str| json!({ "hardware": { "gpu": { "name": name, "memory_gib": 24, "memory_bandwidth_gb_per_s": 900, "fp32_tflops": 80, "fp16_dense_tflops": 160 } }, "model": { "id": "resnet50" }, "id": name });
    let mut pictures = Vec::new();
    for text in ["a", "</text><script>alert(1)</script>", "点击 http://evil.example"] {
        let created = create(&site, text, own(text)).await;
        let url = created["url"].as_str().unwrap_or_else(|| panic!("{created}"));
        pictures.push(get(&site, &format!("{url}/preview.png")).await.body);
    }
    assert!(pictures.iter().all(|picture| picture == &pictures[0] && !picture.is_empty()));
}

#[tokio::test]
async fn a_plan_that_is_not_shown_has_no_picture() {
    let site = site().await;
    let created = create(&site, "", json!({"hardware": {"gpu": "rtx-4090"}, "model": {"id": "resnet50"}})).await;
    let url = created["url"].as_str().unwrap();
    get(&site, "/p/short/preview.png").await.problem(404, "not-found");
    get(&site, "/p/abcdefghijklmnopqrstuvwxyz/preview.png").await.problem(404, "not-found");
    get(&site, &format!("{url}/r/2/preview.png")).await.problem(404, "not-found");
    get(&site, &format!("{url}/r/x/preview.png")).await.problem(404, "not-found");
    let key = format!("Bearer {}", created["edit_key"].as_str().unwrap());
    let path = format!("/api/v1/plans/{}", created["id"].as_str().unwrap());
    let revoked = send(&site, request(Method::DELETE, &path, &[("authorization", key.as_str())], Body::empty())).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    get(&site, &format!("{url}/preview.png")).await.problem(410, "gone");
}

/// What a client calls the site may be no name at all.
#[tokio::test]
async fn a_code_is_drawn_whatever_the_site_is_called() {
    let site = site().await;
    let created = create(&site, "ours", json!({"hardware": {"gpu": "rtx-4090"}, "model": {"id": "resnet50"}})).await;
    let path = created["url"].as_str().unwrap();
    let long = "a".repeat(3000);
    for host in ["rigwise.example", long.as_str()] {
        for file in ["qr.svg", "card"] {
            let answer = get_with(&site, &format!("{path}/{file}"), &[("host", host)]).await;
            assert_eq!(answer.status, StatusCode::OK, "{file}");
            assert!(!answer.text().contains(&long));
        }
    }
}
