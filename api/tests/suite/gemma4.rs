//! Configurations of Gemma 4: heads of two widths, shared keys and values, a second embedding, experts beside MLPs.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::{Value as Json, json};

use super::serving::ask;
use super::support::{faults_of, with};

/// What the published files of all sizes have, and what those of one do.
fn config(of_size: Json) -> Json {
    let common = json!({
        "model_type": "gemma4_text", "vocab_size": 262_144, "head_dim": 256, "global_head_dim": 512, "tie_word_embeddings": true,
        "final_logit_softcapping": 30.0, "use_bidirectional_attention": "vision", "hidden_activation": "gelu_pytorch_tanh"
    });
    with(&common, of_size)
}

fn large() -> Json {
    config(json!({
        "hidden_size": 5376, "intermediate_size": 21_504, "num_hidden_layers": 60, "num_attention_heads": 32,
        "num_key_value_heads": 16, "num_global_key_value_heads": 4, "attention_k_eq_v": true, "hidden_size_per_layer_input": 0,
        "sliding_window": 1024, "max_position_embeddings": 262_144
    }))
}

fn mixture() -> Json {
    config(json!({
        "hidden_size": 2816, "intermediate_size": 2112, "num_hidden_layers": 30, "num_attention_heads": 16,
        "num_key_value_heads": 8, "num_global_key_value_heads": 2, "attention_k_eq_v": true, "hidden_size_per_layer_input": 0,
        "sliding_window": 1024, "enable_moe_block": true, "num_experts": 128, "top_k_experts": 8, "moe_intermediate_size": 704
    }))
}

fn small() -> Json {
    let layers: Vec<&str> = (0..35).map(|block| if block % 5 == 4 { "full_attention" } else { "sliding_attention" }).collect();
    config(json!({
        "hidden_size": 1536, "intermediate_size": 6144, "num_hidden_layers": 35, "num_attention_heads": 8,
        "num_key_value_heads": 1, "hidden_size_per_layer_input": 256, "num_kv_shared_layers": 20, "use_double_wide_mlp": true,
        "sliding_window": 512, "layer_types": layers
    }))
}

fn scenario(config: &Json) -> Json {
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config }, "data": { "sequence_length": 2048 },
        "training": { "method": "lora", "precision": "bf16", "micro_batch_size": 1 } })
}

fn estimate(scenario: &Json) -> Json {
    let answer = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"));
    serde_json::to_value(answer).unwrap()
}

fn faults(config: &Json) -> Vec<String> {
    faults_of(&scenario(config)).into_iter().map(|(pointer, _)| pointer).collect()
}

