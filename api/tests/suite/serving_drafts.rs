//! A smaller model that drafts ahead of a larger one: what it takes, what it goes with, and laws about both.
#![cfg(feature = "json")]

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::serving::ask;

fn of(model: &str, serving: &Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": "h100-sxm5-80gb" }, "model": { "id": model }, "serving": serving })
}

fn answered(model: &str, serving: &Json) -> Json {
    ask(&of(model, serving)).unwrap_or_else(|problem| panic!("{model}, {serving}: {problem}"))
}

fn bytes(answer: &Json, pointer: &str) -> u64 {
    answer.pointer(pointer).and_then(Json::as_u64).unwrap_or_else(|| panic!("{pointer}: {answer}"))
}

fn pace(answer: &Json) -> f64 {
    answer["speed"]["decode_tokens_per_second"].as_f64().unwrap_or_else(|| panic!("no pace: {answer}"))
}

#[test]
fn a_named_model_drafts() {
    let serving = json!({ "engine": "llama.cpp", "weights_format": "q4_k_m", "draft_model": "llama-3.2-1b" });
    let found = answered("llama-3.1-70b", &serving);
    let asked = &found["inputs"]["serving"];
    assert_eq!((&asked["speculative"], &asked["speculative_tokens"]), (&json!("draft"), &json!(3)));
    let command = found["start"]["command"].as_str().unwrap();
    assert!(
        command.contains("--spec-type draft-simple -md Llama-3.2-1B-Q4_K_M.gguf -ngld all --spec-draft-n-max 3"),
        "{command}"
    );
    // Buffers of both models have lines of their own; together they are what the card holds of weights.
    let log: Vec<&str> = found["start"]["log"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    let of_weights = log.iter().filter_map(|line| line.strip_prefix("model buffer size = ")?.strip_suffix(" MiB"));
    let sum: f64 = of_weights.map(|size| size.parse::<f64>().unwrap()).sum();
    let weights = bytes(&found, "/vram/parts/parameters") as f64 / f64::from(1 << 20);
    assert!((sum - weights).abs() < 0.02, "{sum} of {weights}: {log:?}");
    let found = answered("llama-3.1-8b", &json!({ "engine": "vllm", "draft_model": "llama-3.2-1b", "speculative_tokens": 5 }));
    let command = found["start"]["command"].as_str().unwrap();
    assert!(
        command.contains(r#""method":"draft_model","model":"meta-llama/Llama-3.2-1B","num_speculative_tokens":5"#),
        "{command}"
    );
}

/// An answer offers what drafts ahead where that pays, by what the same question with it says; never where it was declined.
#[test]
fn what_drafts_ahead_is_offered_where_it_pays() {
    let drafting = |model: &str, serving: Json| {
        let found = answered(model, &serving);
        let mut levers = found["levers"].as_array().unwrap().iter();
        levers.find(|lever| lever["serving"]["speculative"].as_str().is_some_and(|how| how != "none")).cloned()
    };
    for (model, serving, drafter) in [
        ("llama-3.1-8b", json!({ "engine": "vllm", "weights_format": "bf16" }), Some("llama-3.2-1b")),
        ("qwen3-14b", json!({ "engine": "llama.cpp", "weights_format": "q8_0" }), Some("qwen3-0.6b")),
        ("qwen3-next-80b-a3b", json!({ "engine": "vllm", "weights_format": "awq-int4" }), None),
    ] {
        let lever = drafting(model, serving.clone()).unwrap_or_else(|| panic!("{model} {serving}"));
        assert_eq!(lever["serving"]["draft_model"].as_str(), drafter, "{lever}");
        let again = answered(model, &lever["serving"]);
        assert_eq!(lever["after"]["alone_tokens_per_second"], again["speed"]["alone_tokens_per_second"], "{model}");
        assert_eq!(lever["after"]["device_peak_bytes"], again["vram"]["device_peak_bytes"], "{model}");
    }
    // What drafts and makes answers come later, or keeps them from fitting, is told to go.
    for (model, serving) in [
        ("gpt-oss-120b", json!({ "engine": "vllm", "draft_model": "gpt-oss-20b" })),
        (
            "qwen3-32b",
            json!({ "engine": "llama.cpp", "weights_format": "q4_k_m", "draft_model": "qwen3-14b", "speculative_acceptance": 0.2 }),
        ),
    ] {
        let found = answered(model, &serving);
        let levers = found["levers"].as_array().unwrap();
        let gone = levers.iter().find(|lever| lever["serving"]["speculative"] == "none").unwrap_or_else(|| panic!("{model}"));
        assert_eq!(gone["after"]["fits"], true, "{model}");
    }
    let declined = json!({ "engine": "vllm", "weights_format": "bf16", "speculative": "none" });
    assert_eq!(drafting("llama-3.1-8b", declined), None);
    assert_eq!(drafting("llama-3.1-8b", json!({ "engine": "vllm", "weights_format": "bf16", "concurrency": 512 })), None);
}

/// Every field at fault is named, with what would do.
#[test]
fn faults_are_named_with_what_works() {
    let cases = [
        ("llama-3.1-70b", json!({ "draft_model": "llama-3.1-8" }), "/serving/draft_model", "llama-3.1-8b"),
        ("llama-3.1-70b", json!({ "draft_model": "qwen3-0.6b" }), "/serving/draft_model", "llama-3.2-1b"),
        ("llama-3.1-8b", json!({ "draft_model": "llama-3.1-70b" }), "/serving/draft_model", "llama-3.2-1b"),
        ("llama-3.1-8b", json!({ "draft_model": "flux-dev" }), "/serving/draft_model", "llama-3.2-1b"),
        ("minimax-m2", json!({ "draft_model": "phi-4-mini" }), "/serving/draft_model", "minimax-m2"),
        ("qwen3-32b", json!({ "draft_model": "qwen3-vl-2b" }), "/serving/draft_model", "qwen3-0.6b"),
        ("llama-3.1-8b", json!({ "speculative": "draft" }), "/serving/draft_model", "required"),
        ("llama-3.1-8b", json!({ "draft_model": "llama-3.2-1b", "engine": "sglang" }), "/serving/engine", "vllm"),
        ("llama-3.1-8b", json!({ "draft_model": "llama-3.2-1b", "speculative": "none" }), "/serving/draft_model", "none"),
        ("llama-3.1-8b", json!({ "speculative_tokens": 3 }), "/serving/speculative_tokens", "none"),
        // The two differ by 128 words: llama.cpp takes them, vLLM does not.
        ("qwen2.5-32b", json!({ "draft_model": "qwen2.5-0.5b", "engine": "vllm" }), "/serving/draft_model", "qwen2.5-32b"),
        ("resnet50", json!({ "draft_model": "llama-3.2-1b" }), "/serving/draft_model", "resnet50"),
    ];
    for (model, serving, pointer, says) in cases {
        let problem = ask(&of(model, &serving)).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("{model}, {serving}: {problem}"));
        assert!(found.to_string().contains(says), "{model}, {serving}: {found}");
    }
    answered("qwen2.5-32b", &json!({ "draft_model": "qwen2.5-0.5b", "engine": "llama.cpp", "weights_format": "q4_k_m" }));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Beside its own weights the smaller model keeps keys and values of its own, whatever it is right about; the more often it is right,
    /// the faster answers come, and drafts that are never right only cost time.
    #[test]
    fn drafts_cost_memory_and_pay_by_how_often_they_are_right(
        is_file in any::<bool>(), drafts in 1_u64..=8, context in 1_u64..=16, low in 0.0..0.5, gain in 0.1..0.5,
    ) {
        let (engine, format) = if is_file { ("llama.cpp", "q8_0") } else { ("vllm", "bf16") };
        let plain = json!({ "engine": engine, "weights_format": format, "context_length": context * 1024 });
        let drafted = |acceptance: f64| {
            let mut serving = plain.clone();
            serving["draft_model"] = json!("llama-3.2-1b");
            serving["speculative_tokens"] = json!(drafts);
            serving["speculative_acceptance"] = json!(acceptance);
            answered("llama-3.1-8b", &serving)
        };
        let (alone, seldom, often) = (answered("llama-3.1-8b", &plain), drafted(low), drafted(low + gain));
        let weights = "/vram/parts/parameters";
        // A table of embeddings that is shared lies on the card and in RAM in files, whole on the card else.
        let least = if is_file { 500_000_000 } else { 1_000_000_000 };
        prop_assert!(bytes(&seldom, weights) > bytes(&alone, weights) + least);
        prop_assert_eq!(bytes(&seldom, weights), bytes(&often, weights));
        let kept = "/vram/kv_bytes_per_token";
        // Sixteen blocks of eight heads of 64 values beside 32 blocks of eight heads of 128.
        prop_assert_eq!(bytes(&seldom, kept), bytes(&alone, kept) * 5 / 4);
        prop_assert!(pace(&often) > pace(&seldom));
        prop_assert!(pace(&drafted(0.0)) < pace(&alone));
    }
}
