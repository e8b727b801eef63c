//! The tools for language models: the protocol, each tool, and whatever may go wrong.

use std::num::NonZeroU32;

use axum::Router;
use axum::body::Body;
use axum::http::Method;
use serde_json::{Value, json};
use server::config::Limits;

use crate::http::client::{Answer, SCENARIO, get, post_json, request, send, site, site_with};

const HEADERS: [(&str, &str); 2] = [("content-type", "application/json"), ("accept", "application/json, text/event-stream")];

async fn post(site: &Router, headers: &[(&str, &str)], body: impl Into<Body>) -> Answer {
    send(site, request(Method::POST, "/mcp", &[&HEADERS[..], headers].concat(), body)).await
}

/// Sends a request and returns its result.
async fn ask(site: &Router, method: &str, params: Value) -> Value {
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    let answer = post(site, &[("mcp-protocol-version", "2025-06-18")], body.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json");
    let message = answer.json();
    assert_eq!((&message["jsonrpc"], &message["id"]), (&json!("2.0"), &json!(7)));
    message
}

async fn call(site: &Router, tool: &str, arguments: Value) -> Value {
    let mut message = ask(site, "tools/call", json!({ "name": tool, "arguments": arguments })).await;
    let result = message["result"].take();
    let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{message}"));
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"], "both forms say the same");
    result
}

/// What a tool answers.
#[track_caller]
fn answered(result: &Value) -> &Value {
    assert_eq!(result["isError"], false, "{result}");
    &result["structuredContent"]
}

/// Fields at fault.
#[track_caller]
fn faults<'a>(result: &'a Value, code: &str) -> Vec<&'a str> {
    assert_eq!(result["isError"], true, "{result}");
    let problem = &result["structuredContent"];
    assert_eq!(problem["code"], code);
    assert_eq!(problem["type"], format!("/problems/{code}"));
    problem["errors"].as_array().into_iter().flatten().map(|error| error["pointer"].as_str().unwrap()).collect()
}

fn scenario() -> Value {
    serde_json::from_str(SCENARIO).unwrap()
}

/// The handshake of the older versions, and the request that stands in its place in the newer.
#[tokio::test]
async fn versions_are_negotiated() {
    let site = site().await;
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2031-01-01", "2025-11-25"),
    ] {
        let params = json!({ "protocolVersion": asked, "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
        let body = json!({ "jsonrpc": "2.0", "id": "a", "method": "initialize", "params": params });
        let answer = post(&site, &[], body.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(!answer.headers.contains_key("mcp-session-id"), "no session to be lost behind a balancer");
        let result = &answer.json()["result"];
        assert_eq!(result["protocolVersion"], agreed);
        assert_eq!(result["serverInfo"]["name"], "rigwise");
        assert!(result["capabilities"]["tools"].is_object() && result["instructions"].is_string());
    }
    let initialized = post(&site, &[], r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert_eq!((initialized.status.as_u16(), initialized.body.len()), (202, 0));
    assert_eq!(ask(&site, "ping", json!({})).await["result"], json!({}));

    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {}
    });
    let newest = |method: &str, name: &str| {
        let mut headers = vec![("mcp-protocol-version", "2026-07-28".to_owned()), ("mcp-method", method.to_owned())];
        if !name.is_empty() {
            headers.push(("mcp-name", name.to_owned()));
        }
        headers
    };
    for (method, name, params) in [
        ("server/discover", "", json!({ "_meta": meta })),
        ("tools/list", "", json!({ "_meta": meta })),
        ("tools/call", "estimate", json!({ "_meta": meta, "name": "estimate", "arguments": scenario() })),
    ] {
        let headers = newest(method, name);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = post(&site, &headers, body.to_string()).await;
        assert_eq!(answer.status, 200, "{method}: {}", answer.text());
        assert!(answer.json()["result"].is_object(), "{method}: {}", answer.text());
    }
}

#[tokio::test]
async fn tools_say_what_they_take_in_few_words() {
    let site = site().await;
    let message = ask(&site, "tools/list", json!({})).await;
    let tools = message["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search_catalog", "estimate", "recommend", "compare"]);
    for tool in tools {
        assert!(tool["title"].is_string() && tool["description"].as_str().unwrap().len() < 500);
        assert_eq!(tool["annotations"]["readOnlyHint"], true);
        let schema = &tool["inputSchema"];
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)), "{schema}");
        let text = schema.to_string();
        assert!(!text.contains("#/components") && !text.contains("\"null\"") && !text.contains("\"example\""), "{text}");
        let definitions = schema["$defs"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        for name in definitions {
            assert!(text.contains(&format!("\"#/$defs/{name}\"")), "{name} is used");
        }
        for named in text.split("\"#/$defs/").skip(1) {
            let name = named.split('"').next().unwrap();
            assert!(schema["$defs"][name].is_object(), "{name} is defined");
        }
    }
    let size = message.to_string().len();
    assert!(size < 43_500, "a model reads all {size} bytes of it before its first call");
    let estimate = &tools[1]["inputSchema"];
    assert_eq!(estimate["$defs"]["Training"]["properties"]["method"]["enum"][0], "full");
    assert!(estimate["properties"]["constraints"].is_null() && estimate["properties"]["explain"].is_object());
    assert!(estimate["$defs"]["ModelConfig"]["description"].as_str().unwrap().contains("config.json"));
    assert!(tools[2]["inputSchema"]["$defs"]["Constraints"]["properties"]["budget"].is_object());
}

