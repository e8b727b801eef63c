//! What encoders of the BERT kind have in common: the weights of a block, and what a task makes of the encoder's output.

use crate::architecture::{Activation, Encoder, EncoderVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};
use crate::training::Task;
use crate::work::WorkKind;

/// The dense layer of a head: the pooler's, the classifier's or that before the vocabulary.
const HEAD: &str = "head.dense";

/// Weights of a block.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    pub(super) query: Adapted,
    pub(super) key: Adapted,
    pub(super) value: Adapted,
    pub(super) output: Adapted,
    pub(super) attention_norm: Norm,
    pub(super) up: Adapted,
    pub(super) down: Adapted,
    pub(super) output_norm: Norm,
}

/// Weights of one block.
pub(super) fn weights(b: &mut Builder, model: &Encoder, recipe: Recipe) -> Block {
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

/// The second half of a block of BERT's kind, each of whose results has a variable until the block returns.
pub(super) fn fed_forward(b: &mut Builder, model: &Encoder, block: &Block, x: VarId) -> VarId {
    b.hold_in_segment(x);
    let inner = b.adapted(x, block.up);
    let inner = b.activated(inner, model.options.activation);
    b.hold_in_segment(inner);
    let out = b.adapted(inner, block.down);
    let out = b.dropout(out, model.options.hidden_dropout);
    b.hold_in_segment(out);
    let sum = b.add(out, x);
    b.layer_norm(sum, block.output_norm)
}

/// A tensor of indices made on the device.
pub(super) fn zeros(b: &mut Builder, elements: u64) -> VarId {
    b.begin("zeros", "zeros", WorkKind::Elementwise);
    let out = b.writes(elements, Dtype::I64);
    b.end();
    out
}

/// Token ids, and the labels of every token or of every text; where texts are compared, which tokens are no padding.
pub(super) fn inputs(b: &mut Builder, recipe: Recipe) -> (VarId, VarId) {
    let tokens = recipe.batch * recipe.data.sequence_length;
    let ids = b.input(tokens, Dtype::I64);
    let labels = match recipe.data.task {
        Task::Classification => recipe.batch,
        Task::MaskedLm | Task::Contrastive => tokens,
    };
    (ids, b.input(labels, Dtype::I64))
}

/// The head and the loss behind the blocks.
pub(super) fn finish(mut b: Builder, model: &Encoder, recipe: Recipe, [hidden, table, labels]: [VarId; 3]) -> Graph {
    let logits = b.segment(Layer::Head, &[hidden], false, |b| head(b, model, hidden, table, recipe));
    b.hold_to_end(logits);
    if recipe.data.task == Task::Contrastive {
        return compared(b, logits, hidden, recipe);
    }
    b.segment(Layer::Loss, &[], false, |b| {
        b.cross_entropy(logits, labels);
        // The library's loss runs while the model's output is held.
        b.hold(hidden);
    });
    b.finish()
}

/// What a task makes of the encoder's output, once the encoder has returned.
pub(super) fn head(b: &mut Builder, model: &Encoder, hidden: VarId, table: VarId, recipe: Recipe) -> VarId {
    b.end_list();
    match recipe.data.task {
        Task::Classification => classifier(b, model, hidden, recipe),
        Task::MaskedLm => language_head(b, model, hidden, table, recipe),
        Task::Contrastive => embedded(b, hidden, recipe),
    }
}

/// A vector of length 1 for every text: the mean of its tokens' (Reimers and Gurevych 2019, section 3), scaled.
pub(super) fn embedded(b: &mut Builder, hidden: VarId, recipe: Recipe) -> VarId {
    let width = b.var(hidden).elements / (recipe.batch * recipe.data.sequence_length).max(1);
    let kept = b.scaled(hidden, "mul");
    let sum = b.summed_rows(kept, recipe.batch * width);
    let mean = b.scaled(sum, "div");
    let dtype = b.var(mean).dtype;
    let norm = b.copied(&[mean], recipe.batch, dtype, "linalg_vector_norm");
    b.divided(mean, norm)
}

/// The loss over all first against all second texts of a batch (multiple negatives, Henderson et al. 2017, section 4), and the
/// graph's end.
pub(super) fn compared(mut b: Builder, texts: VarId, hidden: VarId, recipe: Recipe) -> Graph {
    let pairs = recipe.batch / 2;
    b.segment(Layer::Loss, &[], false, |b| {
        let elements = b.var(texts).elements;
        let [first, second] = [(); 2].map(|()| b.viewed(texts, elements / 2, "select_backward"));
        let scores = b.product_of_values(first, second, pairs * pairs, (pairs * elements) as f64);
        let scores = b.scaled(scores, "div");
        let answers = zeros(b, pairs);
        b.cross_entropy(scores, answers);
        b.hold(hidden);
    });
    b.finish()
}

fn classifier(b: &mut Builder, model: &Encoder, hidden: VarId, recipe: Recipe) -> VarId {
    let width = model.hidden_size;
    // What no published file has trains with the adapters; BERT's pooler is published.
    let dense = if model.variant == EncoderVariant::Bert || !recipe.trains_head() {
        let dense = recipe.adapted(b, width, width, true, head_site(model), HEAD);
        recipe.begin_head(b);
        dense
    } else {
        recipe.begin_head(b);
        Adapted::plain(b.linear_weights(width, width, true))
    };
    let head = b.linear_weights(width, recipe.data.num_classes, true);
    let first = b.copied_part(hidden, recipe.data.sequence_length, "slice");
    let activation = match model.variant {
        EncoderVariant::DistilBert => Activation::Relu,
        EncoderVariant::Electra | EncoderVariant::ModernBert | EncoderVariant::DebertaV2 => Activation::Gelu,
        EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::Mpnet => Activation::Tanh,
    };
    let dropout = model.options.classifier_dropout;
    let x = if matches!(model.variant, EncoderVariant::Roberta | EncoderVariant::Electra | EncoderVariant::Mpnet) {
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
        EncoderVariant::Bert
        | EncoderVariant::Roberta
        | EncoderVariant::Electra
        | EncoderVariant::DebertaV2
        | EncoderVariant::Mpnet => Site::Mlp,
    }
}

fn language_head(b: &mut Builder, model: &Encoder, hidden: VarId, table: VarId, recipe: Recipe) -> VarId {
    let width = model.options.embedding_size.unwrap_or(model.hidden_size);
    let dense = recipe.adapted(b, model.hidden_size, width, true, head_site(model), HEAD);
    let norm = b.norm_weights(width, true);
    let weight = if model.options.tie_word_embeddings { table } else { b.weight(Weight::matrix(model.vocab_size, width)) };
    let bias = b.weight(Weight::vector(model.vocab_size));
    if !model.options.tie_word_embeddings
        && matches!(
            model.variant,
            EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::DebertaV2 | EncoderVariant::Mpnet
        )
    {
        // The head's own bias beside the one that its product uses, which are one where weights are tied.
        b.weight(Weight::vector(model.vocab_size));
    }
    let x = b.adapted(hidden, dense);
    // These heads have a GELU of their own.
    let activation = match model.variant {
        EncoderVariant::Roberta | EncoderVariant::Electra | EncoderVariant::Mpnet => Activation::Gelu,
        _ => model.options.activation,
    };
    let x = b.activated(x, activation);
    let x = b.layer_norm(x, norm);
    b.linear(x, Linear { weight, bias: Some(bias), inputs: width, outputs: model.vocab_size })
}
