//! Decoders of the LLaMA kind as Hugging Face builds them: RMS norm, rotary positions, grouped queries, gated MLP.

pub mod attention;
pub mod experts;
mod gated;
pub mod mlp;
mod shared;

use super::Recipe;
use crate::architecture::{Decoder, DecoderVariant, Window};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;
use attention::Attention;
use mlp::Mlp;
use shared::{Shared, norm_weights};

/// What tells blocks of one model apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    /// Fused attention is given a dense mask of the window.
    windowed: bool,
    /// An MLP where other blocks have experts.
    dense: bool,
}

impl Kind {
    fn of(model: &Decoder, layer: u64, recipe: Recipe) -> Self {
        Self { windowed: is_windowed(model, layer, recipe), dense: model.options.dense_layers.contains(layer) }
    }
}

/// Whether a block's fused attention is given a mask of a window: one that the sequence is longer than (Hugging Face's
/// `_ignore_causal_mask_sdpa`); a mask that the caller gives serves instead.
#[must_use]
pub fn is_windowed(model: &Decoder, layer: u64, recipe: Recipe) -> bool {
    let narrow = |window: Window| window.tokens < recipe.data.sequence_length && window.layers.contains(layer);
    model.options.window.is_some_and(narrow) && !is_eager(model, recipe) && !recipe.is_masked()
}

/// Whether scores of attention lie in memory: where that is asked for, and in Gemma 2, for which the library has no fused
/// attention, whether its configuration caps scores or not.
#[must_use]
pub fn is_eager(model: &Decoder, recipe: Recipe) -> bool {
    recipe.eager() || model.variant == DecoderVariant::Gemma2
}

struct Block {
    input_norm: Norm,
    attention: Attention,
    attention_output_norm: Option<Norm>,
    mlp_norm: Norm,
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
    let (hidden, shared, table) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight_as(Weight::table(model.vocab_size, model.hidden_size), unquantized, trainable, true);
        let hidden = b.embedding(ids, table, model.hidden_size);
        let hidden = if is_gemma(model) { b.scaled(hidden, "mul") } else { hidden };
        let hidden = recipe.checkpoint_input(b, hidden);
        let shared = shared(b, model, recipe, hidden);
        (hidden, shared, table)
    });
    // Inverse frequencies, twice (the module keeps the original beside the scaled ones).
    b.buffer(rotary_dim(model) / 2 * 4);
    b.buffer(rotary_dim(model) / 2 * 4);
    if is_gemma(model) {
        // The scale of the embeddings.
        b.buffer(4);
    }
    let hidden = blocks(&mut b, model, hidden, shared, recipe);
    let (hidden, head) = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = norm_weights(b, model.hidden_size, recipe);
        let hidden = normed(b, model, hidden, norm);
        let weight = if model.tie_word_embeddings {
            table
        } else {
            b.weight_as(Weight::matrix(model.vocab_size, model.hidden_size), unquantized, trainable, true)
        };
        (hidden, Linear { weight, bias: None, inputs: model.hidden_size, outputs: model.vocab_size })
    });
    let treatment = recipe.training.loss_logits;
    if treatment == LossLogits::Chunked {
        b.segment(Layer::Loss, &[hidden], false, |b| b.chunked_head_loss(hidden, head, labels));
        return b.finish();
    }
    let logits = b.segment(Layer::Head, &[], false, |b| {
        let logits = b.linear(hidden, head);
        let logits = if model.options.softcapped_logits { b.softcapped(logits) } else { logits };
        b.hold_outputs(hidden, logits, treatment);
        logits
    });
    b.segment(Layer::Loss, &[], false, |b| b.causal_loss(logits, tokens, batch, labels, treatment));
    b.finish()
}

