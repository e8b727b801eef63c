//! How much one client may ask for, and how every answer says what is left.

use std::num::NonZeroU32;

use axum::http::StatusCode;
use server::config::Limits;

use crate::client::{Answer, SCENARIO, get, post_json, site, site_with};

fn limits(writes: u32, compute: u32) -> Limits {
    Limits { writes_per_minute: NonZeroU32::new(writes), compute_per_second: NonZeroU32::new(compute) }
}

fn batch(count: usize) -> String {
    format!("[{}]", vec![SCENARIO; count].join(","))
}

/// `"name";r=1;t=2` as name, what is left, and seconds.
#[track_caller]
fn left(answer: &Answer) -> (String, u64, u64) {
    let parts: Vec<&str> = answer.header("ratelimit").split(';').collect();
    let number = |index: usize, name: &str| parts[index].strip_prefix(name).unwrap().parse().unwrap();
    (parts[0].trim_matches('"').to_owned(), number(1, "r="), number(2, "t="))
}

#[tokio::test]
async fn every_counted_answer_says_what_is_left() {
    let site = site_with(limits(3, 10)).await;
    let answer = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert_eq!(answer.header("ratelimit-policy"), "\"compute\";q=20;w=2");
    assert_eq!(left(&answer), ("compute".to_owned(), 19, 1));
    // Bad input counts, too: it costs the same to look at.
    let answer = post_json(&site, "/api/v1/estimate", "{").await;
    answer.problem(400, "malformed-json");
    assert!(left(&answer).1 < 20);
    let answer = get(&site, "/api/v1/estimate?gpu=rtx-4090&model=resnet50").await;
    assert_eq!(left(&answer).0, "compute");

    let answer = post_json(&site, "/api/v1/plans", format!(r#"{{"scenario":{SCENARIO}}}"#)).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!(answer.header("ratelimit-policy"), "\"writes\";q=3;w=60");
    assert_eq!(left(&answer), ("writes".to_owned(), 2, 20));

    for path in ["/api/v1/catalog/gpus", "/healthz", "/api/v1/plans/x"] {
        assert!(!get(&site, path).await.headers.contains_key("ratelimit"), "{path} is not counted");
    }
}

#[tokio::test]
async fn a_client_over_its_share_learns_when_to_come_back() {
    let site = site_with(limits(1, 1)).await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    assert_eq!(post_json(&site, "/api/v1/plans", body.clone()).await.status, StatusCode::CREATED);
    let answer = post_json(&site, "/api/v1/plans", body).await;
    answer.problem(429, "too-many-requests");
    let (name, remaining, seconds) = left(&answer);
    assert_eq!((name.as_str(), remaining), ("writes", 0));
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    assert!((1..=60).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn a_batch_counts_as_its_scenarios() {
    let limits = limits(1, 1);
    let site = site_with(limits).await;
    let answer = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert_eq!(left(&answer).1, 1);
    let answer = post_json(&site, "/api/v1/estimate/batch", batch(2)).await;
    answer.problem(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "1");

    // A batch that is larger than what may be used at once is let in where nothing else was used.
    let site = site_with(limits).await;
    let answer = post_json(&site, "/api/v1/estimate/batch", batch(30)).await;
    assert_eq!((answer.status, left(&answer).1), (StatusCode::OK, 0));
}

#[tokio::test]
async fn without_limits_nothing_is_said() {
    let site = site_with(limits(0, 0)).await;
    let answer = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert!(!answer.headers.contains_key("ratelimit") && !answer.headers.contains_key("ratelimit-policy"));
}

#[tokio::test]
async fn the_usual_limits_let_a_largest_batch_in() {
    let answer = post_json(&site().await, "/api/v1/estimate/batch", batch(1000)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json().as_array().unwrap().len(), 1000);
}
