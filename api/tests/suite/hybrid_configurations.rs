//! Configurations of models some of whose blocks keep a state: what they are made of, and what is said of them.
#![cfg(feature = "json")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use serde_json::{Value as Json, json};

use super::serving::ask;

fn running(model: &Json) -> Json {
    json!({ "task": "inference", "hardware": { "gpu": "h200-sxm", "gpu_count": 2 }, "model": model, "serving": { "engine": "llama.cpp" } })
}

fn parameters(config: &Json) -> u64 {
    let answer = ask(&running(&json!({ "config": config }))).unwrap_or_else(|problem| panic!("{config}: {problem}"));
    assert!(answer["notes"].as_array().unwrap().iter().all(|note| note["code"] != "unread-keys"), "{answer}");
    answer["parameters"]["total"].as_u64().unwrap()
}

/// Weights of Qwen3.5's tower before a decoder 4,096 wide.
const QWEN35_TOWER: u64 = 456_010_480;

/// Weights as the library's own classes count them on the meta device (transformers 5.24), from what the classes write by default.
#[test]
fn weights_are_those_of_the_classes() {
    let next = json!({
        "model_type": "qwen3_next", "vocab_size": 151_936, "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 48,
        "num_attention_heads": 16, "num_key_value_heads": 2, "hidden_act": "silu", "max_position_embeddings": 32_768,
        "initializer_range": 0.02, "rms_norm_eps": 1e-6, "use_cache": true, "tie_word_embeddings": false,
        "rope_parameters": { "rope_theta": 10_000.0, "partial_rotary_factor": 0.25, "rope_type": "default" }, "attention_bias": false,
        "attention_dropout": 0.0, "head_dim": 256, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
        "linear_value_head_dim": 128, "linear_num_key_heads": 16, "linear_num_value_heads": 32, "decoder_sparse_step": 1,
        "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "num_experts_per_tok": 10, "num_experts": 512,
        "norm_topk_prob": true, "output_router_logits": false, "router_aux_loss_coef": 0.001, "mlp_only_layers": []
    });
    let dense = json!({
        "model_type": "qwen3_5_text", "vocab_size": 248_320, "hidden_size": 4096, "intermediate_size": 12_288,
        "num_hidden_layers": 32, "num_attention_heads": 16, "max_position_embeddings": 262_144, "full_attention_interval": 4,
        "attn_output_gate": true, "mamba_ssm_dtype": "float32", "mtp_num_hidden_layers": 1
    });
    let mixture = json!({
        "model_type": "qwen3_5_moe_text", "vocab_size": 248_320, "hidden_size": 2048, "num_hidden_layers": 40,
        "num_attention_heads": 16, "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512,
        "num_experts_per_tok": 8, "num_experts": 256
    });
    let with = |config: &Json, changes: Json| {
        let mut config = config.clone();
        config.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        config
    };
    let fewer = json!({
        "num_hidden_layers": 6, "mlp_only_layers": [1], "norm_topk_prob": false, "linear_num_key_heads": 8,
        "linear_key_head_dim": 64, "num_experts": 16
    });
    let listed = json!({
        "num_hidden_layers": 6, "tie_word_embeddings": true, "linear_num_value_heads": 16, "linear_conv_kernel_dim": 3,
        "layer_types": ["full_attention", "linear_attention", "full_attention", "linear_attention", "full_attention", "linear_attention"]
    });
    for (config, weights) in [
        (&next, 79_674_391_296),
        (&dense, 8_953_803_264),
        (&mixture, 34_660_610_688),
        (&with(&next, fewer), 1_088_857_536),
        (&with(&dense, listed), 2_225_582_048),
    ] {
        assert_eq!(parameters(config), weights, "{config}");
    }
    // A file that joins it with the tower that sees.
    let whole = json!({ "model_type": "qwen3_5", "text_config": dense, "vision_config": { "depth": 27, "out_hidden_size": 4096 }, "image_token_id": 9 });
    let answer = ask(&running(&json!({ "config": whole }))).unwrap();
    assert_eq!(answer["parameters"]["total"], 8_953_803_264_u64 + QWEN35_TOWER);
}

