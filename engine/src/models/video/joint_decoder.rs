//! The decoder of the autoencoder over space and time that goes with the joint transformer (`AutoencoderKLCogVideoX`).
//!
//! It takes two frames of the latent at a time, the first piece three. Every convolution hands its last two frames on in a table, and
//! both tables, what the piece before left and what this one makes, are there until the piece ends. The second piece is the fullest:
//! what the longer first one left is largest.

use super::causal::{BACK, Kept, with_kept};
use super::film::{Film, Latent};
use crate::course::Layer;
use crate::graph::Graph;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::norm::Norm;
use crate::graph::rounded;
use crate::models::Recipe;
use crate::work::WorkKind;

/// Channels by level, from the latent to the frames (`block_out_channels` reversed).
const CHANNELS: [u64; 4] = [512, 256, 256, 128];
/// Levels whose way up doubles the frames as well (`temporal_compression_ratio` of four).
const LEVELS_IN_TIME: usize = 2;
/// Residual blocks of a level (`layers_per_block` and one more), and in the middle.
const BLOCKS: [u64; 2] = [4, 2];
/// Channels of a frame.
const RGB: u64 = 3;
/// Frames of the latent in a piece, and in the first.
const PIECE: [u64; 2] = [2, 3];
/// Groups of a norm.
const GROUPS: u64 = 32;
/// Elements beyond which a convolution cuts its input along time (`CogVideoXSafeConv3d`: two GiB of 16 bits).
const UNCUT: u64 = 1 << 30;
/// Parameters of what is built here.
pub(super) const PARAMETERS: u64 = 123_368_451;

/// Where a piece is: its latent, and how many frames it and the first piece have at this level.
struct Piece {
    latent: Map,
    frames: [u64; 2],
}

pub(super) fn build(channels: u64, recipe: Recipe, film: Film, done: u64) -> (Graph, u64) {
    let is_alone = film.latent().frames <= PIECE[1];
    let graph = if is_alone {
        let mut b = recipe.builder();
        piece(&mut b, channels, recipe, film, None);
        b.finish()
    } else {
        with_kept(recipe, done, |b, kept| piece(b, channels, recipe, film, Some(kept)))
    };
    // The first piece is as long as another and a frame.
    (graph, (film.latent().frames / PIECE[0]).max(1))
}

/// The second piece, beside what the first left, or the first where there is no other.
fn piece(b: &mut Builder, channels: u64, recipe: Recipe, film: Film, mut kept: Option<&mut Kept>) {
    let Latent { frames, height, width } = film.latent();
    let dtype = recipe.pixel_dtype();
    let latent = b.input(frames * channels * height * width, dtype);
    let sizes = if kept.is_some() { PIECE } else { [PIECE[1]; 2] };
    let latent = Map { var: latent, batch: sizes[0], channels, height, width };
    let mut piece = Piece { latent, frames: sizes };
    let mut x = b.segment(Layer::Stem, &[], false, |b| {
        // What the first piece made.
        if kept.is_some() {
            let [_, first] = at_level(PIECE, CHANNELS.len());
            let made = b.there_already(first * RGB * film.height * film.width, dtype);
            b.hold_to_end(made);
        }
        let first = b.causal_weights(channels, CHANNELS[0], 3, 3);
        causal(b, latent, first, &mut kept)
    });
    x = b.segment(Layer::Block(0), &[x.var], false, |b| {
        (0..BLOCKS[1]).fold(x, |x, _| residual(b, &piece, x, CHANNELS[0], &mut kept))
    });
    for (level, channels) in CHANNELS.into_iter().enumerate() {
        let given = x;
        x = b.segment(Layer::Block(level as u64 + 1), &[given.var], false, |b| {
            b.hold_in_segment(given.var);
            let x = (0..BLOCKS[0]).fold(given, |x, _| residual(b, &piece, x, channels, &mut kept));
            if level + 1 == CHANNELS.len() {
                return x;
            }
            piece.frames = at_level(sizes, level + 1);
            let conv = b.conv_weights(channels, channels, 3, 1, true);
            let raised = enlarged(b, x, piece.frames[0]);
            b.convolution(raised, conv)
        });
    }
    let made = b.segment(Layer::Head, &[x.var], false, |b| {
        let x = spatial_norm(b, &piece, x, &mut kept);
        let active = x.with(b.activation(x.var, "silu", "silu_backward", Keeps::Input));
        let last = b.causal_weights(x.channels, RGB, 3, 3);
        causal(b, active, last, &mut kept)
    });
    b.hold_to_end(made.var);
}

