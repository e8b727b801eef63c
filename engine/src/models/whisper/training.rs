//! The whole model in one step, with the loss over the text (`WhisperForConditionalGeneration`).

use super::encoder::{KERNEL, activated};
use crate::architecture::{Activation, Whisper};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::Map;
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::models::stacks::Side;
use crate::models::stacks::block::{Blocks, Stack};
use crate::work::WorkKind;

/// The graph of one micro-step over windows of sound and their texts.
#[must_use]
pub fn build(model: &Whisper, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, target) = (recipe.batch, recipe.data.target_length.max(1));
    let sound = recipe.pixels(&mut b, batch * model.num_mel_bins * model.frames(), recipe.pixel_dtype());
    let labels = b.input(batch * target, Dtype::I64);
    let (hidden, held) = b.segment(Layer::Stem, &[], false, |b| stem(b, model, recipe, sound));
    let stack = |side, encoded, mask| Stack { blocks: blocks(model, side, target), recipe, side, encoded, mask };
    let encoded = stack(Side::Encoder, None, None).run(&mut b, hidden, &held);
    b.hold_to_end(encoded);
    let (hidden, held, table, mask) = b.segment(Layer::Head, &[], false, |b| {
        // Labels shifted to the right.
        b.begin("new_zeros", "new_zeros", WorkKind::Elementwise);
        let shifted = b.writes(batch * target, Dtype::I64);
        b.end();
        let table = b.weight(Weight::table(model.vocab_size, model.d_model));
        let rows = b.weight(Weight::table(model.max_target_positions, model.d_model));
        let words = b.embedding(shifted, table, model.d_model);
        let words = recipe.checkpoint_input(b, words);
        let places = positions(b, batch * target);
        let found = b.embedding(places, rows, model.d_model);
        let sum = b.add(words, found);
        let dtype = b.var(words).dtype;
        let mask = recipe.eager().then(|| recipe.causal_mask_of(b, target, dtype));
        (sum, vec![words, found], table, mask)
    });
    let decoded = stack(Side::Decoder, Some(encoded), mask).run(&mut b, hidden, &held);
    let logits = b.segment(Layer::Head, &[decoded], false, |b| {
        b.end_list();
        let head = Linear { weight: table, bias: None, inputs: model.d_model, outputs: model.vocab_size };
        let logits = b.linear(decoded, head);
        b.hold_to_end(decoded);
        b.hold_to_end(logits);
        logits
    });
    // The library's loss takes the logits in their own type.
    b.segment(Layer::Loss, &[], false, |b| b.cross_entropy(logits, labels));
    b.finish()
}

/// Two convolutions along time and positions by sines, which nothing trains; and what the encoder's variables hold of them.
fn stem(b: &mut Builder, model: &Whisper, recipe: Recipe, sound: VarId) -> (VarId, Vec<VarId>) {
    let width = model.d_model;
    let first = b.conv_weights_along(model.num_mel_bins, width, KERNEL, 1);
    let second = b.conv_weights_along(width, width, KERNEL, 2);
    let table = b.weight_as(Weight::table(model.max_source_positions, width), recipe.unquantized_dtype(), false, true);
    let sound = Map { var: sound, batch: recipe.batch, channels: model.num_mel_bins, height: 1, width: model.frames() };
    let heard = activated(b, sound, first, |b, x| recipe.checkpoint_input(b, x));
    let heard = activated(b, heard, second, |_, x| x);
    let places = positions(b, model.max_source_positions);
    let found = b.embedding(places, table, width);
    (b.add(heard.var, found), vec![heard.var, places])
}

fn positions(b: &mut Builder, elements: u64) -> VarId {
    b.begin("arange", "", WorkKind::Elementwise);
    let places = b.writes(elements, Dtype::I64);
    b.end();
    places
}

/// The blocks of a stack. What is fine-tuned has no dropout, as it was published.
fn blocks(model: &Whisper, side: Side, target: u64) -> Blocks {
    let (count, first, heads, inner) = match side {
        Side::Encoder => (model.encoder_layers, 0, model.encoder_attention_heads, model.encoder_ffn_dim),
        Side::Decoder => (model.decoder_layers, model.encoder_layers, model.decoder_attention_heads, model.decoder_ffn_dim),
    };
    Blocks {
        count,
        first,
        width: model.d_model,
        heads,
        inner,
        activation: Activation::Gelu,
        norms_before: true,
        dropouts: [0.0; 3],
        scales_queries: true,
        // Windows are filled up with silence, and no text is told from what fills it up.
        is_masked: false,
        lengths: [model.max_source_positions, target],
    }
}
