//! The transformer whose film attends to itself, then to the text (`WanTransformer3DModel`); sums along the stream are made in FP32.

use super::film::{Film, patches, shape};
use crate::architecture::VideoTransformer;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::Options;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId, WeightKind};
use crate::models::Recipe;
use crate::models::diffusion_unet::sinusoid;
use crate::work::WorkKind;

/// Width of the sinusoid that a time becomes (`freq_dim`).
const SINUSOID_WIDTH: u64 = 256;
/// Rows of the tables of positions, which lie beside the weights (`rope_max_seq_len`).
const POSITIONS: u64 = 1024;

/// What all blocks share.
struct Shared<'a> {
    model: &'a VideoTransformer,
    ffn_dim: u64,
    batch: u64,
    film_tokens: u64,
    /// The text.
    text: VarId,
    /// Shifts, scales and gates of the time, before each block adds its own.
    time: VarId,
    /// Cosines and sines of positions.
    rotary: [VarId; 2],
}

impl Shared<'_> {
    const fn film(&self) -> u64 {
        self.batch * self.film_tokens * self.model.width()
    }
}

pub(super) fn build(model: &VideoTransformer, ffn_dim: u64, recipe: Recipe, film: Film) -> Graph {
    let mut b = recipe.builder();
    let (batch, dtype) = (recipe.batch, recipe.pixel_dtype());
    let latent = film.latent();
    let frames = batch * latent.frames;
    let pixels = b.input(frames * model.in_channels * latent.height * latent.width, dtype);
    let pixels = Map { var: pixels, batch: frames, channels: model.in_channels, height: latent.height, width: latent.width };
    let text = b.input(batch * model.text_tokens() * model.text_dim, dtype);
    b.input(batch, Dtype::I64);
    let film_tokens = patches(model, latent);
    let (shared, film, embedded) = b.segment(Layer::Stem, &[], false, |b| {
        for _ in 0..2 {
            b.buffer(POSITIONS * model.attention_head_dim * Dtype::F32.bytes());
        }
        let rotary = [(); 2].map(|()| {
            b.begin("cat", "", WorkKind::Elementwise);
            let table = b.writes(film_tokens * model.attention_head_dim, Dtype::F32);
            b.end();
            b.hold_to_end(table);
            table
        });
        let patch = b.conv_weights(model.in_channels, model.width(), model.patch_size, model.patch_size, true);
        let cut = b.convolution(pixels, Conv { padding: 0, ..patch });
        let rows = b.copied(&[cut.var], batch * film_tokens * model.width(), dtype, "clone");
        let (embedded, time) = time_embedding(b, model, batch);
        let text = text_embedding(b, model, text);
        (Shared { model, ffn_dim, batch, film_tokens, text, time, rotary }, rows, embedded)
    });
    let film = b.repeated(model.num_layers, Layer::Block(0), false, film, &mut |b, film| block(b, &shared, film));
    let made = b.segment(Layer::Head, &[film], false, |b| head(b, &shared, film, embedded));
    b.hold_to_end(made);
    b.finish()
}

/// What `make` makes with weights in FP32, whatever the rest are in.
fn in_fp32<T>(b: &mut Builder, make: impl FnOnce(&mut Builder) -> T) -> T {
    let weights = b.mode.weights;
    b.mode.weights = Dtype::F32;
    let made = make(b);
    b.mode.weights = weights;
    made
}

/// A linear layer with bias whose weights are FP32.
fn wide_linear(b: &mut Builder, x: VarId, inputs: u64, outputs: u64) -> VarId {
    let layer = in_fp32(b, |b| b.linear_weights(inputs, outputs, true));
    b.linear(x, layer)
}

/// The time as an embedding, and as six shifts, scales and gates.
fn time_embedding(b: &mut Builder, model: &VideoTransformer, batch: u64) -> (VarId, VarId) {
    let (width, dtype) = (model.width(), b.mode.weights);
    let x = sinusoid(b, batch * SINUSOID_WIDTH, Dtype::F32);
    let y = wide_linear(b, x, SINUSOID_WIDTH, width);
    let y = b.activation(y, "silu", "silu_backward", Keeps::Input);
    let y = wide_linear(b, y, width, width);
    let embedded = b.to_dtype(y, dtype);
    let project = b.linear_weights(width, 6 * width, true);
    let active = b.activation(embedded, "silu", "silu_backward", Keeps::Input);
    let projected = b.linear(active, project);
    for held in [embedded, projected] {
        b.hold_to_end(held);
    }
    (embedded, projected)
}

fn text_embedding(b: &mut Builder, model: &VideoTransformer, text: VarId) -> VarId {
    let first = b.linear_weights(model.text_dim, model.width(), true);
    let second = b.linear_weights(model.width(), model.width(), true);
    let x = b.linear(text, first);
    let x = b.activation(x, "gelu", "gelu_backward", Keeps::Input);
    let x = b.linear(x, second);
    b.hold_to_end(x);
    x
}

/// A table of a block's own shifts, scales and gates in FP32, with those of the time added.
fn modulation(b: &mut Builder, shared: &Shared, time: VarId, parts: u64) -> Vec<VarId> {
    let weight = Weight { kind: WeightKind::Vector, ..Weight::matrix(parts, shared.model.width()) };
    let table = b.weight_as(weight, Dtype::F32, false, true);
    let wide = b.to_dtype(time, Dtype::F32);
    let sum = b.add(wide, table);
    b.hold_in_segment(sum);
    b.chunks(sum, parts)
}

