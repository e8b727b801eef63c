//! Encoders of the BERT kind and its like.

use engine::architecture::{Encoder, EncoderVariant};

use super::options;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

pub(super) fn encoder(config: &ModelConfig, variant: EncoderVariant) -> Option<Encoder> {
    Some(Encoder {
        variant,
        vocab_size: config.vocab_size?,
        hidden_size: config.hidden_size?,
        num_hidden_layers: config.num_hidden_layers?,
        num_attention_heads: config.num_attention_heads?,
        intermediate_size: config.intermediate_size?,
        max_position_embeddings: config.max_position_embeddings.unwrap_or(match variant {
            EncoderVariant::ModernBert => defaults::MODERNBERT_POSITIONS,
            _ => defaults::ENCODER_POSITIONS,
        }),
        // DistilBERT has no table of segments, whatever its configuration says, and DeBERTa V3 says that it has none.
        type_vocab_size: match variant {
            EncoderVariant::DistilBert | EncoderVariant::ModernBert | EncoderVariant::DebertaV2 | EncoderVariant::Mpnet => 0,
            EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::Electra => {
                config.type_vocab_size.unwrap_or(defaults::ENCODER_SEGMENTS)
            }
        },
        options: options::encoder(config, variant),
    })
}