#[tokio::test]
async fn an_estimate_is_the_api_s_in_short_or_in_full() {
    let site = site().await;
    let api = post_json(&site, "/api/v1/estimate", SCENARIO).await.json();
    let result = call(&site, "estimate", scenario()).await;
    let short = answered(&result);
    for pointer in
        ["/id", "/inputs", "/parameters", "/vram/parts", "/vram/device_peak_bytes", "/vram/fits", "/limits", "/speed", "/notes"]
    {
        assert!(short.pointer(pointer).is_some() && short.pointer(pointer) == api.pointer(pointer), "{pointer}");
    }
    for pointer in ["/explain", "/rules", "/vram/timeline"] {
        assert_eq!(short.pointer(pointer), None, "{pointer}");
    }
    let size = short.to_string().len();
    assert!(size < 8_000, "{size}");

    let mut wanted = scenario();
    wanted["explain"] = json!(true);
    assert_eq!(answered(&call(&site, "estimate", wanted).await), &api);
}

#[tokio::test]
async fn a_recommendation_for_a_card_and_for_a_budget() {
    let site = site().await;
    let result = call(&site, "recommend", json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-2-7b" } })).await;
    let answer = answered(&result);
    assert!(answer["recommended"]["scenario"]["training"]["micro_batch_size"].is_u64());
    assert!(answer["levers"].as_array().is_some_and(|levers| !levers.is_empty()));
    assert!(answer["levers"][0]["why"].is_string() && answer["levers"][0]["vram_parts_after"].is_null());
    assert!(answer.to_string().len() < 40_000, "{}", answer.to_string().len());

    let body = json!({ "model": { "id": "resnet50" }, "constraints": { "budget": { "amount": 4000, "currency": "USD" } } });
    let result = call(&site, "recommend", body).await;
    let answer = answered(&result);
    let machine = &answer["machines"][0];
    assert!(machine["parts"][0]["id"].is_string() && machine["price"]["amount"].is_number());
    assert!(machine["estimate"]["speed"]["epoch_seconds"].is_number() && machine["estimate"]["explain"].is_null());
    assert!(answer.to_string().len() < 80_000, "{}", answer.to_string().len());
}

#[tokio::test]
async fn machines_are_compared() {
    let site = site().await;
    let other = json!({ "hardware": { "gpu": "rtx-3090" }, "model": { "id": "resnet50" } });
    let body = json!({ "scenarios": [scenario(), other] });
    let api = post_json(&site, "/api/v1/compare", body.to_string()).await.json();
    assert_eq!(answered(&call(&site, "compare", body).await), &api);
    let result = call(&site, "compare", json!({ "scenarios": [scenario(), { "hardware": { "gpu": "rtx-4009" } }] })).await;
    assert!(faults(&result, "invalid-input").contains(&"/scenarios/1/hardware/gpu"));
}

#[tokio::test]
async fn the_catalog_is_searched_by_words() {
    let site = site().await;
    let result = call(&site, "search_catalog", json!({ "kind": "gpus", "text": "RTX 4090" })).await;
    let found = answered(&result);
    assert_eq!(found["items"][0]["id"], "rtx-4090");
    for figure in ["name", "memory_bytes", "memory_bandwidth_gb_per_s", "source"] {
        assert!(!found["items"][0][figure].is_null(), "{figure}");
    }
    let result = call(&site, "search_catalog", json!({ "text": "llama", "limit": 2 })).await;
    let found = answered(&result);
    assert_eq!(found["items"].as_array().unwrap().len(), 2);
    assert!(found["found"].as_u64().unwrap() > 2);
    let result = call(&site, "search_catalog", json!({})).await;
    assert_eq!(answered(&result)["items"].as_array().unwrap().len(), 10);
    for (text, id) in [
        ("nvidia 24 GB 4090", "rtx-4090"),
        ("h100nvl", "h100-nvl-94gb"),
        ("sdxl", "sdxl"),
        ("ddr5-udimm-2x32", "ddr5-udimm-2x32"),
    ] {
        let result = call(&site, "search_catalog", json!({ "text": text })).await;
        assert_eq!(answered(&result)["items"][0]["id"], id, "{text}");
    }
    let result = call(&site, "search_catalog", json!({ "text": "llama 3.4 8b" })).await;
    let near = &answered(&result)["items"][0];
    assert_eq!((&near["id"], &near["exact"]), (&json!("llama-3-8b"), &json!(false)));
    assert_eq!(
        (&near["nearest"], &near["because"]),
        (&json!([{ "given": "3.4", "taken": "3" }]), &json!(["name", "parameters"]))
    );
    let nothing = call(&site, "search_catalog", json!({ "text": "no such thing" })).await;
    assert_eq!(answered(&nothing)["found"], 0);
    let long = "x".repeat(201);
    let bad = call(&site, "search_catalog", json!({ "kind": "cars", "text": long, "limit": 51, "page": 2 })).await;
    assert_eq!(faults(&bad, "invalid-input").len(), 4);
}

#[tokio::test]
async fn bad_arguments_are_a_problem_that_the_model_reads() {
    let site = site().await;
    let result =
        call(&site, "estimate", json!({ "hardware": { "gpu": "rtx-4009" }, "model": { "id": "resnet50" }, "trainig": {} })).await;
    let mut found = faults(&result, "invalid-input");
    found.sort_unstable();
    assert_eq!(found, ["/hardware/gpu", "/trainig"]);
    assert_eq!(faults(&call(&site, "estimate", json!({ "explain": "yes" })).await, "invalid-input"), ["/explain"]);
    assert!(faults(&call(&site, "compare", json!({ "explain": true })).await, "invalid-input").contains(&"/explain"));
    assert!(!faults(&call(&site, "estimate", json!({})).await, "invalid-input").is_empty());
    let body = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "llama-2-71b" }, "constraints": { "methods": ["full"], "max_gpus": 1 } });
    let result = call(&site, "recommend", body).await;
    assert_eq!(result["structuredContent"]["status"], 422, "{result}");
}

