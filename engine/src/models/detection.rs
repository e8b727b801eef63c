//! Two-stage detectors on a feature pyramid as torchvision fine-tunes them: frozen batch norm, a frozen start of the
//! backbone, region proposals, box head and mask head.
//!
//! How many objects a picture shows and how many proposals match them depends on the data; both enter as stated counts.
//! With the count of objects of a simulated step the parts of its peak come out as they are.

mod heads;

use super::Recipe;
use super::residual::Backbone;
use crate::architecture::Detector;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::{Graph, VarId};
use crate::training::Method;
use crate::work::WorkKind;
use heads::{BOX, PYRAMID_CHANNELS};
/// Pictures are padded to multiples of this (torchvision `size_divisible`).
const PADDING_MULTIPLE: u64 = 32;
/// Anchors at a pixel of a level: three aspect ratios.
const ANCHORS_PER_PIXEL: u64 = 3;

/// The graph of one micro-step with all losses of the detector.
#[must_use]
pub fn build(model: &Detector, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let batch = recipe.batch;
    let (height, width) = (recipe.data.image_height, recipe.data.image_width);
    let trains = b.mode.trainable;
    let stages = model.backbone.layers.len() as u64;
    // The stem trains only where all five parts do.
    let first_trained = (stages + 1).saturating_sub(model.trainable_backbone_layers);
    let x = b.segment(Layer::Stem, &[], false, |b| prepared(b, model, recipe, height, width));
    let backbone = Backbone { frozen_norm: true, ..Backbone::plain(recipe.is_checkpointed()) };
    b.mode.trainable = trains && first_trained == 0;
    let mut x = b.segment(Layer::Stem, &[x.var], false, |b| {
        let x = backbone.stem(b, x);
        b.max_pool(x, 3, 2, 1)
    });
    let mut features = Vec::with_capacity(4);
    let mut index = 0;
    for (stage, blocks) in model.backbone.layers.iter().enumerate() {
        b.mode.trainable = trains && stage as u64 + 1 >= first_trained;
        x = backbone.stage(&mut b, &model.backbone, x, stage, index);
        index += blocks;
        features.push(x);
    }
    b.mode.trainable = trains || recipe.training.method == Method::FrozenBackbone;
    let levels = b.segment(Layer::Head, &[], false, |b| pyramid(b, &features));
    let anchors: u64 = levels.iter().map(|level| level.height * level.width * ANCHORS_PER_PIXEL).sum();
    b.segment(Layer::Head, &[], false, |b| proposals(b, &levels, batch, anchors, model.objects_per_image));
    heads::emit(&mut b, model, recipe, &levels);
    b.finish()
}

/// The batch: pictures normalized and padded, masks resized to bytes.
fn prepared(b: &mut Builder, model: &Detector, recipe: Recipe, height: u64, width: u64) -> Map {
    let batch = recipe.batch;
    let dtype = Dtype::F32;
    let image = b.input(batch * 3 * height * width, dtype);
    b.input(batch * model.objects_per_image * BOX, dtype);
    if model.mask_head {
        b.input(batch * model.objects_per_image * height * width, Dtype::U8);
        let masks = b.copied(&[], batch * model.objects_per_image * height * width, Dtype::U8, "upsample_nearest2d");
        b.hold_to_end(masks);
    }
    let normalized = b.scaled(image, "sub");
    let resized = b.scaled(normalized, "upsample_bilinear2d");
    let padded = |side: u64| side.div_ceil(PADDING_MULTIPLE) * PADDING_MULTIPLE;
    let (height, width) = (padded(height), padded(width));
    let var = b.copied(&[resized], batch * 3 * height * width, dtype, "new_full");
    b.hold_to_end(var);
    Map { var, batch, channels: 3, height, width }
}

/// The feature pyramid: a top-down path of sums, a 3x3 convolution on each, and a fifth level by striding.
fn pyramid(b: &mut Builder, features: &[Map]) -> Vec<Map> {
    let mut levels = Vec::with_capacity(features.len() + 1);
    let mut above: Option<Map> = None;
    for &feature in features.iter().rev() {
        let inner = b.conv_weights(feature.channels, PYRAMID_CHANNELS, 1, 1, true);
        let outer = b.conv_weights(PYRAMID_CHANNELS, PYRAMID_CHANNELS, 3, 1, true);
        let lateral = b.convolution(feature, inner);
        let sum = match above {
            None => lateral,
            Some(above) => {
                let enlarged = b.interpolated(above, feature.height, feature.width, "upsample_nearest2d");
                b.hold_in_segment(enlarged.var);
                lateral.with(b.add(lateral.var, enlarged.var))
            }
        };
        levels.push(b.convolution(sum, outer));
        above = Some(sum);
    }
    let coarsest = levels[0];
    levels.reverse();
    levels.push(b.max_pool(coarsest, 1, 2, 0));
    levels
}

/// Region proposals and their loss against the best overlap of each anchor.
fn proposals(b: &mut Builder, levels: &[Map], batch: u64, anchors: u64, objects: u64) {
    let conv = b.conv_weights(PYRAMID_CHANNELS, PYRAMID_CHANNELS, 3, 1, true);
    let score = b.conv_weights(PYRAMID_CHANNELS, ANCHORS_PER_PIXEL, 1, 1, true);
    let shift = b.conv_weights(PYRAMID_CHANNELS, ANCHORS_PER_PIXEL * BOX, 1, 1, true);
    let mut outputs = Vec::with_capacity(2 * levels.len());
    for &level in levels {
        let x = b.convolution(level, conv);
        let x = x.with(b.relu_in_place(x.var));
        outputs.push(b.convolution(x, score).var);
        outputs.push(b.convolution(x, shift).var);
    }
    let flat: Vec<VarId> = outputs.iter().map(|&x| b.copied(&[x], b.var(x).elements, b.var(x).dtype, "clone")).collect();
    let joined = b.concatenated(&flat, "cat");
    let joined = b.to_dtype(joined, Dtype::F32);
    b.hold_all(&flat);
    // Anchors, decoded boxes and regression targets.
    b.begin("decode", "", WorkKind::Elementwise);
    let decoded = b.writes(3 * batch * anchors * BOX, Dtype::F32);
    b.end();
    // The overlap of a picture's anchors with its objects: three tensors of corners and three of areas at once.
    let pairs = anchors * objects;
    let (corners, areas) = (3 * pairs * 2 * Dtype::F32.bytes(), 3 * pairs * Dtype::F32.bytes());
    b.begin("box_iou", "", WorkKind::Elementwise);
    b.reads(decoded);
    b.temporary(corners + areas, 0);
    b.end();
    heads::sampled_loss(b, joined);
}
