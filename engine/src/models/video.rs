//! Networks that take noise away from films, and the decoders that make frames of their latents, as diffusers builds them.
//!
//! Both decoders go through a film piece by piece and keep the last frames that each convolution over time has seen: what is built here
//! is the piece at which most is alive, which stands for all of them.

mod causal;
mod cross;
mod cross_decoder;
mod film;
mod joint;
mod joint_decoder;
mod tiles;

use super::Recipe;
use crate::architecture::{VideoTransformer, VideoTransformerVariant};
use crate::graph::Graph;
use crate::units::Bytes;

pub use film::Film;

/// The graph of one pass that takes noise away from the batch's films.
#[must_use]
pub fn build(model: &VideoTransformer, recipe: Recipe, film: Film) -> Graph {
    match model.variant {
        VideoTransformerVariant::Joint { time_embed_dim, rotary } => joint::build(model, time_embed_dim, rotary, recipe, film),
        VideoTransformerVariant::Cross { ffn_dim, .. } => cross::build(model, ffn_dim, recipe, film),
    }
}

/// Whether the decoder computes in FP32, as the pipelines that use it load it.
#[must_use]
pub const fn is_decoded_wide(model: &VideoTransformer) -> bool {
    matches!(model.variant, VideoTransformerVariant::Cross { .. })
}

/// How one film is decoded.
#[derive(Debug)]
pub struct Decoding {
    /// The fullest piece.
    pub graph: Graph,
    /// How many such pieces the film is.
    pub pieces: u64,
    /// What is alive at the end beside weights and latents, where tiles are put together; nothing where the film comes whole.
    pub joined: Bytes,
}

/// Whether a model's film is decoded in several tiles where it is decoded so: none smaller than a tile is.
#[must_use]
pub fn has_tiles(model: &VideoTransformer, film: Film) -> bool {
    tiles::of(model, film).is_some()
}

/// Decoding of one film, whole or in tiles that overlap (`enable_tiling`).
#[must_use]
pub fn build_decoder(model: &VideoTransformer, recipe: Recipe, film: Film, is_tiled: bool) -> Decoding {
    if let Some(tiles) = is_tiled.then(|| tiles::of(model, film)).flatten() {
        let (graph, pieces) = piece(model, recipe, tiles.largest(), tiles.done());
        let joined = Bytes(tiles.joined() * recipe.pixel_dtype().bytes());
        return Decoding { graph, pieces: tiles.pieces(pieces), joined };
    }
    let (graph, pieces) = piece(model, recipe, film, 0);
    Decoding { graph, pieces, joined: Bytes::ZERO }
}

/// The fullest piece of decoding a film, or a tile of one beside so many elements of tiles that are done, and how many there are.
fn piece(model: &VideoTransformer, recipe: Recipe, film: Film, done: u64) -> (Graph, u64) {
    match model.variant {
        VideoTransformerVariant::Joint { .. } => joint_decoder::build(model.in_channels, recipe, film, done),
        VideoTransformerVariant::Cross { .. } => cross_decoder::build(model.in_channels, recipe, film, done),
    }
}

/// Parameters of the autoencoder's other half, which encodes films: loaded by the pipelines and never used.
///
/// All of `AutoencoderKLCogVideoX` and `AutoencoderKLWan` (215,583,907 and 126,892,531) less what decodes.
#[must_use]
pub const fn idle_encoder(model: &VideoTransformer) -> u64 {
    match model.variant {
        VideoTransformerVariant::Joint { .. } => 215_583_907 - joint_decoder::PARAMETERS,
        VideoTransformerVariant::Cross { .. } => 126_892_531 - cross_decoder::PARAMETERS,
    }
}
