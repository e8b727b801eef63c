//! Blocks with a short convolution in place of attention.

use engine::architecture::{Layers, ShortConvolution};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The word of such a block.
pub(in crate::resolve::model) const CONVOLUTION: &str = "conv";

/// The convolution and the blocks that have it, where a kind has any: those that its configuration lists.
pub(super) fn short(config: &ModelConfig, kind: ModelType) -> Option<ShortConvolution> {
    if !kind.has_short_convolutions() {
        return None;
    }
    let listed = |layer: u64| config.layer_types.as_ref()?.get(layer as usize).map(|word| word == CONVOLUTION);
    Some(ShortConvolution {
        layers: Layers::of(config.num_hidden_layers?, |layer| listed(layer).unwrap_or(false)),
        kernel: config.linear_conv_kernel_dim.unwrap_or(defaults::SHORT_CONVOLUTION),
    })
}

/// The width of MLPs, which `Lfm2MLP` makes of that of the configuration: two thirds, up to the next multiple.
pub(super) fn adjusted_width(config: &ModelConfig) -> Option<u64> {
    let width = config.intermediate_size?;
    if config.block_auto_adjust_ff_dim == Some(false) {
        return Some(width);
    }
    Some((2 * width / 3).next_multiple_of(defaults::SHORT_CONVOLUTION_MULTIPLE))
}
