//! Encoders of prompts: the frozen half of CLIP that reads texts, and T5's encoder, as transformers builds them.

use super::{Recipe, t5};
use crate::architecture::{ClipText, PromptEncoder};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::{Builder, Weight};
use crate::graph::{Graph, VarId};

/// The graph of encoding the batch's prompts.
#[must_use]
pub fn build(encoder: &PromptEncoder, recipe: Recipe) -> Graph {
    match encoder {
        PromptEncoder::Clip(model) => clip(model, recipe),
        PromptEncoder::T5(model) => t5::build_encoder(model, recipe, t5::Biases::Shared),
        PromptEncoder::Umt5(model) => t5::build_encoder(model, recipe, t5::Biases::Own),
    }
}

fn clip(model: &ClipText, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, length, width) = (recipe.batch, model.max_position_embeddings, model.hidden_size);
    let ids = b.input(batch * length, Dtype::I64);
    // A buffer of the module.
    let position_ids = b.input(length, Dtype::I64);
    let embedded = b.segment(Layer::Stem, &[], false, |b| {
        let words = b.weight(Weight::table(model.vocab_size, width));
        let places = b.weight(Weight::table(length, width));
        let words = b.embedding(ids, words, width);
        let places = b.embedding(position_ids, places, width);
        b.add(words, places)
    });
    let shape = Shape {
        batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_attention_heads,
        head_dim: width / model.num_attention_heads.max(1),
        queries: length,
        keys: length,
    };
    // Pipelines ask for the states of every layer and take the last but one.
    b.hold_to_end(embedded);
    let hidden = b.repeated(model.num_hidden_layers, Layer::Block(0), false, embedded, &mut |b, x| {
        let out = block(b, model, shape, x);
        b.hold_to_end(out);
        out
    });
    b.segment(Layer::Head, &[hidden], false, |b| {
        let norm = b.norm_weights(width, true);
        let out = b.layer_norm(hidden, norm);
        b.hold_to_end(out);
        if model.projection_dim > 0 {
            let projection = b.linear_weights(width, model.projection_dim, false);
            let pooled = b.viewed(out, batch * width, "index");
            let projected = b.linear(pooled, projection);
            b.hold_to_end(projected);
        }
    });
    b.finish()
}

fn block(b: &mut Builder, model: &ClipText, shape: Shape, x: VarId) -> VarId {
    let width = model.hidden_size;
    let attention_norm = b.norm_weights(width, true);
    let [query, key, value, output] = [(); 4].map(|()| b.linear_weights(width, width, true));
    let mlp_norm = b.norm_weights(width, true);
    let up = b.linear_weights(width, model.intermediate_size, true);
    let down = b.linear_weights(model.intermediate_size, width, true);
    let normed = b.layer_norm(x, attention_norm);
    let [query, key, value] = [query, key, value].map(|weights| b.linear(normed, weights));
    // A causal mask is given as a tensor.
    let options = Options { masked: true, causal: false, grouped: false, dropout: 0.0 };
    let attended = b.fused_attention(query, key, value, shape, options);
    let out = b.linear(attended, output);
    let x = b.add(x, out);
    let normed = b.layer_norm(x, mlp_norm);
    let inner = b.linear(normed, up);
    let active = b.activated(inner, model.activation);
    let out = b.linear(active, down);
    b.add(x, out)
}
