//! What the frozen models beside a denoising network compute where latents are not cached: the autoencoder's encoder and the
//! text encoders, forward alone.
//!
//! The encoder's figures are counts of `PyTorch`'s `FlopCounterMode`, and of the elements that its operators read and write, on
//! diffusers' `AutoencoderKL` of Stable Diffusion and FLUX.1 (128 to 512 channels, two blocks a level) at 256 to 1024 pixels;
//! the two differ by less than 0.1 %. Their memory is not modeled here: it is freed before the step's peak.

use super::Recipe;
use crate::architecture::{Companions, LATENT_FACTOR};
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::training::{Cache, Data, DataKind};
use crate::work::WorkKind;

/// Weights of the autoencoder, which encodes pictures with its first half.
const AUTOENCODER_PARAMETERS: u64 = 83_653_863;
/// Operations for a pixel, the attention in the middle aside.
const ENCODER_OPERATIONS: f64 = 4.13e6;
/// Width of the attention over the latent's positions.
const ENCODER_ATTENTION_WIDTH: f64 = 512.0;
/// Elements that convolutions read and write for a pixel.
const CONVOLVED_ELEMENTS: u64 = 2_500;
/// Elements that norms, activations and sums read and write for a pixel.
const TOUCHED_ELEMENTS: u64 = 7_100;

/// A kind of work that the companions do, as one kernel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// What it computes.
    pub kind: WorkKind,
    /// Operations.
    pub operations: f64,
    /// Elements read and written.
    pub elements: u64,
}

/// What encoding `batch` pictures and their texts takes.
#[must_use]
pub fn pieces(data: &Data, batch: u64, companions: Companions) -> [Piece; 4] {
    let Companions { parameters, text_tokens, encoding_elements: _ } = companions;
    let pixels = batch * data.image_height * data.image_width;
    let positions = (data.image_height / LATENT_FACTOR * (data.image_width / LATENT_FACTOR)) as f64;
    let text_parameters = parameters.saturating_sub(AUTOENCODER_PARAMETERS);
    let attention = 4.0 * batch as f64 * positions * positions * ENCODER_ATTENTION_WIDTH;
    let text = 2.0 * text_parameters as f64 * (batch * text_tokens) as f64;
    let piece = |kind, operations, elements| Piece { kind, operations, elements };
    [
        piece(WorkKind::Convolution, ENCODER_OPERATIONS * pixels as f64, pixels * CONVOLVED_ELEMENTS),
        piece(WorkKind::Elementwise, 0.0, pixels * TOUCHED_ELEMENTS),
        piece(WorkKind::Attention, attention, 0),
        piece(WorkKind::Matmul, text, text_parameters),
    ]
}

/// Emits the companions' work into the current segment, if the step runs them at all: operators that allocate nothing.
pub fn emit(b: &mut Builder, recipe: Recipe, companions: Companions, dtype: Dtype) {
    let training = recipe.training;
    let cached = training.loader.cache == Cache::Latents || recipe.data.kind == DataKind::Text;
    if cached || !training.resident_frozen_models {
        return;
    }
    let dtype = recipe.autocast().or(recipe.read_as).unwrap_or(dtype);
    for piece in pieces(recipe.data, recipe.batch, companions) {
        b.begin("encode", "", piece.kind);
        let arithmetic = b.arithmetic(dtype);
        b.flops(arithmetic, piece.operations, 0.0);
        b.op().forward_traffic = piece.elements * dtype.bytes();
        b.end();
    }
}
