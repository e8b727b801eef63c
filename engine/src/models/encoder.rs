//! Encoders of the BERT kind as Hugging Face builds them: learned positions, post-norm blocks, dropout.

mod modern;

use super::Recipe;
use super::adapted::{Adapted, Site};
use crate::architecture::{Activation, Encoder, EncoderOptions, EncoderVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::Eager;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::training::Task;
use crate::work::WorkKind;

struct Block {
    query: Adapted,
    key: Adapted,
    value: Adapted,
    output: Adapted,
    attention_norm: Norm,
    up: Adapted,
    down: Adapted,
    output_norm: Norm,
}

/// The graph of one micro-step for classification or masked tokens.
#[must_use]
pub fn build(model: &Encoder, recipe: Recipe) -> Graph {
    if model.variant == EncoderVariant::ModernBert {
        return modern::build(model, recipe);
    }
    let mut b = recipe.builder();
    let (batch, length) = (recipe.batch, recipe.data.sequence_length);
    let tokens = batch * length;
    let ids = b.input(tokens, Dtype::I64);
    let labels = b.input(if recipe.data.task == Task::MaskedLm { tokens } else { batch }, Dtype::I64);
    if recipe.is_masked() {
        b.input(batch * length * length, Dtype::U8);
    }
    // Position and segment ids of the module.
    b.buffer(model.max_position_embeddings * 8);
    if model.type_vocab_size > 0 {
        b.buffer(model.max_position_embeddings * 8);
    }
    let (hidden, table) = b.segment(Layer::Stem, &[], false, |b| embeddings(b, model, ids, length, recipe));
    let shape = Shape {
        batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_attention_heads,
        head_dim: model.hidden_size / model.num_attention_heads,
        queries: length,
        keys: length,
    };
    let embedded = hidden;
    let hidden = b.repeated(model.num_hidden_layers, 0, recipe.is_checkpointed(), hidden, &mut |b, x| {
        let block = weights(b, model, recipe);
        forward(b, model, &block, x, shape, recipe)
    });
    let logits = b.segment(Layer::Head, &[hidden], false, |b| match recipe.data.task {
        Task::Classification => classifier(b, model, hidden, embedded, recipe),
        Task::MaskedLm => language_head(b, model, hidden, table, recipe),
    });
    b.hold_to_end(logits);
    b.segment(Layer::Loss, &[], false, |b| {
        b.cross_entropy(logits, labels);
        // The library's loss runs while the model's output is held.
        b.hold(hidden);
    });
    b.finish()
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

/// A tensor of indices made on the device.
fn zeros(b: &mut Builder, elements: u64) -> VarId {
    b.begin("zeros", "zeros", WorkKind::Elementwise);
    let out = b.writes(elements, Dtype::I64);
    b.end();
    out
}

fn weights(b: &mut Builder, model: &Encoder, recipe: Recipe) -> Block {
    let (hidden, inner) = (model.hidden_size, model.intermediate_size);
    Block {
        query: recipe.adapted(b, hidden, hidden, true, Site::Query, "query"),
        key: recipe.adapted(b, hidden, hidden, true, Site::Key, "key"),
        value: recipe.adapted(b, hidden, hidden, true, Site::Value, "value"),
        output: recipe.adapted(b, hidden, hidden, true, Site::Output, "output"),
        attention_norm: b.norm_weights(hidden, true),
        up: recipe.adapted(b, hidden, inner, true, Site::Mlp, "intermediate"),
        down: recipe.adapted(b, inner, hidden, true, Site::Mlp, "dense"),
        output_norm: b.norm_weights(hidden, true),
    }
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
    b.hold_in_segment(x);
    let inner = b.adapted(x, block.up);
    let inner = b.activated(inner, activation);
    let out = b.adapted(inner, block.down);
    b.hold_in_segment(inner);
    let out = b.dropout(out, hidden_dropout);
    b.hold_in_segment(out);
    let sum = b.add(out, x);
    b.layer_norm(sum, block.output_norm)
}

fn classifier(b: &mut Builder, model: &Encoder, hidden: VarId, embedded: VarId, recipe: Recipe) -> VarId {
    let width = model.hidden_size;
    let site = head_site(model);
    let dense = recipe.adapted(b, width, width, true, site, "dense");
    let head = b.linear_weights(width, recipe.data.num_classes, true);
    let first = b.copied_part(hidden, recipe.data.sequence_length, "slice");
    // The encoder's own variable holds the embeddings until it returns.
    b.hold(embedded);
    let activation = match model.variant {
        EncoderVariant::DistilBert => Activation::Relu,
        EncoderVariant::Electra | EncoderVariant::ModernBert => Activation::Gelu,
        EncoderVariant::Bert | EncoderVariant::Roberta => Activation::Tanh,
    };
    let dropout = model.options.classifier_dropout;
    let x = if matches!(model.variant, EncoderVariant::Roberta | EncoderVariant::Electra) {
        b.dropout(first, dropout)
    } else {
        first
    };
    let x = b.adapted(x, dense);
    let x = b.activated(x, activation);
    let x = b.dropout(x, dropout);
    b.linear(x, head)
}

/// Adapters on every linear layer sit at the head's too, where its name is that of the blocks' layers.
const fn head_site(model: &Encoder) -> Site {
    match model.variant {
        EncoderVariant::DistilBert | EncoderVariant::ModernBert => Site::Other,
        EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::Electra => Site::Mlp,
    }
}

fn language_head(b: &mut Builder, model: &Encoder, hidden: VarId, table: VarId, recipe: Recipe) -> VarId {
    let width = model.options.embedding_size.unwrap_or(model.hidden_size);
    let dense = recipe.adapted(b, model.hidden_size, width, true, head_site(model), "dense");
    let norm = b.norm_weights(width, true);
    let weight = if model.options.tie_word_embeddings { table } else { b.weight(Weight::matrix(model.vocab_size, width)) };
    let bias = b.weight(Weight::vector(model.vocab_size));
    if !model.options.tie_word_embeddings && matches!(model.variant, EncoderVariant::Bert | EncoderVariant::Roberta) {
        // The head's own bias beside the one that its product uses, which are one where weights are tied.
        b.weight(Weight::vector(model.vocab_size));
    }
    let x = b.adapted(hidden, dense);
    // RoBERTa's and ELECTRA's heads have a GELU of their own.
    let activation = match model.variant {
        EncoderVariant::Roberta | EncoderVariant::Electra => Activation::Gelu,
        _ => model.options.activation,
    };
    let x = b.activated(x, activation);
    let x = b.layer_norm(x, norm);
    b.linear(x, Linear { weight, bias: Some(bias), inputs: width, outputs: model.vocab_size })
}
