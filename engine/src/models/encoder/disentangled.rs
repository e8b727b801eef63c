//! `DeBERTa` V3 as Hugging Face builds it: scores of what tokens say and of how far apart they stand, told apart by one table of
//! distances that all blocks project by their own queries' and keys' layers (He et al. 2021, section 2.2). All of it lies in memory.

use super::super::Recipe;
use super::shared::{Block, fed_forward, finish, inputs, weights, zeros};
use crate::architecture::Encoder;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::Shape;
use crate::graph::builder::{Builder, Weight};
use crate::graph::part::Part;
use crate::graph::{Graph, VarId};
use crate::work::WorkKind;

/// What all blocks are handed.
#[derive(Debug, Clone, Copy)]
struct Shared {
    /// The table of distances, normed.
    distances: VarId,
    /// The distance of every pair of tokens, one for all texts.
    pairs: VarId,
    /// Which pairs may see each other, in FP32 or the type that they were given in.
    mask: VarId,
}

/// Sizes of one attention.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    shape: Shape,
    /// Rows of the table of distances.
    distances: u64,
}

/// The graph of one micro-step for a task.
pub(super) fn build(model: &Encoder, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let tokens = batch * length;
    let (ids, labels) = inputs(&mut b, recipe);
    if recipe.is_masked() {
        b.input(tokens, Dtype::I64);
    }
    // Position ids of the module, which nothing reads.
    b.buffer(model.max_position_embeddings * Dtype::I64.bytes());
    let span = model.options.relative_span.unwrap_or(model.max_position_embeddings);
    let heads = model.num_attention_heads;
    let head_dim = model.hidden_size / heads;
    let shape = Shape { batch, heads, key_value_heads: heads, head_dim, queries: length, keys: length };
    let sizes = Sizes { shape, distances: 2 * span };
    let (hidden, table, shared) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight(Weight::table(model.vocab_size, model.hidden_size));
        let hidden = embeddings(b, model, recipe, ids, table);
        b.list(hidden);
        // Where the caller gives a mask, its own type stays.
        let of_mask = if recipe.is_masked() { Dtype::I64 } else { Dtype::F32 };
        (hidden, table, shared(b, model, sizes, (tokens, of_mask)))
    });
    // The last block stands alone: its backward makes the gradient of the distances that all blocks share, the others add to it.
    let blocks = model.num_hidden_layers;
    let checkpointed = recipe.is_checkpointed();
    let alike = blocks.saturating_sub(1).max(1);
    let mut body = |b: &mut Builder, x: VarId| {
        let block = weights(b, model, recipe);
        let out = forward(b, model, &block, x, shared, sizes);
        // The encoder lists what each block hands on until the model returns (`all_hidden_states`).
        b.list(out);
        out
    };
    let hidden = b.repeated(alike, Layer::Block(0), checkpointed, hidden, &mut body);
    let hidden =
        if blocks > alike { b.repeated(blocks - alike, Layer::Block(alike), checkpointed, hidden, &mut body) } else { hidden };
    finish(b, model, recipe, [hidden, table, labels])
}

/// Embeddings of words alone, of which padding is cut out by a product.
fn embeddings(b: &mut Builder, model: &Encoder, recipe: Recipe, ids: VarId, table: VarId) -> VarId {
    let width = model.hidden_size;
    let x = b.embedding(ids, table, width);
    let x = recipe.checkpoint_input(b, x);
    let norm = b.norm_weights(width, true);
    let x = b.layer_norm(x, norm);
    let dtype = b.var(x).dtype;
    let kept = ones(b, recipe.batch * recipe.data.sequence_length, Dtype::F32);
    let kept = b.to_dtype(kept, dtype);
    let x = b.multiply(x, kept);
    b.dropout(x, model.options.embedding_dropout)
}

/// What is made once a batch, before the blocks.
fn shared(b: &mut Builder, model: &Encoder, Sizes { shape, distances }: Sizes, (tokens, of_mask): (u64, Dtype)) -> Shared {
    let mask = ones(b, tokens * shape.keys, of_mask);
    let pairs = zeros(b, shape.queries * shape.keys);
    let table = b.weight(Weight::table(distances, model.hidden_size).of(Some(Part::Attention)));
    let norm = b.norm_weights(model.hidden_size, true);
    let distances = b.layer_norm(table, norm);
    // Variables of the encoder, which go as it returns.
    for held in [distances, pairs, mask] {
        b.list(held);
    }
    Shared { distances, pairs, mask }
}

fn ones(b: &mut Builder, elements: u64, dtype: Dtype) -> VarId {
    b.begin("ones", "ones", WorkKind::Elementwise);
    let out = b.writes(elements, dtype);
    b.end();
    out
}

