//! Encoders of the BERT kind as Hugging Face builds them: learned positions, post-norm blocks, dropout.

mod disentangled;
mod modern;
mod relative;
mod shared;

use super::Recipe;
use super::adapted::Site;
use crate::architecture::{Encoder, EncoderOptions, EncoderVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::Eager;
use crate::graph::{Graph, VarId};
use shared::{Block, finish, inputs, weights, zeros};

/// The graph of one micro-step for a task.
#[must_use]
pub fn build(model: &Encoder, recipe: Recipe) -> Graph {
    // Both texts of all pairs are read in one batch.
    let texts = if recipe.evaluates { 1 } else { recipe.data.task.texts() };
    let recipe = Recipe { batch: recipe.batch.saturating_mul(texts), ..recipe };
    match model.variant {
        EncoderVariant::ModernBert => return modern::build(model, recipe),
        EncoderVariant::DebertaV2 => return disentangled::build(model, recipe),
        EncoderVariant::Mpnet => return relative::build(model, recipe),
        EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::DistilBert | EncoderVariant::Electra => {}
    }
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let (ids, labels) = inputs(&mut b, recipe);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    // Position and segment ids of the module.
    b.buffer(model.max_position_embeddings * 8);
    if model.type_vocab_size > 0 {
        b.buffer(model.max_position_embeddings * 8);
    }
    let (hidden, table) = b.segment(Layer::Stem, &[], false, |b| {
        let (hidden, table) = embeddings(b, model, ids, length, recipe);
        // The encoder's own variable holds the embeddings until it returns.
        b.list(hidden);
        (hidden, table)
    });
    let shape = Shape {
        batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_attention_heads,
        head_dim: model.hidden_size / model.num_attention_heads,
        queries: length,
        keys: length,
    };
    let hidden = b.repeated(model.num_hidden_layers, Layer::Block(0), recipe.is_checkpointed(), hidden, &mut |b, x| {
        let block = weights(b, model, recipe);
        forward(b, model, &block, x, shape, recipe)
    });
    finish(b, model, recipe, [hidden, table, labels])
}

fn embeddings(b: &mut Builder, model: &Encoder, ids: VarId, length: u64, recipe: Recipe) -> (VarId, VarId) {
    let width = model.options.embedding_size.unwrap_or(model.hidden_size);
    let words = b.weight(Weight::table(model.vocab_size, width));
    let x = b.embedding(ids, words, width);
    let x = recipe.checkpoint_input(b, x);
    let position_ids = zeros(b, length);
    let x = if model.type_vocab_size > 0 {
        let positions = b.weight(Weight::table(model.max_position_embeddings, width));
        let segments = b.weight(Weight::table(model.type_vocab_size, width));
        let segment_ids = zeros(b, recipe.batch * length);
        let segment = b.embedding(segment_ids, segments, width);
        let x = b.add(x, segment);
        let position = b.embedding(position_ids, positions, width);
        b.add(x, position)
    } else {
        let positions = b.weight(Weight::table(model.max_position_embeddings, width));
        let position = b.embedding(position_ids, positions, width);
        b.add(x, position)
    };
    let norm = b.norm_weights(width, true);
    let x = b.layer_norm(x, norm);
    let x = b.dropout(x, model.options.embedding_dropout);
    // ELECTRA's embeddings may be narrower than its blocks.
    let projected = model.options.embedding_size.filter(|&width| width != model.hidden_size).map(|width| {
        let project = recipe.adapted(b, width, model.hidden_size, true, Site::Other, "embeddings_project");
        b.adapted(x, project)
    });
    (projected.unwrap_or(x), words)
}

fn forward(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, shape: Shape, recipe: Recipe) -> VarId {
    let EncoderOptions { activation, hidden_dropout, attention_dropout, .. } = model.options;
    let query = b.adapted(x, block.query);
    let key = b.adapted(x, block.key);
    let value = b.adapted(x, block.value);
    let options = Options { masked: recipe.is_masked(), causal: false, grouped: false, dropout: attention_dropout };
    let attended = if recipe.eager() {
        let eager = Eager { dropout: attention_dropout, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else {
        b.fused_attention(query, key, value, shape, options)
    };
    for x in [query, key, value] {
        b.hold(x);
    }
    let projected = b.adapted(attended, block.output);
    // DistilBERT drops nothing after the output projection.
    let projected = if model.variant == EncoderVariant::DistilBert { projected } else { b.dropout(projected, hidden_dropout) };
    let sum = b.add(projected, x);
    let x = b.layer_norm(sum, block.attention_norm);
    // The norm runs within the function that was given what attention found; DistilBERT's variable has what was made of it by then.
    b.hold(projected);
    if model.variant != EncoderVariant::DistilBert {
        b.hold(attended);
    }
    b.hold_in_segment(x);
    let inner = b.adapted(x, block.up);
    let inner = b.activated(inner, activation);
    let out = b.adapted(inner, block.down);
    if model.variant != EncoderVariant::DistilBert {
        b.hold_in_segment(inner);
    }
    let out = b.dropout(out, hidden_dropout);
    b.hold_in_segment(out);
    let sum = b.add(out, x);
    b.layer_norm(sum, block.output_norm)
}
