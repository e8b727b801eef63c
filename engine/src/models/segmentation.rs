//! Segmentation heads on dilated residual backbones, as torchvision builds them.

use super::Recipe;
use super::image::conv_norm;
use super::residual::Backbone;
use super::unet::segmentation_inputs;
use crate::architecture::{SegmentationHead, Segmenter};
use crate::course::Layer;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::{Graph, VarId};
use crate::training::Method;

/// Channels of each branch of the spatial pyramid (Chen et al. 2017).
const PYRAMID_CHANNELS: u64 = 256;
/// Dropout of the spatial pyramid's projection in torchvision.
const PYRAMID_DROPOUT: f64 = 0.5;
/// Dropout of the single-convolution head in torchvision.
const FCN_DROPOUT: f64 = 0.1;

/// The graph of one micro-step with cross entropy over each pixel, plus half of the auxiliary head's.
#[must_use]
pub fn build(model: &Segmenter, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (image, labels) = segmentation_inputs(&mut b, recipe);
    let backbone = Backbone { dilated: [false, true, true], ..Backbone::plain(recipe.is_checkpointed()) };
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let x = backbone.stem(b, image);
        b.max_pool(x, 3, 2, 1)
    });
    let mut features = Vec::with_capacity(4);
    let mut index = 0;
    for (stage, blocks) in model.backbone.layers.iter().enumerate() {
        x = backbone.stage(&mut b, &model.backbone, x, stage, index);
        index += blocks;
        features.push(x);
    }
    b.mode.trainable |= recipe.training.method == Method::FrozenBackbone;
    let classes = recipe.data.num_classes;
    let logits = b.segment(Layer::Head, &[x.var], false, |b| {
        let logits = match &model.head {
            SegmentationHead::Fcn => single_convolution(b, x, classes),
            SegmentationHead::DeepLabV3(rates) => deeplab(b, x, rates, classes),
        };
        b.interpolated(logits, image.height, image.width, "upsample_bilinear2d")
    });
    let auxiliary = model.aux_loss.then(|| {
        let third = features[2];
        b.segment(Layer::Head, &[third.var, x.var], false, |b| {
            let logits = single_convolution(b, third, classes);
            b.interpolated(logits, image.height, image.width, "upsample_bilinear2d")
        })
    });
    for logits in [Some(logits), auxiliary].into_iter().flatten() {
        b.hold_to_end(logits.var);
    }
    b.segment(Layer::Loss, &[], false, |b| {
        pixel_loss(b, logits, labels);
        if let Some(auxiliary) = auxiliary {
            pixel_loss(b, auxiliary, labels);
        }
    });
    b.finish()
}

fn pixel_loss(b: &mut Builder, logits: Map, labels: VarId) {
    b.cross_entropy(logits.var, labels);
}

/// A convolution, batch norm, and a rectifier into a new tensor.
fn unit(b: &mut Builder, x: Map, outputs: u64, kernel: u64, dilation: u64) -> Map {
    let conv = b.conv_weights(x.channels, outputs, kernel, 1, false);
    let conv = Conv { dilation, padding: conv.padding * dilation, ..conv };
    let norm = b.batch_norm_weights(outputs);
    let x = conv_norm(b, x, conv, norm);
    x.with(b.activation(x.var, "relu", "threshold_backward", Keeps::Result))
}

fn classifier(b: &mut Builder, x: Map, classes: u64) -> Map {
    let conv = b.conv_weights(x.channels, classes, 1, 1, true);
    b.convolution(x, conv)
}

fn single_convolution(b: &mut Builder, x: Map, classes: u64) -> Map {
    let y = unit(b, x, x.channels / 4, 3, 1);
    let y = y.with(b.dropout(y.var, FCN_DROPOUT));
    classifier(b, y, classes)
}

fn deeplab(b: &mut Builder, x: Map, rates: &[u64], classes: u64) -> Map {
    let mut branches = vec![unit(b, x, PYRAMID_CHANNELS, 1, 1)];
    branches.extend(rates.iter().map(|&rate| unit(b, x, PYRAMID_CHANNELS, 3, rate)));
    let pooled = Map { height: 1, width: 1, ..x.with(b.global_average_pool(x)) };
    let pooled = unit(b, pooled, PYRAMID_CHANNELS, 1, 1);
    branches.push(b.interpolated(pooled, x.height, x.width, "upsample_bilinear2d"));
    let vars: Vec<VarId> = branches.iter().map(|branch| branch.var).collect();
    let joined = Map { channels: PYRAMID_CHANNELS * branches.len() as u64, ..x.with(b.concatenated(&vars, "cat")) };
    let y = unit(b, joined, PYRAMID_CHANNELS, 1, 1);
    let y = y.with(b.dropout(y.var, PYRAMID_DROPOUT));
    // The pyramid's forward function holds its branches and their join.
    b.hold_all(&vars);
    b.hold_all(&[joined.var]);
    let y = unit(b, y, PYRAMID_CHANNELS, 3, 1);
    classifier(b, y, classes)
}
