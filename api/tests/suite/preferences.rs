//! Decoders that learn which of two answers is the better one.
#![cfg(feature = "json")]

use api::{estimate_json, recommend_json};
use serde_json::{Value as Json, json};
use wire::v1::Estimate;

fn question(model: &str, training: &Json) -> Json {
    let data = json!({ "sequence_length": 512, "samples": 1000 });
    json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": model }, "training": training, "data": data })
}

#[track_caller]
fn answer(model: &str, training: &Json) -> Estimate {
    estimate_json(&question(model, training).to_string()).unwrap_or_else(|problem| panic!("{problem:?}"))
}

#[track_caller]
fn faults(asked: &Json) -> Vec<(String, String)> {
    let problem = estimate_json(&asked.to_string()).expect_err("it is refused");
    problem.errors.into_iter().map(|error| (error.pointer.clone(), error.allowed.join(" "))).collect()
}

/// The memory of twice as many texts, and one more forward pass without adapters: no second copy of the weights.
#[test]
fn a_preference_is_two_texts_read_twice() {
    for model in ["gpt2", "qwen3-0.6b", "llama-3.2-1b", "gemma-2-2b", "olmoe-1b-7b"] {
        for (method, precision) in [("lora", "bf16-amp"), ("lora", "bf16"), ("qlora", "bf16-amp")] {
            if method == "qlora" && model == "gpt2" {
                continue;
            }
            let training = |alignment: &str, size: u64| {
                json!({ "alignment": alignment, "method": method, "precision": precision, "micro_batch_size": size,
                        "activation_checkpointing": "full" })
            };
            let pairs = answer(model, &training("dpo", 2));
            let texts = answer(model, &training("none", 4));
            let which = format!("{model}, {method}, {precision}");
            assert_eq!(pairs.parameters, texts.parameters, "{which}");
            assert_eq!(pairs.vram.parts.parameters, texts.vram.parts.parameters, "{which}");
            let live = pairs.vram.allocated_peak_bytes as f64 / texts.vram.allocated_peak_bytes as f64;
            assert!((0.9..=1.001).contains(&live), "{which}: {live}");
            let longer = texts.speed.compute_samples_per_second / (2.0 * pairs.speed.compute_samples_per_second);
            assert!((1.1..1.5).contains(&longer), "{which}: {longer}");
            let stored = |estimate: &Estimate| estimate.inputs.data.bytes_on_disk.unwrap_or_default();
            assert_eq!(stored(&pairs), 2 * stored(&texts), "{which}");
            assert!(pairs.notes.iter().any(|note| note.code == "two-answers"), "{which}");
        }
    }
}

#[test]
fn it_is_learned_with_adapters_alone() {
    let implied = answer("qwen3-0.6b", &json!({ "alignment": "dpo", "micro_batch_size": 1 })).inputs.training.method;
    assert_eq!(implied.map(wire::v1::choices::Method::as_str), Some("lora"));
    for (training, fault) in [
        (json!({ "alignment": "dpo", "method": "full" }), ("/training/method", "lora qlora")),
        (json!({ "alignment": "dpo", "method": "frozen-backbone" }), ("/training/method", "lora qlora")),
        (json!({ "alignment": "dpo", "loss_logits": "chunked" }), ("/training/loss_logits", "upcast low-precision")),
        (json!({ "alignment": "dpo", "loss_logits": "upcast-shifted-copy" }), ("/training/loss_logits", "upcast low-precision")),
    ] {
        assert_eq!(faults(&question("llama-3.2-1b", &training)), [(fault.0.to_owned(), fault.1.to_owned())]);
    }
    let elsewhere = faults(&question("qwen2.5-0.5b", &json!({ "alignment": "dpo", "framework": "tensorflow" })));
    assert_eq!(elsewhere, [("/training/framework".to_owned(), "pytorch".to_owned())]);
    for model in ["bert-base", "resnet50", "t5-base", "sdxl", "whisper-small"] {
        let found = faults(&question(model, &json!({ "alignment": "dpo" })));
        assert!(found.contains(&("/training/alignment".to_owned(), "none".to_owned())), "{model}: {found:?}");
    }
}

/// What a search proposes is a plan that can be asked for.
#[test]
fn what_is_proposed_can_be_asked_for() {
    for (model, gpu) in [("llama-3.1-8b", "rtx-4090"), ("qwen2.5-14b", "rtx-3090"), ("gpt2", "rtx-3060-12gb")] {
        let asked = json!({ "hardware": { "gpu": gpu }, "model": { "id": model }, "training": { "alignment": "dpo" } });
        let found = recommend_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
        let found = serde_json::to_value(found).unwrap();
        let scenario = &found["recommended"]["scenario"];
        assert_eq!(scenario["training"]["alignment"], "dpo", "{model}");
        estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{model}: {problem:?}"));
        for lever in found["levers"].as_array().unwrap() {
            if lever["id"] == "chunked-loss" {
                assert_ne!(lever["status"], "proposed", "{model}: {lever}");
            }
        }
    }
}
