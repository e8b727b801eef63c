//! Answers and problems in the language that a program asks for.

use axum::Router;
use axum::http::Method;
use serde_json::Value;

use crate::http::client::{SCENARIO, get, get_with, post_json, request, send, site};

/// Members whose value is a sentence for people.
const SENTENCES: [&str; 8] = ["detail", "why", "text", "bound_text", "reason", "objective", "sentence", "title"];
/// Members with words of the catalog or of programs, which are the same in every language.
const WORDS: [&str; 3] = ["what", "source", "name"];

fn is_chinese(text: &str) -> bool {
    text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

/// Takes the sentences out of an answer, each of which must be in Chinese or in English.
fn take_sentences(answer: &mut Value, chinese: bool, taken: &mut usize) {
    match answer {
        Value::Array(items) => items.iter_mut().for_each(|item| take_sentences(item, chinese, taken)),
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                match value {
                    Value::String(text) if !text.is_empty() && SENTENCES.contains(&name.as_str()) => {
                        assert_eq!(is_chinese(text), chinese, "{name}: {text}");
                        *taken += 1;
                        text.clear();
                    }
                    Value::String(text) if WORDS.contains(&name.as_str()) => text.clear(),
                    Value::Array(texts) if name == "notes" && texts.iter().all(Value::is_string) => {
                        assert!(texts.iter().all(|text| is_chinese(text.as_str().unwrap()) == chinese), "{texts:?}");
                        *taken += texts.len();
                        texts.clear();
                    }
                    value => take_sentences(value, chinese, taken),
                }
            }
        }
        _ => {}
    }
}

/// One question in both languages: the sentences differ, and nothing else.
#[track_caller]
fn check(mut english: Value, mut chinese: Value) {
    let (mut of_english, mut of_chinese) = (0, 0);
    take_sentences(&mut english, false, &mut of_english);
    take_sentences(&mut chinese, true, &mut of_chinese);
    assert!(of_english > 0 && of_english == of_chinese, "{of_english} {of_chinese}");
    if let Some(place) = first_difference(&english, &chinese, "") {
        panic!("{place}: {:?} {:?}", english.pointer(&place), chinese.pointer(&place));
    }
}

/// Where two documents differ first.
fn first_difference(one: &Value, other: &Value, place: &str) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().find_map(|(name, value)| first_difference(value, &other[name], &format!("{place}/{name}")))
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            pairs.into_iter().find_map(|(index, (one, other))| first_difference(one, other, &format!("{place}/{index}")))
        }
        (one, other) => (one != other).then(|| place.to_owned()),
    }
}

async fn chinese(site: &Router, path: &str, body: &str) -> Value {
    let headers = [("content-type", "application/json"), ("accept-language", "zh-CN,en;q=0.5")];
    let answer = send(site, request(Method::POST, path, &headers, body.to_owned())).await;
    assert_eq!(answer.header("content-language"), "zh", "{path}");
    answer.json()
}

#[tokio::test]
async fn sentences_are_in_the_language_that_is_asked_for_and_figures_are_the_same() {
    let site = site().await;
    let short = r#"{"hardware":{"gpu":"rtx-3060-12gb","ram_gib":8,"gpu_count":2},"model":{"id":"llama-3.1-8b"},"training":{"method":"full"}}"#;
    let other = r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.1-8b"},"training":{"framework":"mindspore"}}"#;
    let machines = r#"{"model":{"id":"resnet50"},"constraints":{"max_gpus":1}}"#;
    let two = format!(r#"{{"scenarios":[{SCENARIO},{short}]}}"#);
    for (path, body) in [
        ("estimate", SCENARIO),
        ("estimate", short),
        ("estimate", other),
        ("recommend", SCENARIO),
        ("recommend", short),
        ("recommend", other),
        ("recommend", machines),
        ("compare", &two),
    ] {
        let path = format!("/api/v1/{path}");
        check(post_json(&site, &path, body.to_owned()).await.json(), chinese(&site, &path, body).await);
    }
    let batch = format!(r#"[{SCENARIO}, {{"hardware":{{"gpu":"rtx-4009"}}}}, 7]"#);
    let path = "/api/v1/estimate/batch";
    check(post_json(&site, path, batch.clone()).await.json(), chinese(&site, path, &batch).await);
}

#[tokio::test]
async fn a_problem_is_told_in_the_language_that_is_asked_for() {
    let site = site().await;
    for (path, body) in [
        ("/api/v1/estimate", "{}"),
        ("/api/v1/estimate", r#"{"hardware":{"gpu":"rtx-4009"},"model":{"id":"gpt2"},"training":{"micro_batch_size":0}}"#),
        ("/api/v1/estimate", "{"),
        ("/api/v1/recommend", r#"{"model":{"id":"llama-3.1-8b"},"constraints":{"budget":{"amount":50,"currency":"USD"}}}"#),
        ("/api/v1/nothing", "{}"),
        ("/api/v1/plans/aaaaaaaaaaaaaaaaaaaaaaaaaa/fork", "{}"),
    ] {
        check(post_json(&site, path, body.to_owned()).await.json(), chinese(&site, path, body).await);
    }
}

/// The layer that compresses lies below the one that words.
#[tokio::test]
async fn a_problem_that_was_compressed_is_not_called_so_in_another_language() {
    let site = site().await;
    let asked = format!("{}{}", "/api/v1/estimate?v=1&lang=zh", "&nothing=1".repeat(40));
    let answer = get_with(&site, &asked, &[("accept-encoding", "gzip")]).await;
    assert!(!answer.headers.contains_key("content-encoding"), "{answer:?}");
    assert!(is_chinese(answer.problem(422, "invalid-input")["detail"].as_str().unwrap()));
}

#[tokio::test]
async fn the_address_goes_before_the_header_and_names_a_language_that_there_is() {
    let site = site().await;
    let path = "/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50";
    let header = [("accept-language", "zh")];
    for (query, headers, expected) in
        [("", &header[..], "zh"), ("&lang=en", &header, "en"), ("&lang=zh-CN", &[], "zh"), ("", &[], "en"), ("&lang=", &[], "en")]
    {
        let answer = get_with(&site, &format!("{path}{query}"), headers).await;
        assert_eq!(answer.header("content-language"), expected, "{query}");
        assert!(answer.header("vary").contains("accept-language"));
        assert_eq!(is_chinese(answer.json()["speed"]["bound_text"].as_str().unwrap()), expected == "zh", "{query}");
    }
    // A cookie is a reader's choice for pages.
    let answer = get_with(&site, path, &[("cookie", "lang=zh")]).await;
    assert_eq!(answer.header("content-language"), "en");
    let problem = get(&site, &format!("{path}&lang=de")).await;
    assert_eq!((problem.status.as_u16(), &problem.json()["errors"][0]["pointer"]), (422, &Value::from("/lang")));
}
