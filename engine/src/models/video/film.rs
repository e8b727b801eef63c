//! What networks and decoders of films share: sizes of a film and of its latent.

use crate::architecture::{LATENT_FACTOR, VideoTransformer};
use crate::graph::VarId;
use crate::graph::attention::Shape;

/// A film that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Film {
    /// Frames.
    pub frames: u64,
    /// Pixels from top to bottom.
    pub height: u64,
    /// Pixels from left to right.
    pub width: u64,
}

/// A latent: frames, rows and columns of pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Latent {
    pub(super) frames: u64,
    pub(super) height: u64,
    pub(super) width: u64,
}

impl Film {
    pub(super) const fn latent(self) -> Latent {
        let frames = VideoTransformer::latent_frames(self.frames);
        Latent { frames, height: self.height / LATENT_FACTOR, width: self.width / LATENT_FACTOR }
    }
}

/// Patches of a film.
pub(super) const fn patches(model: &VideoTransformer, latent: Latent) -> u64 {
    latent.frames * (latent.height / model.patch_size) * (latent.width / model.patch_size)
}

/// Sizes of attention of so many positions to so many.
pub(super) const fn shape(model: &VideoTransformer, batch: u64, queries: u64, keys: u64) -> Shape {
    let heads = model.num_attention_heads;
    Shape { batch, heads, key_value_heads: heads, head_dim: model.attention_head_dim, queries, keys }
}

/// Query, key and value.
pub(super) type Triple = [VarId; 3];
