//! What configurations seldom change, with Hugging Face's own defaults.

use engine::architecture::{Activation, DecoderOptions, EncoderOptions, EncoderVariant, Gpt2Options, Layers, Window};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The word of a block that attends over a window.
const SLIDING: &str = "sliding_attention";

fn activation(config: &ModelConfig, default: Activation) -> Activation {
    config.hidden_act.as_deref().and_then(Activation::from_word).unwrap_or(default)
}

pub(super) fn encoder(config: &ModelConfig, variant: EncoderVariant) -> EncoderOptions {
    let hidden_dropout = config.hidden_dropout_prob.unwrap_or(defaults::DROPOUT);
    let before_classifier = match variant {
        EncoderVariant::DistilBert => defaults::DISTILBERT_CLASSIFIER_DROPOUT,
        EncoderVariant::Bert | EncoderVariant::Roberta => hidden_dropout,
    };
    EncoderOptions {
        activation: activation(config, Activation::Gelu),
        hidden_dropout,
        attention_dropout: config.attention_dropout.unwrap_or(defaults::DROPOUT),
        classifier_dropout: config.classifier_dropout.unwrap_or(before_classifier),
        tie_word_embeddings: config.tie_word_embeddings.unwrap_or(true),
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
    let usual = match kind {
        ModelType::Gemma => DecoderOptions::GEMMA,
        ModelType::Gemma2 => DecoderOptions::GEMMA2,
        _ => DecoderOptions::LLAMA,
    };
    let is_capped = |cap: Option<f64>| kind == ModelType::Gemma2 && cap.is_none_or(|cap| cap > 0.0);
    // Gemma's older files say GELU and mean its approximation.
    let activation = match activation(config, usual.activation) {
        Activation::Gelu if kind == ModelType::Gemma => Activation::GeluTanh,
        other => other,
    };
    DecoderOptions {
        activation,
        mlp_bias: kind == ModelType::Llama && config.mlp_bias.unwrap_or(false),
        attention_dropout: config.attention_dropout.unwrap_or(0.0),
        residual_dropout: config.hidden_dropout_prob.filter(|_| kind == ModelType::Phi3).unwrap_or(0.0),
        rotary_dim: rotary_dim(config).filter(|_| kind == ModelType::Phi3),
        softcapped_scores: is_capped(config.attn_logit_softcapping),
        softcapped_logits: is_capped(config.final_logit_softcapping),
        window: window(config, kind),
        dense_layers: dense_layers(config, kind),
        ..usual
    }
}

/// Features of a head that positions turn, where they are not all: a pair at least (`_compute_default_rope_parameters`).
fn rotary_dim(config: &ModelConfig) -> Option<u64> {
    let share = config.partial_rotary_factor.filter(|&share| share < 1.0)?;
    let heads = config.num_attention_heads?;
    let width = config.head_dim.or_else(|| config.hidden_size.map(|hidden| hidden / heads))?;
    Some(((width as f64 * share) as u64).max(2).min(width))
}

/// Attention over a window, as each kind's configuration and model decide on it.
fn window(config: &ModelConfig, kind: ModelType) -> Option<Window> {
    let layers = config.num_hidden_layers?;
    let default = match kind {
        ModelType::Mistral | ModelType::Gemma2 => defaults::SLIDING_WINDOW,
        ModelType::Qwen2 | ModelType::Qwen2Moe | ModelType::Qwen3 | ModelType::Qwen3Moe => {
            config.use_sliding_window.filter(|&on| on)?;
            defaults::SLIDING_WINDOW
        }
        ModelType::Mixtral | ModelType::Phi3 => 0,
        _ => return None,
    };
    let tokens = config.sliding_window.unwrap_or(default);
    let first_layers = config.max_window_layers.unwrap_or(defaults::MAX_WINDOW_LAYERS);
    let listed = |layer: u64| config.layer_types.as_ref()?.get(layer as usize).map(|word| word == SLIDING);
    let among = |layer: u64| match kind {
        ModelType::Qwen2 | ModelType::Qwen3 => listed(layer).unwrap_or(layer >= first_layers),
        ModelType::Qwen2Moe => listed(layer).unwrap_or(layer.is_multiple_of(2) && layer < first_layers),
        ModelType::Gemma2 => listed(layer).unwrap_or(layer.is_multiple_of(2)),
        _ => true,
    };
    (tokens > 0).then(|| match kind {
        ModelType::Gemma2 if config.layer_types.is_none() => Window { tokens, layers: Layers::EVERY_OTHER },
        ModelType::Mistral | ModelType::Mixtral | ModelType::Phi3 | ModelType::Qwen3Moe => Window { tokens, layers: Layers::ALL },
        _ => Window { tokens, layers: Layers::of(layers, among) },
    })
}

/// Blocks with an MLP in place of experts (`Qwen2MoeDecoderLayer`).
fn dense_layers(config: &ModelConfig, kind: ModelType) -> Layers {
    let (ModelType::Qwen2Moe | ModelType::Qwen3Moe, Some(layers)) = (kind, config.num_hidden_layers) else { return Layers::NONE };
    let step = config.decoder_sparse_step.unwrap_or(1).max(1);
    let is_named = |layer: u64| config.mlp_only_layers.iter().flatten().any(|&named| named == layer);
    Layers::of(layers, |layer| is_named(layer) || !(layer + 1).is_multiple_of(step))
}
