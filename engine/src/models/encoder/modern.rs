//! `ModernBERT` as Hugging Face builds it: rotary positions, norms before halves, a gated MLP, windows in most blocks.

use super::super::Recipe;
use super::super::adapted::{Adapted, Site};
use super::super::decoder::gated_product;
use super::shared::{compared, embedded, inputs};
use crate::architecture::{Activation, Encoder, Window};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::{Eager, Softmax};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::graph::{Graph, VarId};
use crate::training::Task;

/// What blocks of one kind share.
#[derive(Debug, Clone, Copy)]
struct Shared {
    rotary: Rotary,
    /// The window's mask: of booleans for fused attention, added to scores that lie in memory.
    mask: Option<VarId>,
}

struct Block {
    /// The first block reads embeddings that are normed already.
    attention_norm: Option<Norm>,
    query_key_value: Adapted,
    output: Adapted,
    mlp_norm: Norm,
    up: Adapted,
    down: Adapted,
}

/// The graph of one micro-step for a task.
pub(super) fn build(model: &Encoder, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, length, width) = (recipe.batch, recipe.data.sequence_length, model.hidden_size);
    let (ids, labels) = inputs(&mut b, recipe);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    // Inverse frequencies of both kinds of block, twice (the module keeps the original beside the scaled ones).
    for _ in 0..4 {
        b.buffer(width / model.num_attention_heads / 2 * 4);
    }
    let (mut hidden, table, shared) = b.segment(Layer::Stem, &[], false, |b| {
        let table = b.weight(Weight::table(model.vocab_size, width));
        let x = b.embedding(ids, table, width);
        let x = recipe.checkpoint_input(b, x);
        let norm = b.norm_weights(width, false);
        let x = b.layer_norm(x, norm);
        let x = b.dropout(x, model.options.embedding_dropout);
        // What the masks are made by (`mask_kwargs`) names the embeddings until the encoder returns.
        b.list(x);
        (x, table, shared(b, model, recipe, x))
    });
    let is_local = |layer: u64| model.options.window.is_some_and(|window| window.layers.contains(layer));
    let mut first = 0;
    while first < model.num_hidden_layers {
        let kind = (first == 0, is_local(first));
        let count = (first..model.num_hidden_layers).take_while(|&layer| (layer == 0, is_local(layer)) == kind).count() as u64;
        hidden = b.repeated(count, Layer::Block(first), recipe.is_checkpointed(), hidden, &mut |b, x| {
            let block = weights(b, model, kind.0, recipe);
            forward(b, model, &block, x, shared[usize::from(kind.1)], recipe)
        });
        first += count;
    }
    hidden = b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = b.norm_weights(width, false);
        b.layer_norm(hidden, norm)
    });
    let logits = b.segment(Layer::Head, &[], false, |b| {
        b.end_list();
        head(b, model, hidden, table, recipe)
    });
    b.hold_to_end(logits);
    if recipe.data.task == Task::Contrastive {
        return compared(b, logits, hidden, recipe);
    }
    b.segment(Layer::Loss, &[], false, |b| {
        // The loss over the vocabulary widens what it is given.
        let scored = if recipe.data.task == Task::MaskedLm { b.to_dtype(logits, Dtype::F32) } else { logits };
        b.cross_entropy(scored, labels);
        // The library's loss runs while the model's output is held.
        b.hold(hidden);
    });
    b.finish()
}

/// Tables of positions and masks of blocks that attend to all tokens, and of those with a window.
fn shared(b: &mut Builder, model: &Encoder, recipe: Recipe, hidden: VarId) -> [Shared; 2] {
    let dtype = b.var(hidden).dtype;
    let made = |b: &mut Builder| if recipe.eager() { recipe.causal_mask(b, dtype) } else { recipe.window_mask(b) };
    let mask = model.options.window.filter(|window| is_narrow(window, recipe)).map(|_| made(b));
    let head_dim = model.hidden_size / model.num_attention_heads;
    [None, mask].map(|mask| Shared { rotary: recipe.rotary(b, head_dim, dtype), mask })
}

/// Whether a window cuts anything off, as the library decides; a mask that the caller gives serves instead.
fn is_narrow(window: &Window, recipe: Recipe) -> bool {
    recipe.data.sequence_length >= window.tokens && !recipe.is_masked()
}

