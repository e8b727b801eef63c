//! Densely connected classifiers as torchvision builds them: every layer reads all that came before it in its block.

use super::Recipe;
use super::image::{self, RGB, conv_norm_relu, norm_relu};
use crate::architecture::Densenet;
use crate::course::Layer;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::{Graph, VarId};

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Densenet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (x, labels) = image::batch(&mut b, recipe);
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let conv = b.conv_weights(RGB, model.num_init_features, 7, 2, false);
        let norm = b.batch_norm_weights(model.num_init_features);
        let x = conv_norm_relu(b, x, conv, norm);
        b.max_pool(x, 3, 2, 1)
    });
    let mut index = 0;
    for (block, &layers) in model.block_config.iter().enumerate() {
        let last = block + 1 == model.block_config.len();
        let mut features = vec![x.var];
        for _ in 0..layers {
            let joined = x;
            let inputs = features.clone();
            let added = b.segment(Layer::Block(index), &inputs, recipe.is_checkpointed(), |b| layer(b, model, joined, &inputs));
            features.push(added);
            x.channels += model.growth_rate;
            index += 1;
        }
        // The block's list holds every layer's output, and its caller the block's input, until they are joined.
        x = b.segment(Layer::Block(index.saturating_sub(1)), &[], false, |b| {
            let joined = x.with(b.concatenated(&features, "cat"));
            if last { joined } else { transition(b, joined) }
        });
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let norm = b.batch_norm_weights(x.channels);
        let active = norm_relu(b, x, norm);
        let pooled = b.global_average_pool(active);
        recipe.begin_head(b);
        let head = b.linear_weights(x.channels, recipe.data.num_classes, true);
        b.linear(pooled, head)
    });
    image::finish(b, logits, labels)
}

fn layer(b: &mut Builder, model: &Densenet, shape: Map, features: &[VarId]) -> VarId {
    let inner = model.bn_size * model.growth_rate;
    let outer_norm = b.batch_norm_weights(shape.channels);
    let narrow = b.conv_weights(shape.channels, inner, 1, 1, false);
    let inner_norm = b.batch_norm_weights(inner);
    let grow = b.conv_weights(inner, model.growth_rate, 3, 1, false);
    let joined = b.concatenated(features, "cat");
    let x = norm_relu(b, shape.with(joined), outer_norm);
    let x = b.convolution(x, narrow);
    // A local variable of the bottleneck's function holds what was joined until it returns.
    b.hold(joined);
    let x = norm_relu(b, x, inner_norm);
    b.convolution(x, grow).var
}

/// Half the channels and half the size.
fn transition(b: &mut Builder, x: Map) -> Map {
    let norm = b.batch_norm_weights(x.channels);
    let conv = b.conv_weights(x.channels, x.channels / 2, 1, 1, false);
    let active = norm_relu(b, x, norm);
    let narrow = b.convolution(active, conv);
    let pooled = b.average_pool(narrow, 2);
    // The transition is one call, which holds its argument.
    b.hold(x.var);
    pooled
}