/// Whatever is no call of a tool is an error of the protocol, never one of the server.
#[tokio::test]
async fn what_is_not_a_call_is_an_error_of_the_protocol() {
    let site = site().await;
    for (body, status, code) in [
        ("", 400, -32700),
        ("{", 400, -32700),
        ("nonsense", 400, -32700),
        ("[]", 400, -32600),
        ("null", 400, -32600),
        ("{}", 400, -32600),
        ("\"tools/list\"", 400, -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, 400, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#, 200, -32601),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, 200, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no_such"}}"#, 200, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"estimate","arguments":[1]}}"#, 200, -32602),
        (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, 200, -32602),
    ] {
        let answer = post(&site, &[], body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
        assert_eq!(answer.header("content-type"), "application/json", "{body}");
        assert_eq!(answer.json()["error"]["code"], code, "{body}: {}", answer.text());
        assert!(answer.json()["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(post(&site, &[], deep).await.json()["error"]["code"], -32700);
    let version = post(&site, &[("mcp-protocol-version", "1999-01-01")], r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#).await;
    assert_eq!((version.status.as_u16(), version.json()["id"].as_u64()), (400, Some(3)), "{}", version.text());
    let long = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "é".repeat(5000));
    assert!(post(&site, &[], long).await.body.len() < 1000, "what a client wrote is not repeated at length");
}

#[tokio::test]
async fn http_refuses_what_it_refuses_everywhere() {
    let site = site().await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for method in [Method::GET, Method::DELETE, Method::PUT] {
        let answer = send(&site, request(method, "/mcp", &HEADERS, Body::empty())).await;
        answer.problem(405, "method-not-allowed");
        assert_eq!(answer.header("allow"), "POST");
    }
    get(&site, "/mcp/sse").await;
    let plain = send(&site, request(Method::POST, "/mcp", &[("content-type", "text/plain")], ping)).await;
    plain.problem(415, "unsupported-media-type");
    let large = format!("{ping}{}", " ".repeat(1 << 20));
    post(&site, &[], large).await.problem(413, "body-too-large");
    // A client that accepts anything is answered too.
    let lax = send(&site, request(Method::POST, "/mcp", &[("content-type", "application/json")], ping)).await;
    assert_eq!((lax.status.as_u16(), lax.header("content-type")), (200, "application/json"));

    for headers in [
        &[("sec-fetch-site", "cross-site")][..],
        &[("host", "rigwise.example"), ("origin", "https://evil.example")],
        &[("host", "rigwise.example"), ("origin", "null")],
    ] {
        post(&site, headers, ping).await.problem(403, "foreign-origin");
    }
    for headers in [
        &[("host", "rigwise.example"), ("origin", "http://rigwise.example")][..],
        &[("sec-fetch-site", "same-origin")],
        &[("host", "any.example")],
    ] {
        assert_eq!(post(&site, headers, ping).await.status, 200, "{headers:?}");
    }
}

#[tokio::test]
async fn calls_count_as_computations() {
    let limits = Limits { compute_per_second: NonZeroU32::new(1), search_per_second: NonZeroU32::new(1), ..Limits::default() };
    let site = site_with(limits).await;
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    // A hundred messages that compute nothing, or fewer that do.
    let mut answered = 0;
    let answer = loop {
        let answer = post(&site, &[], ping).await;
        if answer.status != 200 || answered > 200 {
            break answer;
        }
        answered += 1;
    };
    assert!((50..=200).contains(&answered), "{answered}");
    answer.problem(429, "too-many-requests");
    assert!(!answer.header("retry-after").is_empty());
}
