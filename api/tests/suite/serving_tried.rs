//! What a reader of an answer can check: the load test that it names, and what tokens cost where the cards are rented.

use serde_json::{Value as Json, json};
use wire::locale::Locale;
use wire::v1::Scenario;

fn ask(gpu: &str, count: u64, model: &str, serving: &Json) -> Json {
    let asked = json!({ "task": "inference", "hardware": { "gpu": gpu, "gpu_count": count }, "model": { "id": model }, "serving": serving });
    let scenario: Scenario = serde_json::from_value(asked).expect("a scenario");
    let answer = api::serve(&scenario, Locale::En).unwrap_or_else(|errors| panic!("{scenario:?}: {errors:?}"));
    serde_json::to_value(answer).expect("an answer")
}

fn figure(answer: &Json, pointer: &str) -> f64 {
    answer.pointer(pointer).and_then(Json::as_f64).unwrap_or_else(|| panic!("{pointer}: {answer}"))
}

/// The load test sends as many requests as its command says, and its first token comes no sooner than to users who know nothing of
/// each other.
#[test]
fn a_load_test_prints_what_is_told() {
    for (engine, users) in [("vllm", 1), ("vllm", 16), ("tensorrt-llm", 16), ("sglang", 16)] {
        let answer = ask("h100-sxm5-80gb", 1, "qwen3-8b", &json!({ "engine": engine, "concurrency": users }));
        let prints = "/start/load_test_prints";
        let requests = figure(&answer, &format!("{prints}/requests"));
        let command = answer["start"]["load_test"].as_str().expect("a load test");
        assert!(command.contains(&format!("--num-prompts {requests}")), "{command}");
        let token = figure(&answer, &format!("{prints}/inter_token_seconds"));
        // Between two tokens nothing else passes than in a steady state, but for begin and end.
        assert!((token / figure(&answer, "/speed/inter_token_seconds") - 1.0).abs() < 0.25, "{engine}: {answer}");
        let first = answer.pointer(&format!("{prints}/time_to_first_token_seconds"));
        assert_eq!(first.is_none(), engine == "sglang", "{engine}: its first tokens are not explained");
        if let Some(first) = first.and_then(Json::as_f64) {
            assert!(first >= figure(&answer, "/speed/time_to_first_token_seconds") * 0.98, "{engine} {users}: {answer}");
        }
    }
    let one = ask("h100-sxm5-80gb", 1, "qwen3-8b", &json!({ "engine": "vllm", "concurrency": 8, "output_tokens": 1 }));
    assert!(one["start"]["load_test_prints"].get("inter_token_seconds").is_none(), "an answer of one token: {one}");
    let random = ask("h100-sxm5-80gb", 1, "qwen3-8b", &json!({ "engine": "vllm", "request_rate": 0.1 }));
    assert!(random["start"].get("load_test_prints").is_none(), "the queue tells more: {random}");
    let command = random["start"]["load_test"].as_str().expect("a load test");
    assert!(command.contains("--num-prompts 180"), "half an hour: {command}");
    for engine in ["llama.cpp", "transformers"] {
        assert!(ask("rtx-4090", 1, "qwen3-8b", &json!({ "engine": engine })).pointer("/start/load_test_prints").is_none());
    }
}

/// An hour's rent buys what is written in an hour, cards are rented as many as were asked for, and idle hours cost as well.
#[test]
fn tokens_cost_what_the_hour_costs() {
    let price = |answer: &Json, name: &str| figure(answer, &format!("/rented/0/{name}"));
    let answer = ask("rtx-4090", 1, "qwen3-8b", &json!({ "concurrency": 8 }));
    let tokens = figure(&answer, "/speed/total_tokens_per_second") * 3600.0;
    let expected = price(&answer, "usd_per_hour") * 1e6 / tokens;
    assert!((price(&answer, "usd_per_million_tokens") / expected - 1.0).abs() < 1e-9, "{answer}");
    assert!(price(&answer, "usd_per_million_tokens_full") <= price(&answer, "usd_per_million_tokens"));

    let busy = ask("rtx-4090", 1, "qwen3-8b", &json!({ "request_rate": 1 }));
    let idle = ask("rtx-4090", 1, "qwen3-8b", &json!({ "request_rate": 0.01 }));
    let ratio = price(&idle, "usd_per_million_tokens") / price(&busy, "usd_per_million_tokens");
    assert!((ratio / 100.0 - 1.0).abs() < 1e-9, "{ratio}");

    for count in [1, 8] {
        let answer = ask("h100-sxm5-80gb", count, "llama-3.1-8b", &json!({}));
        let ids: Vec<&str> = answer["rented"].as_array().expect("offers").iter().map(|one| one["id"].as_str().unwrap()).collect();
        assert!(!ids.is_empty() && ids.iter().all(|id| catalog::cloud_offers_of("h100-sxm5-80gb").any(|offer| offer.id == *id && offer.gpu_count == count)), "{ids:?}");
    }
    // A rented machine with too little memory for the weights that the host keeps is none.
    let large = ask("l40s", 1, "qwen3-235b-a22b", &json!({ "engine": "llama.cpp", "offload": "experts" }));
    assert!(large.get("rented").is_none(), "{large}");
    let none = ask("rtx-3060-12gb", 1, "qwen3-8b", &json!({}));
    assert!(none.get("rented").is_none() && none["fits"] == true, "{none}");
    let short = ask("rtx-4090", 1, "llama-3.1-70b", &json!({ "engine": "vllm", "weights_format": "awq-int4" }));
    assert!(short.get("rented").is_none() && short["fits"] == false, "{short}");
}

/// The answer and its load test agree on what is finished, for engines and models of all kinds.
#[test]
fn an_answer_and_its_load_test_finish_as_much() {
    for engine in ["vllm", "sglang", "tensorrt-llm"] {
        for (gpu, count, model) in [
            ("h100-sxm5-80gb", 1, "qwen3-8b"),
            ("h200-sxm", 8, "qwen3-30b-a3b"),
            ("h200-sxm", 8, "qwen3-235b-a22b"),
            ("b200", 8, "deepseek-v3"),
            ("h100-sxm5-80gb", 4, "gpt-oss-120b"),
        ] {
            for users in [4, 32, 128] {
                let answer = ask(gpu, count, model, &json!({ "engine": engine, "concurrency": users }));
                let ratio = figure(&answer, "/start/load_test_prints/output_tokens_per_second")
                    / figure(&answer, "/speed/total_tokens_per_second");
                assert!((0.75..1.35).contains(&ratio), "{engine} {gpu} {model} {users}: {ratio}");
            }
        }
    }
}
