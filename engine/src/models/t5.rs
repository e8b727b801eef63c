//! Encoder-decoders of the T5 kind as Hugging Face builds them: relative position biases, no biases elsewhere, dropout.

mod block;

use super::Recipe;
use super::stacks::Side;
use crate::architecture::T5;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;
pub use block::Biases;
use block::{Stack, norm_weights};

/// The graph of one micro-step with the library's own loss on the decoder's tokens.
#[must_use]
pub fn build(model: &T5, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let target_tokens = recipe.batch * recipe.data.target_length.max(1);
    let ids = b.input(recipe.batch * recipe.data.sequence_length, Dtype::I64);
    let labels = b.input(target_tokens, Dtype::I64);
    let (words, table) = embedded(&mut b, model, recipe, ids);
    let encoded = encoded(&mut b, model, recipe, words, Biases::Shared);
    let (words, mask) = b.segment(Layer::Head, &[], false, |b| {
        // Labels shifted to the right.
        b.begin("new_zeros", "new_zeros", WorkKind::Elementwise);
        let shifted = b.writes(target_tokens, Dtype::I64);
        b.end();
        let words = b.embedding(shifted, table, model.d_model);
        let dtype = b.var(words).dtype;
        (words, recipe.eager().then(|| recipe.causal_mask_of(b, recipe.data.target_length.max(1), dtype)))
    });
    let decoder = Stack { model, recipe, side: Side::Decoder, mask, encoded: Some(encoded), biases: Biases::Shared };
    let (decoded, words, biases) = decoder.run(&mut b, words);
    let (hidden, decoded) = b.segment(Layer::Head, &[decoded], false, |b| {
        let decoded = end_of_stack(b, model, decoded, recipe);
        release(b, words, &biases);
        (if model.scale_decoder_outputs { b.scaled(decoded, "mul") } else { decoded }, decoded)
    });
    let weight = if model.tie_word_embeddings {
        table
    } else {
        let trainable = b.mode.trainable;
        b.weight_as(Weight::matrix(model.vocab_size, model.d_model), recipe.unquantized_dtype(), trainable, true)
    };
    let head = Linear { weight, bias: None, inputs: model.d_model, outputs: model.vocab_size };
    if recipe.training.loss_logits == LossLogits::Chunked {
        b.segment(Layer::Loss, &[hidden], false, |b| {
            b.end_list();
            b.chunked_head_loss(hidden, head, labels);
        });
        return b.finish();
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        b.end_list();
        let logits = b.linear(hidden, head);
        b.hold_to_end(decoded);
        if hidden != decoded {
            b.hold_to_end(hidden);
        }
        b.hold_to_end(logits);
        logits
    });
    // The library's loss takes the logits in their own type.
    b.segment(Layer::Loss, &[], false, |b| b.cross_entropy(logits, labels));
    b.finish()
}

/// The graph of the encoder alone, which reads the batch's texts.
#[must_use]
pub fn build_encoder(model: &T5, recipe: Recipe, biases: Biases) -> Graph {
    let mut b = recipe.builder();
    let ids = b.input(recipe.batch * recipe.data.sequence_length, Dtype::I64);
    let (words, _) = embedded(&mut b, model, recipe, ids);
    encoded(&mut b, model, recipe, words, biases);
    b.finish()
}

fn embedded(b: &mut Builder, model: &T5, recipe: Recipe, ids: VarId) -> (VarId, VarId) {
    b.segment(Layer::Stem, &[], false, |b| {
        let table =
            b.weight_as(Weight::table(model.vocab_size, model.d_model), recipe.unquantized_dtype(), b.mode.trainable, true);
        (b.embedding(ids, table, model.d_model), table)
    })
}

fn encoded(b: &mut Builder, model: &T5, recipe: Recipe, words: VarId, biases: Biases) -> VarId {
    let encoder = Stack { model, recipe, side: Side::Encoder, mask: None, encoded: None, biases };
    let (encoded, words, biases) = encoder.run(b, words);
    b.segment(Layer::Head, &[encoded], false, |b| {
        let encoded = end_of_stack(b, model, encoded, recipe);
        release(b, words, &biases);
        b.hold_to_end(encoded);
        encoded
    })
}

fn end_of_stack(b: &mut Builder, model: &T5, x: VarId, recipe: Recipe) -> VarId {
    let norm = norm_weights(b, model, recipe);
    let x = b.t5_layer_norm(x, norm);
    b.dropout(x, model.dropout_rate)
}

/// A stack's own variables hold its embeddings and position biases until it returns.
fn release(b: &mut Builder, words: VarId, biases: &[Option<VarId>; 2]) {
    b.hold(words);
    for bias in biases.iter().flatten() {
        b.hold(*bias);
    }
}
