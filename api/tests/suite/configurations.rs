//! A Hugging Face `config.json` gives the answer of the catalog's model with the same figures.
//!
//! The documents are the published ones, with the keys that nobody reads here left in where they could be mistaken for
//! others.
#![cfg(feature = "json")]

use engine::architecture::{Architecture, T5FeedForward};
use scenario::error::FieldError;
use serde_json::{Value as Json, json};
use wire::locale::Locale;

/// Every model of the catalog that has a `config.json` of a supported kind, and what that says.
fn published() -> Vec<(&'static str, Json)> {
    let llama = |hidden: u64, inner: u64, layers: u64, heads: u64, positions: u64| {
        json!({ "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "hidden_size": hidden,
            "intermediate_size": inner, "max_position_embeddings": positions, "num_attention_heads": heads, "num_hidden_layers": layers,
            "num_key_value_heads": heads, "pretraining_tp": 1, "rope_scaling": null, "tie_word_embeddings": false, "vocab_size": 32000 })
    };
    let llama_3 = |hidden: u64, inner: u64, layers: u64, heads: u64, head_dim: u64| {
        json!({ "model_type": "llama", "attention_bias": false, "attention_dropout": 0.0, "head_dim": head_dim, "hidden_size": hidden,
            "intermediate_size": inner, "max_position_embeddings": 131_072, "mlp_bias": false, "num_attention_heads": heads,
            "num_hidden_layers": layers, "num_key_value_heads": 8, "rope_theta": 500_000.0, "tie_word_embeddings": true, "vocab_size": 128_256 })
    };
    let qwen = |vocab: u64, hidden: u64, inner: u64, layers: u64, heads: [u64; 2], tied: bool| {
        json!({ "model_type": "qwen2", "attention_dropout": 0.0, "hidden_act": "silu", "hidden_size": hidden, "intermediate_size": inner,
            "max_position_embeddings": 32768, "max_window_layers": layers, "num_attention_heads": heads[0], "num_hidden_layers": layers,
            "num_key_value_heads": heads[1], "sliding_window": 32768, "tie_word_embeddings": tied, "use_sliding_window": false, "vocab_size": vocab })
    };
    let bert = |hidden: u64, inner: u64, layers: u64, heads: u64| {
        json!({ "model_type": "bert", "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_size": hidden,
            "intermediate_size": inner, "max_position_embeddings": 512, "num_attention_heads": heads, "num_hidden_layers": layers,
            "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": 30522 })
    };
    let gpt2 = |width: u64, layers: u64, heads: u64| {
        json!({ "model_type": "gpt2", "activation_function": "gelu_new", "n_ctx": 1024, "n_embd": width, "n_head": heads, "n_inner": null,
            "n_layer": layers, "n_positions": 1024, "resid_pdrop": 0.1, "vocab_size": 50257 })
    };
    let t5 = |width: u64, inner: u64, layers: u64, heads: u64| {
        json!({ "model_type": "t5", "d_ff": inner, "d_kv": 64, "d_model": width, "decoder_start_token_id": 0, "dropout_rate": 0.1,
            "is_encoder_decoder": true, "n_positions": 512, "num_heads": heads, "num_layers": layers, "relative_attention_num_buckets": 32,
            "vocab_size": 32128 })
    };
    vec![
        ("llama-2-7b", llama(4096, 11008, 32, 32, 4096)),
        ("llama-2-13b", llama(5120, 13824, 40, 40, 4096)),
        ("tinyllama-1.1b", patched(llama(2048, 5632, 22, 32, 2048), &json!({ "num_key_value_heads": 4 }))),
        ("llama-3-8b", patched(llama(4096, 14336, 32, 32, 8192), &json!({ "num_key_value_heads": 8, "vocab_size": 128_256 }))),
        (
            "llama-3.1-8b",
            patched(llama(4096, 14336, 32, 32, 131_072), &json!({ "num_key_value_heads": 8, "vocab_size": 128_256 })),
        ),
        ("llama-3.2-1b", llama_3(2048, 8192, 16, 32, 64)),
        ("llama-3.2-3b", llama_3(3072, 8192, 28, 24, 128)),
        (
            "mistral-7b",
            json!({ "model_type": "mistral", "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
                "max_position_embeddings": 32768, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
                "sliding_window": 4096, "tie_word_embeddings": false, "vocab_size": 32000 }),
        ),
        ("qwen2.5-0.5b", qwen(151_936, 896, 4864, 24, [14, 2], true)),
        ("qwen2.5-1.5b", qwen(151_936, 1536, 8960, 28, [12, 2], true)),
        ("qwen2.5-7b", qwen(152_064, 3584, 18944, 28, [28, 4], false)),
        ("qwen2.5-14b", qwen(152_064, 5120, 13824, 48, [40, 8], false)),
        (
            "phi-3-mini",
            json!({ "model_type": "phi3", "attention_bias": false, "embd_pdrop": 0.0, "hidden_size": 3072, "intermediate_size": 8192,
                "max_position_embeddings": 4096, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
                "original_max_position_embeddings": 4096, "sliding_window": null, "tie_word_embeddings": false, "vocab_size": 32064 }),
        ),
        (
            "gemma-2-2b",
            json!({ "model_type": "gemma2", "attention_bias": false, "attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0,
                "head_dim": 256, "hidden_size": 2304, "intermediate_size": 9216, "max_position_embeddings": 8192, "num_attention_heads": 8,
                "num_hidden_layers": 26, "num_key_value_heads": 4, "query_pre_attn_scalar": 256, "sliding_window": 4096, "vocab_size": 256_000 }),
        ),
        (
            "mixtral-8x7b",
            json!({ "model_type": "mixtral", "hidden_act": "silu", "hidden_size": 4096, "intermediate_size": 14336,
                "max_position_embeddings": 32768, "num_attention_heads": 32, "num_experts_per_tok": 2, "num_hidden_layers": 32,
                "num_key_value_heads": 8, "num_local_experts": 8, "output_router_logits": false, "sliding_window": null,
                "tie_word_embeddings": false, "vocab_size": 32000 }),
        ),
        (
            "qwen1.5-moe-a2.7b",
            json!({ "model_type": "qwen2_moe", "decoder_sparse_step": 1, "hidden_size": 2048, "intermediate_size": 5632,
                "max_position_embeddings": 8192, "max_window_layers": 21, "moe_intermediate_size": 1408, "norm_topk_prob": false,
                "num_attention_heads": 16, "num_experts": 60, "num_experts_per_tok": 4, "num_hidden_layers": 24, "num_key_value_heads": 16,
                "shared_expert_intermediate_size": 5632, "sliding_window": 32768, "tie_word_embeddings": false, "vocab_size": 151_936 }),
        ),
        ("gpt2", gpt2(768, 12, 12)),
        ("gpt2-medium", gpt2(1024, 24, 16)),
        ("gpt2-large", gpt2(1280, 36, 20)),
        ("gpt2-xl", gpt2(1600, 48, 25)),
        ("bert-base", bert(768, 3072, 12, 12)),
        ("bert-large", bert(1024, 4096, 24, 16)),
        (
            "roberta-base",
            json!({ "model_type": "roberta", "hidden_size": 768, "intermediate_size": 3072, "max_position_embeddings": 514,
                "num_attention_heads": 12, "num_hidden_layers": 12, "pad_token_id": 1, "type_vocab_size": 1, "vocab_size": 50265 }),
        ),
        (
            "distilbert",
            json!({ "model_type": "distilbert", "activation": "gelu", "dim": 768, "dropout": 0.1, "hidden_dim": 3072,
                "max_position_embeddings": 512, "n_heads": 12, "n_layers": 6, "sinusoidal_pos_embds": false, "tie_weights_": true, "vocab_size": 30522 }),
        ),
        ("t5-small", t5(512, 2048, 6, 8)),
        ("t5-base", t5(768, 3072, 12, 12)),
    ]
}

