//! Attention of Gemma 4: heads of other widths in blocks that attend to all tokens, values that are keys, norms of all three.

use super::kind::Kind;
use super::positions::turned;
use super::shared::{Shared, norm_weights, normed};
use crate::architecture::Decoder;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// What makes queries, keys and values of one block.
#[derive(Debug, Clone, Copy)]
pub struct Varied {
    query: Adapted,
    query_norm: Norm,
    /// None where another block's keys and values are read.
    keys: Option<Keys>,
}

#[derive(Debug, Clone, Copy)]
struct Keys {
    norm: Norm,
    key: Adapted,
    /// None where values are what keys were before their norm.
    value: Option<Adapted>,
}

/// Weights of one block, in the order of its modules, and of the way back.
pub(super) fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> (Varied, Adapted) {
    let hidden = model.hidden_size;
    let (queries, keys) = (model.num_attention_heads * kind.head_dim, kind.key_value_heads * kind.head_dim);
    let bias = model.attention_bias;
    let is_key = kind.global && model.options.gemma4.is_some_and(|gemma4| gemma4.attention_k_eq_v);
    let query = recipe.adapted(b, hidden, queries, bias, Site::Query, "q_proj");
    let query_norm = norm_weights(b, kind.head_dim, recipe);
    let keys = (!kind.shares).then(|| Keys {
        norm: norm_weights(b, kind.head_dim, recipe),
        key: recipe.adapted(b, hidden, keys, bias, Site::Key, "k_proj"),
        value: (!is_key).then(|| recipe.adapted(b, hidden, keys, bias, Site::Value, "v_proj")),
    });
    let output = recipe.adapted(b, queries, hidden, model.attention_output_bias, Site::Output, "o_proj");
    (Varied { query, query_norm, keys }, output)
}

/// Queries and keys, normed and turned, and values, normed by no weight.
pub(super) fn forward(b: &mut Builder, model: &Decoder, varied: &Varied, x: VarId, shared: Shared) -> [VarId; 3] {
    let placed = |b: &mut Builder, x: VarId| shared.rotary.map_or(x, |rotary| turned(b, model, x, rotary));
    let query = b.adapted(x, varied.query);
    let query = normed(b, model, query, varied.query_norm);
    let query = placed(b, query);
    let Some(keys) = varied.keys else {
        // What comes before the first block that reads them has made them.
        debug_assert!(shared.stored.is_some(), "blocks that share keys follow one of their kind that stores them");
        let [key, value] = shared.stored.unwrap_or([query; 2]);
        return [query, key, value];
    };
    let key = b.adapted(x, keys.key);
    let value = keys.value.map_or(key, |value| b.adapted(x, value));
    let raw = value;
    let key = normed(b, model, key, keys.norm);
    let key = placed(b, key);
    let value = b.power_rms_norm(value, keys.norm.width, None);
    b.hold(raw);
    [query, key, value]
}
