//! What configurations seldom change, with Hugging Face's own defaults.

use engine::architecture::{Activation, DecoderOptions, EncoderOptions, EncoderVariant, Gpt2Options, Layers, Window};

use super::super::model_type::ModelType;
use super::layouts;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The word of a block that attends over a window.
pub(in crate::resolve::model) const SLIDING: &str = "sliding_attention";
/// The word of one that attends to all tokens.
pub(in crate::resolve::model) const FULL: &str = "full_attention";

/// The word of a classifier that reads the mean of a text.
const MEAN: &str = "mean";
/// The word of a block with an MLP in place of experts.
const DENSE: &str = "dense";

pub(super) fn activation(config: &ModelConfig, default: Activation) -> Activation {
    config.hidden_act.as_deref().and_then(Activation::from_word).unwrap_or(default)
}

pub(super) fn encoder(config: &ModelConfig, variant: EncoderVariant) -> EncoderOptions {
    let is_modern = variant == EncoderVariant::ModernBert;
    let usual = if is_modern { 0.0 } else { defaults::DROPOUT };
    let hidden_dropout = config.hidden_dropout_prob.unwrap_or(usual);
    let before_classifier = match variant {
        EncoderVariant::DistilBert => defaults::DISTILBERT_CLASSIFIER_DROPOUT,
        EncoderVariant::ModernBert => 0.0,
        EncoderVariant::Bert
        | EncoderVariant::Roberta
        | EncoderVariant::Electra
        | EncoderVariant::DebertaV2
        | EncoderVariant::Mpnet => hidden_dropout,
    };
    EncoderOptions {
        activation: activation(config, Activation::Gelu),
        hidden_dropout,
        attention_dropout: config.attention_dropout.unwrap_or(usual),
        classifier_dropout: config.classifier_dropout.unwrap_or(before_classifier),
        tie_word_embeddings: config.tie_word_embeddings.unwrap_or(true),
        embedding_size: (variant == EncoderVariant::Electra)
            .then(|| config.embedding_size.unwrap_or(defaults::ELECTRA_EMBEDDINGS)),
        embedding_dropout: if is_modern { config.embd_pdrop.unwrap_or(0.0) } else { hidden_dropout },
        mean_pooling: config.classifier_pooling.as_deref() == Some(MEAN),
        window: is_modern.then(|| local_attention(config)),
        relative_span: match variant {
            EncoderVariant::DebertaV2 => config.relative_attention_num_buckets,
            EncoderVariant::Mpnet => Some(config.relative_attention_num_buckets.unwrap_or(defaults::MPNET_BUCKETS)),
            _ => None,
        },
    }
}

/// `ModernBERT`'s blocks that attend to a window: all but every third, from the first on, where its configuration does not list
/// them.
fn local_attention(config: &ModelConfig) -> Window {
    let every = config.global_attn_every_n_layers.unwrap_or(defaults::MODERNBERT_GLOBAL).max(1);
    let listed = |layer: u64| config.layer_types.as_ref()?.get(layer as usize).map(|word| word == SLIDING);
    Window {
        // To each side; the configuration counts both.
        tokens: config.local_attention.unwrap_or(defaults::MODERNBERT_LOCAL) / 2,
        layers: Layers::of(config.num_hidden_layers.unwrap_or(0), |layer| listed(layer).unwrap_or(!layer.is_multiple_of(every))),
    }
}

pub(super) fn gpt2(config: &ModelConfig) -> Gpt2Options {
    Gpt2Options {
        activation: activation(config, Activation::GeluNew),
        embd_pdrop: config.embd_pdrop.unwrap_or(defaults::DROPOUT),
        attn_pdrop: config.attention_dropout.unwrap_or(defaults::DROPOUT),
        resid_pdrop: config.hidden_dropout_prob.unwrap_or(defaults::DROPOUT),
        tie_word_embeddings: config.tie_word_embeddings.unwrap_or(true),
    }
}

