//! What pages say of times and changes.

use crate::http::client::{get, site};

/// A deadline that no plan can keep is told in hours.
#[tokio::test]
async fn pages_tell_long_times_in_hours() {
    let site = site().await;
    let query = "v=1&gpu=rtx-4090&model=resnet50&samples=1281167&epochs=90&deadline=3600";
    let (plan, need) = ("is shorter than the fastest plan, which takes ", "a machine that keeps the rest takes ");
    for (path, said) in
        [(format!("/plan?{query}"), plan), (format!("/plan/advice?lang=en&{query}"), plan), (format!("/need?{query}"), need)]
    {
        let page = get(&site, &path).await.text();
        assert!(page.contains(said) && !page.contains(" seconds<"), "{path}: {page}");
    }
    let problem = get(&site, &format!("/api/v1/recommend?{query}")).await.problem(422, "contradictory-constraints");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().ends_with(" seconds"), "{problem}");
}

/// Why a change gains nothing is true of the plan, and a change's name says what it changes.
#[tokio::test]
async fn changes_are_named_and_refused_for_what_they_are() {
    let site = site().await;
    let reason = |advice: &serde_json::Value, id: &str| {
        let rejected = advice["rejected"].as_array().unwrap().clone();
        let found = rejected.into_iter().find(|one| one["id"] == id || one["what"] == id);
        found
            .and_then(|found| found["reason"].as_str().map(str::to_owned))
            .unwrap_or_else(|| panic!("{id} of {}", advice["rejected"]))
    };
    let query = "/api/v1/recommend?v=1&gpu=rtx-4090&model=llama-3-8b&seq=512&method=qlora";
    let advice = get(&site, query).await.json();
    assert_eq!(reason(&advice, "eight-bit-base"), "the base weights are in 4 bits already");
    assert_eq!(reason(&advice, "qlora"), "it is set already");
    assert_eq!(reason(&advice, "lora"), "what is set covers it already");
    assert_eq!(reason(&advice, "ddp"), "it takes more than one GPU");
    assert_eq!(reason(&advice, "zero-3"), "it takes more than one GPU");
    let changed = query.replace("/api/v1/recommend?v=1", "/plan/advice?lang=en&v=1") + "&targets=all-linear&rank=8";
    let cards = get(&site, &changed).await.text();
    assert!(cards.contains("QLoRA, 4 bits, rank 4, at query and value"), "{cards}");
}
