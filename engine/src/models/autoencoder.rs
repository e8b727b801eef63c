//! The decoder of latent diffusion's autoencoder (`AutoencoderKL`) as diffusers builds it: a latent becomes a picture.
//!
//! All published ones of Stable Diffusion, SDXL, SD3 and FLUX.1 have the same decoder but for the latent's channels: four levels of
//! 128, 256, 512 and 512 channels, three residual blocks each, one head of attention over all positions in the middle
//! (`vae/config.json` of each).

use super::Recipe;
use super::diffusion_unet::group_norm;
use crate::architecture::LATENT_FACTOR;
use crate::course::Layer;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::convolution::Map;
use crate::graph::elementwise::Keeps;
use crate::graph::{Graph, VarId};

/// Channels by level, from the latent to the picture.
const CHANNELS: [u64; 4] = [512, 512, 256, 128];
/// Residual blocks of a level (`layers_per_block` of the encoder and one more).
const BLOCKS: u64 = 3;
/// Channels of a picture.
const RGB: u64 = 3;

/// The graph of decoding the batch's latents of so many channels.
#[must_use]
pub fn build_decoder(latent_channels: u64, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (height, width) = (recipe.data.image_height / LATENT_FACTOR, recipe.data.image_width / LATENT_FACTOR);
    let batch = recipe.batch;
    let dtype = recipe.pixel_dtype();
    let latent = b.input(batch * latent_channels * height * width, dtype);
    let latent = Map { var: latent, batch, channels: latent_channels, height, width };
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        let first = b.conv_weights(latent_channels, CHANNELS[0], 3, 1, true);
        b.convolution(latent, first)
    });
    x = residual(&mut b, x, CHANNELS[0], 0);
    x = b.segment(Layer::Block(1), &[x.var], false, |b| attention(b, x));
    x = residual(&mut b, x, CHANNELS[0], 2);
    let mut index = 3;
    for (level, channels) in CHANNELS.into_iter().enumerate() {
        for _ in 0..BLOCKS {
            x = residual(&mut b, x, channels, index);
            index += 1;
        }
        if level + 1 < CHANNELS.len() {
            x = b.segment(Layer::Block(index), &[x.var], false, |b| {
                let conv = b.conv_weights(channels, channels, 3, 1, true);
                let x = b.upsampled(x);
                b.convolution(x, conv)
            });
            index += 1;
        }
    }
    let picture = b.segment(Layer::Head, &[x.var], false, |b| {
        let norm = b.norm_weights(x.channels, true);
        let last = b.conv_weights(x.channels, RGB, 3, 1, true);
        let x = group_norm(b, x, norm);
        let x = x.with(b.activation(x.var, "silu", "silu_backward", Keeps::Input));
        b.convolution(x, last)
    });
    b.hold_to_end(picture.var);
    b.finish()
}

/// Norm, silu, convolution, and the same again, beside a shortcut.
fn residual(b: &mut Builder, x: Map, channels: u64, index: u64) -> Map {
    b.segment(Layer::Block(index), &[x.var], false, |b| {
        let first_norm = b.norm_weights(x.channels, true);
        let first = b.conv_weights(x.channels, channels, 3, 1, true);
        let second_norm = b.norm_weights(channels, true);
        let second = b.conv_weights(channels, channels, 3, 1, true);
        let shortcut = (x.channels != channels).then(|| b.conv_weights(x.channels, channels, 1, 1, true));
        let mut y = x;
        for (norm, conv) in [(first_norm, first), (second_norm, second)] {
            let normed = group_norm(b, y, norm);
            let active = normed.with(b.activation(normed.var, "silu", "silu_backward", Keeps::Input));
            y = b.convolution(active, conv);
        }
        let x = shortcut.map_or(x, |conv| b.convolution(x, conv));
        let sum = b.add(x.var, y.var);
        // Diffusers divides by `output_scale_factor` even where it is one.
        y.with(b.scaled(sum, "div"))
    })
}

/// One head of attention over all positions.
fn attention(b: &mut Builder, x: Map) -> Map {
    let width = x.channels;
    let norm = b.norm_weights(width, true);
    let [query, key, value, output] = [(); 4].map(|()| b.linear_weights(width, width, true));
    let positions = x.height * x.width;
    let shape = Shape { batch: x.batch, heads: 1, key_value_heads: 1, head_dim: width, queries: positions, keys: positions };
    let normed = group_norm(b, x, norm);
    let rows = pixels_last(b, normed.var);
    let [query, key, value] = [query, key, value].map(|weights| b.linear(rows, weights));
    let options = Options { masked: false, causal: false, grouped: false, dropout: 0.0 };
    let attended = b.fused_attention(query, key, value, shape, options);
    let out = b.linear(attended, output);
    let sum = b.add(out, x.var);
    x.with(b.scaled(sum, "div"))
}

/// The order of pixels and channels changed in memory.
fn pixels_last(b: &mut Builder, x: VarId) -> VarId {
    let var = b.var(x);
    b.copied(&[x], var.elements, var.dtype, "clone")
}