pub(super) fn decoder(config: &ModelConfig, kind: ModelType) -> DecoderOptions {
    let usual = layouts::published(config, kind);
    let is_capped = |cap: Option<f64>| kind == ModelType::Gemma2 && cap.is_none_or(|cap| cap > 0.0);
    // Gemma 3 and 4 cap logits where it is told to, and scores never.
    let caps_logits =
        (kind == ModelType::Gemma3 || kind.is_gemma4()) && config.final_logit_softcapping.is_some_and(|cap| cap > 0.0);
    // Gemma's older files say GELU and mean its approximation.
    let activation = match activation(config, usual.activation) {
        Activation::Gelu if kind == ModelType::Gemma => Activation::GeluTanh,
        other => other,
    };
    DecoderOptions {
        activation,
        mlp_bias: match kind {
            ModelType::Llama
            | ModelType::SmolLm3
            | ModelType::Granite
            | ModelType::SeedOss
            | ModelType::Arcee
            | ModelType::Nemotron
            | ModelType::Helium
            | ModelType::Cwm => config.mlp_bias.unwrap_or(false),
            ModelType::Starcoder2 => config.attention_bias.unwrap_or(true),
            ModelType::Ernie45 => config.attention_bias.unwrap_or(false),
            _ => usual.mlp_bias,
        },
        attention_dropout: match kind {
            // Its attention drops nothing, whatever its configuration says.
            ModelType::Ernie45 | ModelType::Ernie45Moe | ModelType::Lfm2 | ModelType::Lfm2Moe => 0.0,
            ModelType::SeedOss => config.attention_dropout.unwrap_or(defaults::DROPOUT),
            _ => config.attention_dropout.unwrap_or(0.0),
        },
        residual_dropout: match kind {
            ModelType::SeedOss | ModelType::Opt => config.hidden_dropout_prob.unwrap_or(defaults::DROPOUT),
            ModelType::Phi3 | ModelType::Starcoder2 | ModelType::Phi | ModelType::GptNeoX | ModelType::GptJ => {
                config.hidden_dropout_prob.unwrap_or(0.0)
            }
            _ => 0.0,
        },
        embedding_dropout: match kind {
            ModelType::Starcoder2 | ModelType::Phi | ModelType::GptJ => config.embd_pdrop.unwrap_or(0.0),
            ModelType::GptNeoX => config.hidden_dropout_prob.unwrap_or(0.0),
            _ => 0.0,
        },
        rotary_dim: match kind {
            ModelType::Phi3 => rotary_dim(config, None, None),
            ModelType::Glm | ModelType::Glm4 => rotary_dim(config, Some(defaults::GLM4_ROTARY), Some(defaults::QWEN3_HEAD_DIM)),
            ModelType::MiniMaxM2 => minimax_rotary(config),
            ModelType::GptJ => Some(config.rotary_dim.unwrap_or(defaults::GPTJ_ROTARY)),
            ModelType::DeepseekV2 | ModelType::DeepseekV3 | ModelType::Glm4MoeLite => {
                Some(config.qk_rope_head_dim.unwrap_or(defaults::QK_ROPE_HEAD_DIM))
            }
            ModelType::Glm4Moe => rotary_dim(config, Some(defaults::GLM4_ROTARY), None),
            ModelType::StableLm | ModelType::GptNeoX => rotary_dim(config, Some(defaults::STABLELM_ROTARY), None),
            ModelType::Phi | ModelType::Nemotron => rotary_dim(config, Some(defaults::PHI_ROTARY), None),
            ModelType::Qwen3Next | ModelType::Qwen35 | ModelType::Qwen35Moe => {
                rotary_dim(config, Some(defaults::STABLELM_ROTARY), Some(defaults::GEMMA_HEAD_DIM))
            }
            _ => None,
        },
        unturned: unturned(config, kind),
        softcapped_scores: is_capped(config.attn_logit_softcapping),
        softcapped_logits: is_capped(config.final_logit_softcapping) || caps_logits,
        window: window(config, kind),
        dense_layers: dense_layers(config, kind),
        ..usual
    }
}

