//! Decoders of the LLaMA kind as Hugging Face builds them: RMS norm, rotary positions, grouped queries, gated MLP.

pub mod attention;
mod beside;
mod convolution;
pub mod experts;
mod gated;
mod kind;
mod latent;
mod linear;
pub mod mlp;
mod per_layer;
mod positions;
mod shared;
mod tables;
mod varied;

use super::Recipe;
use super::tower::{self, Seen};
use crate::architecture::{Decoder, MlpLayout, NormKind, NormPlaces, Tower, TowerVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;
use attention::Attention;
use beside::Beside;
pub use gated::gated_product;
use kind::Kind;
pub use kind::{is_eager, is_windowed};
use mlp::Mlp;
use per_layer::PerLayer;
use shared::{Shared, StreamNorm, is_gemma, shared, stream_norm_weights, stream_normed};
use tables::{has_table, rotary_features, tables};

struct Block {
    input_norm: Option<StreamNorm>,
    attention: Attention,
    attention_output_norm: Option<StreamNorm>,
    mlp_norm: Option<StreamNorm>,
    mlp: Mlp,
    beside: Option<Beside>,
    mlp_output_norm: Option<StreamNorm>,
    per_layer: Option<PerLayer>,
}

/// The graph of one micro-step with the causal language-model loss.
#[must_use]
pub fn build(model: &Decoder, recipe: Recipe) -> Graph {
    let recipe = recipe.of_texts();
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let tokens = batch * length;
    let ids = b.input(tokens, Dtype::I64);
    let labels = b.input(tokens, Dtype::I64);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    let says_which = |tower: &Tower| tower.variant != TowerVariant::Pixtral;
    if model.options.tower.as_ref().is_some_and(says_which) && recipe.data.images_per_sample > 0 {
        // Which tokens are a picture's (`mm_token_type_ids`); Mistral's models see it in the tokens.
        b.input(tokens, Dtype::I64);
    }
    let unquantized = recipe.unquantized_dtype();
    let trainable = b.mode.trainable;
    let embedded = |b: &mut Builder| {
        let table = b.weight_as(Weight::table(model.vocab_size, model.hidden_size), unquantized, trainable, true);
        let hidden = b.embedding(ids, table, model.hidden_size);
        // Gemma's table gives out scaled rows; Granite scales what it was given.
        let hidden = if is_gemma(model) { b.scaled(hidden, "mul") } else { hidden };
        (recipe.checkpoint_input(b, hidden), table)
    };
    let placed = |b: &mut Builder, hidden: VarId| {
        let hidden = if model.options.scaled { b.scaled(hidden, "mul") } else { hidden };
        let hidden = b.dropout(hidden, model.options.embedding_dropout);
        let words = hidden;
        let positions = (model.options.learned_positions > 0).then(|| positions(b, model, recipe));
        let hidden = positions.map_or(words, |positions| b.add(words, positions));
        let given = per_layer::inputs(b, model, recipe, ids, hidden);
        let shared = shared(b, model, recipe, hidden).map(|shared| Shared { per_layer: given, ..shared });
        (hidden, shared, positions.map_or_else(|| vec![hidden], |positions| vec![words, positions]))
    };
    let (seen, (hidden, shared, mut held), table) = match &model.options.tower {
        Some(tower) => {
            let (words, table) = b.segment(Layer::Stem, &[], false, embedded);
            let seen = tower::seen(&mut b, model, tower, recipe, words);
            let hidden = seen.as_ref().map_or(words, |seen| seen.hidden);
            (seen, b.segment(Layer::Stem, &[hidden], false, |b| placed(b, hidden)), table)
        }
        None => b.segment(Layer::Stem, &[], false, |b| {
            let (hidden, table) = embedded(b);
            (None, placed(b, hidden), table)
        }),
    };
    held.extend(seen.as_ref().map(|seen| seen.last));
    // Inverse frequencies, twice (the module keeps the original beside the scaled ones).
    if has_table(model) {
        b.buffer(model.max_position_embeddings * 2 * rotary_features(model, 0) * Dtype::F32.bytes());
    }
    for table in 0..if model.options.learned_positions > 0 || has_table(model) { 0 } else { tables(model) } {
        for _ in 0..2 {
            b.buffer(rotary_features(model, table) / 2 * 4);
        }
    }
    if is_gemma(model) {
        // The scale of the embeddings.
        b.buffer(4);
    }
    let hidden = blocks(&mut b, model, (hidden, seen.as_ref()), shared, recipe);
    let (hidden, head) = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = stream_norm_weights(b, model, recipe);
        let hidden = stream_normed(b, model, hidden, norm);
        // The model's own variables hold what its blocks were given, or words and positions, until it returns.
        b.hold_all(&held);
        let weight = if model.tie_word_embeddings {
            table
        } else {
            b.weight_as(Weight::matrix(model.vocab_size, model.hidden_size), unquantized, trainable, true)
        };
        let bias = model.options.head_bias.then(|| b.weight_as(Weight::vector(model.vocab_size), unquantized, trainable, true));
        (hidden, Linear { weight, bias, inputs: model.hidden_size, outputs: model.vocab_size })
    });
    let treatment = recipe.training.loss_logits;
    if treatment == LossLogits::Chunked {
        b.segment(Layer::Loss, &[hidden], false, |b| {
            b.end_list();
            b.chunked_head_loss(hidden, head, labels);
        });
        return b.finish();
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        b.end_list();
        let logits = b.linear(hidden, head);
        let logits = if model.options.softcapped_logits { b.softcapped(logits) } else { logits };
        let logits = if model.options.scaled_logits { b.scaled(logits, "mul") } else { logits };
        b.hold_outputs(hidden, logits, recipe.holds_as(treatment));
        logits
    });
    b.segment(Layer::Loss, &[], false, |b| b.causal_loss(logits, tokens, batch, labels, treatment));
    b.finish()
}