fn weights(b: &mut Builder, model: &Encoder, is_first: bool, recipe: Recipe) -> Block {
    let (hidden, inner) = (model.hidden_size, model.intermediate_size);
    Block {
        attention_norm: (!is_first).then(|| b.norm_weights(hidden, false)),
        query_key_value: recipe.adapted(b, hidden, 3 * hidden, false, Site::FusedQueryKeyValue, "Wqkv"),
        output: recipe.adapted(b, hidden, hidden, false, Site::Output, "attn.Wo"),
        mlp_norm: b.norm_weights(hidden, false),
        up: recipe.adapted(b, hidden, 2 * inner, false, Site::Mlp, "Wi"),
        down: recipe.adapted(b, inner, hidden, false, Site::Mlp, "mlp.Wo"),
    }
}

fn forward(b: &mut Builder, model: &Encoder, block: &Block, x: VarId, shared: Shared, recipe: Recipe) -> VarId {
    let length = recipe.data.sequence_length;
    let heads = model.num_attention_heads;
    let head_dim = model.hidden_size / heads;
    let shape = Shape { batch: recipe.batch, heads, key_value_heads: heads, head_dim, queries: length, keys: length };
    let dropout = model.options.attention_dropout;
    let residual = x;
    let read = block.attention_norm.map_or(x, |norm| b.layer_norm(x, norm));
    let all = b.adapted(read, block.query_key_value);
    let [query, key, value] = b.parts(all, "stack");
    let [query, key] = [query, key].map(|x| {
        let turned = b.rotated_widened(x, shared.rotary);
        let narrow = b.var(x).dtype;
        b.to_dtype(turned, narrow)
    });
    if let Some(mask) = shared.mask {
        b.handed(mask);
    }
    let attended = if recipe.eager() {
        let eager = Eager { softmax: Softmax::Fp32, mask: shared.mask, dropout, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else {
        let masked = recipe.is_masked() || shared.mask.is_some();
        b.fused_attention(query, key, value, shape, Options { masked, causal: false, grouped: false, dropout })
    };
    let out = b.adapted(attended, block.output);
    b.hold(read);
    for held in [query, key, value] {
        b.hold(held);
    }
    let out = b.dropout(out, dropout);
    b.hold_in_segment(out);
    let residual = b.add(residual, out);
    let x = b.layer_norm(residual, block.mlp_norm);
    let both = b.adapted(x, block.up);
    let inner = gated_product(b, both, model.options.activation);
    let inner = b.dropout(inner, model.options.hidden_dropout);
    let out = b.adapted(inner, block.down);
    // The MLP's argument and both halves of its first product.
    b.hold_all(&[x, both]);
    b.add(residual, out)
}

/// A dense layer, GELU and a norm, then the vocabulary's product or the classifier.
fn head(b: &mut Builder, model: &Encoder, hidden: VarId, table: VarId, recipe: Recipe) -> VarId {
    if recipe.data.task == Task::Contrastive {
        return embedded(b, hidden, recipe);
    }
    let width = model.hidden_size;
    let dense = recipe.adapted(b, width, width, false, Site::Other, "head.dense");
    let norm = b.norm_weights(width, false);
    match recipe.data.task {
        Task::MaskedLm => {
            let weight =
                if model.options.tie_word_embeddings { table } else { b.weight(Weight::matrix(model.vocab_size, width)) };
            let bias = b.weight(Weight::vector(model.vocab_size));
            let x = b.adapted(hidden, dense);
            let x = b.activated(x, Activation::Gelu);
            let x = b.layer_norm(x, norm);
            b.linear(x, Linear { weight, bias: Some(bias), inputs: width, outputs: model.vocab_size })
        }
        Task::Classification | Task::Contrastive => {
            recipe.begin_head(b);
            let classifier = b.linear_weights(width, recipe.data.num_classes, true);
            let pooled = if model.options.mean_pooling {
                let kept = b.scaled(hidden, "mul");
                let sum = b.summed_rows(kept, recipe.batch * width);
                b.scaled(sum, "div")
            } else {
                b.copied_part(hidden, recipe.data.sequence_length, "slice")
            };
            let x = b.adapted(pooled, dense);
            let x = b.activated(x, Activation::Gelu);
            let x = b.layer_norm(x, norm);
            let x = b.dropout(x, model.options.classifier_dropout);
            b.linear(x, classifier)
        }
    }
}
