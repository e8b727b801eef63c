//! ConvNeXt classifiers as torchvision builds them.

use super::Recipe;
use super::image::{self, RGB};
use crate::architecture::Convnext;
use crate::course::Layer;
use crate::graph::Graph;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::Map;
use crate::graph::elementwise::Keeps;

/// Side of the stem's patches.
const PATCH: u64 = 4;
/// Side of the depthwise kernel.
const KERNEL: u64 = 7;
/// Width of the MLP over that of the block.
const MLP_RATIO: u64 = 4;

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Convnext, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let conv = image::patch_weights(b, RGB, model.hidden_sizes[0], PATCH);
        let norm = b.norm_weights(conv.outputs, true);
        let x = b.convolution(x, conv);
        x.with(b.layer_norm(x.var, norm))
    });
    let total: u64 = model.depths.iter().sum();
    let mut index = 0;
    for (stage, (&depth, &channels)) in model.depths.iter().zip(&model.hidden_sizes).enumerate() {
        if stage > 0 {
            let before = x;
            x = b.segment(Layer::Block(index), &[before.var], false, |b| downsampled(b, before, channels));
        }
        let stage_input = x;
        for layer in 0..depth {
            let drop_path = model.drop_path_rate * index as f64 / total.saturating_sub(1).max(1) as f64;
            x = b.segment(Layer::Block(index), &[x.var], recipe.is_checkpointed(), |b| {
                let out = block(b, x, drop_path);
                if layer + 1 == depth {
                    // A stage is one call, which holds its argument.
                    b.hold(stage_input.var);
                }
                out
            });
            index += 1;
        }
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let pooled = b.global_average_pool(x);
        recipe.begin_head(b);
        let norm = b.norm_weights(x.channels, true);
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        let normed = b.layer_norm(pooled, norm);
        b.linear(normed, head)
    });
    image::finish(b, logits, labels)
}

/// Layer norm over channels, then a 2x2 convolution of stride 2.
fn downsampled(b: &mut Builder, x: Map, channels: u64) -> Map {
    let norm = b.norm_weights(x.channels, true);
    let mut conv = image::patch_weights(b, x.channels, channels, 2);
    let normed = x.with(b.layer_norm(x.var, norm));
    if !b.mode.channels_last {
        // The norm leaves channels last, and so does the kernels' gradient come out, which is copied into their own order.
        let elements = b.var(conv.weight).elements;
        conv.weight = b.viewed(conv.weight, elements, "new_empty_strided");
    }
    b.convolution(normed, conv)
}

fn block(b: &mut Builder, x: Map, drop_path: f64) -> Map {
    let channels = x.channels;
    let scale = b.weight(Weight::scale_of_maps(channels));
    let depthwise = b.grouped_conv_weights(channels, channels, KERNEL, 1, channels, true);
    let norm = b.norm_weights(channels, true);
    let up = b.linear_weights(channels, MLP_RATIO * channels, true);
    let down = b.linear_weights(MLP_RATIO * channels, channels, true);
    let y = b.convolution(x, depthwise);
    let normed = b.layer_norm(y.var, norm);
    let inner = b.linear(normed, up);
    let active = b.activation(inner, "gelu", "gelu_backward", Keeps::Input);
    let out = b.linear(active, down);
    // Channels go last for the linear layers; the gradient comes in with channels first and is put in order.
    let elements = b.var(out).elements;
    let out = if b.mode.channels_last { out } else { b.viewed(out, elements, "clone") };
    let scaled = b.multiply(scale, out);
    let kept = b.stochastic_depth(scaled, x.batch, drop_path);
    x.with(b.add_in_place(kept, x.var))
}
