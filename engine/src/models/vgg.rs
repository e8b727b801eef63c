//! VGG classifiers as torchvision builds them.

use super::{Recipe, image};
use crate::architecture::Vgg;
use crate::course::Layer;
use crate::graph::Graph;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;

/// Channels of the five stages (Simonyan and Zisserman 2014, table 1).
const STAGE_CHANNELS: [u64; 5] = [64, 128, 256, 512, 512];
/// Side of the map that goes into the classifier.
const POOLED_SIDE: u64 = 7;
/// Width of the classifier's two hidden layers.
const CLASSIFIER_WIDTH: u64 = 4096;
/// Dropout after each of them.
const DROPOUT: f64 = 0.5;

/// The graph of one micro-step with cross entropy over `num_classes`.
#[must_use]
pub fn build(model: &Vgg, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (mut x, labels) = image::batch(&mut b, recipe);
    for (stage, (&layers, channels)) in model.layers.iter().zip(STAGE_CHANNELS).enumerate() {
        x = b.segment(Layer::Block(stage as u64), &[], false, |b| {
            let mut x = x;
            for _ in 0..layers {
                x = layer(b, model, x, channels);
            }
            b.max_pool(x, 2, 2, 0)
        });
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let x = b.adaptive_average_pool(x, POOLED_SIDE);
        recipe.begin_head(b);
        let first = b.linear_weights(x.channels * POOLED_SIDE * POOLED_SIDE, CLASSIFIER_WIDTH, true);
        let second = b.linear_weights(CLASSIFIER_WIDTH, CLASSIFIER_WIDTH, true);
        let last = b.linear_weights(CLASSIFIER_WIDTH, recipe.data.num_classes, true);
        let mut hidden = x.var;
        for weights in [first, second] {
            hidden = b.linear(hidden, weights);
            hidden = b.relu_in_place(hidden);
            hidden = b.dropout(hidden, DROPOUT);
        }
        b.linear(hidden, last)
    });
    image::finish(b, logits, labels)
}

fn layer(b: &mut Builder, model: &Vgg, x: Map, channels: u64) -> Map {
    let conv = b.conv_weights(x.channels, channels, 3, 1, true);
    if model.batch_norm {
        let norm = b.batch_norm_weights(channels);
        image::conv_norm_relu(b, x, conv, norm)
    } else {
        let x = b.convolution(x, conv);
        let var = b.relu_in_place(x.var);
        x.with(var)
    }
}
