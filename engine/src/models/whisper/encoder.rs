//! The encoder: two convolutions along time, positions, blocks (`WhisperEncoder`).

use super::attention::{Inner, Outer, shape};
use super::{mlp, spectrograms};
use crate::architecture::Whisper;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::work::WorkKind;

/// Positions that the convolutions' filters reach over.
pub(super) const KERNEL: u64 = 3;

/// The graph of encoding a batch of windows.
#[must_use]
pub fn build_encoder(model: &Whisper, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let batch = recipe.batch;
    let sound = spectrograms(&mut b, model, recipe);
    let sound = Map { var: sound, batch, channels: model.num_mel_bins, height: 1, width: model.frames() };
    let hidden = b.segment(Layer::Stem, &[], false, |b| stem(b, model, sound));
    let hidden = b
        .repeated(model.encoder_layers, Layer::Block(0), recipe.is_checkpointed(), hidden, &mut |b, x| block(b, model, batch, x));
    let encoded = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = b.norm_weights(model.d_model, true);
        b.layer_norm(hidden, norm)
    });
    b.hold_to_end(encoded);
    b.finish()
}

fn stem(b: &mut Builder, model: &Whisper, sound: Map) -> VarId {
    let width = model.d_model;
    let first = b.conv_weights_along(model.num_mel_bins, width, KERNEL, 1);
    let second = b.conv_weights_along(width, width, KERNEL, 2);
    let table = b.weight(Weight::table(model.max_source_positions, width));
    let heard = activated(b, sound, first, |_, x| x);
    let heard = activated(b, heard, second, |_, x| x);
    b.begin("arange", "", WorkKind::Elementwise);
    let positions = b.writes(model.max_source_positions, Dtype::I64);
    b.end();
    let places = b.embedding(positions, table, width);
    let hidden = b.add(heard.var, places);
    // Variables of the encoder hold both until it returns.
    b.hold_to_end(heard.var);
    b.hold_to_end(positions);
    hidden
}

/// A convolution along time, what `told` makes of its output, and the activation.
pub(super) fn activated(b: &mut Builder, x: Map, conv: Conv, told: impl FnOnce(&mut Builder, VarId) -> VarId) -> Map {
    let map = b.convolution_along(x, conv);
    let out = told(b, map.var);
    map.with(b.activation(out, "gelu", "gelu_backward", Keeps::Input))
}

fn block(b: &mut Builder, model: &Whisper, batch: u64, x: VarId) -> VarId {
    // The caller's variable holds what the block was given until it returns.
    b.hold_in_segment(x);
    let (outer, inner) = (Outer::of(b, model), Inner::of(b, model));
    let [normed, query] = outer.asks(b, x);
    let query = b.contiguous(query);
    let [key, value] = inner.lays_out(b, normed);
    let positions = model.max_source_positions;
    let shape = shape(model, batch, model.encoder_attention_heads, positions, positions);
    let x = outer.answers(b, x, [query, key, value], shape);
    mlp(b, model, model.encoder_ffn_dim, x)
}
