//! Decoders of the GPT-2 kind as Hugging Face builds them: learned positions, layer norm, fused projection, dropout.

use super::Recipe;
use super::adapted::{Adapted, Site};
use crate::architecture::{Gpt2, Gpt2Options};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::{Eager, Softmax};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;

struct Block {
    attention_norm: Norm,
    projection: Adapted,
    output: Adapted,
    mlp_norm: Norm,
    up: Adapted,
    down: Adapted,
}

/// What the model's own variables hold while the blocks run.
struct Stem {
    hidden: VarId,
    table: VarId,
    embeddings: [VarId; 2],
    mask: Option<VarId>,
}

/// The graph of one micro-step with the causal language-model loss.
#[must_use]
pub fn build(model: &Gpt2, recipe: Recipe) -> Graph {
    let recipe = recipe.of_texts();
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let tokens = batch * length;
    let ids = b.input(tokens, Dtype::I64);
    let labels = b.input(tokens, Dtype::I64);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    let Stem { hidden, table, embeddings, mask } = b.segment(Layer::Stem, &[], false, |b| stem(b, model, ids, recipe));
    let hidden = b.repeated(model.n_layer, Layer::Block(0), recipe.is_checkpointed(), hidden, &mut |b, x| {
        let block = weights(b, model, recipe);
        forward(b, model, &block, x, mask, recipe)
    });
    let hidden = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = norm_weights(b, model.n_embd, recipe);
        let hidden = b.layer_norm(hidden, norm);
        for embedding in embeddings {
            b.hold(embedding);
        }
        hidden
    });
    let weight = if model.options.tie_word_embeddings {
        table
    } else {
        let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
        b.weight_as(Weight::matrix(model.vocab_size, model.n_embd), dtype, trainable, true)
    };
    let head = Linear { weight, bias: None, inputs: model.n_embd, outputs: model.vocab_size };
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
        b.hold_outputs(hidden, logits, recipe.holds_as(treatment));
        logits
    });
    b.segment(Layer::Loss, &[], false, |b| b.causal_loss(logits, tokens, batch, labels, treatment));
    b.finish()
}

fn stem(b: &mut Builder, model: &Gpt2, ids: VarId, recipe: Recipe) -> Stem {
    let (unquantized, trainable, width) = (recipe.unquantized_dtype(), b.mode.trainable, model.n_embd);
    let table = b.weight_as(Weight::table(model.vocab_size, width), unquantized, trainable, true);
    let position_table = b.weight_as(Weight::table(model.n_positions, width), unquantized, trainable, true);
    let words = b.embedding(ids, table, width);
    let words = recipe.checkpoint_input(b, words);
    b.begin("arange", "arange", WorkKind::Elementwise);
    let position_ids = b.writes(recipe.data.sequence_length, Dtype::I64);
    b.end();
    let positions = b.embedding(position_ids, position_table, width);
    let sum = b.add(words, positions);
    let mask = recipe.eager().then(|| {
        let dtype = b.var(words).dtype;
        recipe.causal_mask(b, dtype)
    });
    Stem { hidden: b.dropout(sum, model.options.embd_pdrop), table, embeddings: [words, positions], mask }
}

fn norm_weights(b: &mut Builder, width: u64, recipe: Recipe) -> Norm {
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let mut vector = || b.weight_as(Weight::of_norm(width), dtype, trainable, true);
    Norm { weight: vector(), bias: Some(vector()), width }
}

fn weights(b: &mut Builder, model: &Gpt2, recipe: Recipe) -> Block {
    let (width, inner) = (model.n_embd, model.n_inner);
    Block {
        attention_norm: norm_weights(b, width, recipe),
        projection: recipe.adapted(b, width, 3 * width, true, Site::FusedQueryKeyValue, "c_attn"),
        output: recipe.adapted(b, width, width, true, Site::Output, "attn.c_proj"),
        mlp_norm: norm_weights(b, width, recipe),
        up: recipe.adapted(b, width, inner, true, Site::Mlp, "c_fc"),
        down: recipe.adapted(b, inner, width, true, Site::Mlp, "mlp.c_proj"),
    }
}

fn forward(b: &mut Builder, model: &Gpt2, block: &Block, x: VarId, mask: Option<VarId>, recipe: Recipe) -> VarId {
    let Gpt2Options { resid_pdrop, activation, .. } = model.options;
    let normed = b.layer_norm(x, block.attention_norm);
    let attended = attention(b, model, block, normed, mask, recipe);
    let attended = b.dropout(attended, resid_pdrop);
    b.hold_in_segment(attended);
    let x = b.add(attended, x);
    b.hold(normed);
    let normed = b.layer_norm(x, block.mlp_norm);
    let inner = b.adapted(normed, block.up);
    let inner = b.activated(inner, activation);
    let out = b.adapted(inner, block.down);
    b.hold(inner);
    let out = b.dropout(out, resid_pdrop);
    b.hold_in_segment(out);
    let sum = b.add(x, out);
    b.hold(normed);
    sum
}

fn attention(b: &mut Builder, model: &Gpt2, block: &Block, x: VarId, mask: Option<VarId>, recipe: Recipe) -> VarId {
    let (heads, length) = (model.n_head, recipe.data.sequence_length);
    let shape = Shape {
        batch: recipe.batch,
        heads,
        key_value_heads: heads,
        head_dim: model.n_embd / heads,
        queries: length,
        keys: length,
    };
    let fused = b.adapted(x, block.projection);
    let third = b.var(fused).elements / 3;
    let [query, key, value] = b.pieces(fused, [third; 3]);
    let attended = if mask.is_some() {
        let eager = Eager { softmax: Softmax::CastToValues, mask, dropout: model.options.attn_pdrop, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else {
        let masked = recipe.is_masked();
        b.fused_attention(
            query,
            key,
            value,
            shape,
            Options { masked, causal: !masked, grouped: false, dropout: model.options.attn_pdrop },
        )
    };
    let out = b.adapted(attended, block.output);
    // The views' variables hold the fused projection until attention returns.
    b.hold(fused);
    out
}
