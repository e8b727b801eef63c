//! What no client of good will sends: always a problem with the right status, never a failure of the server.

use axum::http::Method;
use serde_json::json;

use super::{bearer, create, path, roomy};
use crate::http::client::{SCENARIO, get, post_json, request, send};

/// An id that nobody was given is answered as one that cannot be one, whatever is asked of it.
#[tokio::test]
async fn ids_that_are_not_tell_nothing() {
    let (site, _) = roomy().await;
    let unknown = "abcdefghijklmnopqrstuvwxyz";
    let odd = ["short", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "%00", "..%2f..%2fetc", "%F0%9F%A6%8A", "a'%20OR%201=1--", "{id}"];
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let ask = async |method: &Method, id: &str, end: &str, key: Option<&str>| {
        let mut headers = vec![("content-type", "application/json"), ("if-match", "\"1\"")];
        headers.extend(key.map(|key| ("authorization", key)));
        send(&site, request(method.clone(), &format!("/api/v1/plans/{id}{end}"), &headers, body.clone())).await
    };
    for (method, end) in [
        (Method::GET, ""),
        (Method::GET, "/revisions"),
        (Method::GET, "/revisions/1"),
        (Method::GET, "/revisions/1/bom.csv"),
        (Method::GET, "/diff"),
        (Method::GET, "/bom.json"),
        (Method::PUT, ""),
        (Method::DELETE, ""),
    ] {
        for key in [None, Some("Bearer nobodys")] {
            let expected = ask(&method, unknown, end, key).await;
            let is_write = method != Method::GET;
            assert_eq!(expected.status, if is_write && key.is_none() { 401 } else { 404 }, "{method} {end}");
            for id in odd {
                let answer = ask(&method, id, end, key).await;
                assert!(
                    (answer.status, answer.text()) == (expected.status, expected.text()),
                    "{method} {id}{end}: {}",
                    answer.text()
                );
            }
        }
    }
    // What is not even text leads nowhere, for whatever is asked.
    for (method, end) in [(Method::GET, ""), (Method::PUT, ""), (Method::GET, "/diff"), (Method::GET, "/revisions/%ff/bom.csv")] {
        ask(&method, "%ff", end, Some("Bearer nobodys")).await.problem(404, "not-found");
    }
    let expected = post_json(&site, &format!("/api/v1/plans/{unknown}/fork"), "{}").await;
    expected.problem(404, "not-found");
    for id in odd {
        assert_eq!(post_json(&site, &format!("/api/v1/plans/{id}/fork"), "{}").await.text(), expected.text());
    }
}

#[tokio::test]
async fn odd_bodies_are_refused_or_read_as_they_are() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let fork = format!("{}/fork", path(&created));
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    for (path, body, status, code) in [
        ("/api/v1/plans", "", 400, "malformed-json"),
        ("/api/v1/plans", "\u{feff}{}", 400, "malformed-json"),
        ("/api/v1/plans", "null", 422, "invalid-input"),
        ("/api/v1/plans", "[]", 422, "invalid-input"),
        ("/api/v1/plans", "{}", 422, "invalid-input"),
        ("/api/v1/plans", r#"{"scenario":{"__proto__":1}}"#, 422, "invalid-input"),
        ("/api/v1/plans", r#"{"scenario":1e999}"#, 400, "malformed-json"),
        ("/api/v1/plans", r#"{"title":"\ud800","scenario":{}}"#, 400, "malformed-json"),
        ("/api/v1/plans", deep.as_str(), 400, "malformed-json"),
        (fork.as_str(), deep.as_str(), 400, "malformed-json"),
        (fork.as_str(), r#"{"change":1e999}"#, 400, "malformed-json"),
        (fork.as_str(), r#"{"change":{"data":{"samples":18446744073709551615}}}"#, 422, "invalid-input"),
        (fork.as_str(), r#"{"change":{"training":{"epochs":-0.0}}}"#, 422, "invalid-input"),
    ] {
        let answer = post_json(&site, path, body.to_owned()).await;
        answer.problem(status, code);
    }
    let huge = format!(r#"{{"note":"{}","scenario":{SCENARIO}}}"#, "x".repeat(1 << 20));
    post_json(&site, "/api/v1/plans", huge.clone()).await.problem(413, "body-too-large");
    post_json(&site, &fork, huge).await.problem(413, "body-too-large");
    // Most readers of JSON take the last of two members without a word.
    let twice = format!(r#"{{"title":"first","title":"last","scenario":{SCENARIO}}}"#);
    let problem = post_json(&site, "/api/v1/plans", twice).await.problem(422, "invalid-input");
    assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]), (&json!("/title"), &json!("duplicate")));
    // Texts that a terminal, a spreadsheet or a database would trip over come back as one can see them.
    let odd = json!({ "title": "a\u{0}\u{1b}[2J\u{202e}b", "note": "=1+1\u{0}\r\nend", "scenario": serde_json::from_str::<serde_json::Value>(SCENARIO).unwrap() });
    let made = post_json(&site, "/api/v1/plans", odd.to_string()).await.json();
    let plan = get(&site, &path(&made)).await.json();
    assert_eq!((plan["title"].as_str(), plan["note"].as_str()), (Some("a [2Jb"), Some("=1+1\nend")));
}

#[tokio::test]
async fn odd_headers_are_refused() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    let long = format!("Bearer {}", "k".repeat(60_000));
    let right = bearer(&created);
    let many = vec!["\"9\""; 5_000].join(",");
    for (key, base, status, code) in [
        ("Basic dTpw", "\"1\"", 401, "edit-key-required"),
        ("Bearer", "\"1\"", 401, "edit-key-required"),
        ("", "\"1\"", 401, "edit-key-required"),
        ("Bearer ' OR 1=1 --", "\"1\"", 403, "edit-key-wrong"),
        (long.as_str(), "\"1\"", 403, "edit-key-wrong"),
        (right.as_str(), "\"1\" \"2\"", 400, "malformed-header"),
        (right.as_str(), many.as_str(), 412, "revision-outdated"),
        (right.as_str(), "\"18446744073709551616\"", 412, "revision-outdated"),
    ] {
        let headers = [("content-type", "application/json"), ("authorization", key), ("if-match", base)];
        send(&site, request(Method::PUT, &path(&created), &headers, body.clone())).await.problem(status, code);
    }
    assert_eq!(get(&site, &path(&created)).await.json()["revision"], 1);
}
