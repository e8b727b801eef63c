//! A second embedding of each token, of which every block is given a share (Gemma 4's embeddings by layer).

use super::shared::{norm_weights, normed};
use crate::architecture::Decoder;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// What one block does with its share.
#[derive(Debug, Clone, Copy)]
pub struct PerLayer {
    gate: Adapted,
    projection: Adapted,
    norm: Norm,
}

/// Width of a block's share, where blocks are given some.
fn width(model: &Decoder) -> Option<u64> {
    model.options.gemma4.map(|gemma4| gemma4.hidden_size_per_layer_input).filter(|&width| width > 0)
}

/// Weights of one block.
pub(super) fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Option<PerLayer> {
    let (width, hidden) = (width(model)?, model.hidden_size);
    Some(PerLayer {
        gate: recipe.adapted(b, hidden, width, false, Site::Other, "per_layer_input_gate"),
        projection: recipe.adapted(b, width, hidden, false, Site::Other, "per_layer_projection"),
        norm: norm_weights(b, hidden, recipe),
    })
}

/// The shares of all blocks: rows of the second embedding and a projection of the first, normed, as one sum.
pub(super) fn inputs(b: &mut Builder, model: &Decoder, recipe: Recipe, ids: VarId, hidden: VarId) -> Option<VarId> {
    let share = width(model)?;
    let all = share * model.num_hidden_layers;
    let rows = model.options.gemma4.map_or(0, |gemma4| gemma4.vocab_size_per_layer_input);
    let (unquantized, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let table = b.weight_as(Weight::table(rows, all), unquantized, trainable, true);
    // The scale of its rows.
    b.buffer(4);
    let projection = recipe.adapted(b, model.hidden_size, all, false, Site::Other, "per_layer_model_projection");
    let norm = norm_weights(b, share, recipe);
    let found = b.embedding(ids, table, all);
    let found = b.scaled(found, "mul");
    let projected = b.adapted(hidden, projection);
    let projected = b.scaled(projected, "mul");
    let projected = normed(b, model, projected, norm);
    let sum = b.add(projected, found);
    let scaled = b.scaled(sum, "mul");
    b.hold(found);
    b.list(scaled);
    Some(scaled)
}

/// The residual stream with what its share of `given` adds to it, as far as the stream's own gate lets it.
pub(super) fn forward(b: &mut Builder, model: &Decoder, layers: &PerLayer, x: VarId, given: VarId) -> VarId {
    let share = b.var(given).elements / model.num_hidden_layers;
    let share = b.viewed(given, share, "select_backward");
    let gate = b.adapted(x, layers.gate);
    let gate = b.activated(gate, model.options.activation);
    let gated = b.multiply(gate, share);
    let projected = b.adapted(gated, layers.projection);
    let projected = normed(b, model, projected, layers.norm);
    b.add(x, projected)
}