/// A model by its name and by its configuration is one.
#[test]
fn a_configuration_says_what_the_catalog_does() {
    let config = json!({
        "model_type": "qwen3_next", "vocab_size": 151_936, "hidden_size": 2048, "intermediate_size": 5120, "num_hidden_layers": 48,
        "num_attention_heads": 16, "num_key_value_heads": 2, "head_dim": 256, "max_position_embeddings": 262_144,
        "num_experts": 512, "num_experts_per_tok": 10, "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512
    });
    let by_name = ask(&running(&json!({ "id": "qwen3-next-80b-a3b" }))).unwrap();
    let by_file = ask(&running(&json!({ "config": config }))).unwrap();
    for part in ["parameters", "vram", "limits", "speed"] {
        assert_eq!(by_name[part], by_file[part], "{part}");
    }
}

/// Their training is not modelled, and words of blocks go with kinds that have such.
#[test]
fn what_does_not_go_is_said() {
    let config = |kind: &str, changes: Json| {
        let mut config = json!({
            "model_type": kind, "vocab_size": 1000, "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 2,
            "num_attention_heads": 4
        });
        config.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        config
    };
    for (config, pointer, says) in [
        (
            config("qwen3_5_text", json!({ "layer_types": ["sliding_attention", "full_attention"] })),
            "/model/config/layer_types",
            "linear_attention",
        ),
        (
            config("qwen2", json!({ "layer_types": ["linear_attention", "full_attention"] })),
            "/model/config/layer_types",
            "sliding_attention",
        ),
        (config("qwen3_5_text", json!({ "linear_num_value_heads": 24 })), "/model/config/linear_num_value_heads", "16"),
        (config("qwen3_5_text", json!({ "attn_output_gate": false })), "/model/config/attn_output_gate", "true"),
        (config("qwen3_5_text", json!({ "mamba_ssm_dtype": "FLOAT32" })), "/model/config/mamba_ssm_dtype", "float32"),
        (config("qwen3_5_text", json!({ "linear_conv_kernel_dim": 0 })), "/model/config/linear_conv_kernel_dim", "1"),
    ] {
        let problem = ask(&running(&json!({ "config": config }))).expect_err("a fault");
        let found = problem["errors"].as_array().unwrap().iter().find(|error| error["pointer"] == pointer);
        assert!(found.is_some_and(|found| found.to_string().contains(says)), "{config}: {problem}");
    }
    let trained = json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config("qwen3_5_text", json!({})) } });
    assert!(api::estimate_json(&trained.to_string()).is_ok());
}

