//! Segmentation U-Nets: the plain one of convolution pairs, and the one on a residual encoder.

use super::Recipe;
use super::residual::{Backbone, conv_norm_relu};
use crate::architecture::{Resnet, Unet, UnetEncoder};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::{Graph, VarId};
use crate::training::Method;

/// The graph of one micro-step with cross entropy over each pixel's `num_classes`.
#[must_use]
pub fn build(model: &Unet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (image, labels) = segmentation_inputs(&mut b, recipe);
    let logits = match &model.encoder {
        UnetEncoder::Convolutional(widths) => convolutional(&mut b, widths, &model.decoder_channels, recipe, image),
        UnetEncoder::Residual(encoder) => residual(&mut b, encoder, &model.decoder_channels, recipe, image),
    };
    // The loss's argument holds the logits while it runs.
    b.hold_to_end(logits.var);
    b.segment(Layer::Loss, &[], false, |b| b.cross_entropy(logits.var, labels));
    b.finish()
}

/// The pictures, and a class for each pixel.
pub fn segmentation_inputs(b: &mut Builder, recipe: Recipe) -> (Map, VarId) {
    let batch = recipe.batch;
    let (height, width) = (recipe.data.image_height, recipe.data.image_width);
    let image = recipe.pixels(b, batch * 3 * height * width, recipe.pixel_dtype());
    let labels = b.input(batch * height * width, Dtype::I64);
    (Map { var: image, batch, channels: 3, height, width }, labels)
}

/// Two 3x3 convolutions with batch norm and rectifier.
fn pair(b: &mut Builder, x: Map, outputs: u64) -> Map {
    let x = conv_norm_relu(b, x, outputs, 3);
    conv_norm_relu(b, x, outputs, 3)
}

fn convolutional(b: &mut Builder, widths: &[u64], decoder_channels: &[u64], recipe: Recipe, image: Map) -> Map {
    let checkpointed = recipe.is_checkpointed();
    let mut index = 0;
    let mut x = image;
    let mut skips = Vec::with_capacity(widths.len());
    for (level, &outputs) in widths.iter().enumerate() {
        if level > 0 {
            x = b.segment(Layer::Block(index), &[x.var], false, |b| b.max_pool(x, 2, 2, 0));
            index += 1;
        }
        x = b.segment(Layer::Block(index), &[x.var], checkpointed, |b| pair(b, x, outputs));
        index += 1;
        skips.push(x);
    }
    skips.pop();
    b.mode.trainable |= recipe.training.method == Method::FrozenBackbone;
    for (&outputs, skip) in decoder_channels.iter().zip(skips.into_iter().rev()) {
        let below = x;
        let joined = b.segment(Layer::Block(index), &[below.var], false, |b| {
            let conv = b.conv_weights(below.channels, outputs, 2, 2, true);
            let enlarged = b.transposed_convolution(below, conv);
            b.joined_channels(skip, enlarged)
        });
        x = b.segment(Layer::Block(index + 1), &[joined.var], checkpointed, |b| pair(b, joined, outputs));
        // The variable of the way up holds the map below until the next one is there.
        b.hold_all(&[below.var]);
        index += 2;
    }
    b.segment(Layer::Head, &[x.var], false, |b| {
        let conv = b.conv_weights(x.channels, recipe.data.num_classes, 1, 1, true);
        b.convolution(x, conv)
    })
}

fn residual(b: &mut Builder, encoder: &Resnet, decoder_channels: &[u64], recipe: Recipe, image: Map) -> Map {
    let backbone = Backbone::plain(recipe.is_checkpointed());
    let stem = b.segment(Layer::Stem, &[], false, |b| backbone.stem(b, image));
    let mut features = vec![stem];
    let mut x = b.segment(Layer::Stem, &[stem.var], false, |b| b.max_pool(stem, 3, 2, 1));
    let mut index = 0;
    for (stage, blocks) in encoder.layers.iter().enumerate() {
        x = backbone.stage(b, encoder, x, stage, index);
        index += blocks;
        features.push(x);
    }
    b.mode.trainable |= recipe.training.method == Method::FrozenBackbone;
    let mut skips = features.iter().rev().skip(1);
    for &outputs in decoder_channels {
        let (below, skip) = (x, skips.next());
        let (height, width) = skip.map_or((below.height * 2, below.width * 2), |skip| (skip.height, skip.width));
        x = b.segment(Layer::Block(index), &[below.var], false, |b| {
            let enlarged = b.interpolated(below, height, width, "upsample_nearest2d");
            let joined = skip.map_or(enlarged, |&skip| b.joined_channels(enlarged, skip));
            let y = conv_norm_relu(b, joined, outputs, 3);
            // The call's argument holds what went into the first pair's module.
            b.hold_all(&[joined.var]);
            conv_norm_relu(b, y, outputs, 3)
        });
        index += 1;
    }
    b.segment(Layer::Head, &[x.var], false, |b| {
        let conv = b.conv_weights(x.channels, recipe.data.num_classes, 3, 1, true);
        let logits = b.convolution(x, conv);
        // The model's forward function holds all features of the encoder.
        let held: Vec<_> = features.iter().map(|map| map.var).collect();
        b.hold_all(&held);
        logits
    })
}
