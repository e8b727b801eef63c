//! Stored texts: whatever a plan holds, on all of its pages, pictures, files and forms.

use std::collections::BTreeMap;

use axum::Router;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Created, Store};
use wire::v1::Estimate;
use wire::v1::bom::Bom;

use super::visits::site;
use super::{Judge, MARKUP, encoded, is_thorough, routes};
use crate::http::client::{Answer, SCENARIO, get_with, post_json, request, send};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

/// Files of a plan; where a route names none, only the first counts.
const FILES: [&str; 5] = ["bom.md", "bom.request.md", "bom.csv", "bom.xlsx", "bom.json"];

async fn post(site: &Router, path: &str, form: &str) -> Answer {
    send(site, request(Method::POST, path, &[FORM], form.to_owned())).await
}

/// Looks at everything that the router has for a plan, in both languages, by its page and by its address.
async fn look_at(site: &Router, plan: &str, about: &str, judge: &mut Judge) {
    let routes = routes::of(site);
    let own: Vec<_> = routes.iter().filter(|route| route.starts_with("/p/{id}") || route.contains("/plans/{id}")).collect();
    assert!(own.len() > 15, "{own:?}");
    for (route, file) in own.into_iter().flat_map(|route| FILES.map(|file| (route, file))) {
        if file != FILES[0] && !route.contains("{file}") {
            continue;
        }
        let values =
            BTreeMap::from([("id", plan), ("number", "1"), ("file", file)].map(|(name, value)| (name, value.to_owned())));
        // Pictures hold none of the author's text, whatever the address adds.
        let is_picture = [".png", ".svg"].iter().any(|kind| route.ends_with(kind));
        let tails: &[&str] = if is_picture { &["", "?lang=zh"] } else { &["", "?recomputed", "?from=1&to=2", "?lang=zh"] };
        for tail in tails {
            let path = format!("{}{tail}", routes::filled(route, &values));
            // What is kept out of one language is kept out of the other: they take turns where not all of it is looked at.
            let languages =
                ["en", "zh"].into_iter().enumerate().filter(|(turn, _)| is_thorough() || (path.len() + turn) % 2 == 0);
            for (_, language) in languages {
                let answer = get_with(site, &path, &[("accept-language", language)]).await;
                judge.look(route, &format!("{about}{tail} {language}"), &answer);
            }
        }
    }
}

/// Every text of a document is replaced that leaves it readable; in a document for nobody, all are.
fn poisoned(document: &Value, is_readable: impl Fn(&Value) -> bool) -> (Value, usize) {
    let (mut poisoned, mut count) = (document.clone(), 0);
    for pointer in texts(document, String::new()) {
        let before = poisoned.clone();
        *poisoned.pointer_mut(&pointer).unwrap() = MARKUP.into();
        if is_readable(&poisoned) {
            count += 1;
        } else {
            poisoned = before;
        }
    }
    (poisoned, count)
}

/// Pointers to all texts of a document.
fn texts(value: &Value, pointer: String) -> Vec<String> {
    match value {
        Value::String(_) => vec![pointer],
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(place, item)| texts(item, format!("{pointer}/{place}"))).collect()
        }
        Value::Object(members) => members.iter().flat_map(|(name, item)| texts(item, format!("{pointer}/{name}"))).collect(),
        _ => Vec::new(),
    }
}

/// What an earlier version, or somebody with access to the database, may have stored.
fn contents() -> Vec<(&'static str, Content)> {
    let scenario: Value = serde_json::from_str(SCENARIO).unwrap();
    let result = serde_json::to_value(api::estimate_json(SCENARIO).unwrap()).unwrap();
    let asked = scenario::json::parse_scenario(SCENARIO.as_bytes()).unwrap();
    let bill = api::bill::bom_with_in(&asked, &wire::v1::Prices::default(), wire::Locale::En).unwrap();
    let bill = serde_json::to_value(bill).unwrap();
    let read_scenario = |value: &Value| serde_json::from_value::<wire::v1::Scenario>(value.clone()).is_ok();
    let (readable, scenarios) = poisoned(&scenario, read_scenario);
    let (estimate, estimates) = poisoned(&result, |value| serde_json::from_value::<Estimate>(value.clone()).is_ok());
    let (parts, bills) = poisoned(&bill, |value| serde_json::from_value::<Bom>(value.clone()).is_ok());
    assert!(scenarios >= 2 && estimates > 20 && bills > 20, "{scenarios} {estimates} {bills}");
    let content = |scenario: &Value, result: &Value, bill: &Value, version: &str| Content {
        title: MARKUP.to_owned(),
        note: MARKUP.to_owned(),
        scenario: scenario.to_string(),
        prices: Some(json!({ "parts": { MARKUP: { "unit_price": 1 } }, "note": MARKUP, MARKUP: MARKUP }).to_string()),
        result: result.to_string(),
        bill: Some(bill.to_string()),
        engine_version: version.to_owned(),
        catalog_version: version.to_owned(),
    };
    vec![
        ("every text that can be read", content(&readable, &estimate, &parts, MARKUP)),
        ("today's figures", content(&scenario, &result, &bill, engine::VERSION)),
        ("an answer for nobody", content(&scenario, &poisoned(&result, |_| true).0, &poisoned(&bill, |_| true).0, "0.0.1")),
    ]
}

