//! The decoder of the autoencoder over space and time that goes with the transformer that attends to text (`AutoencoderKLWan`).
//!
//! It takes the latent frame by frame. Every convolution over time keeps the last two frames that it saw, and forgets those from before
//! once it has used them. The last piece is the fullest: the film that is there already is longest.

use super::causal::{BACK, Kept, with_kept};
use super::film::{Film, Latent};
use crate::course::Layer;
use crate::graph::Graph;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::models::Recipe;
use crate::work::WorkKind;

/// Channels by level, from the latent to the frames (`base_dim` of 96 times `dim_mult`).
const CHANNELS: [u64; 4] = [384, 384, 192, 96];
/// Levels whose way up doubles the frames as well (`temperal_downsample`).
const LEVELS_IN_TIME: usize = 2;
/// Residual blocks of a level (`num_res_blocks` and one more).
const BLOCKS: u64 = 3;
/// Channels of a frame.
const RGB: u64 = 3;
/// Frames that a frame of the latent becomes.
const FRAMES: u64 = 4;
/// Parameters of what is built here.
pub(super) const PARAMETERS: u64 = 73_295_603;

pub(super) fn build(channels: u64, recipe: Recipe, film: Film, done: u64) -> (Graph, u64) {
    let graph = with_kept(recipe, done, |b, kept| piece(b, channels, recipe, film, kept));
    // The first frame of the latent becomes one frame, the others four each.
    (graph, film.latent().frames.saturating_sub(1).max(1))
}

fn piece(b: &mut Builder, channels: u64, recipe: Recipe, film: Film, kept: &mut Kept) {
    let Latent { frames, height, width } = film.latent();
    let dtype = recipe.pixel_dtype();
    let elements = frames * channels * height * width;
    let latent = b.input(elements, dtype);
    let (mut x, before) = b.segment(Layer::Stem, &[], false, |b| {
        let frame = film.height * film.width * RGB;
        let made = film.frames.saturating_sub(FRAMES).max(1);
        let before = b.there_already(made * frame, dtype);
        // A variable still holds the piece before, of which the film so far has a copy.
        let last = b.there_already(made.min(FRAMES) * frame, dtype);
        b.hold_to_end(last);
        // The whole latent through a convolution of one pixel.
        let whole = b.causal_weights(channels, channels, 1, 1);
        let whole = b.convolution(Map { var: latent, batch: frames, channels, height, width }, whole);
        b.hold_to_end(whole.var);
        let first = b.causal_weights(channels, CHANNELS[0], 3, 3);
        (causal(b, Map { batch: 1, ..whole }, first, kept), before)
    });
    x = b.segment(Layer::Block(0), &[x.var], false, |b| {
        let y = residual(b, x, CHANNELS[0], kept);
        let y = attention(b, y);
        residual(b, y, CHANNELS[0], kept)
    });
    for (level, channels) in CHANNELS.into_iter().enumerate() {
        let given = x;
        x = b.segment(Layer::Block(level as u64 + 1), &[given.var], false, |b| {
            b.hold_in_segment(given.var);
            let x = (0..BLOCKS).fold(given, |x, _| residual(b, x, channels, kept));
            if level + 1 == CHANNELS.len() { x } else { enlarged(b, x, level < LEVELS_IN_TIME, kept) }
        });
    }
    b.segment(Layer::Head, &[x.var], false, |b| {
        let y = active(b, x);
        let last = b.causal_weights(x.channels, RGB, 3, 3);
        let made = causal(b, y, last, kept);
        let all = b.concatenated(&[before, made.var], "cat");
        let clamped = b.scaled(all, "clamp");
        b.hold_to_end(clamped);
    });
}