/// Rows of the learned table of positions (`OPTLearnedPositionalEmbedding`).
fn positions(b: &mut Builder, model: &Decoder, recipe: Recipe) -> VarId {
    let (unquantized, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let rows = Weight::table(model.options.learned_positions, model.hidden_size);
    let table = b.weight_as(rows, unquantized, trainable, true);
    b.begin("add", "add", WorkKind::Elementwise);
    let ids = b.writes(recipe.batch * recipe.data.sequence_length, Dtype::I64);
    b.end();
    b.embedding(ids, table, model.hidden_size)
}

/// Whether a block reads of others, or of all that is given to blocks, more than the residual stream.
fn reads_of_others(model: &Decoder, layer: u64) -> bool {
    model.shares_keys(layer) || model.options.gemma4.is_some_and(|gemma4| gemma4.hidden_size_per_layer_input > 0)
}

/// All blocks in order, those of one kind that follow one another stored once.
fn blocks(
    b: &mut Builder,
    model: &Decoder,
    (hidden, seen): (VarId, Option<&Seen>),
    mut shared: [Shared; 2],
    recipe: Recipe,
) -> VarId {
    let mut hidden = hidden;
    let mut first = 0;
    while first < model.num_hidden_layers {
        let kind = Kind::of(model, first, recipe);
        // Features of a tower's middle go between the first blocks.
        let deepened = seen.filter(|seen| first < seen.levels());
        // What several blocks read of one has a gradient that is there once, not once for each of those that are stored once.
        let is_alone = deepened.is_some() || reads_of_others(model, first);
        let is_like = |&layer: &u64| {
            layer == first || !is_alone && Kind::of(model, layer, recipe) == kind && !reads_of_others(model, layer)
        };
        let count = (first..model.num_hidden_layers).take_while(is_like).count() as u64;
        hidden = b.repeated(count, Layer::Block(first), recipe.is_checkpointed(), hidden, &mut |b, x| {
            let block = weights(b, model, kind, recipe);
            forward(b, model, &block, x, (&mut shared[usize::from(kind.local)], kind), recipe)
        });
        if let Some(seen) = deepened {
            hidden = seen.deepened(b, hidden, first, model.hidden_size);
        }
        first += count;
    }
    hidden
}

fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> Block {
    if model.options.gemma4.is_some() {
        // What the block's result is multiplied by.
        b.buffer(4);
    }
    let places = model.options.norm_places;
    let norm = |b: &mut Builder, has: bool| has.then(|| stream_norm_weights(b, model, recipe));
    let (before, after) = (places != NormPlaces::After, matches!(places, NormPlaces::After | NormPlaces::Around));
    Block {
        input_norm: norm(b, before),
        attention: attention::weights(b, model, kind, recipe),
        attention_output_norm: norm(b, after),
        mlp_norm: norm(b, before && places != NormPlaces::Parallel),
        mlp: mlp::weights(b, model, kind, recipe),
        beside: beside::weights(b, model, recipe),
        mlp_output_norm: norm(b, after),
        per_layer: per_layer::weights(b, model, recipe),
    }
}

fn forward(
    b: &mut Builder,
    model: &Decoder,
    block: &Block,
    x: VarId,
    (shared, kind): (&mut Shared, Kind),
    recipe: Recipe,
) -> VarId {
    let given_back = |b: &mut Builder, x: VarId, norm: Option<StreamNorm>| {
        let x = norm.map_or(x, |norm| stream_normed(b, model, x, norm));
        let x = if model.options.scaled { b.scaled(x, "mul") } else { x };
        b.dropout(x, model.options.residual_dropout)
    };
    let residual = x;
    let read = block.input_norm.map_or(x, |norm| stream_normed(b, model, x, norm));
    let x = attention::forward(b, model, &block.attention, read, (shared, kind), recipe);
    let attended = given_back(b, x, block.attention_output_norm);
    match model.options.norm_places {
        NormPlaces::Parallel => {
            let x = mlp::forward(b, &block.mlp, read);
            let x = given_back(b, x, None);
            let sum = b.add(residual, attended);
            let sum = b.add(sum, x);
            for held in [read, attended, x] {
                b.hold(held);
            }
            return sum;
        }
        NormPlaces::ParallelApart => {
            let read = block.mlp_norm.map_or(residual, |norm| stream_normed(b, model, residual, norm));
            let x = mlp::forward(b, &block.mlp, read);
            let x = given_back(b, x, None);
            let sum = b.add(x, attended);
            let sum = b.add(sum, residual);
            for held in [attended, x] {
                b.hold(held);
            }
            return sum;
        }
        NormPlaces::Before | NormPlaces::After | NormPlaces::Around => {}
    }
    let given = residual;
    let residual = b.add(residual, attended);
    let x = block.mlp_norm.map_or(residual, |norm| stream_normed(b, model, residual, norm));
    let x = mlp::forward(b, &block.mlp, x);
    if model.options.norm_kind == NormKind::Layer && model.mlp() == MlpLayout::Gated {
        // Variables of their own hold what attention read and gave back until the MLP has run (`StableLmDecoderLayer`).
        b.hold_all(&[read, attended]);
    }
    let x = block.beside.map_or(x, |experts| beside::forward(b, model, &experts, residual, x));
    let x = given_back(b, x, block.mlp_output_norm);
    let sum = b.add(residual, x);
    if model.mlp() == MlpLayout::Numbered {
        // A variable of its own holds what the block was given until it returns.
        b.hold(given);
    }
    let sum =
        block.per_layer.zip(shared.per_layer).map_or(sum, |(layers, given)| per_layer::forward(b, model, &layers, sum, given));
    // The block's own number, which nothing trains.
    if model.options.gemma4.is_some() { b.scaled_in_place(sum) } else { sum }
}
