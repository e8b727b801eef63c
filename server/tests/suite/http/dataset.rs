//! A listing of files in, the fields of a plan's data out: by program and by page.

use axum::http::{Method, StatusCode};
use serde_json::json;
use server::config::Limits;

use crate::http::client::{Answer, get, post_json, request, send, site, site_with};

const LISTING: &str = "123456 ./train/cat/1.jpg\n110000 ./train/dog/2 猫.jpg\n9 ./notes.txt\nwhat is this line\n";

async fn unlimited() -> axum::Router {
    site_with(Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None }).await
}

async fn post(site: &axum::Router, path: &str, kind: &str, body: impl Into<axum::body::Body>) -> Answer {
    send(site, request(Method::POST, path, &[("content-type", kind)], body)).await
}

fn form(text: &str, plan: &str) -> String {
    scenario::query::encode([("text", text), ("plan", plan)].into_iter())
}

#[tokio::test]
async fn a_listing_becomes_the_fields_of_a_plan() {
    let site = site().await;
    let by_json = post_json(&site, "/api/v1/data", json!({ "text": LISTING }).to_string()).await;
    assert_eq!(by_json.status, StatusCode::OK, "{}", by_json.text());
    let answer = by_json.json();
    assert_eq!(answer["data"], json!({ "kind": "images", "samples": 2, "bytes_on_disk": 233_456 }));
    assert_eq!((&answer["files"], &answer["lines"], &answer["lines_not_understood"]), (&json!(3), &json!(4), &json!(1)));
    assert_eq!(answer["plan"], "/plan?v=1&data=images&samples=2&bytes=233456");
    assert_eq!(answer["missing"], json!(["image"]));
    let plain = post(&site, "/api/v1/data", "text/plain; charset=utf-8", LISTING).await;
    assert_eq!(plain.json(), answer, "both ways are read alike");
    // As PowerShell redirects it.
    let wide: Vec<u8> = [0xfeff].into_iter().chain(LISTING.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    assert_eq!(post(&site, "/api/v1/data", "text/plain", wide).await.json(), answer);
    let chinese = post_json(&site, "/api/v1/data", json!({ "text": LISTING, "language": "zh" }).to_string()).await.json();
    assert_eq!(chinese["recognized"][0]["name"], "图像");
    let plan = get(&site, answer["plan"].as_str().unwrap()).await.text();
    assert!(!plan.contains("data-testid=\"error-summary\""), "the link leads to a plan without fault");
}

/// Every fault has its field, and anything else is an answer.
#[tokio::test]
async fn faults_are_clear_and_any_text_is_answered() {
    let site = site().await;
    let problem = post_json(&site, "/api/v1/data", r#"{"texts": "", "language": "de"}"#).await.problem(422, "invalid-input");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/texts", "/text", "/language"]);
    post(&site, "/api/v1/data", "application/xml", "<a/>").await.problem(415, "unsupported-media-type");
    for text in ["", "\u{0}\u{feff}\u{202e}", "::::\n----\n99999999999999999999 ./x.jpg", "<script>alert(1)</script>"] {
        let answer = post_json(&site, "/api/v1/data", json!({ "text": text }).to_string()).await;
        assert_eq!((answer.status, &answer.json()["files"]), (StatusCode::OK, &json!(0)), "{text:?}");
        assert!(answer.json()["plan"].is_null());
    }
}

/// A listing may be as long as a batch, by both ways; the page shows a long one only in numbers.
#[tokio::test]
async fn long_listings_are_read_up_to_the_limit() {
    let site = unlimited().await;
    let line = "123456 ./train/class/00000000.jpg\n";
    let text = line.repeat((2 << 20) / line.len());
    let count = text.lines().count();
    let answer = post(&site, "/api/v1/data", "text/plain", text.clone()).await;
    assert_eq!((answer.status, &answer.json()["data"]["samples"]), (StatusCode::OK, &json!(count)));
    let page = post(&site, "/data", "application/x-www-form-urlencoded", form(&text, "")).await;
    assert_eq!(page.status, StatusCode::OK);
    let page = page.text();
    assert!(page.contains("data-testid=\"long\"") && page.len() < 100_000, "{}", page.len());
    let large = "x".repeat((16 << 20) + 1);
    post(&site, "/api/v1/data", "text/plain", large.clone()).await.problem(413, "body-too-large");
    let page = post(&site, "/data", "application/x-www-form-urlencoded", form(&large, "")).await;
    assert_eq!(page.status, StatusCode::PAYLOAD_TOO_LARGE);
    let page = page.text();
    assert!(page.contains("up to 16 MiB") && page.contains("rigwise inspect"), "{page}");
}

/// The page keeps what was typed, says the same as the API, and the rest of the plan stays.
#[tokio::test]
async fn the_page_says_the_same() {
    let site = site().await;
    let plan = "v=1&gpu=h100-sxm5-80gb&model=vit_b_16&batch=64&samples=7&x=y";
    for (path, said) in [("/en/data", "1 of them not understood"), ("/zh/data", "其中 1 行无法识别")] {
        let page = post(&site, path, "application/x-www-form-urlencoded", form(LISTING, plan)).await;
        assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, "private, max-age=0"));
        let page = page.text();
        assert!(page.contains("./train/dog/2 猫.jpg"), "what was typed stays");
        assert!(page.contains(said), "{page}");
        assert!(page.contains("samples=2") && !page.contains("samples=7&amp;bytes"), "{page}");
        assert!(page.contains("model=vit_b_16&amp;batch=64"), "the rest of the plan stays: {page}");
    }
    let empty = post(&site, "/en/data", "application/x-www-form-urlencoded", form("", plan)).await.text();
    assert!(empty.contains("data-testid=\"nothing\""));
}

/// What the plan's model does not take is said and left out, and texts get a model that reads them.
#[tokio::test]
async fn a_link_leads_to_a_plan_without_fault() {
    let site = unlimited().await;
    let pictures = "100\t300x300\ta.jpg\n100\t300x300\tb.jpg\n";
    let texts = "4000 a.txt\n4000 b.txt\n";
    for (listing, plan, expected, remark) in [
        (pictures, "v=1&model=vit_b_16", "samples=2", "Left out of the link"),
        (pictures, "v=1&model=resnet50", "image=300", ""),
        (pictures, "v=1&model=sd15&image=512", "data=latents", ""),
        (pictures, "v=1&model=llama-3-8b&method=qlora", "model=resnet50", "does not read such data"),
        (texts, "v=1&model=resnet50&format=channels-last", "model=llama-3-8b", "does not read such data"),
        (texts, "v=1&model=bert-base", "seq=1024", ""),
        (texts, "", "model=llama-3-8b", ""),
        ("70000000000000 a.jpg\n70000000000000 b.jpg\n", "", "samples=2", ""),
    ] {
        let page = post(&site, "/en/data", "application/x-www-form-urlencoded", form(listing, plan)).await.text();
        let link = page.split("href=\"").find(|rest| rest.contains("plan-with-data")).and_then(|rest| rest.split('"').next());
        let link = link.unwrap_or_else(|| panic!("{plan}: no link in {page}")).replace("&amp;", "&");
        assert!(link.contains(expected), "{plan}: {link}");
        assert!(page.contains(remark), "{plan}: {remark}: {page}");
        let planned = get(&site, &link).await.text();
        assert!(!planned.contains("data-testid=\"error-summary\""), "{link}");
    }
}
