//! What tells blocks of one model apart.

use super::tables::tables;
use crate::architecture::{Decoder, Tower, TowerVariant, Window};
use crate::models::Recipe;

/// What tells blocks of one model apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a block, which combine freely")]
pub struct Kind {
    /// Fused attention is given a dense mask of the window.
    pub(super) windowed: bool,
    /// It shares with blocks that have a window.
    pub(super) local: bool,
    /// An MLP where other blocks have experts.
    pub(super) dense: bool,
    /// Positions turn nothing.
    pub(super) unturned: bool,
    /// A state in place of keys and values.
    pub(super) linear: bool,
    /// Attends to all tokens, with heads of its own (Gemma 4).
    pub(super) global: bool,
    /// Reads keys and values that a block before it made.
    pub(super) shares: bool,
    /// Its keys and values are kept for others.
    pub(super) stores: bool,
    /// Key and value heads.
    pub(super) key_value_heads: u64,
    /// Width of a head.
    pub(super) head_dim: u64,
    /// Width of the MLP.
    pub(super) mlp_width: u64,
}

impl Kind {
    pub(super) fn of(model: &Decoder, layer: u64, recipe: Recipe) -> Self {
        let windowed = is_windowed(model, layer, recipe);
        // Without a mask or tables of its own it is as the others.
        let has_its_own = windowed || tables(model) > 1;
        let (key_value_heads, head_dim) = model.heads(layer);
        Self {
            windowed,
            local: has_its_own && model.options.window.is_some_and(|window| window.layers.contains(layer)),
            dense: model.options.dense_layers.contains(layer),
            unturned: model.options.unturned.contains(layer),
            linear: !model.keeps_tokens(layer),
            global: model.is_global(layer),
            shares: model.shares_keys(layer),
            stores: model.stores_keys(layer),
            key_value_heads,
            head_dim,
            mlp_width: model.mlp_width(layer),
        }
    }
}

/// Whether fused attention of all blocks is given a mask of its own for each sequence: tokens of a picture look ahead to one another
/// (Gemma 3).
pub(super) fn sees_both_ways(model: &Decoder, recipe: Recipe) -> bool {
    let has_own = matches!(model.options.tower, Some(Tower { variant: TowerVariant::Siglip, .. }));
    has_own && recipe.data.images_per_sample > 0 && !is_eager(model, recipe) && !recipe.is_masked()
}

/// Whether a block's fused attention is given a mask of a window: one that the sequence reaches (Hugging Face's
/// `_ignore_causal_mask_sdpa`); a mask that the caller gives serves instead.
#[must_use]
pub fn is_windowed(model: &Decoder, layer: u64, recipe: Recipe) -> bool {
    if sees_both_ways(model, recipe) {
        return true;
    }
    let narrow = |window: Window| window.tokens <= recipe.data.sequence_length && window.layers.contains(layer);
    model.options.window.is_some_and(narrow) && !is_eager(model, recipe) && !recipe.is_masked()
}

/// Whether scores of attention lie in memory: where that is asked for, in Gemma 2, for which the library has no fused
/// attention, whether its configuration caps scores or not, and in gpt-oss, whose sinks no fused attention of PyTorch has.
#[must_use]
pub fn is_eager(model: &Decoder, recipe: Recipe) -> bool {
    recipe.eager() || model.is_eager()
}
