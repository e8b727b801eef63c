//! Mobile classifiers of inverted residual blocks as torchvision builds them.

use super::Recipe;
use super::image::{self, RGB, conv_norm};
use crate::architecture::{Expansion, InvertedResidual, InvertedResidualStage, InvertedResidualVariant};
use crate::course::Layer;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::{Graph, VarId};

/// Channels are made multiples of it (`_make_divisible`).
const CHANNEL_DIVISOR: u64 = 8;
/// Share of the channels that the gate of a block is squeezed to.
const SQUEEZE: u64 = 4;

/// Activation functions of these networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Activation {
    None,
    Relu,
    Relu6,
    HardSwish,
    Silu,
}

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &InvertedResidual, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let outer = match model.variant {
        InvertedResidualVariant::MobileNetV2 => Activation::Relu6,
        InvertedResidualVariant::MobileNetV3 => Activation::HardSwish,
        InvertedResidualVariant::EfficientNet => Activation::Silu,
    };
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let conv = b.conv_weights(RGB, model.stem_channels, 3, 2, false);
        unit(b, x, conv, outer)
    });
    let total: u64 = model.stages.iter().map(|stage| stage.num_layers).sum();
    let mut index = 0;
    for stage in model.stages.iter() {
        let stage_input = x;
        for layer in 0..stage.num_layers {
            let place = Place {
                stride: if layer == 0 { stage.stride } else { 1 },
                drop_path: model.drop_path_rate * index as f64 / total as f64,
            };
            x = b.segment(Layer::Block(index), &[x.var], recipe.is_checkpointed(), |b| {
                let out = block(b, model.variant, stage, place, x);
                if layer + 1 == stage.num_layers && model.variant == InvertedResidualVariant::EfficientNet {
                    // A stage is one call, which holds its argument.
                    b.hold(stage_input.var);
                }
                out
            });
            index += 1;
        }
    }
    let logits = b.segment(Layer::Head, &[], false, |b| head(b, model, recipe, x, outer));
    image::finish(b, logits, labels)
}

/// Where in its network a block sits.
#[derive(Debug, Clone, Copy)]
struct Place {
    stride: u64,
    drop_path: f64,
}

fn head(b: &mut Builder, model: &InvertedResidual, recipe: Recipe, x: Map, outer: Activation) -> VarId {
    let conv = b.conv_weights(x.channels, model.last_channels, 1, 1, false);
    let x = unit(b, x, conv, outer);
    let pooled = b.global_average_pool(x);
    recipe.begin_head(b);
    let classes = recipe.data.num_classes;
    match model.variant {
        InvertedResidualVariant::MobileNetV2 => {
            let weights = b.linear_weights(model.last_channels, classes, true);
            let pooled = b.dropout(pooled, model.dropout);
            b.linear(pooled, weights)
        }
        InvertedResidualVariant::EfficientNet => {
            let weights = b.linear_weights(model.last_channels, classes, true);
            let pooled = b.dropout_in_place(pooled, model.dropout);
            b.linear(pooled, weights)
        }
        InvertedResidualVariant::MobileNetV3 => {
            let hidden = b.linear_weights(model.last_channels, model.classifier_channels, true);
            let weights = b.linear_weights(model.classifier_channels, classes, true);
            let x = b.linear(pooled, hidden);
            let x = activated(b, x, Activation::HardSwish);
            let x = b.dropout_in_place(x, model.dropout);
            b.linear(x, weights)
        }
    }
}

/// Convolution, batch norm and activation in one module, which holds its argument until all three have run.
fn unit(b: &mut Builder, x: Map, conv: Conv, activation: Activation) -> Map {
    let norm = b.batch_norm_weights(conv.outputs);
    let y = conv_norm(b, x, conv, norm);
    let y = y.with(activated(b, y.var, activation));
    b.hold(x.var);
    y
}

fn activated(b: &mut Builder, x: VarId, activation: Activation) -> VarId {
    match activation {
        Activation::None => x,
        Activation::Relu => b.relu_in_place(x),
        Activation::Relu6 => b.activation_in_place(x, "hardtanh_", "hardtanh_backward"),
        Activation::HardSwish => b.activation_in_place(x, "hardswish_", "hardswish_backward"),
        Activation::Silu => b.activation_in_place(x, "silu_", "silu_backward"),
    }
}

fn block(b: &mut Builder, variant: InvertedResidualVariant, stage: &InvertedResidualStage, place: Place, x: Map) -> Map {
    let inputs = x.channels;
    let expanded = match stage.expansion {
        Expansion::Ratio(ratio) => divisible(inputs * ratio),
        Expansion::Channels(channels) => channels,
    };
    let activation = match variant {
        InvertedResidualVariant::MobileNetV2 => Activation::Relu6,
        InvertedResidualVariant::MobileNetV3 if stage.hard_swish => Activation::HardSwish,
        InvertedResidualVariant::MobileNetV3 => Activation::Relu,
        InvertedResidualVariant::EfficientNet => Activation::Silu,
    };
    let mut y = x;
    if expanded != inputs {
        let conv = b.conv_weights(inputs, expanded, 1, 1, false);
        y = unit(b, y, conv, activation);
    }
    let depthwise = b.grouped_conv_weights(expanded, expanded, stage.kernel_size, place.stride, expanded, false);
    y = unit(b, y, depthwise, activation);
    if stage.squeeze_excitation {
        let squeezed = match variant {
            InvertedResidualVariant::EfficientNet => (inputs / SQUEEZE).max(1),
            _ => divisible(expanded / SQUEEZE),
        };
        y = gated(b, variant, y, squeezed);
    }
    let project = b.conv_weights(expanded, stage.out_channels, 1, 1, false);
    y = unit(b, y, project, Activation::None);
    if place.stride != 1 || inputs != stage.out_channels {
        return y;
    }
    if variant == InvertedResidualVariant::MobileNetV2 {
        return y.with(b.add(x.var, y.var));
    }
    let kept = b.stochastic_depth(y.var, x.batch, place.drop_path);
    y.with(b.add_in_place(kept, x.var))
}

/// Squeeze and excitation (Hu et al. 2018): each channel times a number between 0 and 1 made from all channels' means.
fn gated(b: &mut Builder, variant: InvertedResidualVariant, x: Map, squeezed: u64) -> Map {
    let down = b.conv_weights(x.channels, squeezed, 1, 1, true);
    let up = b.conv_weights(squeezed, x.channels, 1, 1, true);
    let pooled = b.global_average_pool(x);
    let means = Map { var: pooled, height: 1, width: 1, ..x };
    let narrow = b.convolution(means, down);
    let efficient = variant == InvertedResidualVariant::EfficientNet;
    let active = if efficient {
        activated(b, narrow.var, Activation::Silu)
    } else {
        b.activation(narrow.var, "relu", "threshold_backward", Keeps::Result)
    };
    let wide = b.convolution(narrow.with(active), up);
    let gate = if efficient {
        b.activation(wide.var, "sigmoid", "sigmoid_backward", Keeps::Result)
    } else {
        b.activation(wide.var, "hardsigmoid", "hardsigmoid_backward", Keeps::Input)
    };
    x.with(b.multiply(gate, x.var))
}

/// The nearest multiple of eight, not more than a tenth below.
const fn divisible(channels: u64) -> u64 {
    let near = (channels + CHANNEL_DIVISOR / 2) / CHANNEL_DIVISOR * CHANNEL_DIVISOR;
    let near = if near < CHANNEL_DIVISOR { CHANNEL_DIVISOR } else { near };
    if near * 10 < channels * 9 { near + CHANNEL_DIVISOR } else { near }
}
