//! The transformer over one sequence of text and film (`CogVideoXTransformer3DModel`).

use super::film::{Film, Triple, patches, shape};
use crate::architecture::VideoTransformer;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::Options;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::models::Recipe;
use crate::models::diffusion_unet::sinusoid;
use crate::work::WorkKind;

/// Width of the MLP over that of the block.
const MLP_FACTOR: u64 = 4;

/// What all blocks share.
struct Shared<'a> {
    model: &'a VideoTransformer,
    time_embed_dim: u64,
    batch: u64,
    film_tokens: u64,
    text_tokens: u64,
    /// The time embedding.
    time: VarId,
    /// Cosines and sines of positions, where those turn queries and keys.
    rotary: Option<(VarId, VarId)>,
}

impl Shared<'_> {
    const fn film(&self) -> u64 {
        self.batch * self.film_tokens * self.model.width()
    }

    const fn text(&self) -> u64 {
        self.batch * self.text_tokens * self.model.width()
    }
}

pub(super) fn build(model: &VideoTransformer, time_embed_dim: u64, rotary: bool, recipe: Recipe, film: Film) -> Graph {
    let mut b = recipe.builder();
    let (batch, dtype, width) = (recipe.batch, recipe.pixel_dtype(), model.width());
    let latent = film.latent();
    let frames = batch * latent.frames;
    let pixels = b.input(frames * model.in_channels * latent.height * latent.width, dtype);
    let pixels = Map { var: pixels, batch: frames, channels: model.in_channels, height: latent.height, width: latent.width };
    let text = b.input(batch * model.text_tokens() * model.text_dim, dtype);
    b.input(batch, Dtype::I64);
    let film_tokens = patches(model, latent);
    // Tables of the pipeline in FP32, one row a patch.
    let table = |b: &mut Builder| b.input(film_tokens * model.attention_head_dim, Dtype::F32);
    let rotary = rotary.then(|| (table(&mut b), table(&mut b)));
    let text_tokens = model.text_tokens();
    let mut shared = Shared { model, time_embed_dim, batch, film_tokens, text_tokens, time: text, rotary };
    let joined = b.segment(Layer::Stem, &[], false, |b| {
        shared.time = time_embedding(b, &shared);
        let embed = b.linear_weights(model.text_dim, width, true);
        let patch = b.conv_weights(model.in_channels, width, model.patch_size, model.patch_size, true);
        let words = b.linear(text, embed);
        let cut = b.convolution(pixels, Conv { padding: 0, ..patch });
        let rows = b.copied(&[cut.var], shared.film(), dtype, "clone");
        let joined = b.concatenated(&[words, rows], "cat");
        if shared.rotary.is_some() { joined } else { placed(b, &shared, joined, [words, rows]) }
    });
    let state = b.segment(Layer::Stem, &[], false, |b| vec![b.sliced(joined, shared.text()), b.sliced(joined, shared.film())]);
    let state =
        b.repeated_state(model.num_layers, Layer::Block(0), false, state, &mut |b, state| block(b, &shared, state[0], state[1]));
    let made = b.segment(Layer::Head, &state, false, |b| head(b, &shared, &state));
    b.hold_to_end(made);
    b.finish()
}

/// Positions added: those of the size that the model was published with lie beside the weights, others are made anew.
fn placed(b: &mut Builder, shared: &Shared, joined: VarId, parts: [VarId; 2]) -> VarId {
    let model = shared.model;
    let usual = Film { frames: model.usual_frames, height: model.usual_height, width: model.usual_width };
    let usual_tokens = patches(model, usual.latent());
    let dtype = b.mode.weights;
    b.buffer((shared.text_tokens + usual_tokens) * model.width() * dtype.bytes());
    let positions = (usual_tokens != shared.film_tokens).then(|| {
        b.begin("zeros", "", WorkKind::Elementwise);
        let positions = b.writes((shared.text_tokens + shared.film_tokens) * model.width(), dtype);
        b.end();
        positions
    });
    let sum = b.scaled(joined, "add");
    b.hold_all(&parts);
    b.hold_all(positions.as_slice());
    sum
}

fn time_embedding(b: &mut Builder, shared: &Shared) -> VarId {
    let (width, embedded) = (shared.model.width(), shared.time_embed_dim);
    let first = b.linear_weights(width, embedded, true);
    let second = b.linear_weights(embedded, embedded, true);
    let dtype = b.mode.weights;
    let x = sinusoid(b, shared.batch * width, dtype);
    b.hold_to_end(x);
    let y = b.linear(x, first);
    let y = b.activation(y, "silu", "silu_backward", Keeps::Input);
    let y = b.linear(y, second);
    b.hold_to_end(y);
    y
}

/// The time embedding through silu and a projection, cut into so many shifts, scales and gates.
fn modulation(b: &mut Builder, shared: &Shared, parts: u64) -> Vec<VarId> {
    let weights = b.linear_weights(shared.time_embed_dim, parts * shared.model.width(), true);
    let active = b.activation(shared.time, "silu", "silu_backward", Keeps::Input);
    let projected = b.linear(active, weights);
    b.hold_in_segment(projected);
    b.chunks(projected, parts)
}

