//! Encoder-decoders of the BART kind.

use engine::architecture::{Activation, Bart, BartVariant};

use super::options::activation;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

pub(super) fn bart(config: &ModelConfig, variant: BartVariant) -> Option<Bart> {
    let encoder_layers = config.num_hidden_layers?;
    Some(Bart {
        variant,
        vocab_size: config.vocab_size?,
        d_model: config.hidden_size?,
        encoder_layers,
        decoder_layers: config.num_decoder_layers.unwrap_or(encoder_layers),
        attention_heads: config.num_attention_heads?,
        ffn_dim: config.intermediate_size?,
        max_position_embeddings: config.max_position_embeddings.unwrap_or(defaults::BART_POSITIONS),
        activation: activation(config, Activation::Gelu),
        dropout: config.hidden_dropout_prob.unwrap_or(defaults::DROPOUT),
        attention_dropout: config.attention_dropout.unwrap_or(0.0),
        activation_dropout: config.activation_dropout.unwrap_or(0.0),
    })
}
