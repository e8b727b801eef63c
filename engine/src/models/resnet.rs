//! Residual convolutional classifiers as torchvision builds them.

use super::Recipe;
use super::residual::Backbone;
use crate::architecture::Resnet;
use crate::estimate::Layer;
use crate::graph::Graph;
use crate::graph::convolution::Map;
use crate::graph::dtype::Dtype;
use crate::training::Method;

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Resnet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let batch = recipe.batch;
    let (height, width) = (recipe.data.image_height, recipe.data.image_width);
    let image = b.input(batch * 3 * height * width, recipe.pixel_dtype());
    let labels = b.input(batch, Dtype::I64);
    let x = Map { var: image, batch, channels: 3, height, width };
    let backbone = Backbone::plain(recipe.checkpointed());
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let x = backbone.stem(b, x);
        b.max_pool(x, 3, 2, 1)
    });
    let mut first_block = 0;
    for (stage, blocks) in model.layers.iter().enumerate() {
        x = backbone.stage(&mut b, model, x, stage, first_block);
        first_block += blocks;
    }
    let logits = b.segment(Layer::Head, &[x.var], false, |b| {
        let pooled = b.global_average_pool(x);
        b.mode.trainable |= recipe.training.method == Method::FrozenBackbone;
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        b.linear(pooled, head)
    });
    b.segment(Layer::Loss, &[], false, |b| b.cross_entropy(logits, batch, labels));
    b.finish()
}