/// Frames of both pieces below so many levels: time doubles twice, the first frame of an odd number aside.
fn at_level(piece: [u64; 2], level: usize) -> [u64; 2] {
    let doubled = |frames: u64| if frames % 2 == 1 { 2 * frames - 1 } else { 2 * frames };
    (0..level.min(LEVELS_IN_TIME)).fold(piece, |frames, _| frames.map(doubled))
}

/// Twice the rows and columns, and as many frames as asked for.
fn enlarged(b: &mut Builder, x: Map, frames: u64) -> Map {
    let (height, width) = (2 * x.height, 2 * x.width);
    let dtype = b.var(x.var).dtype;
    let var = b.copied(&[x.var], frames * x.channels * height * width, dtype, "upsample_nearest");
    Map { var, batch: frames, height, width, ..x }
}

fn residual(b: &mut Builder, piece: &Piece, x: Map, channels: u64, kept: &mut Option<&mut Kept>) -> Map {
    let mut y = x;
    for index in 0..2 {
        let normed = spatial_norm(b, piece, y, kept);
        if index > 0 {
            b.hold(y.var);
        }
        let active = normed.with(b.activation(normed.var, "silu", "silu_backward", Keeps::Input));
        let conv = b.causal_weights(y.channels, channels, 3, 3);
        y = causal(b, active, conv, kept);
    }
    let x = if x.channels == channels {
        x
    } else {
        let conv = b.causal_weights(x.channels, channels, 1, 1);
        b.convolution(x, conv)
    };
    y.with(b.add(y.var, x.var))
}

/// A group norm scaled and shifted by the latent, which two convolutions of one pixel take to the map's channels; each keeps a copy of
/// the whole enlarged latent.
fn spatial_norm(b: &mut Builder, piece: &Piece, x: Map, kept: &mut Option<&mut Kept>) -> Map {
    let Piece { latent, frames } = piece;
    let norm: Norm = b.norm_weights(x.channels, true);
    let (height, width) = (x.height, x.width);
    let dtype = b.var(x.var).dtype;
    let elements = x.batch * latent.channels * height * width;
    let mut parts = Vec::new();
    let enlarged = if x.batch % 2 == 1 {
        // The first frame is enlarged apart.
        let first = elements / x.batch;
        parts.extend([first, elements - first].map(|part| b.copied(&[latent.var], part, dtype, "upsample_nearest3d")));
        b.concatenated(&parts, "cat")
    } else {
        b.copied(&[latent.var], elements, dtype, "upsample_nearest3d")
    };
    let enlarged = Map { var: enlarged, height, width, batch: x.batch, ..*latent };
    let [scale, shift] = [(); 2].map(|()| {
        let conv = b.causal_weights(latent.channels, x.channels, 1, 1);
        if let Some(kept) = kept {
            let before = kept.next(b, enlarged, frames[1]);
            b.hold_to_end(before);
        }
        let copy = b.copied_frames(enlarged, x.batch, "clone");
        b.hold_to_end(copy);
        b.convolution(enlarged, conv).var
    });
    let normed = b.fused_norm(x.var, norm, GROUPS, "native_group_norm", "native_group_norm_backward");
    let scaled = b.multiply(normed, scale);
    let out = b.add(scaled, shift);
    b.hold_all(&parts);
    b.hold_all(&[enlarged.var, scale, shift, normed]);
    x.with(out)
}

/// A convolution over the map with what the piece before left in front of it.
fn causal(b: &mut Builder, x: Map, conv: Conv, kept: &mut Option<&mut Kept>) -> Map {
    let whole = if let Some(kept) = kept {
        let before = kept.next(b, x, BACK);
        b.hold_to_end(before);
        b.concatenated(&[before, x.var], "cat")
    } else {
        // The first frame stands for those that were not.
        b.copied_frames(x, x.batch + BACK, "cat")
    };
    let copy = b.copied_frames(x, BACK, "clone");
    b.hold_to_end(copy);
    let elements = b.var(whole).elements;
    let out = b.convolution(Map { var: whole, ..x }, conv);
    b.hold(x.var);
    if elements > UNCUT {
        let bytes = b.var(whole).dtype.bytes();
        cut(b, [elements, b.var(out.var).elements].map(|elements| rounded(elements * bytes)), x, bytes);
    }
    out
}

/// What cutting along time takes beside a convolution: all parts but the first with two frames of the one before, and the parts of what
/// comes out before they are joined.
fn cut(b: &mut Builder, [given, made]: [u64; 2], x: Map, width: u64) {
    let parts = given / width / UNCUT + 1;
    let overlap = (parts - 1) * BACK * x.channels * x.height * x.width * width;
    b.begin("cat", "", WorkKind::Elementwise);
    b.reads(x.var);
    b.temporary(given - given / parts + overlap + made, 0);
    b.end();
}