/// Published configurations of kinds that the catalog has no model of, and the parameters of the weights beside them.
fn published_elsewhere() -> Vec<(Json, u64)> {
    vec![
        // Qwen/Qwen3-0.6B.
        (
            json!({ "model_type": "qwen3", "attention_bias": false, "head_dim": 128, "hidden_size": 1024, "intermediate_size": 3072,
                "max_position_embeddings": 40960, "num_attention_heads": 16, "num_hidden_layers": 28, "num_key_value_heads": 8,
                "tie_word_embeddings": true, "use_sliding_window": false, "vocab_size": 151_936 }),
            596_049_920,
        ),
        // Qwen/Qwen3-30B-A3B.
        (
            json!({ "model_type": "qwen3_moe", "attention_bias": false, "decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 2048,
                "intermediate_size": 6144, "max_position_embeddings": 40960, "mlp_only_layers": [], "moe_intermediate_size": 768,
                "norm_topk_prob": true, "num_attention_heads": 32, "num_experts": 128, "num_experts_per_tok": 8, "num_hidden_layers": 48,
                "num_key_value_heads": 4, "tie_word_embeddings": false, "vocab_size": 151_936 }),
            30_532_122_624,
        ),
        // google/gemma-2b.
        (
            json!({ "model_type": "gemma", "attention_bias": false, "head_dim": 256, "hidden_act": "gelu", "hidden_size": 2048,
                "intermediate_size": 16384, "max_position_embeddings": 8192, "num_attention_heads": 8, "num_hidden_layers": 18,
                "num_key_value_heads": 1, "vocab_size": 256_000 }),
            2_506_172_416,
        ),
        // google/flan-t5-base.
        (
            json!({ "model_type": "t5", "d_ff": 2048, "d_kv": 64, "d_model": 768, "decoder_start_token_id": 0, "dropout_rate": 0.1,
                "feed_forward_proj": "gated-gelu", "n_positions": 512, "num_decoder_layers": 12, "num_heads": 12, "num_layers": 12,
                "relative_attention_num_buckets": 32, "tie_word_embeddings": false, "vocab_size": 32128 }),
            247_577_856,
        ),
    ]
}

