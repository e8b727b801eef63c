//! Configurations that are of no kind that is read, or of no model that can be.

use scenario::error::FieldError;
use serde_json::{Value as Json, json};
use wire::locale::Locale;

use super::asking::{patched, scenario};
use super::published::{published, published_elsewhere};
use crate::support::is_tried;

fn faults(config: &Json) -> Vec<FieldError> {
    let (scenario, mut errors) = scenario::json::scenario(&scenario(&json!({ "config": config })));
    if errors.is_empty() {
        errors = scenario::resolve(&scenario).err().unwrap_or_default();
    }
    errors
}

#[track_caller]
pub fn check(config: &Json, expected: &[(&str, &str)]) {
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
fn an_unsupported_kind_is_told_all_that_are_supported() {
    for kind in ["bloom", "codegen", "swin", "mamba", "", "LLAMA", "llama2"] {
        let errors = faults(&patched(published()[0].1.clone(), &json!({ "model_type": kind })));
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| error.detail(locale));
        for supported in
            "llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe phi3 gemma gemma2 gemma3_text gpt_oss deepseek_v3 gpt2 bert roberta distilbert t5"
                .split(' ')
        {
            assert!(english.contains(&format!("`{supported}`")) && chinese.contains(&format!("`{supported}`")), "{english}");
        }
    }
}

/// What is not modelled is refused with what is nearest, as an approximation, in both languages and for tools.
#[test]
fn an_unsupported_kind_is_told_what_is_nearest() {
    for (kind, like) in
        [("codegen", Some("gptj")), ("gemma3n_text", Some("gemma4_text")), ("qwen2_vl", Some("qwen2")), ("swin", None)]
    {
        let errors = faults(&patched(published()[0].1.clone(), &json!({ "model_type": kind })));
        let problem = wire::v1::problem::FieldProblem::from(&errors[0]);
        assert_eq!((problem.code.as_str(), problem.nearest.as_deref()), ("unknown-value", like), "{kind}");
        let [english, chinese] = [Locale::En, Locale::Zh].map(|locale| errors[0].detail(locale));
        assert_eq!(english.contains("approximation"), like.is_some(), "{english}");
        assert_eq!(chinese.contains("近似"), like.is_some(), "{chinese}");
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
    for (turn, config) in configurations.enumerate() {
        let of_whole = config.as_object().unwrap().keys().map(|key| format!("/{key}"));
        let of_tower = config["vision_config"].as_object().into_iter().flatten().map(|(key, _)| format!("/vision_config/{key}"));
        for (place, key) in of_whole.chain(of_tower).enumerate() {
            let tried = hostile.iter().enumerate().filter(|(value, _)| is_tried(turn + place + value, 4));
            for (_, value) in tried {
                let mut config = config.clone();
                *config.pointer_mut(&key).unwrap() = value.clone();
                // Either it is a model, and can be counted, or every error names a field of the configuration.
                match api::estimate_json(&scenario(&json!({ "config": config })).to_string()) {
                    Ok(estimate) => assert!(estimate.parameters.total > 0),
                    Err(problem) => {
                        assert!(!problem.errors.is_empty());
                        for error in &problem.errors {
                            // Few positions have no room for the picture that a sample has where nothing is said.
                            let is_named = error.pointer.starts_with("/model/config/")
                                || key == "/max_position_embeddings" && error.pointer == "/data/images_per_sample";
                            assert!(is_named, "{key} = {value}: {}", error.pointer);
                        }
                    }
                }
            }
        }
    }
}

/// Image classifiers: what a square is, how wide a head is and how many there are.
#[test]
fn figures_of_image_classifiers_suit_one_another() {
    let vit = json!({ "model_type": "vit", "hidden_size": 192, "num_attention_heads": 3, "num_hidden_layers": 2 });
    check(&patched(vit.clone(), &json!({ "image_size": [224, 224], "patch_size": [16, 16], "head_dim": 64 })), &[]);
    check(&patched(vit.clone(), &json!({ "image_size": [224, 192] })), &[("image_size", "unknown-value")]);
    check(&patched(vit.clone(), &json!({ "image_size": [] })), &[("image_size", "unknown-value")]);
    check(&patched(vit.clone(), &json!({ "image_size": 28 })), &[("image_size", "out-of-range")]);
    check(&patched(vit.clone(), &json!({ "image_size": 32, "patch_size": 64 })), &[("patch_size", "out-of-range")]);
    check(&patched(vit.clone(), &json!({ "head_dim": 32 })), &[("head_dim", "unknown-value")]);
    check(&patched(vit.clone(), &json!({ "num_channels": 1 })), &[("num_channels", "unknown-value")]);
    check(&patched(vit.clone(), &json!({ "num_attention_heads": 5 })), &[("hidden_size", "not-a-multiple")]);
    // Twelve heads, as its class has where nothing is said, would not divide it.
    check(&patched(vit, &json!({ "hidden_size": 200, "num_attention_heads": null })), &[("num_attention_heads", "required")]);
}

/// Granite 4 is modelled without blocks that keep a state, and its class has experts where a file says nothing of them.
#[test]
fn granite_4_has_blocks_of_one_kind() {
    let file = json!({ "model_type": "granitemoehybrid", "vocab_size": 1000, "hidden_size": 64, "shared_intermediate_size": 96,
        "num_hidden_layers": 2, "num_attention_heads": 4, "num_local_experts": 0, "position_embedding_type": "rope",
        "layer_types": ["attention", "attention"] });
    check(&file, &[]);
    check(&patched(file.clone(), &json!({ "layer_types": null, "layers_block_type": ["attention", "attention"] })), &[]);
    for (changes, key, code) in [
        (json!({ "num_local_experts": null }), "num_experts", "required"),
        (json!({ "num_local_experts": 8 }), "num_experts", "out-of-range"),
        (json!({ "position_embedding_type": "nope" }), "position_embedding_type", "unknown-value"),
        (json!({ "layer_types": ["attention", "mamba"] }), "layer_types", "unknown-value"),
        (json!({ "layer_types": null }), "layer_types", "required"),
        (json!({ "shared_intermediate_size": 0 }), "shared_expert_intermediate_size", "out-of-range"),
    ] {
        check(&patched(file.clone(), &changes), &[(key, code)]);
    }
    let mixtral = published().into_iter().find(|(id, _)| *id == "mixtral-8x7b").unwrap().1;
    check(&patched(mixtral, &json!({ "num_local_experts": 0 })), &[("num_experts", "out-of-range")]);
}

/// How many classes there are, files of two towers say outside of their parts.
#[test]
fn labels_of_two_towers_are_those_of_the_whole() {
    let clip = json!({ "model_type": "clip", "id2label": { "0": "a", "1": "b", "2": "c" }, "text_config": {},
        "vision_config": { "num_labels": 7 } });
    let answer = super::asking::answer(&scenario(&json!({ "config": clip })));
    assert_eq!(answer["inputs"]["data"]["num_classes"], 3);
}
