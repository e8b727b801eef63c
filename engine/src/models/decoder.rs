//! Decoders of the LLaMA kind as Hugging Face builds them: RMS norm, rotary positions, grouped queries, gated MLP.

pub mod attention;
pub mod experts;
mod gated;
mod latent;
mod linear;
pub mod mlp;
mod shared;

use super::Recipe;
use crate::architecture::{AttentionLayout, Decoder, DecoderVariant, NormPlaces, PositionWidth, Window};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;
use attention::Attention;
pub use gated::gated_product;
use mlp::Mlp;
use shared::{Shared, block_norm_weights, is_gemma, normed};

/// What tells blocks of one model apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a block, which combine freely")]
struct Kind {
    /// Fused attention is given a dense mask of the window.
    windowed: bool,
    /// It shares with blocks that have a window.
    local: bool,
    /// An MLP where other blocks have experts.
    dense: bool,
    /// Positions turn nothing.
    unturned: bool,
    /// A state in place of keys and values.
    linear: bool,
}

impl Kind {
    fn of(model: &Decoder, layer: u64, recipe: Recipe) -> Self {
        let windowed = is_windowed(model, layer, recipe);
        // Without a mask or tables of its own it is as the others.
        let has_its_own = windowed || tables(model) > 1;
        Self {
            windowed,
            local: has_its_own && model.options.window.is_some_and(|window| window.layers.contains(layer)),
            dense: model.options.dense_layers.contains(layer),
            unturned: model.options.unturned.contains(layer),
            linear: !model.keeps_tokens(layer),
        }
    }
}

/// Whether a block's fused attention is given a mask of a window: one that the sequence reaches (Hugging Face's
/// `_ignore_causal_mask_sdpa`); a mask that the caller gives serves instead.
#[must_use]
pub fn is_windowed(model: &Decoder, layer: u64, recipe: Recipe) -> bool {
    let narrow = |window: Window| window.tokens <= recipe.data.sequence_length && window.layers.contains(layer);
    model.options.window.is_some_and(narrow) && !is_eager(model, recipe) && !recipe.is_masked()
}

/// Whether scores of attention lie in memory: where that is asked for, in Gemma 2, for which the library has no fused
/// attention, whether its configuration caps scores or not, and in gpt-oss, whose sinks no fused attention of PyTorch has.
#[must_use]
pub fn is_eager(model: &Decoder, recipe: Recipe) -> bool {
    recipe.eager() || model.is_eager()
}

struct Block {
    input_norm: Option<Norm>,
    attention: Attention,
    attention_output_norm: Option<Norm>,
    mlp_norm: Option<Norm>,
    mlp: Mlp,
    mlp_output_norm: Option<Norm>,
}

/// The graph of one micro-step with the causal language-model loss.
#[must_use]
pub fn build(model: &Decoder, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let tokens = batch * length;
    let ids = b.input(tokens, Dtype::I64);
    let labels = b.input(tokens, Dtype::I64);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    let unquantized = recipe.unquantized_dtype();
    let trainable = b.mode.trainable;
    let (hidden, shared, table, held) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight_as(Weight::table(model.vocab_size, model.hidden_size), unquantized, trainable, true);
        let hidden = b.embedding(ids, table, model.hidden_size);
        // Gemma's table gives out scaled rows; Granite scales what it was given.
        let hidden = if is_gemma(model) { b.scaled(hidden, "mul") } else { hidden };
        let hidden = recipe.checkpoint_input(b, hidden);
        let hidden = if model.options.scaled { b.scaled(hidden, "mul") } else { hidden };
        let hidden = b.dropout(hidden, model.options.embedding_dropout);
        let words = hidden;
        let positions = (model.options.learned_positions > 0).then(|| positions(b, model, recipe));
        let hidden = positions.map_or(words, |positions| b.add(words, positions));
        let shared = shared(b, model, recipe, hidden);
        (hidden, shared, table, positions.map(|positions| [words, positions]))
    });
    // Inverse frequencies, twice (the module keeps the original beside the scaled ones).
    for _ in 0..if model.options.learned_positions > 0 { 0 } else { 2 * tables(model) } {
        b.buffer(rotary_features(model) / 2 * 4);
    }
    if is_gemma(model) {
        // The scale of the embeddings.
        b.buffer(4);
    }
    let hidden = blocks(&mut b, model, hidden, shared, recipe);
    let (hidden, head) = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = block_norm_weights(b, model, recipe);
        let hidden = normed(b, model, hidden, norm);
        // The model's own variables hold words and positions until it returns.
        b.hold_all(held.as_ref().map_or(&[], |held| &held[..]));
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
        b.segment(Layer::Loss, &[hidden], false, |b| b.chunked_head_loss(hidden, head, labels));
        return b.finish();
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let logits = b.linear(hidden, head);
        let logits = if model.options.softcapped_logits { b.softcapped(logits) } else { logits };
        let logits = if model.options.scaled_logits { b.scaled(logits, "mul") } else { logits };
        b.hold_outputs(hidden, logits, treatment);
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

