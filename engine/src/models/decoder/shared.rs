//! What all blocks of a decoder share: masks and rotary tables, and the weights of their norms.

use super::kind::{is_eager, is_windowed, sees_both_ways};
use super::tables::{rotary_dim, tables};
use crate::architecture::{Decoder, DecoderVariant, NormKind, PositionWidth, Tower, TowerVariant};
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::models::Recipe;

/// What blocks share.
#[derive(Debug, Clone, Copy)]
pub struct Shared {
    /// Cosines and sines; none where positions turn nothing.
    pub(super) rotary: Option<Rotary>,
    /// The mask that eager attention adds.
    pub(super) mask: Option<VarId>,
    /// The mask of blocks of the other kind, where some have a window and others, which are counted as one with them, have not: as large,
    /// and kept as long.
    pub(super) other_mask: Option<VarId>,
    /// The window's mask of booleans, which fused attention turns into its own type, call by call.
    pub(super) window: Option<VarId>,
    /// Keys and values of a block of this kind, which others read as well.
    pub(super) stored: Option<[VarId; 2]>,
    /// What the second embedding gives all blocks.
    pub(super) per_layer: Option<VarId>,
}

impl Shared {
    pub(super) const NONE: Self =
        Self { rotary: None, mask: None, other_mask: None, window: None, stored: None, per_layer: None };
}

pub(super) fn norm_weights(b: &mut Builder, width: u64, recipe: Recipe) -> Norm {
    let trainable = b.mode.trainable;
    let weight = b.weight_as(Weight::of_norm(width), recipe.unquantized_dtype(), trainable, true);
    Norm { weight, bias: None, width }
}

/// Whether embeddings are scaled.
pub(super) fn is_gemma(model: &Decoder) -> bool {
    matches!(model.variant, DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::Gemma3)
        || model.options.gemma4.is_some()
}

/// Weights of a norm over the features of the residual stream.
#[derive(Debug, Clone, Copy)]
pub enum StreamNorm {
    /// It has some.
    Scaled(Norm),
    /// It has none (`OLMo`).
    Bare,
}

/// Weights of a norm over the features of the residual stream.
pub(super) fn stream_norm_weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> StreamNorm {
    if model.options.norm_kind == NormKind::Bare {
        return StreamNorm::Bare;
    }
    let norm = norm_weights(b, model.hidden_size, recipe);
    let has_shift = matches!(model.options.norm_kind, NormKind::Layer | NormKind::CenteredLayer);
    StreamNorm::Scaled(Norm { bias: has_shift.then(|| norm_weights(b, model.hidden_size, recipe).weight), ..norm })
}

/// The residual stream, or what goes back to it, through its norm.
pub(super) fn stream_normed(b: &mut Builder, model: &Decoder, x: VarId, norm: StreamNorm) -> VarId {
    match norm {
        StreamNorm::Scaled(norm) => normed(b, model, x, norm),
        StreamNorm::Bare => b.bare_layer_norm(x, model.hidden_size),
    }
}

pub(super) fn normed(b: &mut Builder, model: &Decoder, x: VarId, norm: Norm) -> VarId {
    match model.options.norm_kind {
        NormKind::Layer => b.layer_norm(x, norm),
        NormKind::CenteredLayer => b.centered_layer_norm(x, norm),
        NormKind::WrittenOut => b.written_out_layer_norm(x, norm),
        NormKind::Rms if model.has_centered_norms() => b.centered_rms_norm(x, norm),
        NormKind::WideRms => b.wide_rms_norm(x, norm),
        NormKind::CastRms => b.cast_rms_norm(x, norm),
        NormKind::PowerRms => b.power_rms_norm(x, norm.width, Some(norm.weight)),
        // Heads are normed by nothing in `OLMo`, whose norms have no weights.
        NormKind::Rms | NormKind::Bare => b.rms_norm(x, norm),
    }
}

/// Sequences that have positions of their own: all of a batch where each token has three, of which pictures take two (Qwen's models
/// with a tower, and Qwen3.5 without).
fn positioned(model: &Decoder, recipe: Recipe) -> u64 {
    let takes_three =
        matches!(model.options.tower, Some(Tower { variant: TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. }, .. }));
    if takes_three || model.linear_attention().is_some_and(|linear| !linear.joined_projections) { recipe.batch } else { 1 }
}

/// What blocks that attend to all tokens share, and what those with a window do.
pub(super) fn shared(b: &mut Builder, model: &Decoder, recipe: Recipe, hidden: VarId) -> [Shared; 2] {
    let dtype = b.var(hidden).dtype;
    let stays_wide = matches!(model.options.position_width, PositionWidth::Tables | PositionWidth::Swapped);
    let of_table = if stays_wide { Dtype::F32 } else { dtype };
    let mut rotary = |table| {
        let entries = positioned(model, recipe) * rotary_dim(model, table);
        (model.options.learned_positions == 0).then(|| recipe.rotary(b, entries, of_table))
    };
    let first = rotary(0);
    let second = if tables(model) > 1 { rotary(1) } else { first };
    let [mut plain, mut windowed] = [first, second].map(|rotary| Shared { rotary, ..Shared::NONE });
    if is_eager(model, recipe) {
        // Eager attention adds one causal mask in the model's type, made once for the batch; one more for windows where
        // some blocks have them and others have not.
        let mask = recipe.causal_mask(b, dtype);
        let has_window = |layer| model.options.window.is_some_and(|window| window.layers.contains(layer));
        let layers = 0..model.num_hidden_layers;
        let is_mixed = layers.clone().any(has_window) && !layers.clone().all(has_window);
        plain.mask = Some(mask);
        windowed.mask = Some(mask);
        let other_mask = is_mixed.then(|| recipe.causal_mask(b, dtype));
        if tables(model) > 1 {
            // Blocks that are told apart anyway hold their own alone.
            windowed.mask = other_mask.or(windowed.mask);
        } else {
            (plain.other_mask, windowed.other_mask) = (other_mask, other_mask);
        }
    } else if sees_both_ways(model, recipe) {
        [plain.window, windowed.window] = [(); 2].map(|()| Some(recipe.mask_of_each(b)));
    } else if (0..model.num_hidden_layers).any(|layer| is_windowed(model, layer, recipe)) {
        windowed.window = Some(recipe.window_mask(b));
    }
    [plain, windowed]
}