/// Blocks with a state train: on the kernels of a package in less memory than on PyTorch's own operators, which other models do not have.
#[test]
fn states_train_on_either_kind_of_kernels() {
    let config = json!({ "model_type": "qwen3_5_text", "vocab_size": 248_320, "hidden_size": 2048, "intermediate_size": 6144,
        "num_hidden_layers": 24, "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 256, "tie_word_embeddings": true });
    let peak = |kernels: Option<&str>, method: &str| {
        let asked = json!({ "hardware": { "gpu": "h200-sxm" }, "model": { "config": config },
            "training": { "method": method, "precision": "bf16", "micro_batch_size": 4, "linear_attention": kernels },
            "data": { "sequence_length": 2048 } });
        let answer = api::estimate_json(&asked.to_string()).unwrap_or_else(|problem| panic!("{problem:?}"));
        assert_eq!(answer.parameters.total, 2_109_645_184);
        answer.vram.allocated_peak_bytes
    };
    for method in ["full", "lora", "qlora"] {
        let (torch, fla) = (peak(Some("torch"), method), peak(Some("fla"), method));
        assert!(fla < torch, "{method}: {fla}, {torch}");
        assert_eq!(peak(None, method), torch);
    }
}

/// Kernels that do not take the model, or that the card does not run, are at fault; left open, they are not proposed.
#[test]
fn kernels_go_with_the_model_and_the_card() {
    let asked = |gpu: &str, key_head_dim: u64, kernels: Option<&str>| {
        json!({ "hardware": { "gpu": gpu }, "training": { "linear_attention": kernels, "precision": "fp32" }, "model": { "config": {
            "model_type": "qwen3_5_text", "vocab_size": 1000, "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 4, "num_attention_heads": 4, "linear_key_head_dim": key_head_dim } } })
        .to_string()
    };
    for (gpu, width) in [("h200-sxm", 512), ("p100-pcie-16gb", 128), ("v100-pcie-16gb", 128), ("t4", 128)] {
        let problem = api::estimate_json(&asked(gpu, width, Some("fla"))).expect_err("kernels that do not run");
        let fault = &problem.errors[0];
        assert_eq!((fault.pointer.as_str(), fault.allowed.join(" ")), ("/training/linear_attention", "torch".to_owned()));
        let open = api::recommend_json(&asked(gpu, width, None)).unwrap_or_else(|problem| panic!("{gpu}: {problem:?}"));
        let kernels = open.recommended.scenario.training.linear_attention;
        assert!(kernels.is_none_or(|kernels| kernels.as_str() == "torch"), "{gpu}: {kernels:?}");
        assert!(open.levers.iter().all(|lever| lever.id != "linear-attention-kernels"), "{gpu}");
    }
    assert!(api::estimate_json(&asked("h200-sxm", 256, Some("fla"))).is_ok());
}

/// A file of theirs is read where files are: its weights by part, a link to what it takes to run it, and one to a plan.
#[test]
fn a_file_is_counted_and_leads_to_a_plan_and_to_what_runs_it() {
    let text = json!({ "model_type": "qwen3_5", "vision_config": { "out_hidden_size": 4096 }, "text_config": {
        "model_type": "qwen3_5_text", "vocab_size": 248_320, "hidden_size": 4096, "intermediate_size": 12_288,
        "num_hidden_layers": 32, "num_attention_heads": 16 } });
    let read = api::model::read_model(&text.to_string(), wire::Locale::En).unwrap();
    assert_eq!(read.parameters.unwrap().total, 8_953_803_264 + QWEN35_TOWER);
    assert!(read.errors.is_empty() && read.plan.is_some() && read.need.is_some(), "{:?}", read.errors);
    assert!(read.model.is_some());
    let asked = scenario::query::parse_string(read.run.unwrap().strip_prefix("/run?").unwrap());
    assert_eq!((asked.errors, asked.scenario.model), (vec![], read.model.unwrap()));
    // Kimi K2 by its own word is a model that trains, with the weights of DeepSeek V3's class.
    let small = |kind: &str| {
        let text = json!({ "model_type": kind, "vocab_size": 1000, "hidden_size": 256, "intermediate_size": 512,
            "num_hidden_layers": 4, "num_attention_heads": 4, "n_routed_experts": 8, "num_experts_per_tok": 2,
            "moe_intermediate_size": 64, "n_group": 1, "topk_group": 1, "first_k_dense_replace": 1 });
        api::model::read_model(&text.to_string(), wire::Locale::En).unwrap()
    };
    let (kimi, deepseek) = (small("kimi_k2"), small("deepseek_v3"));
    assert!(kimi.plan.is_some() && kimi.run.is_some() && kimi.errors.is_empty());
    assert_eq!(kimi.parameters, deepseek.parameters);
}

/// A gate made along with the queries has a bias where they have.
#[test]
fn gates_have_biases_like_queries() {
    let config = |bias: bool| {
        json!({ "model_type": "qwen3_5_text", "vocab_size": 1000, "hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 4,
            "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 64, "attention_bias": bias })
    };
    // One block of four: queries and gates of four heads, keys and values of two, and the way back.
    assert_eq!(parameters(&config(true)) - parameters(&config(false)), 2 * 256 + 2 * 128 + 256);
}