/// Features of a head that positions turn, where a kind joins them with those that they pass over: a pair at least
/// (`_compute_default_rope_parameters`).
fn rotary_dim(config: &ModelConfig, usual: Option<f64>, head: Option<u64>) -> Option<u64> {
    // Kinds with a share of their own join also where it is all; Phi-3 joins in any case.
    let share = config.partial_rotary_factor.or(usual).filter(|&share| share < 1.0 || usual.is_some())?.min(1.0);
    let heads = config.num_attention_heads?;
    let width = config.head_dim.or(head).or_else(|| config.hidden_size.map(|hidden| hidden / heads))?;
    Some(((width as f64 * share) as u64).max(2).min(width))
}

/// Features that positions turn, which its first files count and newer ones give as a share; all are joined with those that
/// they pass over, also where there are none.
fn minimax_rotary(config: &ModelConfig) -> Option<u64> {
    let shared = || rotary_dim(config, Some(1.0), Some(defaults::QWEN3_HEAD_DIM));
    config.rotary_dim.filter(|_| config.partial_rotary_factor.is_none()).or_else(shared)
}

/// Blocks that positions do not turn: every fourth of `SmolLM3` where its configuration lists none (`no_rope_layer_interval`),
/// where the list has a zero for them; those of Cohere 2 and EXAONE 4 that attend to all tokens.
fn unturned(config: &ModelConfig, kind: ModelType) -> Layers {
    let Some(layers) = config.num_hidden_layers else { return Layers::NONE };
    if matches!(kind, ModelType::Cohere2 | ModelType::Exaone4 | ModelType::ExaoneMoe) {
        // Those of EXAONE 4 are all turned where there are no windows at all.
        let Some(window) = window(config, kind) else {
            return if kind == ModelType::Cohere2 { Layers::of(layers, |_| true) } else { Layers::NONE };
        };
        let turned = window.layers;
        return Layers::of(layers, |layer| !turned.contains(layer));
    }
    if kind != ModelType::SmolLm3 {
        return Layers::NONE;
    }
    let listed = |layer: u64| config.no_rope_layers.as_ref()?.get(layer as usize).map(|&turns| turns == 0);
    let interval = config.no_rope_layer_interval.unwrap_or(defaults::NO_ROPE_INTERVAL).max(1);
    Layers::of(layers, |layer| listed(layer).unwrap_or((layer + 1).is_multiple_of(interval)))
}

