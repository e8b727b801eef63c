//! Configurations of `DeBERTa` V3: scores by distance that lie in memory whatever is asked for, and what its class can do beside.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::{Value as Json, json};

use super::support::{faults_of, with};

/// As its base was published.
fn base() -> Json {
    json!({
        "model_type": "deberta-v2", "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_dropout_prob": 0.1,
        "hidden_size": 768, "initializer_range": 0.02, "intermediate_size": 3072, "max_position_embeddings": 512,
        "relative_attention": true, "position_buckets": 256, "norm_rel_ebd": "layer_norm", "share_att_key": true,
        "pos_att_type": "p2c|c2p", "layer_norm_eps": 1e-7, "max_relative_positions": -1, "position_biased_input": false,
        "num_attention_heads": 12, "num_hidden_layers": 12, "type_vocab_size": 0, "vocab_size": 128_100
    })
}

fn scenario(model: &Json, training: &Json) -> Json {
    json!({ "hardware": { "gpu": "rtx-4090" }, "model": model, "data": { "sequence_length": 512 }, "training": training })
}

fn estimate(model: &Json, training: &Json) -> Json {
    let scenario = scenario(model, training);
    let answer = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"));
    serde_json::to_value(answer).unwrap()
}

fn faults(config: &Json) -> Vec<(String, String)> {
    let scenario = scenario(&json!({ "config": config }), &json!({ "micro_batch_size": 8 }));
    faults_of(&scenario)
}

/// Weights as the library's own class counts them on the meta device (transformers 5.24), with a head for two classes.
#[test]
fn weights_are_those_of_the_class() {
    let large = json!({ "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096 });
    let xsmall = json!({ "hidden_size": 384, "num_attention_heads": 6, "intermediate_size": 1536 });
    for (changes, weights) in [(json!({}), 184_423_682_u64), (large, 435_063_810), (xsmall, 70_830_722)] {
        let answer = estimate(&json!({ "config": with(&base(), changes) }), &json!({ "micro_batch_size": 1 }));
        assert_eq!(answer["parameters"]["total"], weights);
        assert!(answer["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{answer}");
    }
}

/// A file that was saved again, the first one and the catalog's row describe one model.
#[test]
fn files_and_the_catalog_agree() {
    let training = json!({ "micro_batch_size": 8 });
    let told = estimate(&json!({ "config": base() }), &training);
    let again = json!({ "pos_att_type": ["p2c", "c2p"], "pooler_dropout": 0, "pooler_hidden_act": "gelu", "pooler_hidden_size": 768, "attention_head_size": 64, "z_steps": 0,
                        "legacy": true, "pad_token_id": 0 });
    // Read for a page as it is for an answer: nothing of it is put aside.
    let saved = with(&base(), again);
    let (config, errors) = scenario::json::configuration(saved.as_object().unwrap());
    assert!(errors.is_empty() && config.unread_keys.is_none(), "{errors:?} {:?}", config.unread_keys);
    for other in [json!({ "config": saved }), json!({ "id": "deberta-v3-base" })] {
        assert_eq!(estimate(&other, &training)["vram"], told["vram"], "{other}");
    }
}

/// Its class has no fused attention, so that what is asked for changes nothing, and no table of positions that a text could be too
/// long for.
#[test]
fn scores_lie_in_memory_and_texts_may_be_long() {
    let asked = |attention: &str| json!({ "micro_batch_size": 8, "attention": attention });
    let model = json!({ "id": "deberta-v3-base" });
    assert_eq!(estimate(&model, &asked("sdpa"))["vram"], estimate(&model, &asked("eager"))["vram"]);
    let mut long = scenario(&model, &json!({ "micro_batch_size": 1 }));
    long["data"]["sequence_length"] = json!(2048);
    assert!(api::estimate_json(&long.to_string()).is_ok());
}

/// What its class can do and nobody published of this version is refused by its key, and distances are asked for.
#[test]
fn what_is_not_modelled_is_refused_by_name() {
    for (key, value) in [
        ("relative_attention", json!(false)),
        ("position_biased_input", json!(true)),
        ("type_vocab_size", json!(2)),
        ("share_att_key", json!(false)),
        ("pos_att_type", json!("c2p")),
        ("pos_att_type", json!(["p2c"])),
        ("norm_rel_ebd", json!("none")),
        ("max_relative_positions", json!(512)),
        ("conv_kernel_size", json!(3)),
        ("legacy", json!(false)),
        ("pooler_hidden_size", json!(1536)),
        ("attention_head_size", json!(32)),
    ] {
        let at = (format!("/model/config/{key}"), "unknown-value".to_owned());
        assert_eq!(faults(&with(&base(), json!({ key: value }))), [at], "{key}");
    }
    let mut without = base();
    without.as_object_mut().unwrap().remove("position_buckets");
    let at = ("/model/config/position_buckets".to_owned(), "required".to_owned());
    assert_eq!(faults(&without), [at]);
}
