//! Decoders of the LLaMA kind as Hugging Face builds them: RMS norm, rotary positions, grouped queries, gated MLP.

pub mod attention;
pub mod experts;
pub mod mlp;

use super::Recipe;
use crate::architecture::{Decoder, DecoderVariant};
use crate::estimate::Layer;
use crate::graph::builder::{Builder, Weight};
use crate::graph::dtype::Dtype;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;
use attention::Attention;
use mlp::Mlp;

/// What all blocks share.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    rotary: Rotary,
    mask: Option<VarId>,
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
    if recipe.masked() {
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
    b.buffer(model.head_dim / 2 * 4);
    b.buffer(model.head_dim / 2 * 4);
    if is_gemma(model) {
        // The scale of the embeddings.
        b.buffer(4);
    }
    let hidden = b.repeated(model.num_hidden_layers, 0, recipe.checkpointed(), hidden, &mut |b, x| {
        let block = weights(b, model, recipe);
        forward(b, model, &block, x, shared, recipe)
    });
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
        let logits = if model.variant == DecoderVariant::Gemma2 { b.softcapped(logits) } else { logits };
        b.hold_outputs(hidden, logits, treatment);
        logits
    });
    b.segment(Layer::Loss, &[], false, |b| b.causal_loss(logits, tokens, batch, labels, treatment));
    b.finish()
}

fn shared(b: &mut Builder, model: &Decoder, recipe: Recipe, hidden: VarId) -> Shared {
    let length = recipe.data.sequence_length;
    let dtype = b.var(hidden).dtype;
    let mut rotary_table = || {
        b.begin("cos", "cos", WorkKind::Elementwise);
        let table = b.writes(length * model.head_dim, dtype);
        b.end();
        b.hold_to_end(table);
        table
    };
    let rotary = Rotary { cosine: rotary_table(), sine: rotary_table() };
    if recipe.eager() || model.variant == DecoderVariant::Gemma2 {
        // Eager attention adds one causal mask in the model's type, made once for the batch; one more for windows.
        let mask = recipe.causal_mask(b, dtype);
        if model.variant == DecoderVariant::Gemma2 {
            recipe.causal_mask(b, dtype);
        }
        return Shared { rotary, mask: Some(mask) };
    }
    Shared { rotary, mask: None }
}

/// Whether norms have weights around zero and embeddings are scaled.
fn is_gemma(model: &Decoder) -> bool {
    matches!(model.variant, DecoderVariant::Gemma | DecoderVariant::Gemma2)
}

fn norm_weights(b: &mut Builder, width: u64, recipe: Recipe) -> Norm {
    let trainable = b.mode.trainable;
    let weight = b.weight_as(Weight::vector(width), recipe.unquantized_dtype(), trainable, true);
    Norm { weight, bias: None, width }
}

fn normed(b: &mut Builder, model: &Decoder, x: VarId, norm: Norm) -> VarId {
    if is_gemma(model) { b.centered_rms_norm(x, norm) } else { b.rms_norm(x, norm) }
}

fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Block {
    let outer = model.variant == DecoderVariant::Gemma2;
    let width = model.hidden_size;
    Block {
        input_norm: norm_weights(b, width, recipe),
        attention: attention::weights(b, model, recipe),
        attention_output_norm: outer.then(|| norm_weights(b, width, recipe)),
        mlp_norm: norm_weights(b, width, recipe),
        mlp: mlp::weights(b, model, recipe),
        mlp_output_norm: outer.then(|| norm_weights(b, width, recipe)),
    }
}

fn forward(b: &mut Builder, model: &Decoder, block: &Block, x: VarId, shared: Shared, recipe: Recipe) -> VarId {
    let residual = x;
    let x = normed(b, model, x, block.input_norm);
    let x = attention::forward(b, model, &block.attention, x, shared, recipe);
    let x = block.attention_output_norm.map_or(x, |norm| normed(b, model, x, norm));
    let residual = b.add(residual, x);
    let x = normed(b, model, residual, block.mlp_norm);
    let x = mlp::forward(b, &block.mlp, x);
    let x = block.mlp_output_norm.map_or(x, |norm| normed(b, model, x, norm));
    b.add(residual, x)
}