#[tokio::test]
async fn no_stored_text_puts_an_element_into_any_page() {
    let mut judge = Judge::default();
    for (about, content) in contents() {
        let store = Store::in_memory().await.unwrap();
        let now = jiff::Timestamp::now();
        let Created { id, edit_key, .. } = store.create(&content, None, None, now).await.unwrap();
        store.append(&id, &edit_key, 1, &content, None, now).await.unwrap();
        let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
        let site = router(AppState::with_limits(store, limits, true));
        look_at(&site, id.as_str(), about, &mut judge).await;
    }
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.count, judge.wrong.join("\n"));
    let views =
        ["/p/{id}/improve", "/p/{id}/code", "/p/{id}/compare", "/p/{id}/diagnose", "/p/{id}/why", "/p/{id}/r/{number}/why"];
    let others = ["/p/{id}", "/p/{id}/r/{number}", "/p/{id}/diff", "/p/{id}/parts", "/p/{id}/revoke", "/p/{id}/card"];
    for route in views.into_iter().chain(others) {
        assert!(judge.shown.contains(route), "{route} shows nothing of what is stored: {:?}", judge.shown);
    }
}

/// What the forms answer: plans that are led to, and pages that say why nothing was changed, with what was typed.
#[tokio::test]
async fn no_form_puts_an_element_into_its_answer() {
    let site = site().await;
    let mut judge = Judge::default();
    let text = encoded(MARKUP);
    let base = "v=1&gpu=rtx-4090&model=resnet50";
    let saved = post(&site, "/plan/save", &format!("{base}&title={text}&note={text}&id={text}")).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let path = saved.header("location").to_owned();
    let cookie = saved.header("set-cookie").split(';').next().unwrap().to_owned();
    let key = cookie.trim_start_matches("edit_key=").to_owned();
    judge.look("/p/{id}", "just created", &get_with(&site, &path, &[("cookie", &cookie)]).await);
    let words = format!("title={text}&note={text}&expires_on={text}&query={text}&x={text}&{text}=x");
    for (route, form) in [
        ("/plan/save", words.clone()),
        ("/plan/save", format!("{base}&expires={text}")),
        ("/plan/save", format!("{base}&title={}", text.repeat(20))),
        ("/plan/model", format!("{base}&config={text}&x={text}")),
        ("/plan/model", format!("{base}&config=%7B%22model_type%22:%22{text}%22%7D")),
        ("/machine", words.clone()),
        (
            "/machine",
            format!(
                "text=GPU+0:+{text}+(UUID:+GPU-1)%0Amodel+name:+{text}%0ANAME%3D%22nvme0n1%22+MODEL%3D%22{text}%22&plan={text}"
            ),
        ),
        ("/machine", format!("text=Model+name:+AMD+Ryzen+9+7950X&plan={base}%26{text}%3D{text}%26cpu%3D{text}")),
        ("/zh/machine", format!("text=MemTotal:+65690000+kB+{text}&plan=id%3D{text}")),
        ("/model", words.clone()),
        ("/model", format!("text=%7B%22model_type%22:%22gpt2%22,%22{text}%22:%22{text}%22%7D&plan={text}")),
        ("/model", format!("text=%7B%22model_type%22:%22{text}%22,%22hidden_size%22:%22{text}%22%7D")),
        ("/model", format!("text=%7B%22text_config%22:%7B%22n_embd%22:%22{text}%22%7D,%22{text}_config%22:%7B%7D%7D")),
        (
            "/zh/model",
            format!("text=%7B%22h.{text}.0.w%22:%7B%22dtype%22:%22F16%22,%22shape%22:%5B2%5D%7D,%22h.{text}.1.w%22:%7B%7D%7D"),
        ),
        ("/zh/model", format!("text={text}&plan={base}%26{text}%3D{text}")),
        ("/data", words.clone()),
        ("/data", format!("text=12+./{text}/{text}.jpg%0A12%0964x64%09{text}.png%0A{text}:%0A12+{text}&plan={text}")),
        ("/zh/data", format!("text=12+{text}.jsonl%0A&plan={base}%26{text}%3D{text}%26id%3D{text}")),
        ("/p/{id}/revise", words.clone()),
        ("/p/{id}/revise", format!("{words}&key={text}")),
        ("/p/{id}/revise", format!("{words}&key={key}&base=1&expires={text}")),
        ("/p/{id}/revise", format!("{words}&key={key}&base=9&expires=30")),
        ("/p/{id}/revise", format!("{words}&key={key}&base={text}&revision={text}")),
        ("/p/{id}/revise", format!("title={text}&note={text}&key={key}&base=9&expires=30")),
        ("/p/{id}/revoke", format!("key={text}")),
        ("/p/{id}/revoke", words.clone()),
        ("/p/{id}/fork", format!("revision={text}&title={text}")),
        ("/p/{id}/fork", "revision=1".to_owned()),
    ] {
        let answer = post(&site, &route.replace("/p/{id}", &path), &form).await;
        judge.look(route, &form, &answer);
        if let Some(next) = answer.headers.get("location").and_then(|next| next.to_str().ok()) {
            judge.look(route, "where the form leads", &get_with(&site, next, &[]).await);
        }
    }
    assert!(judge.wrong.is_empty(), "{}", judge.wrong.join("\n"));
    for route in ["/p/{id}/revise", "/plan/save", "/machine", "/model", "/data"] {
        assert!(judge.shown.contains(route), "{route}: {:?}", judge.shown);
    }
}

