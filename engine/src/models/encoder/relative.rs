//! `MPNet` as Hugging Face builds it: BERT's blocks, whose scores have a bias by how far apart tokens stand, one for all blocks, copied
//! for every text (Song et al. 2020). All of it lies in memory.

use super::super::Recipe;
use super::shared::{Block, fed_forward, finish, inputs, weights, zeros};
use crate::architecture::Encoder;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::Shape;
use crate::graph::builder::{Builder, Weight};
use crate::graph::part::Part;
use crate::graph::{Graph, VarId};

/// What all blocks are handed.
#[derive(Debug, Clone, Copy)]
struct Shared {
    /// The bias of every text, head and pair of tokens.
    bias: VarId,
    /// Which pairs may see each other, where texts are padded.
    mask: Option<VarId>,
    shape: Shape,
}

/// The graph of one micro-step for a task.
pub(super) fn build(model: &Encoder, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let (ids, labels) = inputs(&mut b, recipe);
    let mask = recipe.is_masked().then(|| b.input(batch * length * length, Dtype::U8));
    // Position ids of the module.
    b.buffer(model.max_position_embeddings * Dtype::I64.bytes());
    let heads = model.num_attention_heads;
    let head_dim = model.hidden_size / heads;
    let shape = Shape { batch, heads, key_value_heads: heads, head_dim, queries: length, keys: length };
    let (hidden, table, shared) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight(Weight::table(model.vocab_size, model.hidden_size));
        let hidden = embeddings(b, model, recipe, ids, table);
        b.list(hidden);
        let bias = bias(b, model, shape);
        b.list(bias);
        (hidden, table, Shared { bias, mask, shape })
    });
    // The last block stands alone: its backward makes the gradient of the bias that all blocks share, the others add to it.
    let blocks = model.num_hidden_layers;
    let checkpointed = recipe.is_checkpointed();
    let alike = blocks.saturating_sub(1).max(1);
    let mut body = |b: &mut Builder, x: VarId| {
        let block = weights(b, model, recipe);
        forward(b, model, &block, x, shared)
    };
    let hidden = b.repeated(alike, Layer::Block(0), checkpointed, hidden, &mut body);
    let hidden =
        if blocks > alike { b.repeated(blocks - alike, Layer::Block(alike), checkpointed, hidden, &mut body) } else { hidden };
    finish(b, model, recipe, [hidden, table, labels])
}

fn embeddings(b: &mut Builder, model: &Encoder, recipe: Recipe, ids: VarId, table: VarId) -> VarId {
    let width = model.hidden_size;
    let positions = b.weight(Weight::table(model.max_position_embeddings, width));
    // Counted behind the padding of every text.
    let places = zeros(b, recipe.batch * recipe.data.sequence_length);
    let words = b.embedding(ids, table, width);
    let words = recipe.checkpoint_input(b, words);
    let places = b.embedding(places, positions, width);
    let x = b.add(words, places);
    let norm = b.norm_weights(width, true);
    let x = b.layer_norm(x, norm);
    b.dropout(x, model.options.embedding_dropout)
}

/// The bias, looked up for all pairs of tokens and copied for all texts and heads.
fn bias(b: &mut Builder, model: &Encoder, shape: Shape) -> VarId {
    let rows = model.options.relative_span.unwrap_or_default();
    let table = b.weight(Weight::table(rows, shape.heads).of(Some(Part::Attention)));
    let pairs = zeros(b, shape.queries * shape.keys);
    let values = b.embedding(pairs, table, shape.heads);
    let dtype = b.var(values).dtype;
    b.copied(&[values], shape.scores(), dtype, "expand")
}

fn forward(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, shared: Shared) -> VarId {
    let options = model.options;
    let out = attention(b, model, block, x, shared);
    let projected = b.dropout(out, options.hidden_dropout);
    let sum = b.add(projected, x);
    let x = b.layer_norm(sum, block.attention_norm);
    // What attention gives out has a variable of its own.
    b.hold(out);
    fed_forward(b, model, block, x)
}

/// Scores, their bias and their mask; all variables are held until the way back has run.
fn attention(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, Shared { bias, mask, shape }: Shared) -> VarId {
    let [query, key, value] = [block.query, block.key, block.value].map(|layer| b.adapted(x, layer));
    let by_heads = |b: &mut Builder, x| if shape.batch > 1 { b.contiguous(x) } else { x };
    let [turned_query, turned_key] = [query, key].map(|x| by_heads(b, x));
    let scores = b.batched_product(turned_query, turned_key, shape.scores(), shape);
    let scores = b.scaled(scores, "div");
    let scores = b.add_in_place(scores, bias);
    let scores = match mask {
        Some(mask) => b.add(scores, mask),
        None => scores,
    };
    let probabilities = b.softmax(scores, b.mode.autocast.is_some());
    let probabilities = b.dropout(probabilities, model.options.attention_dropout);
    let turned = by_heads(b, value);
    let found = b.batched_product(probabilities, turned, shape.query_elements(), shape);
    let found = b.contiguous(found);
    let out = b.adapted(found, block.output);
    b.hold_all(&[query, key, value, scores, probabilities, found]);
    out
}