/// A layer norm, scaled and shifted.
fn modulated(b: &mut Builder, x: VarId, norm: Norm, shift: VarId, scale: VarId) -> VarId {
    let normed = b.layer_norm(x, norm);
    let scale = b.scaled(scale, "add");
    let scaled = b.multiply(normed, scale);
    b.add(scaled, shift)
}

/// A gated branch added to the stream.
fn gated(b: &mut Builder, x: VarId, gate: VarId, branch: VarId) -> VarId {
    let gated = b.multiply(gate, branch);
    b.add(x, gated)
}

fn block(b: &mut Builder, shared: &Shared, text: VarId, film: VarId) -> Vec<VarId> {
    let width = shared.model.width();
    // The caller's variables hold what the block was given until it returns.
    b.hold_in_segment(text);
    b.hold_in_segment(film);
    let first = modulation(b, shared, 6);
    let norm = b.norm_weights(width, true);
    let film_in = modulated(b, film, norm, first[0], first[1]);
    let text_in = modulated(b, text, norm, first[3], first[4]);
    let attended = attention(b, shared, text_in, film_in);
    b.hold_in_segment(attended);
    let [text_part, film_part] = [shared.text(), shared.film()].map(|elements| b.sliced(attended, elements));
    let film = gated(b, film, first[2], film_part);
    let text = gated(b, text, first[5], text_part);

    let second = modulation(b, shared, 6);
    let norm = b.norm_weights(width, true);
    let film_next = modulated(b, film, norm, second[0], second[1]);
    let text_next = modulated(b, text, norm, second[3], second[4]);
    b.hold_all(&[film_in, text_in]);
    b.hold_in_segment(text_next);
    let joined = b.concatenated(&[text_next, film_next], "cat");
    b.hold_in_segment(joined);
    let up = b.linear_weights(width, MLP_FACTOR * width, true);
    let down = b.linear_weights(MLP_FACTOR * width, width, true);
    let raised = b.linear(joined, up);
    let active = b.activation(raised, "gelu", "gelu_backward", Keeps::Input);
    let out = b.linear(active, down);
    b.hold_in_segment(out);
    let [text_part, film_part] = [shared.text(), shared.film()].map(|elements| b.sliced(out, elements));
    let film = gated(b, film, second[2], film_part);
    let text = gated(b, text, second[5], text_part);
    vec![text, film]
}

/// Attention over both at once, with the same weights.
fn attention(b: &mut Builder, shared: &Shared, text: VarId, film: VarId) -> VarId {
    let model = shared.model;
    let width = model.width();
    let weights = [(); 3].map(|()| b.linear_weights(width, width, true));
    let norms = [(); 2].map(|()| b.norm_weights(model.attention_head_dim, true));
    let output = b.linear_weights(width, width, true);
    let joined = b.concatenated(&[text, film], "cat");
    let [query, key, value]: Triple = weights.map(|weights| b.linear(joined, weights));
    let query = b.layer_norm(query, norms[0]);
    let key = b.layer_norm(key, norms[1]);
    let (query, key) = (rotated(b, shared, query), rotated(b, shared, key));
    let tokens = shared.text_tokens + shared.film_tokens;
    let attended = b.fused_attention(query, key, value, shape(model, shared.batch, tokens, tokens), Options::PLAIN);
    b.hold(joined);
    let (elements, dtype) = (b.var(attended).elements, b.var(attended).dtype);
    let rows = b.copied(&[attended], elements, dtype, "clone");
    let out = b.linear(rows, output);
    b.hold_all(&[query, key, value]);
    out
}

/// The film's part turned by its positions in FP32 and written back in place.
fn rotated(b: &mut Builder, shared: &Shared, x: VarId) -> VarId {
    let Some((cosine, sine)) = shared.rotary else { return x };
    let dtype = b.var(x).dtype;
    let part = b.sliced(x, shared.film());
    let negative = b.copied_part(part, 2, "neg");
    let turned = b.joined_halves(negative, part);
    let wide = b.to_dtype(part, Dtype::F32);
    let left = b.multiply(wide, cosine);
    let wide = b.to_dtype(turned, Dtype::F32);
    let right = b.multiply(wide, sine);
    let sum = b.add(left, right);
    let narrow = b.to_dtype(sum, dtype);
    b.hold(turned);
    b.begin("copy_", "", WorkKind::Elementwise);
    b.reads(x);
    b.reads(narrow);
    let out = b.writes_in_place(x);
    b.end();
    out
}

/// The film's last norms and the projection back to patches.
fn head(b: &mut Builder, shared: &Shared, state: &[VarId]) -> VarId {
    let model = shared.model;
    let (text, film) = (state[0], state[1]);
    let norm = b.norm_weights(model.width(), true);
    let outer = b.norm_weights(model.width(), true);
    let outputs = model.patch_size * model.patch_size * model.in_channels;
    let normed = b.layer_norm(film, norm);
    let parts = modulation(b, shared, 2);
    let x = modulated(b, normed, outer, parts[0], parts[1]);
    b.hold_all(&[normed]);
    let project = b.linear_weights(model.width(), outputs, true);
    let x = b.linear(x, project);
    let var = b.var(x);
    // Patches go back to their places.
    let out = b.copied(&[x], var.elements, var.dtype, "clone");
    b.hold_all(&[text]);
    out
}