/// Every leaf of a body, on every call that takes one; what is stored of it is looked at as a plan.
#[tokio::test]
async fn no_body_puts_an_element_into_what_comes_of_it() {
    let site = site().await;
    let mut judge = Judge::default();
    let mut bodies = Vec::new();
    for field in scenario::fields::FIELDS {
        let mut body: Value = serde_json::from_str(SCENARIO).unwrap();
        set(&mut body, field.pointer, MARKUP.into());
        bodies.push((field.pointer, body));
    }
    let card = json!({ "name": MARKUP, "memory_gib": 24, "memory_bandwidth_gb_per_s": 900, "fp32_tflops": 80, "fp16_dense_tflops": 160 });
    bodies.push(("an own card", json!({ "id": MARKUP, "hardware": { "gpu": card }, "model": { "id": "resnet50" } })));
    let config = json!({ "model_type": "llama", "architectures": [MARKUP], "torch_dtype": MARKUP, "_name_or_path": MARKUP, "hidden_act": MARKUP, MARKUP: MARKUP,
        "vocab_size": 32000, "hidden_size": 512, "intermediate_size": 1024, "num_hidden_layers": 2, "num_attention_heads": 8 });
    bodies.push(("an own model", json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "config": config } })));
    bodies.push(("modules", json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "mistral-7b" }, "training": { "method": "qlora", "lora": { "targets": [MARKUP] } } })));
    let mut stored = 0;
    for (about, body) in &bodies {
        for path in ["/api/v1/estimate", "/api/v1/code", "/api/v1/diagnose", "/api/v1/bom"] {
            judge.look(path, about, &post_json(&site, path, body.to_string()).await);
        }
        let mut plan = json!({ "title": MARKUP, "note": MARKUP, "scenario": body, "prices": { MARKUP: MARKUP } });
        judge.look("/api/v1/plans", about, &post_json(&site, "/api/v1/plans", plan.to_string()).await);
        plan["prices"] = json!({ "rtx-4090": { "unit_price": 1, "note": MARKUP, "source_url": MARKUP } });
        judge.look("/api/v1/plans", about, &post_json(&site, "/api/v1/plans", plan.to_string()).await);
        plan["prices"] = json!({ "rtx-4090": 1 });
        let created = post_json(&site, "/api/v1/plans", plan.to_string()).await;
        judge.look("/api/v1/plans", about, &created);
        if created.status == StatusCode::CREATED {
            stored += 1;
            look_at(&site, created.json()["id"].as_str().unwrap(), about, &mut judge).await;
        }
    }
    let both = json!({ "scenarios": bodies.iter().map(|(_, body)| body).take(5).collect::<Vec<_>>(), MARKUP: MARKUP });
    judge.look("/api/v1/compare", "all", &post_json(&site, "/api/v1/compare", both.to_string()).await);
    judge.look(
        "/mcp",
        "a call",
        &post_json(&site, "/mcp", json!({ "jsonrpc": "2.0", "id": MARKUP, "method": MARKUP }).to_string()).await,
    );
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.count, judge.wrong.join("\n"));
    assert!(stored >= 2, "{stored} bodies could be stored");
}

/// Puts a value at a pointer, with the objects that lead there.
fn set(document: &mut Value, pointer: &str, value: Value) {
    let mut place = document;
    for name in pointer.split('/').skip(1) {
        if !place.is_object() {
            *place = json!({});
        }
        place = &mut place[name];
    }
    *place = value;
}
