//! Misspelt parameters: refused by the API with the nearest name, and told by the pages, which answer without them.

use axum::body::Body;
use axum::http::Method;
use serde_json::Value;

use crate::http::client::{get, get_with, request, send, site};

/// An id that a path's template takes.
fn filled(template: &str) -> String {
    let kind = |kind: &str| template.contains(&format!("/catalog/{kind}/"));
    let id = match () {
        () if kind("gpus") => "rtx-4090",
        () if kind("models") => "resnet50",
        () => "qp7ceb3yy7hwxmtotyfg3uk4fa",
    };
    template.replace("{id}", id).replace("{number}", "1").replace("{name}", "bom.json").replace("{n}", "1")
}

#[tokio::test]
async fn every_operation_refuses_parameters_that_it_does_not_document() {
    let site = site().await;
    let document = server::openapi::document();
    let mut checked = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if !path.starts_with("/api/") {
                continue;
            }
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes()).unwrap();
            let address = format!("{}?presicion=fp32", filled(path));
            let answer =
                send(&site, request(method.clone(), &address, &[("content-type", "application/json")], Body::empty())).await;
            let problem = answer.problem(422, "invalid-input");
            let fault = &problem["errors"][0];
            assert_eq!(
                (&fault["pointer"], &fault["code"]),
                (&"/presicion".into(), &"unknown-parameter".into()),
                "{method} {path}"
            );
            let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
            if parameters.iter().any(|parameter| parameter["name"] == "precision") {
                assert_eq!(fault["nearest"], "precision", "{method} {path}");
            }
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked} operations");
    let several = get(&site, "/api/v1/estimate?v=1&gpu=rtx-4090&model=resnet50&Batch=8&utm_source=mail").await;
    let problem = several.problem(422, "invalid-input");
    let nearest: Vec<_> =
        problem["errors"].as_array().unwrap().iter().map(|fault| (&fault["pointer"], &fault["nearest"])).collect();
    assert_eq!(nearest[0], (&"/Batch".into(), &"batch".into()));
    assert_eq!((nearest.len(), nearest[1].0), (2, &"/utm_source".into()), "all are named at once");
    assert_eq!(get(&site, "/api/v1/catalog/gpus?vendor=nvidia").await.status, 422, "a filter that is not there is no filter");
}

/// Pages that answer a whole scenario.
const PAGES: [&str; 12] = [
    "/plan",
    "/plan/speed",
    "/plan/improve",
    "/plan/why",
    "/code",
    "/bom",
    "/compare",
    "/diagnose",
    "/call",
    "/need",
    "/upgrade",
    "/run",
];

#[tokio::test]
async fn pages_say_which_parameters_they_did_not_read() {
    let site = site().await;
    let asked = "v=1&gpu=rtx-4090&model=resnet50&presicion=fp32&utm_source=mail";
    for page in PAGES {
        for (tag, said) in
            [("en", "presicion (did you mean precision?), utm_source"), ("zh", "presicion（是否想写 precision？）、utm_source")]
        {
            let answer = get_with(&site, &format!("{page}?{asked}"), &[("accept-language", tag)]).await;
            assert_eq!(answer.status, 200, "{page}");
            assert!(answer.text().contains(said), "{page} in {tag}");
        }
        let clean = get(&site, &format!("{page}?{}", asked.split("&presicion").next().unwrap())).await.text();
        assert!(!clean.contains("data-testid=\"unknown-names\""), "{page}");
    }
    assert!(get(&site, "/en/gpus?vendro=nvidia").await.text().contains("vendro"));
}

