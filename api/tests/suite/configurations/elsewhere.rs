//! Configurations beyond the catalog, held against published parameters and simulated steps.

use engine::architecture::{Architecture, T5FeedForward};
use serde_json::{Value as Json, json};

use super::asking::{answer, patched, scenario};
use super::published::published_elsewhere;
use crate::serving::ask;

#[test]
fn configurations_beyond_the_catalog_have_the_published_parameters() {
    for (config, parameters) in published_elsewhere() {
        assert_eq!(answer(&scenario(&json!({ "config": config })))["parameters"]["total"], parameters, "{config}");
    }
}

/// GPT-J as its repository says it, with an MLP four times as wide as the model where it says nothing; weights as the library's class
/// counts them on the meta device. It trains, and what it takes to run it is not told.
#[test]
fn gpt_j_is_read_by_its_own_names() {
    let config = json!({
        "model_type": "gptj", "vocab_size": 50_400, "n_positions": 2048, "n_embd": 4096, "n_layer": 28, "n_head": 16, "n_inner": null,
        "rotary": true, "rotary_dim": 64, "activation_function": "gelu_new", "tie_word_embeddings": false, "scale_attn_weights": true,
        "summary_activation": null, "summary_type": "cls_index"
    });
    let told = answer(&scenario(&json!({ "config": config })));
    assert_eq!(told["parameters"]["total"], 6_050_882_784_u64);
    assert!(told["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{told}");
    // Heads too narrow for the features that positions turn, said or not, and features without another of their pair.
    for (changes, pointer) in [
        (json!({ "rotary_dim": 257 }), "rotary_dim"),
        (json!({ "rotary_dim": 63 }), "rotary_dim"),
        (json!({ "rotary_dim": null, "n_head": 128 }), "rotary_dim"),
        (json!({ "rotary_dim": null, "n_embd": 64, "n_head": 64 }), "hidden_size"),
    ] {
        let asked = scenario(&json!({ "config": patched(config.clone(), &changes) }));
        let errors = scenario::resolve(&scenario::json::scenario(&asked).0).unwrap_err();
        assert_eq!(errors[0].pointer, format!("/model/config/{pointer}"), "{changes}");
    }
    let run = json!({ "task": "inference", "hardware": { "gpu": "h200-sxm" }, "model": { "config": config } });
    let problem = ask(&run).expect_err("it is not served");
    assert_eq!(problem["errors"][0]["code"], "not-modelled", "{problem}");
}

/// Peaks of allocated memory of steps that were simulated operator by operator (transformers 5.23, torch 2.15, AdamW).
#[test]
fn configurations_beyond_the_catalog_come_out_as_simulated() {
    let [qwen3, qwen3_moe, gemma, flan_t5] = published_elsewhere().try_into().unwrap();
    let [qwen3, qwen3_moe, gemma, flan_t5] = [qwen3, qwen3_moe, gemma, flan_t5].map(|(config, _)| config);
    let foreach = |precision: &str, batch: u64| json!({ "precision": precision, "micro_batch_size": batch });
    let fused = |precision: &str, batch: u64, rest: Json| {
        patched(json!({ "precision": precision, "micro_batch_size": batch, "optimizer_implementation": "fused" }), &rest)
    };
    let lora = |targets: &str, batch: u64| json!({ "precision": "bf16", "micro_batch_size": batch, "method": "lora", "lora": { "rank": 8, "targets": targets, "adapter_dtype": "bf16" } });
    let short = json!({ "sequence_length": 256, "target_length": 64 });
    let long = json!({ "sequence_length": 512, "target_length": 128 });
    let plain = json!({ "sequence_length": 512 });
    for (config, training, data, peak) in [
        (&qwen3, foreach("bf16", 2), &plain, 7_512_059_904_u64),
        (&qwen3, foreach("bf16-amp", 2), &plain, 12_576_245_760),
        (&qwen3, foreach("fp32", 2), &plain, 13_733_320_704),
        (&qwen3, fused("bf16", 2, json!({ "activation_checkpointing": "full" })), &plain, 5_510_888_448),
        (&qwen3, fused("bf16-amp", 8, json!({ "attention": "eager" })), &plain, 31_369_311_232),
        (&qwen3, patched(lora("all-linear", 8), &json!({ "optimizer_implementation": "fused" })), &plain, 15_769_452_544),
        (&qwen3_moe, lora("attention", 4), &plain, 77_435_402_240),
        (&gemma, foreach("bf16-amp", 1), &plain, 50_123_458_048),
        (&gemma, fused("bf16", 4, json!({})), &plain, 28_054_407_680),
        (&gemma, patched(lora("attention", 4), &json!({ "attention": "eager" })), &plain, 17_207_171_584),
        (&flan_t5, foreach("bf16", 4), &short, 2_509_518_848),
        (&flan_t5, fused("bf16", 16, json!({})), &long, 9_258_458_112),
        (
            &flan_t5,
            fused("bf16-amp", 16, json!({ "attention": "eager", "activation_checkpointing": "full" })),
            &long,
            5_304_232_448,
        ),
        (&flan_t5, lora("all-linear", 16), &long, 7_814_402_048),
    ] {
        let asked = patched(scenario(&json!({ "config": config })), &json!({ "training": training, "data": data }));
        let estimated = answer(&asked)["vram"]["allocated_peak_bytes"].as_f64().unwrap();
        let error = estimated / peak as f64 - 1.0;
        assert!(error.abs() < 0.002, "{:+.3} %: {asked}", 100.0 * error);
    }
}

#[test]
fn gated_t5_adapts_both_ways_up() {
    let (config, _) = published_elsewhere().pop().unwrap();
    let (asked, _) = scenario::json::scenario(&scenario(&json!({ "config": config })));
    let model = scenario::resolve(&asked).unwrap().scenario.model;
    assert!(matches!(model, Architecture::T5(t5) if t5.feed_forward == T5FeedForward::GATED_GELU && !t5.tie_word_embeddings));
    let rank_8 = |targets: Json| {
        let training = json!({ "method": "lora", "precision": "bf16", "lora": { "rank": 8, "targets": targets } });
        answer(&patched(scenario(&json!({ "config": config })), &json!({ "training": training })))["parameters"]["trainable"]
            .as_u64()
    };
    // Two more matrices of width 768 and 2048 in each of 24 blocks.
    assert_eq!(rank_8(json!(["wi_0", "wi_1"])), Some(24 * 2 * 8 * (768 + 2048)));
}
