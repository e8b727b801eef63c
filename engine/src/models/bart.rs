//! BART, mBART, PEGASUS and Marian as Hugging Face builds them: an encoder, and a decoder that attends to it.

use super::Recipe;
use super::stacks::Side;
use super::stacks::block::{Blocks, Stack};
use crate::architecture::Bart;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::work::WorkKind;

/// Rows of the table of learned positions before the first one.
const OFFSET: u64 = 2;

/// The graph of one micro-step with the loss over the target.
#[must_use]
pub fn build(model: &Bart, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (source, target) = (recipe.data.sequence_length, recipe.data.target_length.max(1));
    let ids = b.input(recipe.batch * source, Dtype::I64);
    let labels = b.input(recipe.batch * target, Dtype::I64);
    // What is added to all logits, and nothing trains.
    let bias_dtype = recipe.unquantized_dtype();
    b.buffer(model.vocab_size * bias_dtype.bytes());
    let (hidden, table, held) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight(Weight::table(model.vocab_size, model.d_model));
        let (hidden, held) = embedded(b, model, recipe, ids, table, recipe.batch);
        (hidden, table, held)
    });
    let encoder = Stack { blocks: blocks(model, recipe, Side::Encoder), recipe, side: Side::Encoder, encoded: None, mask: None };
    let encoded = encoder.run(&mut b, hidden, &held);
    b.hold_to_end(encoded);
    let (hidden, held, mask) = b.segment(Layer::Head, &[], false, |b| {
        // Labels shifted to the right.
        b.begin("new_zeros", "new_zeros", WorkKind::Elementwise);
        let shifted = b.writes(recipe.batch * target, Dtype::I64);
        b.end();
        let (hidden, held) = embedded(b, model, recipe, shifted, table, 1);
        let dtype = b.var(held[0]).dtype;
        let mask = recipe.eager().then(|| recipe.causal_mask_of(b, target, dtype));
        (hidden, held, mask)
    });
    let decoder =
        Stack { blocks: blocks(model, recipe, Side::Decoder), recipe, side: Side::Decoder, encoded: Some(encoded), mask };
    let decoded = decoder.run(&mut b, hidden, &held);
    let logits = b.segment(Layer::Head, &[decoded], false, |b| {
        b.end_list();
        let head = Linear { weight: table, bias: None, inputs: model.d_model, outputs: model.vocab_size };
        let logits = b.linear(decoded, head);
        b.hold_to_end(decoded);
        let logits = b.plus_constant(logits, bias_dtype);
        b.hold_to_end(logits);
        logits
    });
    // The library's loss takes the logits in their own type.
    b.segment(Layer::Loss, &[], false, |b| b.cross_entropy(logits, labels));
    b.finish()
}

/// The blocks of either stack, which differ in their number alone.
fn blocks(model: &Bart, recipe: Recipe, side: Side) -> Blocks {
    let (count, first) = match side {
        Side::Encoder => (model.encoder_layers, 0),
        Side::Decoder => (model.decoder_layers, model.encoder_layers),
    };
    Blocks {
        count,
        first,
        width: model.d_model,
        heads: model.attention_heads,
        inner: model.ffn_dim,
        activation: model.activation,
        norms_before: model.variant.norms_before(),
        dropouts: [model.dropout, model.attention_dropout, model.activation_dropout],
        scales_queries: false,
        is_masked: recipe.is_masked(),
        lengths: [recipe.data.sequence_length, recipe.data.target_length.max(1)],
    }
}

/// Words, scaled, with their positions, of which there are those of so many sequences; and what the stack's variables hold of them.
fn embedded(b: &mut Builder, model: &Bart, recipe: Recipe, ids: VarId, table: VarId, sequences: u64) -> (VarId, Vec<VarId>) {
    let width = model.d_model;
    let length = b.var(ids).elements / recipe.batch;
    let is_learned = model.variant.learns_positions();
    let rows = Weight::table(model.max_position_embeddings + if is_learned { OFFSET } else { 0 }, width);
    let trainable = b.mode.trainable && is_learned;
    let positions = b.weight_as(rows, recipe.unquantized_dtype(), trainable, true);
    let norm = is_learned.then(|| b.norm_weights(width, true));
    let words = b.embedding(ids, table, width);
    // What the class of the embedding gives out is told to require a gradient: with learned positions that is scaled already.
    let words = if is_learned {
        let scaled = b.scaled(words, "mul");
        recipe.checkpoint_input(b, scaled)
    } else {
        let words = recipe.checkpoint_input(b, words);
        b.scaled(words, "mul")
    };
    b.begin("arange", "arange", WorkKind::Elementwise);
    let places = b.writes(length * if is_learned { sequences } else { 1 }, Dtype::I64);
    b.end();
    let found = b.embedding(places, positions, width);
    let sum = b.add(words, found);
    let normed = norm.map_or(sum, |norm| b.layer_norm(sum, norm));
    (b.dropout(normed, model.dropout), vec![words, found])
}

impl Builder {
    /// A sum with a constant of another type, which widens what is narrower.
    fn plus_constant(&mut self, x: VarId, constant: Dtype) -> VarId {
        let var = self.var(x);
        let dtype = var.dtype.promoted(constant);
        if dtype == var.dtype {
            return self.shifted(x);
        }
        self.begin("add", "add_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, dtype);
        self.grad_new(x);
        self.end();
        out
    }
}
