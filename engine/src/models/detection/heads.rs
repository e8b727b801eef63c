//! Second stage of a detector: pooled regions, box head, mask head and their losses.

use crate::architecture::Detector;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::elementwise::Keeps;
use crate::models::Recipe;
use crate::work::WorkKind;

/// Channels of every level of the pyramid (Lin et al. 2017).
pub(super) const PYRAMID_CHANNELS: u64 = 256;
/// Corners of a box.
pub(super) const BOX: u64 = 4;

/// Regions sampled from a picture's proposals (torchvision `box_batch_size_per_image`).
const REGIONS_PER_IMAGE: u64 = 512;
/// The most of them that match an object (`box_positive_fraction` 0.25).
const MATCHED_REGIONS_LIMIT: u64 = 128;
/// Regions that match, an object: each object is a proposal of its own, and one more proposal matches beside it while
/// weights are random (median of 22 simulated pictures with 8 to 64 objects, which range from 1.0 to 4.6 an object).
/// A trained net comes near the limit sooner.
const MATCHED_REGIONS_PER_OBJECT: u64 = 2;
/// Side of a region pooled for the box head.
const BOX_SIDE: u64 = 7;
/// Side of a region pooled for the mask head.
const MASK_SIDE: u64 = 14;
/// Width of the box head's layers.
const BOX_HEAD_WIDTH: u64 = 1024;
/// Convolutions of the mask head.
const MASK_CONVOLUTIONS: u64 = 4;

/// A loss over a sample of `x`; backward scatters its gradient into a tensor of `x`'s size.
pub fn sampled_loss(b: &mut Builder, x: VarId) {
    b.begin("index", "index_put", WorkKind::Reduction);
    b.reads(x);
    let _ = b.writes(1, Dtype::F32);
    b.grad_new(x);
    b.end();
}

/// Levels of the pyramid that regions are pooled from; the coarsest serves proposals only.
const POOLED_LEVELS: usize = 4;

/// Box head, mask head and losses.
pub fn emit(b: &mut Builder, model: &Detector, recipe: Recipe, levels: &[Map]) {
    let levels = &levels[..POOLED_LEVELS.min(levels.len())];
    let classes = recipe.data.num_classes;
    b.segment(Layer::Head, &[], false, |b| box_head(b, recipe.batch * REGIONS_PER_IMAGE, classes, levels));
    if model.mask_head {
        let objects = model.objects_per_image;
        let matched = (objects * MATCHED_REGIONS_PER_OBJECT).min(MATCHED_REGIONS_LIMIT);
        b.segment(Layer::Head, &[], false, |b| mask_head(b, recipe, (objects, matched), classes, levels));
    }
}

/// Regions pooled from the pyramid to squares of `side`, level by level into one tensor.
fn pooled(b: &mut Builder, levels: &[Map], regions: u64, side: u64) -> Map {
    // Autocast pools in FP32.
    let wide = b.mode.autocast.is_some();
    let sources: Vec<VarId> =
        levels.iter().map(|level| if wide { b.to_dtype(level.var, Dtype::F32) } else { level.var }).collect();
    let elements = regions * PYRAMID_CHANNELS * side * side;
    let dtype = sources.first().map_or(Dtype::F32, |&x| b.var(x).dtype);
    b.begin("roi_align", "_roi_align_backward", WorkKind::Reduction);
    for &source in &sources {
        b.reads(source);
    }
    let var = b.writes(elements, dtype);
    for &source in &sources {
        b.grad_new(source);
    }
    // Most regions are small, so that the finest level's result is about as large as all; backward holds two copies.
    let bytes = elements * dtype.bytes();
    b.temporary(bytes, bytes);
    b.end();
    Map { var, batch: regions, channels: PYRAMID_CHANNELS, height: side, width: side }
}

fn box_head(b: &mut Builder, regions: u64, classes: u64, levels: &[Map]) {
    let first = b.linear_weights(PYRAMID_CHANNELS * BOX_SIDE * BOX_SIDE, BOX_HEAD_WIDTH, true);
    let second = b.linear_weights(BOX_HEAD_WIDTH, BOX_HEAD_WIDTH, true);
    let score = b.linear_weights(BOX_HEAD_WIDTH, classes, true);
    let shift = b.linear_weights(BOX_HEAD_WIDTH, classes * BOX, true);
    let x = pooled(b, levels, regions, BOX_SIDE).var;
    let mut x = x;
    for layer in [first, second] {
        let y = b.linear(x, layer);
        x = b.activation(y, "relu", "threshold_backward", Keeps::Result);
    }
    let scores = b.linear(x, score);
    let shifts = b.linear(x, shift);
    sampled_loss(b, scores);
    sampled_loss(b, shifts);
}

fn mask_head(b: &mut Builder, recipe: Recipe, (objects, matched): (u64, u64), classes: u64, levels: &[Map]) {
    let mut x = pooled(b, levels, recipe.batch * matched, MASK_SIDE);
    for _ in 0..MASK_CONVOLUTIONS {
        let conv = b.conv_weights(x.channels, PYRAMID_CHANNELS, 3, 1, true);
        let y = b.convolution(x, conv);
        x = y.with(b.relu_in_place(y.var));
    }
    let enlarge = b.conv_weights(x.channels, PYRAMID_CHANNELS, 2, 2, true);
    let project = b.conv_weights(PYRAMID_CHANNELS, classes, 1, 1, true);
    let y = b.transposed_convolution(x, enlarge);
    let y = y.with(b.relu_in_place(y.var));
    let logits = b.convolution(y, project);
    b.begin("to_copy", "", WorkKind::Elementwise);
    b.reads(logits.var);
    // One picture's masks as FP32 while its targets are cut out.
    b.temporary(objects * recipe.data.image_height * recipe.data.image_width * Dtype::F32.bytes(), 0);
    b.end();
    sampled_loss(b, logits.var);
}