/// Weights as the library's own class counts them on the meta device (transformers 5.24).
#[test]
fn weights_are_those_of_the_class() {
    let wide = config(json!({
        "hidden_size": 2560, "intermediate_size": 10_240, "num_hidden_layers": 42, "num_attention_heads": 8,
        "num_key_value_heads": 2, "num_kv_shared_layers": 18
    }));
    for (config, weights) in
        [(large(), 30_697_345_280_u64), (mixture(), 25_233_141_760), (wide, 7_463_013_376), (small(), 4_628_569_344)]
    {
        let answer = estimate(&scenario(&config));
        assert_eq!(answer["parameters"]["total"], weights, "{config}");
        assert!(answer["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{answer}");
    }
}

/// A file of the whole model is its network for text; one that was saved again says the same of heads block by block.
#[test]
fn files_of_every_shape_are_one_model() {
    let peak = |config: &Json| estimate(&scenario(config))["vram"]["allocated_peak_bytes"].clone();
    let text = with(&large(), json!({ "num_hidden_layers": 12 }));
    let alone = peak(&text);
    let joint = json!({ "model_type": "gemma4", "text_config": text, "vision_config": {}, "audio_config": null });
    assert_eq!(peak(&joint), alone);
    let layers: Vec<&str> = (0..12).map(|block| if block % 6 == 5 { "full_attention" } else { "sliding_attention" }).collect();
    let mut saved = with(&text, json!({ "layer_types": layers }));
    for name in ["global_head_dim", "num_global_key_value_heads"] {
        saved.as_object_mut().unwrap().remove(name);
    }
    let block = json!({ "head_dim": 512, "num_key_value_heads": 4 });
    assert_eq!(peak(&with(&saved, json!({ "per_layer_config": { "05": block, "11": block } }))), alone);
    assert_ne!(peak(&saved), alone);
    // Heads of which nothing is told there are as in all other blocks, whatever else the file says of them.
    let alike = with(&text, json!({ "global_head_dim": 256 }));
    let heads = json!({ "num_key_value_heads": 4 });
    assert_eq!(peak(&with(&saved, json!({ "per_layer_config": { "05": heads, "11": heads } }))), peak(&alike));
    assert_eq!(
        peak(&with(&text, json!({ "layer_types": layers, "per_layer_config": { "05": heads, "11": heads } }))),
        peak(&alike)
    );
    let none = with(&alike, json!({ "num_global_key_value_heads": null }));
    assert_eq!(peak(&with(&saved, json!({ "per_layer_config": {} }))), peak(&none));
    // The class of a whole file knows what its text is.
    let mut silent = text.clone();
    silent.as_object_mut().unwrap().remove("model_type");
    assert_eq!(peak(&json!({ "model_type": "gemma4", "text_config": silent, "vision_config": {} })), alone);
    let other = json!({ "head_dim": 256, "num_key_value_heads": 4 });
    for blocks in [
        json!({ "05": block }),
        json!({ "05": block, "11": other }),
        json!({ "5": { "sliding_window": 9 }, "11": { "sliding_window": 9 } }),
        json!([1]),
    ] {
        assert_eq!(faults(&with(&saved, json!({ "per_layer_config": blocks }))), ["/model/config/per_layer_config"], "{blocks}");
    }
    let ungated = json!({ "attention_k_eq_v": false, "per_layer_config": { "05": block, "11": block } });
    assert_eq!(faults(&with(&saved, ungated)), ["/model/config/per_layer_config"]);
}

/// What cannot be built is at fault by name, and what it takes to run such a model is not told.
#[test]
fn what_does_not_go_is_said() {
    for (config, pointer) in [
        (with(&small(), json!({ "num_kv_shared_layers": 31 })), "/model/config/num_kv_shared_layers"),
        (with(&small(), json!({ "num_kv_shared_layers": 35 })), "/model/config/num_kv_shared_layers"),
        (with(&large(), json!({ "num_kv_shared_layers": 2 })), "/model/config/num_kv_shared_layers"),
        (with(&large(), json!({ "num_global_key_value_heads": 5 })), "/model/config/num_attention_heads"),
        (with(&large(), json!({ "sliding_window": null })), "/model/config/sliding_window"),
        (with(&large(), json!({ "use_bidirectional_attention": "all" })), "/model/config/use_bidirectional_attention"),
        (with(&mixture(), json!({ "top_k_experts": 129 })), "/model/config/num_experts_per_tok"),
        (with(&mixture(), json!({ "num_experts": null })), "/model/config/num_experts"),
    ] {
        assert_eq!(faults(&config), [pointer], "{config}");
    }
    estimate(&scenario(&with(&small(), json!({ "num_kv_shared_layers": 30 }))));
    let running = json!({ "task": "inference", "hardware": { "gpu": "h200-sxm" }, "model": { "config": large() } });
    let error = &ask(&running).expect_err("a refusal")["errors"][0];
    assert_eq!((&error["pointer"], &error["code"]), (&json!("/model/config/model_type"), &json!("not-modelled")), "{error}");
}

/// Keys and values that blocks share are made once; the more share them, the less there is to keep.
#[test]
fn what_is_shared_is_not_made_again() {
    let peak = |shared: u64| {
        let config = with(&small(), json!({ "num_kv_shared_layers": shared, "use_double_wide_mlp": false }));
        let answer = estimate(&scenario(&config));
        (answer["parameters"]["total"].as_u64().unwrap(), answer["vram"]["allocated_peak_bytes"].as_u64().unwrap())
    };
    let peaks: Vec<(u64, u64)> = [0, 5, 10, 20, 30].map(peak).to_vec();
    assert!(peaks.windows(2).all(|pair| pair[1].0 < pair[0].0 && pair[1].1 < pair[0].1), "{peaks:?}");
}

/// Fewer heads of keys and values that no kernel groups are copied, whatever kind has them, and the note on scores in memory knows it.
#[test]
fn wide_heads_leave_no_scores_in_memory() {
    let asked = |head_dim: u64, precision: &str| {
        let config = json!({ "model_type": "llama", "vocab_size": 32_000, "hidden_size": 2048, "intermediate_size": 8192,
            "num_hidden_layers": 4, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": head_dim });
        let scenario = json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config }, "data": { "sequence_length": 8192 },
            "training": { "precision": precision, "micro_batch_size": 1, "activation_checkpointing": "full" } });
        let answer = estimate(&scenario);
        let notes = answer["notes"].as_array().unwrap().iter().any(|note| note["code"] == "math-attention");
        (notes, answer["vram"]["allocated_peak_bytes"].as_u64().unwrap())
    };
    let (grouped, with_scores) = asked(256, "fp32");
    let (wide, without) = asked(320, "fp32");
    assert!(grouped && !wide && without < with_scores, "{without} {with_scores}");
    assert!(!asked(256, "bf16").0 && !asked(320, "bf16").0);
}
