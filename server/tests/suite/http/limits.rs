//! How much one client may ask for, counted in processor time, and how every answer says what is left.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use futures_util::{StreamExt as _, stream};
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::Store;
use tower::ServiceExt as _;

use crate::http::client::{Answer, SCENARIO, get, post_json, request, send, site, site_with};

/// A search through the whole catalog.
const SEARCH: &str = r#"{"model":{"id":"resnet50"}}"#;

fn limits(writes: u32, compute: u32, search: u32) -> Limits {
    let [writes_per_minute, compute_per_second, search_per_second] = [writes, compute, search].map(NonZeroU32::new);
    Limits { writes_per_minute, compute_per_second, search_per_second }
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

/// A site behind a proxy, whose clients can be told apart.
async fn proxied(limits: Limits) -> Router {
    router(AppState::with_limits(Store::in_memory().await.unwrap(), limits, true))
}

async fn post_from(site: &Router, client: &str, path: &str, body: &str) -> Answer {
    let headers = [("x-forwarded-for", client), ("content-type", "application/json")];
    send(site, request(Method::POST, path, &headers, body.to_owned())).await
}

#[tokio::test]
async fn every_counted_answer_says_what_is_left() {
    let site = site_with(limits(3, 10, 10)).await;
    let answer = post_json(&site, "/api/v1/estimate", SCENARIO).await;
    assert_eq!(answer.header("ratelimit-policy"), "\"compute\";q=100;qu=\"cpu-milliseconds\";w=10");
    let (name, first, seconds) = left(&answer);
    assert!(name == "compute" && first < 100 && (1..=10).contains(&seconds), "{first} {seconds}");
    // Bad input counts, too: it has to be looked at.
    let answer = post_json(&site, "/api/v1/estimate", "{").await;
    answer.problem(400, "malformed-json");
    assert_eq!(left(&answer).0, "compute");
    let answer = get(&site, "/api/v1/estimate?gpu=rtx-4090&model=resnet50").await;
    assert!(left(&answer).1 < first);
    let answer = post_json(&site, "/api/v1/estimate/batch", batch(2)).await;
    assert_eq!(left(&answer).0, "search");

    let site = site_with(limits(3, 0, 0)).await;
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
    let site = site_with(limits(1, 1, 1)).await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    assert_eq!(post_json(&site, "/api/v1/plans", body.clone()).await.status, StatusCode::CREATED);
    let answer = post_json(&site, "/api/v1/plans", body).await;
    answer.problem(429, "too-many-requests");
    let (name, remaining, seconds) = left(&answer);
    assert_eq!((name.as_str(), remaining), ("writes", 0));
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    assert!((1..=60).contains(&seconds), "{seconds}");
}

/// As many requests of each: who sends estimates is served, who sends searches has to wait.
#[tokio::test]
async fn what_is_counted_is_time_and_not_requests() {
    let site = proxied(limits(0, 1000, 20)).await;
    let (cheap, dear) = ("192.0.2.1", "192.0.2.2");
    let mut refused = Vec::new();
    for number in 0..4 {
        assert_eq!(post_from(&site, cheap, "/api/v1/estimate", SCENARIO).await.status, StatusCode::OK, "{number}");
        let answer = post_from(&site, dear, "/api/v1/recommend", SEARCH).await;
        match answer.status {
            StatusCode::OK => {}
            _ => refused.push(answer),
        }
    }
    assert_eq!(refused.len(), 3, "one search is more than a fifth of a second's share");
    for answer in refused {
        answer.problem(429, "too-many-requests");
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!(wait >= 1, "{wait}");
    }
    // What searches have cost keeps nobody from a page, and no other client from a search.
    assert_eq!(post_from(&site, dear, "/api/v1/estimate", SCENARIO).await.status, StatusCode::OK);
    for path in ["/", "/plan?model=resnet50&gpu=rtx-4090"] {
        let headers = [("x-forwarded-for", dear)];
        assert_eq!(send(&site, request(Method::GET, path, &headers, "")).await.status, StatusCode::OK, "{path}");
    }
    // Pages that search are searches; a person learns when to come back as well.
    let page = send(&site, request(Method::GET, "/need", &[("x-forwarded-for", dear)], "")).await;
    assert_eq!(page.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!page.header("retry-after").is_empty() && page.text().contains("<html"));
    assert_eq!(post_from(&site, cheap, "/api/v1/recommend", SEARCH).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_batch_is_held_against_what_its_scenarios_will_take() {
    let site = site_with(limits(0, 0, 5)).await;
    // One that is larger than what may be used at once is let in where nothing else was used.
    let answer = post_json(&site, "/api/v1/estimate/batch", batch(200)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json().as_array().unwrap().len(), 200);
    let answer = post_json(&site, "/api/v1/estimate/batch", batch(200)).await;
    answer.problem(429, "too-many-requests");
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[tokio::test]
async fn without_limits_nothing_is_said() {
    let site = site_with(limits(0, 0, 0)).await;
    for (path, body) in [("/api/v1/estimate", SCENARIO.to_owned()), ("/api/v1/estimate/batch", batch(2))] {
        let answer = post_json(&site, path, body).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(!answer.headers.contains_key("ratelimit") && !answer.headers.contains_key("ratelimit-policy"), "{path}");
    }
}

#[tokio::test]
async fn the_usual_limits_let_a_largest_batch_in() {
    let answer = post_json(&site().await, "/api/v1/estimate/batch", batch(1000)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json().as_array().unwrap().len(), 1000);
}

/// A body that sends so much and then nothing more.
fn slow_body(bytes: usize) -> Body {
    let first = stream::once(async move { Ok::<_, Infallible>(Bytes::from(vec![b' '; bytes])) });
    Body::from_stream(first.chain(stream::pending()))
}

/// As many slow bodies as would fill the room for all: their client is refused, and no other.
#[tokio::test]
async fn one_clients_slow_bodies_leave_room_for_others() {
    let site = proxied(limits(0, 0, 0)).await;
    let (greedy, other) = ("192.0.2.1", "192.0.2.2");
    let (answered, mut answers) = tokio::sync::mpsc::unbounded_channel();
    let slow: Vec<_> = (0..600)
        .map(|number| {
            let (site, answered) = (site.clone(), answered.clone());
            tokio::spawn(async move {
                // Some are small, some are larger than what counts as small.
                let body = slow_body(if number % 8 == 0 { 900 << 10 } else { 64 << 10 });
                let headers = [("x-forwarded-for", greedy), ("content-type", "application/json")];
                let response = site.oneshot(request(Method::POST, "/api/v1/estimate", &headers, body)).await.unwrap();
                answered.send((response.status(), response.headers().contains_key("retry-after"))).unwrap();
            })
        })
        .collect();
    let mut refused = 0;
    while refused < 500 {
        let answer = tokio::time::timeout(Duration::from_secs(8), answers.recv()).await;
        assert_eq!(answer.expect("most are refused at once"), Some((StatusCode::TOO_MANY_REQUESTS, true)));
        refused += 1;
    }
    let plan = format!(r#"{{"scenario":{SCENARIO},"note":"{}"}}"#, "n".repeat(9000));
    assert_eq!(post_from(&site, other, "/api/v1/plans", &plan).await.status, StatusCode::CREATED);
    let headers = [("x-forwarded-for", other), ("content-type", "application/x-www-form-urlencoded")];
    let form = request(Method::POST, "/plan/save", &headers, "gpu=rtx-4090&model=resnet50");
    assert_eq!(send(&site, form).await.status, StatusCode::SEE_OTHER);
    slow.iter().for_each(tokio::task::JoinHandle::abort);
}

async fn post_form(site: &Router, path: &str, form: String) -> Answer {
    send(site, request(Method::POST, path, &[("content-type", "application/x-www-form-urlencoded")], form)).await
}

/// What a form takes to read is the sender's to pay for, and no address becomes longer than servers read.
#[tokio::test]
async fn forms_are_paid_for_and_bounded() {
    let site = site().await;
    let planner = "/plan/model";
    let answer = post_form(&site, planner, "gpu=rtx-4090&model=resnet50".to_owned()).await;
    assert_eq!((answer.status, left(&answer).0.as_str()), (StatusCode::SEE_OTHER, "compute"));
    let many = || vec!["a=b"; 200_000].join("&");
    let long = || (0..500).map(|number| format!("name{number}={}", "x".repeat(60))).collect::<Vec<_>>().join("&");
    for path in [planner, "/plan/save"] {
        for form in [many(), format!("{}&batch=none", long())] {
            let answer = post_form(&site, path, form).await;
            assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{path}");
            assert!(answer.text().contains("<html") && !answer.headers.contains_key("location"), "{path}");
        }
    }
    // Over its share a client is told so before its form is read.
    let site = site_with(limits(0, 1, 0)).await;
    let mut statuses = Vec::new();
    for _ in 0..200 {
        statuses.push(post_form(&site, planner, long()).await.status);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
}

/// What stands in an `h1`, which tells pages apart.
fn heading(answer: &Answer) -> String {
    let text = answer.text();
    text.split("<h1").nth(1).and_then(|rest| rest.split("</h1>").next()).unwrap_or_default().to_owned()
}

/// The app resolves addresses as browsers do; a path that means one page to it and another, or none, to the router is no page.
#[tokio::test]
async fn no_path_reaches_a_search_around_its_lane() {
    let site = site().await;
    let search = heading(&get(&site, "/need?model=sdxl").await);
    assert!(!search.is_empty());
    for path in [
        "/./need?model=sdxl",
        "/x/../need?model=sdxl",
        "/%2e/need?model=sdxl",
        "/x/%2E./need?model=sdxl",
        "/need/x/..?model=sdxl",
        "/zh/./need?model=sdxl",
        "/gpus/..%2fneed?model=sdxl",
        "/need/?model=sdxl",
        "/need%2f?model=sdxl",
        "//need?model=sdxl",
        "//x/need?model=sdxl",
        "/p/..%2f..%2fneed%3fmodel=sdxl",
    ] {
        let answer = get(&site, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(heading(&answer) != search && !answer.text().contains("SDXL"), "{path}");
    }
    for id in ["..%2f..%2fneed%3fmodel=sdxl", "x%2f..%2f..%2f..%2fneed", "..", "need%3fmodel=sdxl", "none"] {
        for change in ["revise", "fork", "revoke"] {
            let path = format!("/p/{id}/{change}");
            let answer = post_form(&site, &path, "key=x&base=1".to_owned()).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}: {}", answer.text());
            assert!(heading(&answer) != search && !answer.text().contains("SDXL"), "{path}");
        }
    }
}

/// A plan with a note and a price of its own for every part: a quarter of a megabyte in all.
fn large_plan(catalog: &serde_json::Value) -> String {
    let lists = ["gpus", "cpus", "storage", "memory", "platforms", "power_supplies"];
    let ids = lists.iter().filter_map(|list| catalog[list].as_array()).flatten().map(|part| part["id"].clone());
    let note = "\u{6f22}".repeat(200);
    let parts: Vec<_> = ids.map(|id| serde_json::json!({"id": id, "unit_price": 1.5, "note": note})).collect();
    let scenario: serde_json::Value = serde_json::from_str(SCENARIO).unwrap();
    serde_json::json!({"scenario": scenario, "note": "\u{6f22}".repeat(10_000), "prices": {"parts": parts}}).to_string()
}

/// The limit on writes is one on the disk: what a plan takes there counts, however small the request is that stores it.
#[tokio::test]
async fn a_large_plan_takes_several_writes() {
    let site = proxied(limits(4, 0, 0)).await;
    let large = large_plan(&get(&site, "/api/v1/catalog").await.json());
    assert!(large.len() > 256 << 10, "{}", large.len());
    let small = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let (one, copier, careful) = ("192.0.2.1", "192.0.2.2", "192.0.2.3");
    let created = post_from(&site, one, "/api/v1/plans", &large).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.text());
    let mut left = 3;
    while post_from(&site, one, "/api/v1/plans", &small).await.status == StatusCode::CREATED {
        left -= 1;
    }
    assert!(left >= 2, "the large one counted for {left} more");
    let fork = format!("/api/v1/plans/{}/fork", created.json()["id"].as_str().unwrap());
    assert_eq!(post_from(&site, copier, &fork, "{}").await.status, StatusCode::CREATED);
    assert_eq!(post_from(&site, copier, &fork, "{}").await.status, StatusCode::TOO_MANY_REQUESTS);
    for _ in 0..4 {
        assert_eq!(post_from(&site, careful, "/api/v1/plans", &small).await.status, StatusCode::CREATED);
    }
}

/// A picture that was drawn before is sent and not drawn.
#[tokio::test]
async fn a_picture_is_drawn_once() {
    let site = site_with(limits(0, 100_000, 0)).await;
    let created = post_json(&site, "/api/v1/plans", format!(r#"{{"scenario":{SCENARIO}}}"#)).await.json();
    let path = format!("/p/{}/preview.png", created["id"].as_str().unwrap());
    let drawn = get(&site, &path).await;
    let cost = 1_000_000 - left(&drawn).1;
    let again = get(&site, &path).await;
    assert!(again.body == drawn.body && cost > 10, "{cost} ms");
    assert!(1_000_000 - left(&again).1 < cost + cost / 5 + 2, "{cost} ms at first");
}
