//! Headers that say which revision a client knows.

use axum::http::{Method, StatusCode};

use super::{bearer, change, create, path, revise, roomy};
use crate::http::client::{SCENARIO, get, get_with, request, send};

#[tokio::test]
async fn a_copy_that_is_still_right_is_not_sent_again() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    revise(&site, &created, 1, "second", "").await;
    let (latest, first) = (path(&created), format!("{}/revisions/1", path(&created)));
    for (path, known, expected) in [
        (&latest, "\"2\"", 304),
        (&latest, "W/\"2\"", 304),
        (&latest, "\"1\", \"2\"", 304),
        (&latest, "*", 304),
        (&latest, "\"1\"", 200),
        (&latest, "2", 200),
        (&latest, "\"2", 200),
        (&latest, "", 200),
        (&first, "\"1\"", 304),
        (&first, "*", 304),
        (&first, "\"2\"", 200),
    ] {
        let answer = get_with(&site, path, &[("if-none-match", known)]).await;
        assert_eq!(answer.status, expected, "{known} {path}");
        assert_eq!(answer.header("etag"), if path == &first { "\"1\"" } else { "\"2\"" });
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        assert_eq!(answer.body.is_empty(), expected == 304);
    }
    for missing in ["0", "3", "99999999999999999999"] {
        let path = format!("{}/revisions/{missing}", path(&created));
        get_with(&site, &path, &[("if-none-match", "*")]).await.problem(404, "not-found");
    }
    let bearer = bearer(&created);
    change(&site, Method::DELETE, &created, &[("authorization", &bearer)], "").await;
    get_with(&site, &first, &[("if-none-match", "\"1\"")]).await.problem(410, "gone");
}

/// What is shown of every revision has the time at which the plan expires, so a new one makes new tags.
#[tokio::test]
async fn a_tag_changes_with_whatever_is_shown() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let first = format!("{}/revisions/1", path(&created));
    let mut seen = vec![(get(&site, &first).await.header("etag").to_owned(), get(&site, &first).await.body)];
    for (base, more) in [(1, r#","expires":"2999-01-01T00:00:00Z""#), (2, r#","expires":"2998-01-01T00:00:00Z""#), (3, "")] {
        let put = revise(&site, &created, base, "next", more).await;
        assert_eq!(put.status, StatusCode::OK, "{}", put.text());
        assert_eq!(put.header("etag"), get(&site, &path(&created)).await.header("etag"));
        let answer = get(&site, &first).await;
        for (tag, body) in &seen {
            assert_eq!(*tag == answer.header("etag"), *body == answer.body, "{tag}");
        }
        seen.push((answer.header("etag").to_owned(), answer.body));
    }
    // The tag as it came is what a change may be based on.
    let tag = get(&site, &path(&created)).await.header("etag").to_owned();
    let bearer = bearer(&created);
    let body = format!(r#"{{"scenario":{SCENARIO},"expires":"2999-01-01T00:00:00Z"}}"#);
    let put = change(&site, Method::PUT, &created, &[("authorization", &bearer), ("if-match", &tag)], &body).await;
    let tag = put.header("etag").to_owned();
    assert!(tag.starts_with("\"5-"), "{tag}");
    assert_eq!(change(&site, Method::PUT, &created, &[("authorization", &bearer), ("if-match", &tag)], &body).await.status, 200);
}

#[tokio::test]
async fn a_change_says_what_it_is_based_on() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let bearer = bearer(&created);
    let body = format!(r#"{{"scenario":{SCENARIO}}}"#);
    for (known, status, code) in [
        ("*", 428, "revision-required"),
        ("1", 400, "malformed-header"),
        ("\"1", 400, "malformed-header"),
        ("", 400, "malformed-header"),
        ("\"one\"", 412, "revision-outdated"),
        ("\"0\", \"2\"", 412, "revision-outdated"),
    ] {
        let headers = [("authorization", bearer.as_str()), ("if-match", known)];
        change(&site, Method::PUT, &created, &headers, &body).await.problem(status, code);
    }
    for (base, known) in [(1, "\"1\""), (2, "\"1\", W/\"2\""), (3, "\"3\",")] {
        let answer = change(&site, Method::PUT, &created, &[("authorization", &bearer), ("if-match", known)], &body).await;
        assert_eq!(answer.json()["revision"], base + 1, "{known}");
    }
    // Nothing is computed for a stranger: the key is asked for before the body is looked at.
    change(&site, Method::PUT, &created, &[("authorization", "Bearer x"), ("if-match", "\"4\"")], "{")
        .await
        .problem(403, "edit-key-wrong");
    let headers = [("authorization", bearer.as_str()), ("if-match", "\"3\"")];
    change(&site, Method::DELETE, &created, &headers, "").await.problem(412, "revision-outdated");
    let headers = [("authorization", bearer.as_str()), ("if-match", "4")];
    change(&site, Method::DELETE, &created, &headers, "").await.problem(400, "malformed-header");
    let headers = [("authorization", bearer.as_str()), ("if-match", "\"4\"")];
    assert_eq!(change(&site, Method::DELETE, &created, &headers, "").await.status, StatusCode::NO_CONTENT);
    change(&site, Method::DELETE, &created, &headers, "").await.problem(410, "gone");
    change(&site, Method::PUT, &created, &headers, &body).await.problem(410, "gone");
}

#[tokio::test]
async fn head_answers_as_get_without_the_body() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    for end in ["", "/revisions", "/revisions/1", "/diff", "/bom.csv", "/revisions/1/bom.json"] {
        let path = format!("{}{end}", path(&created));
        let (head, get) = (send(&site, request(Method::HEAD, &path, &[], "")).await, get(&site, &path).await);
        assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0), "{path}");
        for name in ["etag", "link", "cache-control", "content-type"] {
            assert_eq!(head.headers.get(name), get.headers.get(name), "{name} of {path}");
        }
    }
}
