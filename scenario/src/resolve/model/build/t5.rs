//! Encoder-decoders of the T5 kind.

use engine::architecture::{Activation, T5, T5FeedForward};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

pub(super) fn t5(config: &ModelConfig, kind: ModelType) -> Option<T5> {
    let is_mt5 = kind == ModelType::Mt5;
    let usual = if is_mt5 { T5FeedForward::GATED_GELU } else { T5FeedForward::RELU };
    let num_layers = config.num_hidden_layers?;
    Some(T5 {
        vocab_size: config.vocab_size?,
        d_model: config.hidden_size?,
        d_kv: config.head_dim.unwrap_or(defaults::T5_HEAD_DIM),
        d_ff: config.intermediate_size?,
        num_layers,
        num_decoder_layers: config.num_decoder_layers.unwrap_or(num_layers),
        num_heads: config.num_attention_heads?,
        relative_attention_num_buckets: config.relative_attention_num_buckets.unwrap_or(defaults::T5_BUCKETS),
        feed_forward: config.feed_forward_proj.as_deref().and_then(feed_forward).unwrap_or(usual),
        // mT5 shares its head whatever its files say, and scales nothing before it.
        tie_word_embeddings: is_mt5 || config.tie_word_embeddings.unwrap_or(true),
        scale_decoder_outputs: !is_mt5 && config.scale_decoder_outputs.or(config.tie_word_embeddings).unwrap_or(true),
        dropout_rate: config.hidden_dropout_prob.unwrap_or(defaults::DROPOUT),
    })
}

/// The MLP that a `feed_forward_proj` names; its gated GELU means the approximation (`T5Config`).
pub(in crate::resolve::model) fn feed_forward(word: &str) -> Option<T5FeedForward> {
    if word == "gated-gelu" {
        return Some(T5FeedForward::GATED_GELU);
    }
    let (gated, activation) = word.strip_prefix("gated-").map_or((false, word), |activation| (true, activation));
    Activation::from_word(activation).map(|activation| T5FeedForward { gated, activation })
}
