//! What tokens cost on a machine that runs a model: the amounts follow from each other, and what is not known is not told.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};

fn bill(scenario: &Json, prices: &Json) -> Json {
    let mut body = scenario.clone();
    body["prices"] = prices.clone();
    let (asked, own) = scenario::json::parse_bom_request(body.to_string().as_bytes()).expect("a question");
    serde_json::to_value(api::bill::bom_with(&asked, &own).expect("a bill")).expect("bills are JSON")
}

#[expect(clippy::needless_pass_by_value, reason = "every caller writes it in place")]
fn of(gpu: &str, model: &str, serving: Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": gpu }, "model": { "id": model }, "serving": serving })
}

fn near(one: f64, other: f64) -> bool {
    (one / other - 1.0).abs() < 1e-9
}

#[test]
fn amounts_follow_from_each_other() {
    let asked = of(
        "rtx-4090",
        "llama-3.1-8b",
        json!({ "engine": "vllm", "concurrency": 16, "prompt_tokens": 1024, "output_tokens": 256 }),
    );
    let prices = json!({ "electricity_per_kwh": 0.15, "pue": 1.2, "api_input_per_million_tokens": 0.05, "api_output_per_million_tokens": 0.08 });
    let bill = bill(&asked, &prices);
    let number =
        |pointer: &str| bill.pointer(pointer).and_then(Json::as_f64).unwrap_or_else(|| panic!("{pointer}: {}", bill["tokens"]));
    let rate = number("/tokens/output_tokens_per_second");
    assert_eq!(Some(rate), bill.pointer("/estimate/speed/total_tokens_per_second").and_then(Json::as_f64));
    // The bill rounds watts.
    let kwh = number("/power/node_wall_w") / rate / 3.6;
    assert!((number("/tokens/kwh_per_million_tokens") / kwh - 1.0).abs() < 1e-3, "{kwh}");
    let energy = number("/tokens/electricity_per_million_tokens");
    // The site's cooling is paid for, and not drawn by the machine.
    assert!(near(energy, number("/tokens/kwh_per_million_tokens") * 1.2 * 0.15));
    assert_eq!(bill.pointer("/tokens/against/0/offer"), bill.pointer("/estimate/rented/0/id"));
    assert!(near(number("/tokens/against/0/per_million_tokens"), number("/estimate/rented/0/usd_per_million_tokens")));
    // Four tokens of a prompt for each of an answer.
    assert!(near(number("/tokens/against/1/per_million_tokens"), 0.08 + 4.0 * 0.05));
    for place in 0..2 {
        let [per_million, millions, days] = ["per_million_tokens", "break_even_million_tokens", "break_even_days"]
            .map(|name| number(&format!("/tokens/against/{place}/{name}")));
        assert!(near(millions * (per_million - energy), number("/price/amount")));
        assert!(near(days * 86_400.0 * rate, millions * 1e6));
    }
}

#[test]
fn what_is_not_known_is_not_told() {
    let asked = of("rtx-4090", "llama-3.1-8b", json!({ "engine": "vllm" }));
    // Of an API both prices have to be given, and energy has no cost without its own.
    let found = bill(&asked, &json!({ "api_output_per_million_tokens": 1 }));
    assert_eq!(found["tokens"]["against"].as_array().map(Vec::len), Some(1), "{}", found["tokens"]);
    assert!(found["tokens"]["electricity_per_million_tokens"].is_null() && found["tokens"]["kwh_per_million_tokens"].is_number());
    // Where the energy alone costs as much the machine never pays.
    let dear = bill(
        &asked,
        &json!({ "electricity_per_kwh": 10, "api_input_per_million_tokens": 0, "api_output_per_million_tokens": 0 }),
    );
    assert_eq!(dear["tokens"]["against"].as_array().map(Vec::len), Some(2), "{}", dear["tokens"]);
    assert!(
        dear["tokens"]["against"].as_array().unwrap().iter().all(|other| other["break_even_days"].is_null()),
        "{}",
        dear["tokens"]
    );
    // Cards that work one after another draw less than all at once.
    let split = json!({ "task": "inference", "hardware": { "gpu": "rtx-3090", "gpu_count": 2 }, "model": { "id": "llama-3.1-8b" }, "serving": { "engine": "llama.cpp" } });
    assert!(bill(&split, &json!({}))["tokens"]["kwh_per_million_tokens"].is_null());
    // What does not run, and what makes no tokens, has no costs of tokens.
    for asked in [of("rtx-3060-12gb", "llama-3.1-70b", json!({ "engine": "vllm" })), of("rtx-4090", "sdxl", json!({}))] {
        assert!(bill(&asked, &json!({}))["tokens"].is_null());
    }
    // Of more requests than can be finished nothing is told.
    assert!(bill(&of("rtx-3060-12gb", "llama-3.1-8b", json!({ "request_rate": 50 })), &json!({}))["tokens"].is_null());
    // A machine with a part of unknown price breaks even nobody knows when.
    let unpriced = bill(
        &of("b200", "llama-3.1-8b", json!({})),
        &json!({ "api_input_per_million_tokens": 1, "api_output_per_million_tokens": 1 }),
    );
    assert!(unpriced["price"]["amount"].is_null() && !unpriced["tokens"]["against"].as_array().unwrap().is_empty());
    assert!(unpriced["tokens"]["against"].as_array().unwrap().iter().all(|other| other["break_even_days"].is_null()));
    // In another currency everything is.
    let euros = bill(&asked, &json!({ "currency": "EUR", "rates": { "EUR": 0.5 } }));
    let dollars = bill(&asked, &json!({}));
    let rented = |bill: &Json| bill.pointer("/tokens/against/0/per_million_tokens").and_then(Json::as_f64).unwrap();
    assert!(near(rented(&euros) * 2.0, rented(&dollars)) && euros["tokens"]["currency"] == "EUR");
}
