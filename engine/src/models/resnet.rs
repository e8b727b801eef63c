//! Residual convolutional classifiers as torchvision builds them.

use super::Recipe;
use super::image::{self, RGB, conv_norm, conv_norm_relu};
use crate::architecture::{Resnet, ResnetBlock};
use crate::estimate::Layer;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::Graph;

/// Widths of the four stages before expansion (He et al. 2015, table 1).
const STAGE_PLANES: [u64; 4] = [64, 128, 256, 512];

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Resnet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let conv = b.conv_weights(RGB, 64, 7, 2, false);
        let norm = b.batch_norm_weights(64);
        let x = conv_norm_relu(b, x, conv, norm);
        b.max_pool(x, 3, 2, 1)
    });
    let mut index = 0;
    for (stage, &blocks) in model.layers.iter().enumerate() {
        let stride = if stage == 0 { 1 } else { 2 };
        for block in 0..blocks {
            let stride = if block == 0 { stride } else { 1 };
            x = b.segment(Layer::Block(index), &[x.var], recipe.backbone_checkpointed(), |b| residual(b, model, x, STAGE_PLANES[stage], stride));
            index += 1;
        }
    }
    let logits = b.segment(Layer::Head, &[x.var], false, |b| {
        let pooled = b.global_average_pool(x);
        image::begin_head(b, recipe);
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        b.linear(pooled, head)
    });
    image::finish(b, recipe, logits, labels)
}

fn residual(b: &mut Builder, model: &Resnet, x: Map, planes: u64, stride: u64) -> Map {
    let expansion = match model.block {
        ResnetBlock::Basic => 1,
        ResnetBlock::Bottleneck => 4,
    };
    let outputs = planes * expansion;
    let mut y = x;
    match model.block {
        ResnetBlock::Basic => {
            y = unit(b, y, planes, 3, stride, 1, true);
            y = unit(b, y, planes, 3, 1, 1, false);
        }
        ResnetBlock::Bottleneck => {
            let width = planes * model.width_per_group / 64 * model.groups;
            y = unit(b, y, width, 1, 1, 1, true);
            y = unit(b, y, width, 3, stride, model.groups, true);
            y = unit(b, y, outputs, 1, 1, 1, false);
        }
    }
    let shortcut = if stride != 1 || x.channels != outputs { unit(b, x, outputs, 1, stride, 1, false) } else { x };
    let sum = b.add_in_place(y.var, shortcut.var);
    let out = b.relu_in_place(sum);
    y.with(out)
}

/// Convolution and batch norm, with a rectifier where `active`.
fn unit(b: &mut Builder, x: Map, outputs: u64, kernel: u64, stride: u64, groups: u64, active: bool) -> Map {
    let conv = b.grouped_conv_weights(x.channels, outputs, kernel, stride, groups, false);
    let norm = b.batch_norm_weights(outputs);
    if active { conv_norm_relu(b, x, conv, norm) } else { conv_norm(b, x, conv, norm) }
}