/// A layer norm in FP32, which weights of its own go with or not, then scaled and shifted where there is anything to do so by.
fn normed(b: &mut Builder, shared: &Shared, x: VarId, norm: Option<Norm>, modulation: Option<[VarId; 2]>) -> VarId {
    let dtype = b.var(x).dtype;
    let wide = b.to_dtype(x, Dtype::F32);
    let normed = match norm {
        Some(norm) => b.layer_norm(wide, norm),
        None => b.plain_layer_norm(wide, shared.model.width()),
    };
    b.hold(wide);
    let scaled = match modulation {
        None => normed,
        Some([shift, scale]) => {
            let scale = b.scaled(scale, "add");
            let scaled = b.multiply(normed, scale);
            b.add(scaled, shift)
        }
    };
    b.to_dtype(scaled, dtype)
}

/// A branch added to the stream in FP32, times its gate.
fn gated(b: &mut Builder, x: VarId, branch: VarId, gate: VarId) -> VarId {
    let dtype = b.var(x).dtype;
    let wide = b.to_dtype(x, Dtype::F32);
    let gated = b.multiply(branch, gate);
    let sum = b.add(wide, gated);
    b.to_dtype(sum, dtype)
}

fn block(b: &mut Builder, shared: &Shared, film: VarId) -> VarId {
    let width = shared.model.width();
    // The caller's variable holds what the block was given until it returns.
    b.hold_in_segment(film);
    let parts = modulation(b, shared, shared.time, 6);
    let own_in = normed(b, shared, film, None, Some([parts[0], parts[1]]));
    let own = attention(b, shared, own_in, None);
    let film = gated(b, film, own, parts[2]);
    let norm = in_fp32(b, |b| b.norm_weights(width, true));
    let text_in = normed(b, shared, film, Some(norm), None);
    b.hold(own_in);
    let to_text = attention(b, shared, text_in, Some(shared.text));
    b.hold(own);
    b.hold_in_segment(to_text);
    let film = b.add(film, to_text);
    let mlp_in = normed(b, shared, film, None, Some([parts[3], parts[4]]));
    b.hold(text_in);
    b.hold_in_segment(mlp_in);
    let up = b.linear_weights(width, shared.ffn_dim, true);
    let down = b.linear_weights(shared.ffn_dim, width, true);
    let raised = b.linear(mlp_in, up);
    let active = b.activation(raised, "gelu", "gelu_backward", Keeps::Input);
    let out = b.linear(active, down);
    b.hold_in_segment(out);
    let wide = b.to_dtype(film, Dtype::F32);
    let wide_out = b.to_dtype(out, Dtype::F32);
    let product = b.multiply(wide_out, parts[5]);
    let sum = b.add(wide, product);
    let made = b.to_dtype(sum, b.mode.weights);
    b.hold(film);
    made
}

/// Attention of the film to itself or to the text, both with their queries and keys normalized.
fn attention(b: &mut Builder, shared: &Shared, x: VarId, text: Option<VarId>) -> VarId {
    let model = shared.model;
    let width = model.width();
    let weights = [(); 3].map(|()| b.linear_weights(width, width, true));
    let norms = [(); 2].map(|()| b.norm_weights(width, false));
    let output = b.linear_weights(width, width, true);
    let source = text.unwrap_or(x);
    let query = b.linear(x, weights[0]);
    let key = b.linear(source, weights[1]);
    let value = b.linear(source, weights[2]);
    let query = b.fused_rms_norm(query, norms[0]);
    let key = b.fused_rms_norm(key, norms[1]);
    let (query, key) = if text.is_none() { (turned(b, shared, query), turned(b, shared, key)) } else { (query, key) };
    let keys = if text.is_some() { model.text_tokens() } else { shared.film_tokens };
    let attended = b.fused_attention(query, key, value, shape(model, shared.batch, shared.film_tokens, keys), Options::PLAIN);
    let out = b.linear(attended, output);
    b.hold_all(&[query, key, value]);
    out
}

/// Queries or keys turned by their positions: halves times cosines and sines in FP32, written into a new tensor.
fn turned(b: &mut Builder, shared: &Shared, x: VarId) -> VarId {
    let dtype = b.var(x).dtype;
    b.begin("empty_like", "", WorkKind::Elementwise);
    let out = b.writes(shared.film(), dtype);
    b.op().forward_traffic = 0;
    b.end();
    let half = shared.film() / 2;
    let [cosine, sine] = shared.rotary;
    for tables in [[cosine, sine], [sine, cosine]] {
        let products = tables.map(|table| {
            b.begin("mul", "", WorkKind::Elementwise);
            b.reads(x);
            b.reads(table);
            let product = b.writes(half, Dtype::F32);
            b.end();
            product
        });
        let sum = b.add(products[0], products[1]);
        b.begin("copy_", "", WorkKind::Elementwise);
        b.reads(sum);
        b.writes_in_place(out);
        b.end();
    }
    b.hold_all(&[x, out]);
    out
}

/// The last norm and the projection back to patches.
fn head(b: &mut Builder, shared: &Shared, film: VarId, embedded: VarId) -> VarId {
    let model = shared.model;
    let parts = modulation(b, shared, embedded, 2);
    let x = normed(b, shared, film, None, Some([parts[0], parts[1]]));
    let project = b.linear_weights(model.width(), model.patch_size * model.patch_size * model.in_channels, true);
    let x = b.linear(x, project);
    let var = b.var(x);
    b.copied(&[x], var.elements, var.dtype, "clone")
}