/// Attention over a window, as each kind's configuration and model decide on it.
fn window(config: &ModelConfig, kind: ModelType) -> Option<Window> {
    let layers = config.num_hidden_layers?;
    let default = match kind {
        ModelType::Mistral
        | ModelType::Gemma2
        | ModelType::Gemma3
        | ModelType::Olmo3
        | ModelType::Cohere2
        | ModelType::Ministral
        | ModelType::Exaone4
        | ModelType::ExaoneMoe
        | ModelType::Dots1 => defaults::SLIDING_WINDOW,
        ModelType::Cwm => defaults::CWM_WINDOW,
        ModelType::Qwen2 | ModelType::Qwen2Moe | ModelType::Qwen3 | ModelType::Qwen3Moe | ModelType::SmolLm3 => {
            config.use_sliding_window.filter(|&on| on)?;
            // SmolLM3's own default is none.
            if kind == ModelType::SmolLm3 { 0 } else { defaults::SLIDING_WINDOW }
        }
        ModelType::GptOss => defaults::GPT_OSS_WINDOW,
        ModelType::Gemma4 => defaults::GEMMA4_WINDOW,
        ModelType::Gemma4Unified => defaults::GEMMA4_UNIFIED_WINDOW,
        ModelType::Mixtral | ModelType::Phi3 | ModelType::Starcoder2 | ModelType::Ministral3 => 0,
        _ => return None,
    };
    let tokens = config.sliding_window.unwrap_or(default);
    let first_layers = config.max_window_layers.unwrap_or(if kind == ModelType::Dots1 {
        defaults::DOTS1_FULL_LAYERS
    } else {
        defaults::MAX_WINDOW_LAYERS
    });
    let listed = |layer: u64| config.layer_types.as_ref()?.get(layer as usize).map(|word| word == SLIDING);
    let among = |layer: u64| match kind {
        ModelType::Qwen2 | ModelType::Qwen3 | ModelType::Dots1 => listed(layer).unwrap_or(layer >= first_layers),
        ModelType::Ministral => listed(layer).unwrap_or(true),
        ModelType::Cwm => listed(layer).unwrap_or(!layer.is_multiple_of(defaults::CWM_PATTERN)),
        ModelType::Qwen2Moe => listed(layer).unwrap_or(layer.is_multiple_of(2) && layer < first_layers),
        ModelType::Gemma2 | ModelType::GptOss => listed(layer).unwrap_or(layer.is_multiple_of(2)),
        ModelType::Gemma3 => listed(layer).unwrap_or(!(layer + 1).is_multiple_of(defaults::GEMMA3_PATTERN)),
        // Its last block attends to all tokens, whatever its configuration says.
        ModelType::Gemma4 | ModelType::Gemma4Unified => {
            layer + 1 < layers && listed(layer).unwrap_or(!(layer + 1).is_multiple_of(defaults::GEMMA3_PATTERN))
        }
        ModelType::Olmo3 | ModelType::Cohere2 | ModelType::Exaone4 | ModelType::ExaoneMoe => {
            listed(layer).unwrap_or(!(layer + 1).is_multiple_of(defaults::OLMO3_PATTERN))
        }
        ModelType::SmolLm3 => listed(layer).unwrap_or_else(|| unturned(config, kind).contains(layer)),
        _ => true,
    };
    (tokens > 0).then(|| match kind {
        ModelType::Gemma2 if config.layer_types.is_none() => Window { tokens, layers: Layers::EVERY_OTHER },
        ModelType::Mistral
        | ModelType::Mixtral
        | ModelType::Phi3
        | ModelType::Qwen3Moe
        | ModelType::Starcoder2
        | ModelType::Ministral3 => Window { tokens, layers: Layers::ALL },
        _ => Window { tokens, layers: Layers::of(layers, among) },
    })
}

/// Blocks with an MLP in place of experts (`Qwen2MoeDecoderLayer`, `first_k_dense_replace` of others).
fn dense_layers(config: &ModelConfig, kind: ModelType) -> Layers {
    let Some(layers) = config.num_hidden_layers else { return Layers::NONE };
    let first = match kind {
        ModelType::Qwen2Moe | ModelType::Qwen3Moe | ModelType::Qwen3Next => {
            let step = config.decoder_sparse_step.unwrap_or(1).max(1);
            let is_named = |layer: u64| config.mlp_only_layers.iter().flatten().any(|&named| named == layer);
            return Layers::of(layers, |layer| is_named(layer) || !(layer + 1).is_multiple_of(step));
        }
        ModelType::DeepseekV3 => defaults::DEEPSEEK_V3_DENSE,
        ModelType::Glm4MoeLite | ModelType::ExaoneMoe => {
            let listed = |layer: u64| config.mlp_layer_types.as_ref()?.get(layer as usize).map(|word| word == DENSE);
            let first = config.first_k_dense_replace.unwrap_or(1);
            return Layers::of(layers, |layer| listed(layer).unwrap_or(layer < first));
        }
        ModelType::Glm4Moe | ModelType::Ernie45Moe => 1,
        ModelType::DeepseekV2 | ModelType::Dots1 => 0,
        ModelType::Lfm2Moe => defaults::LFM2_DENSE,
        _ => return Layers::NONE,
    };
    Layers::of(layers, |layer| layer < config.first_k_dense_replace.unwrap_or(first))
}