fn patched(mut document: Json, patch: &Json) -> Json {
    for (key, value) in patch.as_object().expect("a patch is an object") {
        document[key] = value.clone();
    }
    document
}

fn scenario(model: &Json) -> Json {
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": model })
}

/// The whole answer without the field that says which model was asked for.
fn answer(scenario: &Json) -> Json {
    let estimate = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{problem:?}\n{scenario}"));
    let mut answer = serde_json::to_value(&estimate).expect("an estimate is JSON");
    answer["inputs"].as_object_mut().expect("an answer repeats its inputs").remove("model");
    answer
}

fn faults(config: &Json) -> Vec<FieldError> {
    let (scenario, mut errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
    if errors.is_empty() {
        errors = scenario::resolve(&scenario).err().unwrap_or_default();
    }
    errors
}

#[track_caller]
fn check(config: &Json, expected: &[(&str, &str)]) {
    let errors = faults(config);
    let found: Vec<_> = errors.iter().map(|error| (error.pointer.trim_start_matches("/model/config/"), error.code())).collect();
    assert_eq!(found, expected, "{config}");
    for error in errors {
        // A sentence in each language, neither of them empty nor the other's.
        let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| error.detail(locale));
        assert!(english.is_ascii() && !chinese.is_ascii(), "{english} / {chinese}");
    }
}