/// Of two values, one would be left out without a word.
#[tokio::test]
async fn what_is_said_twice_is_refused_by_the_api() {
    let site = site().await;
    let plan = "v=1&gpu=rtx-4090&model=resnet50";
    for (query, pointers) in [
        (format!("estimate?{plan}&batch=8&batch=16"), &["/training/micro_batch_size"][..]),
        (format!("estimate?{plan}&gpu=rtx-3060-12gb&batch=8&batch="), &["/hardware/gpu", "/training/micro_batch_size"]),
        (format!("estimate?{plan}&persistent=1&persistent=0"), &["/training/loader/persistent_workers"]),
        (format!("recommend?{plan}&deadline=86400&deadline_hours=2"), &["/constraints/deadline_seconds"]),
        (format!("bom?{plan}&pue=1.1&pue=1.2"), &["/pue"]),
        (format!("bom?{plan}&file=csv&file=md"), &["/file"]),
        (format!("code?{plan}&lang=en&lang=zh"), &["/lang"]),
        (format!("diagnose?{plan}&see=low-utilization&see=out-of-memory"), &["/see"]),
        (format!("compare?{plan}&batch=8&batch=16&with=rtx-5090"), &["/training/micro_batch_size"]),
        (format!("compare?{plan}&with=gpu:rtx-5090,batch:8,batch:16"), &["/scenarios/1/training/micro_batch_size"]),
    ] {
        let problem = get(&site, &format!("/api/v1/{query}")).await.problem(422, "invalid-input");
        let found: Vec<_> =
            problem["errors"].as_array().unwrap().iter().map(|fault| (&fault["pointer"], &fault["code"])).collect();
        let expected: Vec<_> = pointers.iter().map(|pointer| (Value::from(*pointer), Value::from("duplicate"))).collect();
        assert_eq!(found, expected.iter().map(|(pointer, code)| (pointer, code)).collect::<Vec<_>>(), "{query}");
    }
    for same in [
        "estimate?batch=8&batch=8",
        "estimate?batch=&batch=8",
        "estimate?persistent=0&persistent=1",
        "recommend?methods=lora&methods=full",
        "compare?with=rtx-5090&with=rtx-3090",
    ] {
        let query = same.replacen('?', &format!("?{plan}&"), 1);
        assert_eq!(get(&site, &format!("/api/v1/{query}")).await.status, 200, "{query}");
    }
}

#[tokio::test]
async fn pages_say_by_which_of_two_values_they_went() {
    let site = site().await;
    for (page, own) in [
        ("/plan", ""),
        ("/code", ""),
        ("/bom", "&pue=1.1&pue=1.2"),
        ("/compare", ""),
        ("/diagnose", ""),
        ("/need", ""),
        ("/upgrade", "&spend=1.1&spend=1.2"),
    ] {
        let asked = format!("v=1&gpu=rtx-4090&model=resnet50&batch=8&batch=16{own}");
        for (tag, said) in [("en", "this page goes by the last, “16”"), ("zh", "本页以最后一个“16”为准")] {
            let answer = get_with(&site, &format!("{page}?{asked}"), &[("accept-language", tag)]).await;
            assert_eq!(answer.status, 200, "{page}");
            assert!(answer.text().contains(said), "{page} in {tag}: {}", answer.text());
            let of_page = said.replace("16", "1.2");
            assert_eq!(answer.text().contains(&of_page), !own.is_empty(), "{page} in {tag}");
        }
    }
}

/// What the pages show as a call must be one that the API answers, whatever the address brought along.
#[tokio::test]
async fn calls_that_pages_show_are_answered() {
    let site = site().await;
    let asked = "v=1&gpu=rtx-4090&model=resnet50&see=low-utilization&prices_in=USD&deadline_hours=9000&utm_source=mail";
    let mut calls = 0;
    for page in PAGES {
        let text = get(&site, &format!("{page}?{asked}"))
            .await
            .text()
            .replace("&amp;", "&")
            .replace("&#x27;", "'")
            .replace("&#39;", "'");
        for call in text.split("/api/v1/").skip(1) {
            let path = call.split(['\'', '"', '<', ' ', '\\', '`']).next().unwrap();
            if !path.contains('?') {
                continue;
            }
            let answer = get(&site, &format!("/api/v1/{path}")).await;
            assert_eq!(answer.status, 200, "{page}: /api/v1/{path}: {}", String::from_utf8_lossy(&answer.body));
            calls += 1;
        }
    }
    assert!(calls >= 8, "{calls}");
}

/// Thousands of parameters of others are named once and kept in few links: a page grows with its address, and not with its
/// address times its links.
#[tokio::test]
async fn no_number_of_strange_names_makes_a_page_large() {
    let site = site().await;
    let few = get(&site, "/plan?v=1&gpu=rtx-4090&model=resnet50&gq0=x&utm_source=letter").await;
    assert!(few.text().contains("utm_source"), "a few are named and kept");
    let strange = (0..3500).map(|number| format!("&gq{number}=x")).collect::<Vec<_>>().concat();
    let many = get(&site, &format!("/plan?v=1&gpu=rtx-4090&model=resnet50{strange}")).await;
    assert_eq!(many.status, 200);
    assert!(many.body.len() < few.body.len() + 8 * strange.len(), "{} and {} bytes", few.body.len(), many.body.len());
    let text = many.text();
    let note = text.split("data-testid=\"unknown-names\"").nth(1).and_then(|rest| rest.split("</p>").next());
    let named = note.map(|note| note.matches("gq").count());
    assert!(named.is_some_and(|named| (1..100).contains(&named)), "{named:?} are named");
}
