//! A page for each card and model: its size, its figures and where they come from.

use axum::http::StatusCode;

use super::support::{ids, unlimited};
use crate::http::client::{Answer, get, get_with, site};

/// Most bytes of a page of the catalog on the wire, compressed by brotli.
const PAGE_BUDGET: usize = 30_000;

#[track_caller]
fn check_size(path: &str, answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    assert_eq!(answer.header("content-encoding"), "br", "{path}");
    assert!(answer.body.len() <= PAGE_BUDGET, "{path} has {} bytes on the wire", answer.body.len());
}

#[tokio::test]
async fn every_card_and_model_has_a_page_within_its_budget() {
    let site = unlimited().await;
    let brotli = [("accept-encoding", "br")];
    let mut largest = (0, String::new());
    // A sample; proofs ask for every page.
    let step = if std::env::var_os("RIGWISE_THOROUGH").is_some() { 1 } else { 5 };
    for list in ["gpus", "models"] {
        let pages = ids(&site, list).await.into_iter().step_by(step).map(|id| format!("/{list}/{id}"));
        let lists = [format!("/{list}"), format!("/{list}?sort=price"), format!("/{list}?family=decoder&vendor=NVIDIA")];
        // The languages take turns: a page weighs much the same in both.
        for (path, language) in pages.chain(lists).zip(["/en", "/zh"].into_iter().cycle()) {
            let path = format!("{language}{path}");
            let answer = get_with(&site, &path, &brotli).await;
            check_size(&path, &answer);
            largest = largest.max((answer.body.len(), path));
        }
    }
    println!("largest page of the catalog: {} bytes at {}", largest.0, largest.1);
}

#[tokio::test]
async fn a_cards_page_says_what_each_figure_rests_on_and_what_the_card_trains() {
    let site = unlimited().await;
    let page = get(&site, "/en/gpus/rtx-4090").await.text();
    for expected in [
        "24 GB on the box",
        "24,564 MiB",
        "read off a driver",
        "read in the source",
        "1,008 GB/s",
        "/plan?v=1&amp;gpu=rtx-4090",
        "history, not an offer",
        "ResNet-50",
        "QLoRA",
        "Largest batch per GPU",
        "/en/gpus/rtx-3090",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(!page.contains("/planner.js"), "no script");
    let recalled = get(&site, "/en/gpus/v100-sxm2-32gb").await.text();
    assert!(recalled.contains("vendor figure, unverified") && recalled.contains("unknown"), "what is recalled is said to be");
    let chinese = get(&site, "/zh/gpus/rtx-4090").await.text();
    for expected in ["标称 24 GB", "能训练什么", "取自驱动程序读数"] {
        assert!(chinese.contains(expected), "{expected}");
    }
}

/// The figures of a page are those that the API gives for the plan that the row opens.
#[tokio::test]
async fn a_pages_live_figures_are_the_engines() {
    let site = unlimited().await;
    let page = get(&site, "/en/gpus/rtx-3060-12gb").await.text();
    let rows: Vec<&str> = page.split("/plan?v=1&amp;gpu=rtx-3060-12gb&amp;").skip(1).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let query = row.split('"').next().unwrap().replace("&amp;", "&");
        let answer = get(&site, &format!("/api/v1/estimate?v=1&gpu=rtx-3060-12gb&{query}")).await.json();
        let verdict = if answer["vram"]["fits"] == true { ["Fits", "Tight"].as_slice() } else { &["Does not fit"] };
        let row = row.split("</tr>").next().unwrap();
        assert!(verdict.iter().any(|word| row.contains(word)), "{query}: {row}");
        let largest = format!(">{}<", wording::format::count(answer["limits"]["max_micro_batch_size"].as_u64().unwrap()));
        assert!(row.contains(&largest), "{query}: {largest} in {row}");
    }
}

#[tokio::test]
async fn a_models_page_counts_its_parameters_and_shows_what_training_takes() {
    let site = unlimited().await;
    let page = get(&site, "/en/models/llama-3-8b").await.text();
    for expected in [
        "8,030,261,248",
        "Embedding tables",
        "4 bits (NF4",
        "hidden_size",
        "4096",
        "/plan?v=1&amp;gpu=rtx-4090&amp;model=llama-3-8b",
        "/en/need?v=1&amp;model=llama-3-8b",
        "GeForce RTX 4090",
        "transformers:",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let chinese = get(&site, "/zh/models/resnet50").await.text();
    assert!(chinese.contains("25,557,032") && chinese.contains("训练需要什么"));
}

#[tokio::test]
async fn a_page_that_the_catalog_does_not_have_offers_the_nearest() {
    let site = site().await;
    for (path, nearest) in [
        ("/gpus/rtx-409", "\"/gpus/rtx-4090\""),
        ("/en/gpus/retired-example-gpu", "\"/en/gpus/rtx-4090\""),
        ("/zh/models/resnet-50", "\"/zh/models/resnet50\""),
    ] {
        let answer = get(&site, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.header("content-type").starts_with("text/html"));
        assert!(answer.text().contains(nearest), "{path}: {nearest}");
    }
    let hostile = get(&site, "/gpus/%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    assert_eq!(hostile.status, StatusCode::NOT_FOUND);
    assert!(!hostile.text().contains("<script>alert"), "{}", hostile.text());
}
