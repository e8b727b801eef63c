//! Configurations of the BART kind: an encoder and a decoder, each half of whose figures two keys say.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::{Value as Json, json};

use super::serving::ask;
use super::support::{faults_of, with};

/// As the large one of a kind was published.
fn large(kind: &str, vocabulary: u64) -> Json {
    json!({
        "model_type": kind, "vocab_size": vocabulary, "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "num_hidden_layers": 12,
        "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096,
        "max_position_embeddings": 1024, "activation_function": "gelu", "dropout": 0.1, "attention_dropout": 0.1, "activation_dropout": 0.1,
        "encoder_layerdrop": 0.0, "decoder_layerdrop": 0.0, "is_encoder_decoder": true, "scale_embedding": false, "normalize_before": false,
        "normalize_embedding": true, "add_final_layer_norm": false, "classif_dropout": 0.0, "decoder_start_token_id": 2
    })
}

fn scenario(config: &Json) -> Json {
    json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "config": config }, "training": { "micro_batch_size": 2, "precision": "bf16" },
        "data": { "sequence_length": 512, "target_length": 128 } })
}

fn estimate(config: &Json) -> Json {
    let scenario = scenario(config);
    let answer = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{scenario}: {problem:?}"));
    serde_json::to_value(answer).unwrap()
}

fn faults(config: &Json) -> Vec<(String, String)> {
    faults_of(&scenario(config))
}

/// Weights as the library's own classes count them on the meta device (transformers 5.24): all, and those that train, among which tables of
/// sines are not.
#[test]
fn weights_are_those_of_the_class() {
    let base = json!({ "d_model": 768, "encoder_layers": 6, "decoder_layers": 6, "num_hidden_layers": 6, "encoder_attention_heads": 12,
        "decoder_attention_heads": 12, "encoder_ffn_dim": 3072, "decoder_ffn_dim": 3072 });
    let sixteen = json!({ "encoder_layers": 16, "decoder_layers": 16, "num_hidden_layers": 16 });
    let opus = json!({ "d_model": 512, "encoder_layers": 6, "decoder_layers": 6, "num_hidden_layers": 6, "encoder_attention_heads": 8,
        "decoder_attention_heads": 8, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048, "max_position_embeddings": 512 });
    for (config, weights, trained) in [
        (with(&large("bart", 50_265), base), 139_420_416_u64, 139_420_416_u64),
        (large("bart", 50_265), 406_291_456, 406_291_456),
        (large("mbart", 250_054), 610_879_488, 610_879_488),
        (with(&large("pegasus", 96_103), sixteen), 570_797_056, 568_699_904),
        (with(&large("marian", 58_101), opus), 74_410_496, 73_886_208),
    ] {
        let answer = estimate(&config);
        let found = (answer["parameters"]["total"].as_u64(), answer["parameters"]["trainable"].as_u64());
        assert_eq!(found, (Some(weights), Some(trained)), "{config}");
        assert!(answer["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{answer}");
    }
}

/// Stacks that differ in more than their number of blocks are refused, as what no published model has.
#[test]
fn stacks_are_alike() {
    let bart = large("bart", 50_265);
    let fewer = with(&bart, json!({ "decoder_layers": 6 }));
    assert!(estimate(&fewer)["parameters"]["total"].as_u64() < estimate(&bart)["parameters"]["total"].as_u64());
    for (key, value, code) in [
        ("decoder_attention_heads", json!(8), "conflict"),
        ("decoder_ffn_dim", json!(2048), "conflict"),
        ("decoder_layerdrop", json!(0.1), "unknown-value"),
        ("tie_word_embeddings", json!(false), "unknown-value"),
        ("is_encoder_decoder", json!(false), "unknown-value"),
        ("activation_dropout", json!(1.5), "out-of-range"),
        ("d_model", json!(1000), "not-a-multiple"),
    ] {
        let found = faults(&with(&bart, json!({ key: value })));
        assert_eq!(found.len(), 1, "{key}: {found:?}");
        assert_eq!(found[0].1, code, "{key}: {found:?}");
    }
}

/// They are trained here, and not run.
#[test]
fn running_one_is_refused() {
    let question =
        json!({ "task": "inference", "hardware": { "gpu": "rtx-4090" }, "model": { "config": large("bart", 50_265) } });
    let problem = ask(&question).expect_err("it is not served");
    assert!(problem["errors"].as_array().is_some_and(|errors| !errors.is_empty()), "{problem}");
}
