//! Blocks that keep a state in place of keys and values.

use engine::architecture::{Layers, LinearAttention};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The word of such a block.
pub(in crate::resolve::model) const LINEAR: &str = "linear_attention";
/// The word of a state in FP32 (`mamba_ssm_dtype`).
const FLOAT32: &str = "float32";

/// The widths of states and the blocks that have them, where a kind has any: all but every fourth, where its configuration does not list
/// them.
pub(super) fn states(config: &ModelConfig, kind: ModelType) -> Option<LinearAttention> {
    if !kind.is_hybrid() {
        return None;
    }
    let interval = config.full_attention_interval.unwrap_or(defaults::FULL_ATTENTION_INTERVAL).max(1);
    let listed = |layer: u64| config.layer_types.as_ref()?.get(layer as usize).map(|word| word == LINEAR);
    Some(LinearAttention {
        layers: Layers::of(config.num_hidden_layers?, |layer| listed(layer).unwrap_or(!(layer + 1).is_multiple_of(interval))),
        linear_num_key_heads: config.linear_num_key_heads.unwrap_or(defaults::LINEAR_KEY_HEADS),
        linear_num_value_heads: config.linear_num_value_heads.unwrap_or(defaults::LINEAR_VALUE_HEADS),
        linear_key_head_dim: config.linear_key_head_dim.unwrap_or(defaults::LINEAR_HEAD_DIM),
        linear_value_head_dim: config.linear_value_head_dim.unwrap_or(defaults::LINEAR_HEAD_DIM),
        linear_conv_kernel_dim: config.linear_conv_kernel_dim.unwrap_or(defaults::LINEAR_CONVOLUTION),
        joined_projections: kind == ModelType::Qwen3Next,
        float32_state: config.mamba_ssm_dtype.as_deref() == Some(FLOAT32),
    })
}
