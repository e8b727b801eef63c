//! Decoders of the LLaMA kind as Hugging Face builds them: RMS norm, rotary positions, grouped queries, gated MLP.

use super::Recipe;
use super::adapted::{Adapted, Site};
use crate::architecture::Decoder;
use crate::estimate::Layer;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::dtype::Dtype;
use crate::graph::elementwise::Keeps;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::training::LossLogits;
use crate::work::WorkKind;

/// What all blocks share.
#[derive(Debug, Clone, Copy)]
struct Shared {
    shape: Shape,
    cosine: VarId,
    sine: VarId,
}

struct Block {
    input_norm: Norm,
    query: Adapted,
    key: Adapted,
    value: Adapted,
    output: Adapted,
    post_attention_norm: Norm,
    gate: Adapted,
    up: Adapted,
    down: Adapted,
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
        let hidden = if recipe.checkpointed() && recipe.training.method.lora().is_some() { b.with_input_gradient(hidden) } else { hidden };
        let shared = shared(b, model, recipe, hidden);
        (hidden, shared, table)
    });
    // Inverse frequencies, twice (the module keeps the original beside the scaled ones).
    b.buffer(model.head_dim / 2 * 4);
    b.buffer(model.head_dim / 2 * 4);
    let hidden = b.repeated(model.num_hidden_layers, 0, recipe.checkpointed(), hidden, &mut |b, x| {
        let block = weights(b, model, recipe);
        forward(b, &block, x, shared, recipe)
    });
    let (hidden, head) = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = Norm { weight: b.weight_as(Weight::vector(model.hidden_size), unquantized, trainable, true), bias: None, width: model.hidden_size };
        let hidden = b.rms_norm(hidden, norm);
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
        // The caller's loss replaces the logits by their FP32 copy; the library's own keeps both.
        if treatment != LossLogits::UpcastShiftedCopy {
            b.hold_to_end(logits);
        }
        logits
    });
    b.segment(Layer::Loss, &[], false, |b| b.causal_loss(logits, tokens, batch, labels, treatment));
    b.finish()
}

fn shared(b: &mut Builder, model: &Decoder, recipe: Recipe, hidden: VarId) -> Shared {
    let length = recipe.data.sequence_length;
    let shape = Shape {
        batch: recipe.batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_key_value_heads,
        head_dim: model.head_dim,
        queries: length,
        keys: length,
    };
    let dtype = b.var(hidden).dtype;
    let mut rotary_table = || {
        b.begin("cos", "cos", WorkKind::Elementwise);
        let table = b.writes(length * model.head_dim, dtype);
        b.end();
        b.hold_to_end(table);
        table
    };
    let (cosine, sine) = (rotary_table(), rotary_table());
    if recipe.eager() {
        // Eager attention adds one causal mask in the model's type, made once for the batch.
        b.begin("where", "where", WorkKind::Elementwise);
        let mask = b.writes(recipe.batch * length * length, dtype);
        b.end();
        b.hold_to_end(mask);
    }
    Shared { shape, cosine, sine }
}

fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Block {
    let hidden = model.hidden_size;
    let queries = model.num_attention_heads * model.head_dim;
    let keys = model.num_key_value_heads * model.head_dim;
    let bias = model.attention_bias;
    let norm = |b: &mut Builder| Norm {
        weight: b.weight_as(Weight::vector(hidden), recipe.unquantized_dtype(), b.mode.trainable, true),
        bias: None,
        width: hidden,
    };
    Block {
        input_norm: norm(b),
        query: recipe.adapted(b, hidden, queries, bias, Site::Query, "q_proj"),
        key: recipe.adapted(b, hidden, keys, bias, Site::Key, "k_proj"),
        value: recipe.adapted(b, hidden, keys, bias, Site::Value, "v_proj"),
        output: recipe.adapted(b, queries, hidden, false, Site::Output, "o_proj"),
        post_attention_norm: norm(b),
        gate: recipe.adapted(b, hidden, model.intermediate_size, false, Site::Mlp, "gate_proj"),
        up: recipe.adapted(b, hidden, model.intermediate_size, false, Site::Mlp, "up_proj"),
        down: recipe.adapted(b, model.intermediate_size, hidden, false, Site::Mlp, "down_proj"),
    }
}

fn forward(b: &mut Builder, block: &Block, x: VarId, shared: Shared, recipe: Recipe) -> VarId {
    let Shared { shape, cosine, sine } = shared;
    let normed = b.rms_norm(x, block.input_norm);
    let query = b.adapted(normed, block.query);
    let key = b.adapted(normed, block.key);
    let value = b.adapted(normed, block.value);
    let query = rotated(b, query, cosine, sine);
    let key = rotated(b, key, cosine, sine);
    let masked = recipe.masked();
    let options = Options { masked, causal: !masked, grouped: !masked, dropout: 0.0 };
    let attended = if recipe.eager() {
        b.eager_attention(query, key, value, shape, options, true)
    } else if masked && shape.heads != shape.key_value_heads {
        let (key, value) = (b.repeated_heads(key, shape), b.repeated_heads(value, shape));
        b.fused_attention(query, key, value, Shape { key_value_heads: shape.heads, ..shape }, options)
    } else {
        b.fused_attention(query, key, value, shape, options)
    };
    let projected = b.adapted(attended, block.output);
    let x = b.add(x, projected);
    let normed = b.rms_norm(x, block.post_attention_norm);
    let gate = b.adapted(normed, block.gate);
    let gate = b.activation(gate, "silu", "silu_backward", Keeps::Input);
    let up = b.adapted(normed, block.up);
    let product = b.multiply(gate, up);
    let down = b.adapted(product, block.down);
    b.add(x, down)
}

/// Rotary positions: `x * cos + rotate_half(x) * sin`; the tables' type may widen the result.
fn rotated(b: &mut Builder, x: VarId, cosine: VarId, sine: VarId) -> VarId {
    let direct = rotary_product(b, x, cosine);
    let half = b.copied_part(x, 2, "neg");
    let turned = b.joined_halves(half, x);
    let turned = rotary_product(b, turned, sine);
    b.add(direct, turned)
}

fn rotary_product(b: &mut Builder, x: VarId, table: VarId) -> VarId {
    let var = b.var(x);
    let dtype = var.dtype.promoted(b.var(table).dtype);
    b.begin("mul", "mul_backward", WorkKind::Elementwise);
    b.reads(x);
    b.reads(table);
    let out = b.writes(var.elements, dtype);
    b.saves(table);
    b.grad_sized(x, var.elements * dtype.bytes());
    b.end();
    out
}
