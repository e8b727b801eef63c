//! What the frozen models beside a denoising network compute where latents are not cached: the autoencoder's encoder and the
//! text encoders, forward alone.
//!
//! The encoder's figures are counts of `PyTorch`'s `FlopCounterMode`, and of the elements that its operators read and write, on
//! diffusers' `AutoencoderKL` of Stable Diffusion and FLUX.1 (128 to 512 channels, two blocks a level) at 256 to 1024 pixels;
//! the two differ by less than 0.1 %. Their memory is not modeled here: it is freed before the step's peak.

use super::Recipe;
use super::diffusion_unet::LATENT_FACTOR;
use crate::graph::builder::Builder;
use crate::graph::dtype::Dtype;
use crate::training::{Cache, DataKind};
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

/// Emits the companions' work into the current segment, if the step runs them at all.
pub fn emit(b: &mut Builder, recipe: Recipe, companion_parameters: u64, text_tokens: u64, dtype: Dtype) {
    let training = recipe.training;
    let cached = training.loader.cache == Cache::Latents || recipe.data.kind == DataKind::Text;
    if cached || !training.resident_frozen_models {
        return;
    }
    let dtype = recipe.autocast().unwrap_or(dtype);
    let batch = recipe.batch;
    let pixels = batch * recipe.data.image_height * recipe.data.image_width;
    let positions = (recipe.data.image_height / LATENT_FACTOR * (recipe.data.image_width / LATENT_FACTOR)) as f64;
    let text_parameters = companion_parameters.saturating_sub(AUTOENCODER_PARAMETERS);
    let attention = 4.0 * batch as f64 * positions * positions * ENCODER_ATTENTION_WIDTH;
    work(b, WorkKind::Convolution, dtype, ENCODER_OPERATIONS * pixels as f64, pixels * CONVOLVED_ELEMENTS);
    work(b, WorkKind::Elementwise, dtype, 0.0, pixels * TOUCHED_ELEMENTS);
    work(b, WorkKind::Attention, dtype, attention, 0);
    let products = 2.0 * text_parameters as f64 * (batch * text_tokens) as f64;
    work(b, WorkKind::Matmul, dtype, products, text_parameters);
}

/// An operator that allocates nothing.
fn work(b: &mut Builder, kind: WorkKind, dtype: Dtype, operations: f64, elements: u64) {
    b.begin("encode", "", kind);
    let arithmetic = b.arithmetic(dtype);
    b.flops(arithmetic, operations, 0.0);
    b.op().forward_traffic = elements * dtype.bytes();
    b.end();
}
