//! The model: an entry of the catalog, or a Hugging Face configuration.

use engine::architecture::{Architecture, Decoder, DecoderVariant, Encoder, EncoderVariant, Gpt2};

use super::Errors;
use super::hardware::unknown;
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::v1::scenario::{Model, ModelConfig};

/// Values of `model_type` that have a builder.
const MODEL_TYPES: [&str; 9] = ["llama", "mistral", "qwen2", "phi3", "gemma2", "gpt2", "bert", "roberta", "distilbert"];

/// The model's hyper-parameters; none where they are at fault.
pub(super) fn resolve(asked: &Model, errors: &mut Errors) -> Option<Architecture> {
    match (&asked.id, &asked.config) {
        (None, None) => {
            errors.push("/model", Reason::Required);
            None
        }
        (Some(_), Some(_)) => {
            errors.push("/model/config", Reason::Conflict { with: "/model/id" });
            None
        }
        (Some(id), None) => {
            let entry = catalog::model(id);
            if entry.is_none() {
                errors.push("/model/id", unknown(id, catalog::models().iter().map(|model| model.id)));
            }
            entry.map(|entry| entry.architecture.clone())
        }
        (None, Some(config)) => configured(config, errors),
    }
}

fn configured(config: &ModelConfig, errors: &mut Errors) -> Option<Architecture> {
    let faults = |errors: &Errors| errors.0.iter().any(|error| error.pointer.starts_with("/model/config"));
    match config.model_type.as_deref() {
        None => errors.push("/model/config/model_type", Reason::Required),
        Some(model_type) if !MODEL_TYPES.contains(&model_type) => {
            let allowed = MODEL_TYPES.iter().map(|&word| word.to_owned()).collect();
            errors
                .push("/model/config/model_type", Reason::UnknownValue { given: model_type.chars().take(60).collect(), allowed });
        }
        Some(_) => {}
    }
    for (pointer, value) in [
        ("/model/config/vocab_size", config.vocab_size),
        ("/model/config/hidden_size", config.hidden_size),
        ("/model/config/intermediate_size", config.intermediate_size),
        ("/model/config/num_hidden_layers", config.num_hidden_layers),
        ("/model/config/num_attention_heads", config.num_attention_heads),
    ] {
        // GPT-2's MLP is four times as wide as the model, and its configuration says nothing of it.
        let implied = config.model_type.as_deref() == Some("gpt2") && pointer == "/model/config/intermediate_size";
        if value.is_none() && !implied {
            errors.push(pointer, Reason::Required);
        }
    }
    if faults(errors) {
        return None;
    }
    width_of_mlp(config, errors);
    heads(config, errors);
    if faults(errors) {
        return None;
    }
    architecture(config)
}

/// GPT-2's MLP has one width only.
fn width_of_mlp(config: &ModelConfig, errors: &mut Errors) {
    let (Some("gpt2"), Some(hidden_size)) = (config.model_type.as_deref(), config.hidden_size) else { return };
    let only = hidden_size.saturating_mul(4);
    if config.intermediate_size.is_some_and(|given| given != only) {
        let reason = Reason::OutOfRange { min: only as f64, max: only as f64, unit: Unit::None };
        errors.push("/model/config/intermediate_size", reason);
    }
}

/// Heads must divide what they share; the range checks have passed, so that nothing here is zero.
fn heads(config: &ModelConfig, errors: &mut Errors) {
    let (Some(hidden_size), Some(heads)) = (config.hidden_size, config.num_attention_heads) else { return };
    // Gemma 2 has a default of its own for the width of a head; GPT-2 and encoders have no such key.
    let head_dim_given = match config.model_type.as_deref() {
        Some("gemma2") => true,
        Some("gpt2" | "bert" | "roberta" | "distilbert") => false,
        _ => config.head_dim.is_some(),
    };
    if !head_dim_given && !hidden_size.is_multiple_of(heads) {
        errors.push("/model/config/hidden_size", Reason::NotAMultiple { of: heads, unit: Unit::None });
    }
    if let Some(shared) = config.num_key_value_heads
        && !heads.is_multiple_of(shared)
    {
        errors.push("/model/config/num_attention_heads", Reason::NotAMultiple { of: shared, unit: Unit::None });
    }
}

/// The hyper-parameters under the engine's names; Hugging Face's own defaults stand for what is left out.
fn architecture(config: &ModelConfig) -> Option<Architecture> {
    let variant = match config.model_type.as_deref()? {
        "bert" => Some(EncoderVariant::Bert),
        "roberta" => Some(EncoderVariant::Roberta),
        "distilbert" => Some(EncoderVariant::DistilBert),
        _ => None,
    };
    let model_type = config.model_type.as_deref()?;
    let hidden_size = config.hidden_size?;
    let num_attention_heads = config.num_attention_heads?;
    Some(match variant {
        Some(variant) => Architecture::Encoder(Encoder {
            variant,
            vocab_size: config.vocab_size?,
            hidden_size,
            num_hidden_layers: config.num_hidden_layers?,
            num_attention_heads,
            intermediate_size: config.intermediate_size?,
            max_position_embeddings: config.max_position_embeddings.unwrap_or(defaults::ENCODER_POSITIONS),
            // DistilBERT has no table of segments, whatever its configuration says.
            type_vocab_size: match variant {
                EncoderVariant::DistilBert => 0,
                EncoderVariant::Bert | EncoderVariant::Roberta => config.type_vocab_size.unwrap_or(defaults::ENCODER_SEGMENTS),
            },
        }),
        None if model_type == "gpt2" => Architecture::Gpt2(Gpt2 {
            vocab_size: config.vocab_size?,
            n_positions: config.max_position_embeddings.unwrap_or(defaults::GPT2_POSITIONS),
            n_embd: hidden_size,
            n_layer: config.num_hidden_layers?,
            n_head: num_attention_heads,
        }),
        None => Architecture::Decoder(Decoder {
            variant: match model_type {
                "phi3" => DecoderVariant::Phi3,
                "gemma2" => DecoderVariant::Gemma2,
                _ => DecoderVariant::Llama,
            },
            vocab_size: config.vocab_size?,
            hidden_size,
            intermediate_size: config.intermediate_size?,
            num_hidden_layers: config.num_hidden_layers?,
            num_attention_heads,
            num_key_value_heads: config.num_key_value_heads.unwrap_or(num_attention_heads),
            head_dim: config.head_dim.unwrap_or(if model_type == "gemma2" {
                defaults::GEMMA2_HEAD_DIM
            } else {
                hidden_size / num_attention_heads
            }),
            max_position_embeddings: config.max_position_embeddings.unwrap_or(defaults::DECODER_POSITIONS),
            tie_word_embeddings: config.tie_word_embeddings.unwrap_or(model_type == "gemma2"),
            attention_bias: config.attention_bias.unwrap_or(false) || model_type == "qwen2",
        }),
    })
}
