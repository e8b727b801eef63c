//! Published configurations.

use std::collections::BTreeMap;

use engine::architecture::{Architecture, Decoder, DecoderVariant, MlpLayout, Router};
use serde_json::{Value as Json, json};

use super::asking::patched;

/// Every model of the catalog that has a `config.json` of a supported kind, and what that says; of decoders whose file is not
/// written down here, what it says in the words of its kind.
pub fn published() -> Vec<(&'static str, Json)> {
    let mut by_hand = written();
    let files: BTreeMap<String, Json> =
        serde_json::from_str(include_str!("../../data/published_models.json")).expect("configurations by id");
    by_hand.extend(files.into_iter().map(|(id, config)| (catalog::model(&id).expect("a model of the catalog").id, config)));
    let is_written = |id: &str| by_hand.iter().any(|(written, _)| *written == id);
    let others = catalog::models().iter().filter(|model| !is_written(model.id));
    let others = others.filter_map(|model| match &model.architecture {
        // Files of models with a tower are written down.
        Architecture::Decoder(decoder) if decoder.options.tower.is_none() => Some((model.id, spelled(decoder))),
        _ => None,
    });
    let others: Vec<_> = others.collect();
    by_hand.into_iter().chain(others).collect()
}

/// A decoder of the catalog in the words of its kind of configuration.
fn spelled(model: &Decoder) -> Json {
    let mut config = json!({ "hidden_size": model.hidden_size, "intermediate_size": model.intermediate_size,
        "max_position_embeddings": model.max_position_embeddings, "num_attention_heads": model.num_attention_heads,
        "num_hidden_layers": model.num_hidden_layers, "num_key_value_heads": model.num_key_value_heads, "head_dim": model.head_dim,
        "tie_word_embeddings": model.tie_word_embeddings, "vocab_size": model.vocab_size });
    let kind = match &model.variant {
        DecoderVariant::Phi3 => {
            let turned = model.options.rotary_dim.map(|turned| turned as f64 / model.head_dim as f64);
            config = patched(config, &json!({ "head_dim": null, "partial_rotary_factor": turned }));
            "phi3"
        }
        DecoderVariant::Gemma3 => {
            config["sliding_window"] = json!(model.options.window.map(|window| window.tokens));
            "gemma3_text"
        }
        DecoderVariant::Gemma4 => "gemma4_text",
        DecoderVariant::Gemma | DecoderVariant::Gemma2 => {
            config["sliding_window"] = json!(4096);
            "gemma2"
        }
        DecoderVariant::MixtureOfExperts(experts) if experts.router == Router::GptOss => {
            config["num_local_experts"] = json!(experts.num_experts);
            config["num_experts_per_tok"] = json!(experts.num_experts_per_tok);
            config["intermediate_size"] = json!(experts.moe_intermediate_size);
            "gpt_oss"
        }
        DecoderVariant::MixtureOfExperts(experts) if experts.router == Router::Mixtral => {
            config["num_local_experts"] = json!(experts.num_experts);
            config["num_experts_per_tok"] = json!(experts.num_experts_per_tok);
            config["sliding_window"] = Json::Null;
            "mixtral"
        }
        DecoderVariant::MixtureOfExperts(experts) => {
            config["num_experts"] = json!(experts.num_experts);
            config["num_experts_per_tok"] = json!(experts.num_experts_per_tok);
            config["moe_intermediate_size"] = json!(experts.moe_intermediate_size);
            config["norm_topk_prob"] = json!(true);
            match model.linear_attention() {
                Some(linear) if linear.joined_projections => {
                    config["shared_expert_intermediate_size"] = json!(experts.shared_expert_intermediate_size);
                    config["partial_rotary_factor"] = json!(0.25);
                    "qwen3_next"
                }
                _ => "qwen3_moe",
            }
        }
        DecoderVariant::Llama if model.options.mlp == MlpLayout::FusedLinear => {
            config["shared_intermediate_size"] = config["intermediate_size"].take();
            config["layer_types"] = json!(vec!["attention"; model.num_hidden_layers as usize]);
            config["num_local_experts"] = json!(0);
            config["position_embedding_type"] = json!("rope");
            "granitemoehybrid"
        }
        DecoderVariant::Llama if model.options.scaled => "granite",
        DecoderVariant::Llama if model.options.unturned.contains(3) => "smollm3",
        DecoderVariant::Llama if model.query_key_norm => "qwen3",
        DecoderVariant::Llama if model.attention_bias => "qwen2",
        DecoderVariant::Llama if model.options.window.is_some() => {
            config["sliding_window"] = json!(model.options.window.map(|window| window.tokens));
            "mistral"
        }
        DecoderVariant::Llama => "llama",
    };
    config["model_type"] = json!(kind);
    config
}

/// What published files say, word by word.
fn written() -> Vec<(&'static str, Json)> {
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
pub fn published_elsewhere() -> Vec<(Json, u64)> {
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