#[test]
fn a_published_configuration_answers_like_the_catalog_s_model() {
    for (id, config) in published() {
        let architecture = &catalog::model(id).unwrap_or_else(|| panic!("{id} is not in the catalog")).architecture;
        let (asked, errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
        assert_eq!(errors, [], "{id}");
        assert_eq!(&scenario::resolve(&asked).unwrap().scenario.model, architecture, "{id}");
        for settings in [
            json!({}),
            json!({ "method": "lora", "precision": "bf16", "attention": "eager", "activation_checkpointing": "full" }),
        ] {
            let by_id = patched(scenario(&json!({ "id": id })), &json!({ "training": settings }));
            let by_config = patched(scenario(&json!({ "config": config })), &json!({ "training": settings }));
            assert_eq!(answer(&by_config), answer(&by_id), "{id}");
        }
    }
}

/// A classifier has as many outputs as its configuration has labels, unless the data set says otherwise.
#[test]
fn labels_of_a_configuration_are_its_classes() {
    let bert = |labels: &Json, classes: Option<u64>| {
        let mut config = json!({"model_type": "bert", "vocab_size": 30522, "hidden_size": 768, "intermediate_size": 3072,
            "num_hidden_layers": 12, "num_attention_heads": 12});
        config = patched(config, labels);
        let mut asked = scenario(&json!({"config": config}));
        asked["data"] = json!({"task": "classification", "num_classes": classes});
        answer(&asked)["inputs"]["data"]["num_classes"].as_u64().unwrap()
    };
    assert_eq!(bert(&json!({}), None), 2);
    assert_eq!(bert(&json!({"num_labels": 7}), None), 7);
    assert_eq!(bert(&json!({"num_labels": 7}), Some(3)), 3);
    assert_eq!(bert(&json!({"id2label": {"0": "a", "1": "b", "2": "c"}}), None), 3);
    // Pages keep nothing of an object, and say so.
    let pasted = scenario::form::config::read(r#"{"model_type": "bert", "num_labels": 7, "id2label": {"0": "a"}}"#).unwrap();
    assert!(pasted.contains(&("config.labels".to_owned(), "7".to_owned())), "{pasted:?}");
    let pasted = scenario::form::config::read(r#"{"model_type": "bert", "id2label": {"0": "a"}}"#).unwrap();
    assert!(pasted.iter().any(|(_, value)| value == "id2label"), "{pasted:?}");
}

#[test]
fn every_language_model_of_the_catalog_is_compared() {
    let compared: Vec<_> = published().into_iter().map(|(id, _)| id).collect();
    for model in catalog::models() {
        let is_text = matches!(
            model.architecture,
            Architecture::Encoder(_) | Architecture::Decoder(_) | Architecture::Gpt2(_) | Architecture::T5(_)
        );
        assert_eq!(compared.contains(&model.id), is_text, "{}", model.id);
    }
}

#[test]
fn configurations_beyond_the_catalog_have_the_published_parameters() {
    for (config, parameters) in published_elsewhere() {
        assert_eq!(answer(&scenario(&json!({ "config": config })))["parameters"]["total"], parameters, "{config}");
    }
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

#[test]
fn an_unsupported_kind_is_told_all_that_are_supported() {
    for kind in ["gpt_neox", "phi", "vit", "mamba", "", "LLAMA", "llama2"] {
        let errors = faults(&patched(published()[0].1.clone(), &json!({ "model_type": kind })));
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| error.detail(locale));
        for supported in
            "llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe phi3 gemma gemma2 gpt2 bert roberta distilbert t5".split(' ')
        {
            assert!(english.contains(&format!("`{supported}`")) && chinese.contains(&format!("`{supported}`")), "{english}");
        }
    }
}

#[test]
fn figures_that_do_not_suit_one_another_are_named() {
    let of = |id: &str| published().into_iter().find(|(known, _)| *known == id).unwrap().1;
    let (mixtral, qwen, t5) = (of("mixtral-8x7b"), of("qwen1.5-moe-a2.7b"), of("t5-base"));
    check(&patched(mixtral.clone(), &json!({ "num_experts_per_tok": 9 })), &[("num_experts_per_tok", "out-of-range")]);
    check(&patched(mixtral.clone(), &json!({ "num_local_experts": 513 })), &[("num_experts", "out-of-range")]);
    check(&patched(mixtral, &json!({ "num_local_experts": null })), &[("num_experts", "required")]);
    check(&patched(qwen.clone(), &json!({ "decoder_sparse_step": 0 })), &[("decoder_sparse_step", "out-of-range")]);
    check(&patched(qwen.clone(), &json!({ "norm_topk_prob": "yes" })), &[("norm_topk_prob", "wrong-type")]);
    check(
        &patched(qwen, &json!({ "moe_intermediate_size": null, "shared_expert_intermediate_size": null })),
        &[("moe_intermediate_size", "required"), ("shared_expert_intermediate_size", "required")],
    );
    check(&patched(t5.clone(), &json!({ "feed_forward_proj": "gated-mish" })), &[("feed_forward_proj", "unknown-value")]);
    check(&patched(t5.clone(), &json!({ "feed_forward_proj": 3 })), &[("feed_forward_proj", "wrong-type")]);
    check(
        &patched(t5.clone(), &json!({ "relative_attention_num_buckets": 0 })),
        &[("relative_attention_num_buckets", "out-of-range")],
    );
    check(&patched(t5, &json!({ "num_decoder_layers": 257 })), &[("num_decoder_layers", "out-of-range")]);
    check(&patched(of("bert-base"), &json!({ "num_attention_heads": 7 })), &[("hidden_size", "not-a-multiple")]);
    check(&patched(of("mistral-7b"), &json!({ "num_key_value_heads": 7 })), &[("num_attention_heads", "not-a-multiple")]);
}

/// Each figure of each configuration, one after the other, as nothing that it should be.
#[test]
fn hostile_figures_are_answered_by_name() {
    let hostile = [
        json!(0),
        json!(1),
        json!(-1),
        json!(7),
        json!(1_000_000_000_000_u64),
        json!(u64::MAX),
        json!(1e300),
        json!(2.5),
        json!("12"),
        json!(true),
        json!([]),
        json!({}),
        json!("x".repeat(10_000)),
    ];
    let configurations =
        published().into_iter().map(|(_, config)| config).chain(published_elsewhere().into_iter().map(|(config, _)| config));
    for config in configurations {
        for key in config.as_object().unwrap().keys() {
            for value in &hostile {
                let config = patched(config.clone(), &json!({ key: value }));
                // Either it is a model, and can be counted, or every error names a field of the configuration.
                match api::estimate_json(&scenario(&json!({ "config": config })).to_string()) {
                    Ok(estimate) => assert!(estimate.parameters.total > 0),
                    Err(problem) => {
                        assert!(!problem.errors.is_empty());
                        for error in &problem.errors {
                            assert!(error.pointer.starts_with("/model/config/"), "{key} = {value}: {}", error.pointer);
                        }
                    }
                }
            }
        }
    }
}
