//! What image classifiers share: the batch, convolutions with their norms, the head and the loss.

use super::Recipe;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};

/// Channels of an RGB image.
pub const RGB: u64 = 3;

/// The batch: images and one label each.
pub fn batch(b: &mut Builder, recipe: Recipe) -> (Map, VarId) {
    let (height, width) = (recipe.data.image_height, recipe.data.image_width);
    let var = recipe.pixels(b, recipe.batch * RGB * height * width, recipe.pixel_dtype());
    let labels = b.input(recipe.batch, Dtype::I64);
    (Map { var, batch: recipe.batch, channels: RGB, height, width }, labels)
}

/// Cross entropy over the classes, and the graph's end.
#[must_use]
pub fn finish(mut b: Builder, logits: VarId, labels: VarId) -> Graph {
    b.segment(Layer::Loss, &[], false, |b| {
        b.cross_entropy(logits, labels);
        // The logits are an argument of the loss until it returns.
        b.hold(logits);
    });
    b.finish()
}

/// A convolution that moves over the image patch by patch.
pub fn patch_weights(b: &mut Builder, inputs: u64, outputs: u64, patch: u64) -> Conv {
    Conv { padding: 0, ..b.conv_weights(inputs, outputs, patch, patch, true) }
}

/// Convolution and batch norm.
pub fn conv_norm(b: &mut Builder, x: Map, conv: Conv, norm: Norm) -> Map {
    let x = b.convolution(x, conv);
    let var = b.batch_norm(x.var, norm);
    x.with(var)
}

/// Convolution, batch norm and rectifier.
pub fn conv_norm_relu(b: &mut Builder, x: Map, conv: Conv, norm: Norm) -> Map {
    let x = conv_norm(b, x, conv, norm);
    let var = b.relu_in_place(x.var);
    x.with(var)
}

/// Batch norm and rectifier ahead of a convolution.
pub fn norm_relu(b: &mut Builder, x: Map, norm: Norm) -> Map {
    let var = b.batch_norm(x.var, norm);
    let var = b.relu_in_place(var);
    x.with(var)
}
