//! Batches as arrays and as lines.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use crate::http::client::{Answer, SCENARIO, post_json, request, send, site};

const PATH: &str = "/api/v1/estimate/batch";
const LINES: &str = "application/x-ndjson";

async fn post(site: &Router, kind: &str, accept: Option<&str>, body: impl Into<Body>) -> Answer {
    let mut headers = vec![("content-type", kind)];
    headers.extend(accept.map(|accept| ("accept", accept)));
    send(site, request(Method::POST, PATH, &headers, body)).await
}

fn lines(answer: &Answer) -> Vec<Value> {
    let text = answer.text();
    assert!(text.ends_with('\n'));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|index| SCENARIO.replace("\"mine\"", &format!("\"n{index}\""))).collect()
}

#[tokio::test]
async fn lines_are_answered_in_order_as_an_array_is() {
    let site = site().await;
    let scenarios = numbered(70);
    let answer = post(&site, LINES, None, scenarios.join("\n")).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), LINES);
    let streamed = lines(&answer);
    for (index, item) in streamed.iter().enumerate() {
        assert_eq!(item["id"], format!("n{index}"));
    }
    let array = post_json(&site, PATH, format!("[{}]", scenarios.join(","))).await;
    assert_eq!(array.header("content-type"), "application/json");
    assert_eq!(array.json(), Value::Array(streamed));
}

#[tokio::test]
async fn a_line_at_fault_is_a_problem_in_its_place() {
    let site = site().await;
    let body = format!("{SCENARIO}\r\n\n{{\n[1]\n{{\"hardware\":{{\"gpu\":\"rtx-4009\"}}}}\n{SCENARIO}");
    let answers = lines(&post(&site, LINES, None, body).await);
    let codes: Vec<&str> = answers.iter().map(|answer| answer["code"].as_str().unwrap_or("none")).collect();
    assert_eq!(codes, ["none", "malformed-json", "invalid-input", "invalid-input", "none"]);
    assert_eq!(answers[1]["status"], 400);
    assert_eq!(answers[0], answers[4]);
    // Of an array, one entry that is no scenario is such a problem, too; one that is no JSON spoils the array.
    let answer = post_json(&site, PATH, format!("[{SCENARIO},7]")).await.json();
    assert_eq!(answer[1]["code"], "invalid-input");
    post_json(&site, PATH, format!("[{SCENARIO},")).await.problem(400, "malformed-json");
    // One larger than a single request may be is a problem as well.
    let answers = lines(&post(&site, LINES, None, format!("{{\"id\":\"{}\"}}\n{SCENARIO}", "x".repeat(1 << 20))).await);
    assert_eq!((&answers[0]["code"], &answers[1]["id"]), (&"body-too-large".into(), &"mine".into()));
}

#[tokio::test]
async fn the_answers_form_can_be_asked_for() {
    let site = site().await;
    let array = format!("[{SCENARIO},{SCENARIO}]");
    assert_eq!(lines(&post(&site, "application/json", Some(LINES), array.clone()).await).len(), 2);
    let answer = post(&site, LINES, Some("application/json"), SCENARIO).await;
    assert_eq!((answer.header("content-type"), answer.json().as_array().unwrap().len()), ("application/json", 1));
    assert_eq!(post(&site, "application/json", Some("*/*"), array).await.header("content-type"), "application/json");
    let answer = post(&site, "application/jsonl; charset=utf-8", Some("text/html"), SCENARIO).await;
    assert_eq!(answer.header("content-type"), LINES);
}

#[tokio::test]
async fn too_many_and_none_are_no_batch() {
    let site = site().await;
    for body in [String::new(), "\n\n".to_owned(), vec!["{}"; 1001].join("\n")] {
        post(&site, LINES, None, body).await.problem(422, "invalid-input");
    }
    post(&site, LINES, None, "\n".repeat((16 << 20) + 1)).await.problem(413, "body-too-large");
    post(&site, "text/plain", None, SCENARIO).await.problem(415, "unsupported-media-type");
}

/// The first answers are on their way while the last are not computed yet.
#[tokio::test(flavor = "multi_thread")]
async fn answers_come_while_the_rest_is_computed() {
    let site = site().await;
    let request = request(Method::POST, PATH, &[("content-type", LINES)], numbered(200).join("\n"));
    let mut body = site.oneshot(request).await.unwrap().into_body();
    let mut pieces = 0;
    while let Some(piece) = body.frame().await {
        assert!(piece.unwrap().into_data().unwrap().ends_with(b"\n"), "pieces are whole lines");
        pieces += 1;
    }
    assert!(pieces > 3, "{pieces}");
}