fn forward(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, shared: Shared, sizes: Sizes) -> VarId {
    let options = model.options;
    let attended = attention(b, model, block, x, shared, sizes);
    let projected = b.adapted(attended, block.output);
    let projected = b.dropout(projected, options.hidden_dropout);
    let sum = b.add(projected, x);
    let x = b.layer_norm(sum, block.attention_norm);
    b.hold_all(&[projected, attended]);
    fed_forward(b, model, block, x)
}

/// `DisentangledSelfAttention`: scores of both kinds summed, masked, and all variables held until it returns.
fn attention(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, shared: Shared, sizes: Sizes) -> VarId {
    let shape = sizes.shape;
    let [query, key, value] = [block.query, block.key, block.value].map(|layer| {
        let x = b.adapted(x, layer);
        b.contiguous(x)
    });
    let scaled = b.scaled(key, "div");
    let scores = b.batched_product(query, scaled, shape.scores(), shape);
    let distances = b.dropout(shared.distances, model.options.hidden_dropout);
    let bias = distance_scores(b, block, [query, key], distances, shared.pairs, sizes);
    let scores = b.add(scores, bias);
    let seen = b.flags(shared.mask);
    let hidden = b.flags(seen);
    let scores = b.masked(scores, hidden);
    let probabilities = b.softmax(scores, b.mode.autocast.is_some());
    let probabilities = b.dropout(probabilities, model.options.attention_dropout);
    let out = b.batched_product(probabilities, value, shape.query_elements(), shape);
    let out = b.contiguous(out);
    b.hold_all(&[query, key, value, distances, bias, seen, scores, probabilities]);
    out
}

/// Scores of tokens against distances, and of distances against tokens, each brought to pairs of tokens.
fn distance_scores(
    b: &mut Builder,
    block: &Block,
    [query, key]: [VarId; 2],
    distances: VarId,
    pairs: VarId,
    sizes: Sizes,
) -> VarId {
    let Sizes { shape, distances: rows } = sizes;
    let [far_query, far_key] = [block.query, block.key].map(|layer| {
        let x = b.adapted(distances, layer);
        let x = b.contiguous(x);
        // The same for every text, as copies.
        let (elements, dtype) = (b.var(x).elements * shape.batch, b.var(x).dtype);
        b.copied(&[x], elements, dtype, "repeat")
    });
    let wide = shape.batch * shape.heads * shape.queries * rows;
    let flops = 2.0 * wide as f64 * shape.head_dim as f64;
    // Scores come before places one way round, and after them the other; both before they are gathered.
    let to_far = b.product_of_values(query, far_key, wide, flops);
    let places_far = b.clamped_places(pairs);
    let picked_far = b.picked(to_far, places_far, shape.scores());
    let scaled = b.scaled(picked_far, "div");
    let sum = b.shifted(scaled);
    let places_near = b.clamped_places(pairs);
    let by_far = b.product_of_values(key, far_query, wide, flops);
    let picked_near = b.picked(by_far, places_near, shape.scores());
    let scaled = b.scaled(picked_near, "div");
    let sum = b.add_in_place(sum, scaled);
    b.hold_all(&[far_query, far_key, picked_far, places_far, picked_near, places_near]);
    sum
}

impl Builder {
    /// Distances as rows of a table, within it.
    fn clamped_places(&mut self, pairs: VarId) -> VarId {
        let elements = self.var(pairs).elements;
        self.begin("clamp", "clamp", WorkKind::Elementwise);
        self.reads(pairs);
        let out = self.writes(elements, Dtype::I64);
        self.temporary(crate::graph::rounded(elements * Dtype::I64.bytes()), 0);
        self.end();
        out
    }

    /// Of each row the elements at `places`, the same for every row of the batch; backward adds them up in a tensor of zeros.
    fn picked(&mut self, x: VarId, places: VarId, elements: u64) -> VarId {
        let dtype = self.var(x).dtype;
        self.begin("gather", "gather_backward", WorkKind::Elementwise);
        self.reads(x);
        self.reads(places);
        let out = self.writes(elements, dtype);
        // Backward asks it for its shape alone, and keeps all of it (`gather_backward`).
        self.saves(x);
        self.saves(places);
        self.grad_new(x);
        self.end();
        out
    }

    /// A tensor as truth values, or their opposites.
    fn flags(&mut self, x: VarId) -> VarId {
        let elements = self.var(x).elements;
        self.begin("ne", "ne", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(elements, Dtype::U8);
        self.end();
        out
    }

    /// Scores with the lowest value where `hidden` says so.
    fn masked(&mut self, scores: VarId, hidden: VarId) -> VarId {
        let var = self.var(scores);
        self.begin("masked_fill", "masked_fill_backward", WorkKind::Elementwise);
        self.reads(scores);
        self.reads(hidden);
        let out = self.writes(var.elements, var.dtype);
        self.saves(hidden);
        self.grad_new(scores);
        self.end();
        out
    }
}
