//! What all blocks of a decoder share: masks and rotary tables, and the weights of their norms.

use crate::architecture::{Decoder, DecoderVariant, NormKind};
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
    /// The mask of blocks of the other kind, where some have a window and others have not: as large, and kept as long.
    pub(super) other_mask: Option<VarId>,
    /// The window's mask of booleans, which fused attention turns into its own type, call by call.
    pub(super) window: Option<VarId>,
}

pub(super) fn norm_weights(b: &mut Builder, width: u64, recipe: Recipe) -> Norm {
    let trainable = b.mode.trainable;
    let weight = b.weight_as(Weight::of_norm(width), recipe.unquantized_dtype(), trainable, true);
    Norm { weight, bias: None, width }
}

/// Whether embeddings are scaled.
pub(super) fn is_gemma(model: &Decoder) -> bool {
    matches!(model.variant, DecoderVariant::Gemma | DecoderVariant::Gemma2 | DecoderVariant::Gemma3)
}

/// A norm over the features of the residual stream.
pub(super) fn block_norm_weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Norm {
    let norm = norm_weights(b, model.hidden_size, recipe);
    let shift = |b: &mut Builder| norm_weights(b, model.hidden_size, recipe).weight;
    Norm { bias: (model.options.norm_kind == NormKind::Layer).then(|| shift(b)), ..norm }
}

pub(super) fn normed(b: &mut Builder, model: &Decoder, x: VarId, norm: Norm) -> VarId {
    match model.options.norm_kind {
        NormKind::Layer => b.layer_norm(x, norm),
        NormKind::WrittenOut => b.written_out_layer_norm(x, norm),
        NormKind::Rms if model.has_centered_norms() => b.centered_rms_norm(x, norm),
        NormKind::WideRms => b.wide_rms_norm(x, norm),
        NormKind::CastRms => b.cast_rms_norm(x, norm),
        NormKind::Rms => b.rms_norm(x, norm),
    }
}
