//! Configurations of LFM2: blocks with a short convolution among those that attend, in the words of older and newer files.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::{Value as Json, json};

use super::serving::ask;
use super::support::{faults_of, with};

/// As the 1.2 B was first published.
fn first() -> Json {
    json!({
        "model_type": "lfm2", "vocab_size": 65_536, "hidden_size": 2048, "block_dim": 2048, "block_ff_dim": 12_288,
        "block_auto_adjust_ff_dim": true, "block_ffn_dim_multiplier": 1.0, "block_multiple_of": 256, "block_norm_eps": 1e-5,
        "conv_L_cache": 3, "conv_bias": false, "conv_dim": 2048, "full_attn_idxs": [2, 5, 8, 10, 12, 14], "norm_eps": 1e-5,
        "num_attention_heads": 32, "num_heads": 32, "num_hidden_layers": 16, "num_key_value_heads": 8, "use_pos_enc": true,
        "max_position_embeddings": 128_000, "rope_theta": 1_000_000.0, "theta": 1_000_000.0
    })
}

fn words(attending: &[usize], blocks: usize) -> Vec<&'static str> {
    (0..blocks).map(|block| if attending.contains(&block) { "full_attention" } else { "conv" }).collect()
}

/// The mixture of 8 B.
fn mixture() -> Json {
    json!({
        "model_type": "lfm2_moe", "vocab_size": 65_536, "hidden_size": 2048, "intermediate_size": 7168, "moe_intermediate_size": 1792,
        "num_hidden_layers": 24, "num_attention_heads": 32, "num_key_value_heads": 8, "num_experts": 32, "num_experts_per_tok": 4,
        "num_dense_layers": 2, "use_expert_bias": true, "layer_types": words(&[2, 6, 10, 14, 18, 21], 24)
    })
}

fn scenario(config: &Json) -> Json {
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config }, "data": { "sequence_length": 2048 },
        "training": { "method": "lora", "precision": "bf16", "micro_batch_size": 1 } })
}

fn estimate(config: &Json) -> Json {
    let scenario = scenario(config);
    let answer = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"));
    serde_json::to_value(answer).unwrap()
}

/// Weights as the library's own classes count them on the meta device (transformers 5.24).
#[test]
fn weights_are_those_of_the_class() {
    let small = with(&first(), json!({ "hidden_size": 1024, "block_ff_dim": 6656, "num_attention_heads": 16 }));
    for (config, weights) in [(first(), 1_170_340_608_u64), (small, 354_483_968), (mixture(), 8_339_929_856)] {
        let answer = estimate(&config);
        assert_eq!(answer["parameters"]["total"], weights, "{config}");
        assert!(answer["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{answer}");
    }
}

/// Three files that describe one model have one answer, and what an answer repeats of them is answered alike.
#[test]
fn older_and_newer_files_say_the_same() {
    let mut newer = with(
        &first(),
        json!({ "layer_types": words(&[2, 5, 8, 10, 12, 14], 16), "intermediate_size": 12_288, "tie_word_embeddings": true }),
    );
    newer.as_object_mut().unwrap().remove("full_attn_idxs");
    newer.as_object_mut().unwrap().remove("block_ff_dim");
    let mut adjusted = with(&newer, json!({ "intermediate_size": 8192, "block_auto_adjust_ff_dim": false }));
    adjusted["full_attn_idxs"] = json!([0]);
    let told = estimate(&first());
    for config in [newer, adjusted, told["inputs"]["model"]["config"].clone()] {
        let answer = estimate(&config);
        assert_eq!((&answer["vram"], &answer["time"]), (&told["vram"], &told["time"]), "{config}");
    }
    // A list of nothing is a list left out, and what the classes do not read changes nothing.
    let silent = with(&first(), json!({ "layer_types": [], "hidden_act": "relu", "attention_dropout": 0.5 }));
    assert_eq!(estimate(&silent)["vram"], told["vram"]);
    let wide = with(&first(), json!({ "head_dim": 128 }));
    assert!(estimate(&wide)["parameters"]["total"].as_u64() > told["parameters"]["total"].as_u64());
    let mut all = first();
    all.as_object_mut().unwrap().remove("full_attn_idxs");
    let attending = estimate(&all)["parameters"]["total"].as_u64().unwrap();
    assert_ne!(told["parameters"]["total"], attending, "without a list all blocks attend");
}

#[test]
fn what_the_classes_do_not_take_is_refused() {
    for (config, pointer, code) in [
        (with(&first(), json!({ "full_attn_idxs": ["two"] })), "full_attn_idxs", "unknown-value"),
        (with(&first(), json!({ "full_attn_idxs": { "2": true } })), "full_attn_idxs", "unknown-value"),
        (with(&first(), json!({ "block_ff_dim": 1 })), "intermediate_size", "out-of-range"),
        (with(&first(), json!({ "conv_bias": true })), "conv_bias", "unknown-value"),
        (with(&first(), json!({ "block_multiple_of": 64 })), "block_multiple_of", "unknown-value"),
        (with(&first(), json!({ "layer_types": vec!["linear_attention"; 16] })), "layer_types", "unknown-value"),
        (with(&first(), json!({ "layer_types": ["conv"] })), "layer_types", "wrong-count"),
        (with(&mixture(), json!({ "layer_types": null })), "layer_types", "required"),
        (with(&mixture(), json!({ "use_expert_bias": false })), "use_expert_bias", "unknown-value"),
        (with(&mixture(), json!({ "num_experts_per_tok": 33 })), "num_experts_per_tok", "out-of-range"),
    ] {
        let found = faults_of(&scenario(&config));
        assert_eq!(found, [(format!("/model/config/{pointer}"), code.to_owned())], "{config}");
    }
    // Other kinds have no such blocks.
    let llama = json!({ "model_type": "qwen2", "vocab_size": 1000, "hidden_size": 64, "intermediate_size": 128,
        "num_hidden_layers": 1, "num_attention_heads": 2, "layer_types": ["conv"] });
    assert_eq!(faults_of(&scenario(&llama)), [("/model/config/layer_types".to_owned(), "unknown-value".to_owned())]);
}

/// Lists of any length and value end at once.
#[test]
fn hostile_lists_are_answered() {
    let many: Vec<u64> = (0..100_000).collect();
    for list in [json!(many), json!([u64::MAX, 2]), json!([])] {
        estimate(&with(&first(), json!({ "full_attn_idxs": list })));
    }
}

/// No engine's cache of such blocks is modelled: it is said, with the way to training it.
#[test]
fn running_it_is_refused_by_name() {
    let question = json!({ "task": "inference", "hardware": { "gpu": "h200-sxm" }, "model": { "config": first() } });
    let problem = serde_json::to_value(ask(&question).expect_err("it is not served")).unwrap();
    let errors = problem["errors"].as_array().unwrap();
    assert!(errors.iter().any(|error| error["code"] == "not-modelled"), "{problem}");
}