/// Norm over channels, then silu: the libraries' own five kernels.
fn active(b: &mut Builder, x: Map) -> Map {
    let weight = b.norm_weights(x.channels, false).weight;
    let dtype = b.var(x.var).dtype;
    b.begin("linalg_vector_norm", "", WorkKind::Reduction);
    b.reads(x.var);
    let norm = b.writes(x.pixels(), dtype);
    b.end();
    let norm = b.scaled(norm, "clamp_min");
    b.begin("div", "", WorkKind::Elementwise);
    b.reads(x.var);
    b.reads(norm);
    let unit = b.writes(x.pixels() * x.channels, dtype);
    b.end();
    let scaled = b.scaled(unit, "mul");
    let weighted = b.multiply(scaled, weight);
    let shifted = b.scaled(weighted, "add");
    b.hold_all(&[unit, x.var]);
    x.with(b.activation(shifted, "silu", "silu_backward", Keeps::Input))
}

fn residual(b: &mut Builder, x: Map, channels: u64, kept: &mut Kept) -> Map {
    let shortcut = if x.channels == channels {
        x
    } else {
        let conv = b.causal_weights(x.channels, channels, 1, 1);
        let padded = b.copied_frames(x, x.batch, "constant_pad_nd");
        b.convolution(x.with(padded), conv)
    };
    let mut y = x;
    for _ in 0..2 {
        let normed = active(b, y);
        let conv = b.causal_weights(y.channels, channels, 3, 3);
        y = causal(b, normed, conv, kept);
    }
    y.with(b.add(y.var, shortcut.var))
}

/// A convolution over the map with what was kept in front of it, padded on all sides.
fn causal(b: &mut Builder, x: Map, conv: Conv, kept: &mut Kept) -> Map {
    let before = kept.next(b, x, BACK);
    let dtype = b.var(x.var).dtype;
    let last = b.copied_frames(x, BACK.min(x.batch), "clone");
    let last = if x.batch < BACK {
        // One frame alone goes behind the last of those before.
        let both = BACK * x.channels * x.height * x.width;
        b.copied(&[last], both, dtype, "cat")
    } else {
        last
    };
    b.hold_to_end(last);
    let whole = b.concatenated(&[before, x.var], "cat");
    let border = 2 * conv.padding;
    let elements = (x.batch + BACK) * x.channels * (x.height + border) * (x.width + border);
    let padded = b.copied(&[whole], elements, dtype, "constant_pad_nd");
    let out = b.convolution(Map { var: padded, ..x }, conv);
    b.hold_all(&[before, x.var]);
    out
}

/// Twice the rows and columns at half the channels, frames doubled first where time is halved at this level.
fn enlarged(b: &mut Builder, x: Map, in_time: bool, kept: &mut Kept) -> Map {
    let channels = x.channels;
    let conv = b.conv_weights(channels, channels / 2, 3, 1, true);
    let doubled = if in_time {
        let in_time = b.causal_weights(channels, 2 * channels, 3, 1);
        let both = causal(b, x, in_time, kept);
        let var = b.var(both.var);
        let stacked = b.copied(&[both.var], var.elements, var.dtype, "stack");
        Map { var: stacked, batch: 2 * x.batch, channels, ..x }
    } else {
        x
    };
    let raised = b.interpolated(doubled, 2 * x.height, 2 * x.width, "_upsample_nearest_exact2d");
    let out = b.convolution(raised, conv);
    b.hold_all(&[doubled.var, x.var]);
    out
}

/// One head of attention over all positions of each frame.
fn attention(b: &mut Builder, x: Map) -> Map {
    let width = x.channels;
    let positions = x.height * x.width;
    let weight = b.norm_weights(width, false).weight;
    let joined = b.conv_weights(width, 3 * width, 1, 1, true);
    let output = b.conv_weights(width, width, 1, 1, true);
    let dtype = b.var(x.var).dtype;
    let normed = b.multiply(x.var, weight);
    let all = b.convolution(x.with(normed), joined);
    let elements = b.var(all.var).elements;
    let rows = b.copied(&[all.var], elements, dtype, "clone");
    let [query, key, value] = b.parts(rows, "cat");
    let shape = Shape { batch: x.batch, heads: 1, key_value_heads: 1, head_dim: width, queries: positions, keys: positions };
    let attended = b.fused_attention(query, key, value, shape, Options::PLAIN);
    let elements = b.var(attended).elements;
    let back = b.copied(&[attended], elements, dtype, "clone");
    let out = b.convolution(x.with(back), output);
    x.with(b.add(out.var, x.var))
}
