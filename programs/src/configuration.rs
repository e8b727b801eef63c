//! A model that the reader described, as arguments of `AutoConfig.for_model`.

use engine::architecture::Architecture;
use serde::Serialize;

use super::run::Run;

/// A setting: its name, none for the first, and its value.
#[derive(Debug, Serialize)]
pub(super) struct Argument(Option<&'static str>, Value);

/// A value as the configuration takes it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Value {
    Count(u64),
    Number(f64),
    /// A number of which zero says none.
    Absent(Option<()>),
    Flag(bool),
    Word(String),
    Words(Vec<String>),
    Counts(Vec<u64>),
}

/// `"llama", hidden_size=4096, ...`, under the names of that model's own configuration; nothing where the catalog has the model.
pub(super) fn arguments(run: Run<'_>) -> Vec<Argument> {
    let Some(config) = run.inputs.model.config.as_deref() else { return Vec::new() };
    let kind = config.model_type.as_deref().unwrap_or("llama");
    let names = Names::of(run.model());
    let counts = [
        ("vocab_size", config.vocab_size),
        (names.hidden, config.hidden_size),
        (names.intermediate, config.intermediate_size),
        (names.layers, config.num_hidden_layers),
        (names.heads, config.num_attention_heads),
        ("num_key_value_heads", config.num_key_value_heads),
        (names.head, config.head_dim),
        (names.positions, config.max_position_embeddings),
        ("type_vocab_size", config.type_vocab_size),
        (if kind == "mixtral" { "num_local_experts" } else { "num_experts" }, config.num_experts),
        ("num_experts_per_tok", config.num_experts_per_tok),
        ("moe_intermediate_size", config.moe_intermediate_size),
        ("shared_expert_intermediate_size", config.shared_expert_intermediate_size),
        ("decoder_sparse_step", config.decoder_sparse_step),
        ("num_decoder_layers", config.num_decoder_layers),
        ("relative_attention_num_buckets", config.relative_attention_num_buckets),
        ("max_window_layers", config.max_window_layers),
    ];
    let shares = [
        (names.attention_dropout, config.attention_dropout),
        (names.hidden_dropout, config.hidden_dropout_prob),
        ("embd_pdrop", config.embd_pdrop),
        (names.classifier_dropout, config.classifier_dropout),
        ("partial_rotary_factor", config.partial_rotary_factor),
    ];
    let caps = [
        ("sliding_window", config.sliding_window.map(|tokens| tokens as f64)),
        ("attn_logit_softcapping", config.attn_logit_softcapping),
        ("final_logit_softcapping", config.final_logit_softcapping),
    ];
    let flags = [
        ("tie_word_embeddings", config.tie_word_embeddings),
        ("attention_bias", config.attention_bias),
        ("norm_topk_prob", config.norm_topk_prob),
        ("scale_decoder_outputs", config.scale_decoder_outputs),
        ("mlp_bias", config.mlp_bias),
        ("qkv_bias", config.qkv_bias),
        ("use_sliding_window", config.use_sliding_window),
    ];
    let words = [("feed_forward_proj", &config.feed_forward_proj), (names.activation, &config.hidden_act)];
    let mut arguments = vec![Argument(None, Value::Word(kind.to_owned()))];
    arguments.extend(arguments_given(counts, Value::Count));
    arguments.extend(arguments_given(shares, Value::Number));
    arguments.extend(arguments_given(caps, cap));
    arguments.extend(arguments_given(flags, Value::Flag));
    arguments.extend(arguments_given(words.map(|(name, word)| (name, word.clone())), Value::Word));
    arguments.extend(arguments_given([("layer_types", config.layer_types.clone())], Value::Words));
    arguments.extend(arguments_given([("mlp_only_layers", config.mlp_only_layers.clone())], Value::Counts));
    arguments
}

/// The settings that the reader gave.
fn arguments_given<T, const N: usize>(
    settings: [(&'static str, Option<T>); N],
    value: impl Fn(T) -> Value,
) -> impl Iterator<Item = Argument> {
    settings.into_iter().filter_map(move |(name, given)| Some(Argument(Some(name), value(given?))))
}

/// A cap, whole where it is.
fn cap(value: f64) -> Value {
    if value <= 0.0 {
        Value::Absent(None)
    } else if value.fract() == 0.0 {
        Value::Count(value as u64)
    } else {
        Value::Number(value)
    }
}

/// What a family's configuration calls its counts.
struct Names {
    hidden: &'static str,
    intermediate: &'static str,
    layers: &'static str,
    heads: &'static str,
    head: &'static str,
    positions: &'static str,
    activation: &'static str,
    attention_dropout: &'static str,
    hidden_dropout: &'static str,
    classifier_dropout: &'static str,
}

impl Names {
    const USUAL: Self = Self {
        hidden: "hidden_size",
        intermediate: "intermediate_size",
        layers: "num_hidden_layers",
        heads: "num_attention_heads",
        head: "head_dim",
        positions: "max_position_embeddings",
        activation: "hidden_act",
        attention_dropout: "attention_dropout",
        hidden_dropout: "hidden_dropout_prob",
        classifier_dropout: "classifier_dropout",
    };

    const fn of(model: &Architecture) -> Self {
        use engine::architecture::{DecoderVariant, EncoderVariant};
        match model {
            Architecture::Gpt2(_) => Self {
                hidden: "n_embd",
                intermediate: "n_inner",
                layers: "n_layer",
                heads: "n_head",
                positions: "n_positions",
                activation: "activation_function",
                attention_dropout: "attn_pdrop",
                hidden_dropout: "resid_pdrop",
                ..Self::USUAL
            },
            Architecture::T5(_) => Self {
                hidden: "d_model",
                intermediate: "d_ff",
                layers: "num_layers",
                heads: "num_heads",
                head: "d_kv",
                hidden_dropout: "dropout_rate",
                ..Self::USUAL
            },
            Architecture::Encoder(encoder) if matches!(encoder.variant, EncoderVariant::DistilBert) => Self {
                hidden: "dim",
                intermediate: "hidden_dim",
                layers: "n_layers",
                heads: "n_heads",
                activation: "activation",
                hidden_dropout: "dropout",
                classifier_dropout: "seq_classif_dropout",
                ..Self::USUAL
            },
            Architecture::Encoder(_) => Self { attention_dropout: "attention_probs_dropout_prob", ..Self::USUAL },
            Architecture::Decoder(decoder) if matches!(decoder.variant, DecoderVariant::Phi3) => {
                Self { hidden_dropout: "resid_pdrop", ..Self::USUAL }
            }
            Architecture::Decoder(decoder) if matches!(decoder.variant, DecoderVariant::Gemma2) => {
                Self { activation: "hidden_activation", ..Self::USUAL }
            }
            _ => Self::USUAL,
        }
    }
}
