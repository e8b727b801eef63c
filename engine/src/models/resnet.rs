//! Residual convolutional classifiers as torchvision builds them.

use super::residual::Backbone;
use super::{Recipe, image};
use crate::architecture::Resnet;
use crate::course::Layer;
use crate::graph::Graph;

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Resnet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let backbone = Backbone::plain(recipe.is_checkpointed());
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
        recipe.begin_head(b);
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        b.linear(pooled, head)
    });
    image::finish(b, logits, labels)
}