/// All blocks in order, those of one kind that follow one another stored once.
fn blocks(b: &mut Builder, model: &Decoder, hidden: VarId, shared: [Shared; 2], recipe: Recipe) -> VarId {
    let mut hidden = hidden;
    let mut first = 0;
    while first < model.num_hidden_layers {
        let kind = Kind::of(model, first, recipe);
        let count = (first..model.num_hidden_layers).take_while(|&layer| Kind::of(model, layer, recipe) == kind).count() as u64;
        hidden = b.repeated(count, first, recipe.is_checkpointed(), hidden, &mut |b, x| {
            let block = weights(b, model, kind, recipe);
            forward(b, model, &block, x, (shared[usize::from(kind.local)], kind), recipe)
        });
        first += count;
    }
    hidden
}

/// Features of a head that positions turn.
fn rotary_features(model: &Decoder) -> u64 {
    if model.options.sinks { model.head_dim } else { rotary_dim(model) }
}

/// Entries of a row of the tables of positions.
fn rotary_dim(model: &Decoder) -> u64 {
    match model.options.attention {
        AttentionLayout::Latent(latent) => latent.qk_rope_head_dim,
        // Tables that hold each angle once.
        _ if model.options.sinks => model.head_dim / 2,
        _ => model.options.rotary_dim.unwrap_or(model.head_dim),
    }
}

/// Sequences that have positions of their own: all of a batch where each token has three, of which pictures would take two (Qwen3.5).
fn positioned(model: &Decoder, recipe: Recipe) -> u64 {
    if model.linear_attention().is_some_and(|linear| !linear.joined_projections) { recipe.batch } else { 1 }
}

/// What blocks that attend to all tokens share, and what those with a window do.
fn shared(b: &mut Builder, model: &Decoder, recipe: Recipe, hidden: VarId) -> [Shared; 2] {
    let dtype = b.var(hidden).dtype;
    let stays_wide = matches!(model.options.position_width, PositionWidth::Tables | PositionWidth::Swapped);
    let of_table = if stays_wide { Dtype::F32 } else { dtype };
    let mut rotary = || {
        (model.options.learned_positions == 0).then(|| recipe.rotary(b, positioned(model, recipe) * rotary_dim(model), of_table))
    };
    let first = rotary();
    let second = if tables(model) > 1 { rotary() } else { first };
    let [mut plain, mut windowed] = [first, second].map(|rotary| Shared { rotary, mask: None, other_mask: None, window: None });
    if is_eager(model, recipe) {
        // Eager attention adds one causal mask in the model's type, made once for the batch; one more for windows where
        // some blocks have them and others have not.
        let mask = recipe.causal_mask(b, dtype);
        let has_window = |layer| model.options.window.is_some_and(|window| window.layers.contains(layer));
        let layers = 0..model.num_hidden_layers;
        let is_mixed = layers.clone().any(has_window) && !layers.clone().all(has_window);
        plain.mask = Some(mask);
        windowed.mask = Some(mask);
        let other_mask = is_mixed.then(|| recipe.causal_mask(b, dtype));
        (plain.other_mask, windowed.other_mask) = (other_mask, other_mask);
    } else if (0..model.num_hidden_layers).any(|layer| is_windowed(model, layer, recipe)) {
        windowed.window = Some(recipe.window_mask(b));
    }
    [plain, windowed]
}

/// Pairs of tables of positions: one for each kind of block where those with a window turn by other angles.
fn tables(model: &Decoder) -> u64 {
    let turns_apart = model.variant == DecoderVariant::Gemma3 || model.options.position_width == PositionWidth::Tables;
    let Some(window) = model.options.window.filter(|_| turns_apart) else { return 1 };
    let windowed = (0..model.num_hidden_layers).filter(|&layer| window.layers.contains(layer)).count() as u64;
    if windowed == 0 || windowed == model.num_hidden_layers { 1 } else { 2 }
}

fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> Block {
    let places = model.options.norm_places;
    let norm = |b: &mut Builder, has: bool| has.then(|| block_norm_weights(b, model, recipe));
    let (before, after) = (places != NormPlaces::After, matches!(places, NormPlaces::After | NormPlaces::Around));
    Block {
        input_norm: norm(b, before),
        attention: attention::weights(b, model, kind.linear, recipe),
        attention_output_norm: norm(b, after),
        mlp_norm: norm(b, before && places != NormPlaces::Parallel),
        mlp: mlp::weights(b, model, kind.dense, recipe),
        mlp_output_norm: norm(b, after),
    }
}

fn forward(b: &mut Builder, model: &Decoder, block: &Block, x: VarId, (shared, kind): (Shared, Kind), recipe: Recipe) -> VarId {
    let rotary = shared.rotary.filter(|_| !kind.unturned);
    let shared = Shared { rotary, ..shared };
    let given_back = |b: &mut Builder, x: VarId, norm: Option<Norm>| {
        let x = norm.map_or(x, |norm| normed(b, model, x, norm));
        let x = if model.options.scaled { b.scaled(x, "mul") } else { x };
        b.dropout(x, model.options.residual_dropout)
    };
    let residual = x;
    let read = block.input_norm.map_or(x, |norm| normed(b, model, x, norm));
    let x = attention::forward(b, model, &block.attention, read, (shared, kind.windowed), recipe);
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
            let read = block.mlp_norm.map_or(residual, |norm| normed(b, model, residual, norm));
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
    let residual = b.add(residual, attended);
    let x = block.mlp_norm.map_or(residual, |norm| normed(b, model, residual, norm));
    let x = mlp::forward(b, &block.mlp, x);
    let x = given_back(b, x, block.mlp_output_norm);
    b.add(residual, x)
}