/// All blocks in order, those of one kind that follow one another stored once.
fn blocks(b: &mut Builder, model: &Decoder, hidden: VarId, shared: Shared, recipe: Recipe) -> VarId {
    let mut hidden = hidden;
    let mut first = 0;
    while first < model.num_hidden_layers {
        let kind = Kind::of(model, first, recipe);
        let count = (first..model.num_hidden_layers).take_while(|&layer| Kind::of(model, layer, recipe) == kind).count() as u64;
        hidden = b.repeated(count, first, recipe.is_checkpointed(), hidden, &mut |b, x| {
            let block = weights(b, model, kind, recipe);
            forward(b, model, &block, x, (shared, kind), recipe)
        });
        first += count;
    }
    hidden
}

/// Features of a head that positions turn.
fn rotary_dim(model: &Decoder) -> u64 {
    model.options.rotary_dim.unwrap_or(model.head_dim)
}

fn shared(b: &mut Builder, model: &Decoder, recipe: Recipe, hidden: VarId) -> Shared {
    let length = recipe.data.sequence_length;
    let dtype = b.var(hidden).dtype;
    let mut rotary_table = || {
        b.begin("cos", "cos", WorkKind::Elementwise);
        let table = b.writes(length * rotary_dim(model), dtype);
        b.end();
        b.hold_to_end(table);
        table
    };
    let rotary = Rotary { cosine: rotary_table(), sine: rotary_table() };
    if is_eager(model, recipe) {
        // Eager attention adds one causal mask in the model's type, made once for the batch; one more for windows where
        // some blocks have them and others have not.
        let mask = recipe.causal_mask(b, dtype);
        let windowed = |layer| model.options.window.is_some_and(|window| window.layers.contains(layer));
        let layers = 0..model.num_hidden_layers;
        if layers.clone().any(windowed) && !layers.clone().all(windowed) {
            recipe.causal_mask(b, dtype);
        }
        return Shared { rotary, mask: Some(mask) };
    }
    if (0..model.num_hidden_layers).any(|layer| is_windowed(model, layer, recipe)) {
        // The window's mask of booleans is made once; attention turns it into its own type, call by call.
        recipe.causal_mask(b, Dtype::U8);
    }
    Shared { rotary, mask: None }
}

/// Whether norms have weights around zero and embeddings are scaled.
fn is_gemma(model: &Decoder) -> bool {
    matches!(model.variant, DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::Gemma3)
}

fn normed(b: &mut Builder, model: &Decoder, x: VarId, norm: Norm) -> VarId {
    if is_gemma(model) { b.centered_rms_norm(x, norm) } else { b.rms_norm(x, norm) }
}

fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> Block {
    let outer = model.variant == DecoderVariant::Gemma2;
    let width = model.hidden_size;
    Block {
        input_norm: norm_weights(b, width, recipe),
        attention: attention::weights(b, model, recipe),
        attention_output_norm: outer.then(|| norm_weights(b, width, recipe)),
        mlp_norm: norm_weights(b, width, recipe),
        mlp: mlp::weights(b, model, kind.dense, recipe),
        mlp_output_norm: outer.then(|| norm_weights(b, width, recipe)),
    }
}

fn forward(b: &mut Builder, model: &Decoder, block: &Block, x: VarId, shared: (Shared, Kind), recipe: Recipe) -> VarId {
    let (shared, Kind { windowed, .. }) = shared;
    let dropout = model.options.residual_dropout;
    let residual = x;
    let x = normed(b, model, x, block.input_norm);
    let x = attention::forward(b, model, &block.attention, x, (shared, windowed), recipe);
    let x = block.attention_output_norm.map_or(x, |norm| normed(b, model, x, norm));
    let x = b.dropout(x, dropout);
    let residual = b.add(residual, x);
    let x = normed(b, model, residual, block.mlp_norm);
    let x = mlp::forward(b, &block.mlp, x);
    let x = block.mlp_output_norm.map_or(x, |norm| normed(b, model, x, norm));
    let x = b.dropout(x, dropout);
    b.add(residual, x)
}
