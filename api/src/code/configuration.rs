//! A model that the reader described, as arguments of `AutoConfig.for_model`.

use engine::architecture::Architecture;

use super::run::Run;
use super::script::{python, quoted};

/// `"llama", hidden_size=4096, ...`, under the names of that model's own configuration.
pub(super) fn arguments(run: Run<'_>) -> String {
    let Some(config) = run.inputs.model.config.as_deref() else { return String::new() };
    let kind = config.model_type.as_deref().unwrap_or("llama");
    let names = Names::of(run.model());
    let mut arguments = vec![quoted(kind)];
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
    ];
    arguments.extend(counts.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?))));
    let flags = [
        ("tie_word_embeddings", config.tie_word_embeddings),
        ("attention_bias", config.attention_bias),
        ("norm_topk_prob", config.norm_topk_prob),
    ];
    arguments.extend(flags.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", python(value?)))));
    arguments.extend(config.feed_forward_proj.as_deref().map(|name| format!("feed_forward_proj={}", quoted(name))));
    arguments.join(", ")
}

/// What a family's configuration calls its counts.
struct Names {
    hidden: &'static str,
    intermediate: &'static str,
    layers: &'static str,
    heads: &'static str,
    head: &'static str,
    positions: &'static str,
}

impl Names {
    const USUAL: Self = Self {
        hidden: "hidden_size",
        intermediate: "intermediate_size",
        layers: "num_hidden_layers",
        heads: "num_attention_heads",
        head: "head_dim",
        positions: "max_position_embeddings",
    };

    const fn of(model: &Architecture) -> Self {
        use engine::architecture::EncoderVariant;
        match model {
            Architecture::Gpt2(_) => Self {
                hidden: "n_embd",
                intermediate: "n_inner",
                layers: "n_layer",
                heads: "n_head",
                positions: "n_positions",
                ..Self::USUAL
            },
            Architecture::T5(_) => Self {
                hidden: "d_model",
                intermediate: "d_ff",
                layers: "num_layers",
                heads: "num_heads",
                head: "d_kv",
                ..Self::USUAL
            },
            Architecture::Encoder(encoder) if matches!(encoder.variant, EncoderVariant::DistilBert) => {
                Self { hidden: "dim", intermediate: "hidden_dim", layers: "n_layers", heads: "n_heads", ..Self::USUAL }
            }
            _ => Self::USUAL,
        }
    }
}
