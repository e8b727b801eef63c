//! What tells blocks of Gemma 4 apart.

use engine::architecture::Gemma4;

use crate::defaults;
use crate::resolve::model::model_type::ModelType;
use wire::v1::scenario::ModelConfig;

/// Blocks of a configuration with so many heads of keys and values in those with a window.
pub(super) fn blocks(config: &ModelConfig, kind: ModelType, key_value_heads: u64) -> Gemma4 {
    let attention_k_eq_v = config.attention_k_eq_v.unwrap_or(false);
    // Heads of their own go with values that are keys.
    let of_global = config.num_global_key_value_heads.filter(|_| attention_k_eq_v);
    Gemma4 {
        global_head_dim: config.global_head_dim.unwrap_or(defaults::GEMMA4_GLOBAL_HEAD_DIM),
        num_global_key_value_heads: of_global.unwrap_or(key_value_heads),
        attention_k_eq_v,
        num_kv_shared_layers: config.num_kv_shared_layers.unwrap_or(0),
        use_double_wide_mlp: config.use_double_wide_mlp.unwrap_or(false),
        hidden_size_per_layer_input: match kind {
            ModelType::Gemma4 => config.hidden_size_per_layer_input.unwrap_or(defaults::GEMMA4_PER_LAYER),
            _ => 0,
        },
        vocab_size_per_layer_input: config.vocab_size_per_layer_input.unwrap_or(defaults::GEMMA4_VOCABULARY),
    }
}
