//! Blocks of diffusion transformers: picture and text side by side, or joined into one sequence.

use super::attention::{joint_attention, own_attention, single_attention};
use super::shared::Shared;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::graph::elementwise::Keeps;
use crate::models::adapted::{Adapted, Site};

/// Width of the MLP over that of the block.
const MLP_FACTOR: u64 = 4;

/// Kinds of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Picture and text with weights of their own, attending to each other.
    Joint {
        /// A second attention over the picture alone.
        dual: bool,
        /// Text goes no further.
        last: bool,
    },
    /// One sequence with the MLP beside the attention.
    Single,
}

/// One block on text and picture; hands on text and picture, or the picture alone from the last.
pub fn block(b: &mut Builder, shared: &Shared, kind: Kind, state: &[VarId]) -> Vec<VarId> {
    match kind {
        Kind::Joint { dual, last } => joint(b, shared, dual, last, state[0], state[1]),
        Kind::Single => single(b, shared, state[0], state[1]),
    }
}

/// The time embedding through silu and a projection, to be cut into shifts, scales and gates.
pub fn embedded(b: &mut Builder, shared: &Shared, projection: Adapted) -> VarId {
    let time = b.activation(shared.time, "silu", "silu_backward", Keeps::Input);
    b.adapted(time, projection)
}

/// A layer norm without weights, scaled and shifted by the time embedding.
pub fn modulated(b: &mut Builder, shared: &Shared, x: VarId, shift: VarId, scale: VarId) -> VarId {
    let normed = b.plain_layer_norm(x, shared.width);
    scaled_and_shifted(b, normed, shift, scale)
}

fn scaled_and_shifted(b: &mut Builder, normed: VarId, shift: VarId, scale: VarId) -> VarId {
    let scale = b.scaled(scale, "add");
    let scaled = b.multiply(normed, scale);
    b.add(scaled, shift)
}

struct Mlp {
    up: Adapted,
    down: Adapted,
}

fn mlp_weights(b: &mut Builder, shared: &Shared, up: &str, down: &str) -> Mlp {
    let width = shared.width;
    Mlp {
        up: shared.recipe.adapted(b, width, MLP_FACTOR * width, true, Site::Mlp, up),
        down: shared.recipe.adapted(b, MLP_FACTOR * width, width, true, Site::Mlp, down),
    }
}

fn mlp(b: &mut Builder, x: VarId, weights: &Mlp) -> VarId {
    let up = b.adapted(x, weights.up);
    let active = b.activation(up, "gelu", "gelu_backward", Keeps::Input);
    b.adapted(active, weights.down)
}

fn projection(b: &mut Builder, shared: &Shared, parts: u64, name: &str) -> Adapted {
    shared.recipe.adapted(b, shared.width, parts * shared.width, true, Site::Other, name)
}

fn joint(b: &mut Builder, shared: &Shared, dual: bool, last: bool, text: VarId, picture: VarId) -> Vec<VarId> {
    let rotary = shared.rotary.is_some();
    let picture_parts = if dual { 9 } else { 6 };
    let norm = projection(b, shared, picture_parts, "norm1.linear");
    let context_norm = projection(b, shared, if last { 2 } else { 6 }, "norm1_context.linear");

    let emb = embedded(b, shared, norm);
    let parts = b.chunks(emb, picture_parts);
    let normed = b.plain_layer_norm(picture, shared.width);
    let picture_in = scaled_and_shifted(b, normed, parts[0], parts[1]);
    let second_in = dual.then(|| scaled_and_shifted(b, normed, parts[6], parts[7]));
    let emb = embedded(b, shared, context_norm);
    let text_parts = b.chunks(emb, if last { 2 } else { 6 });
    let text_in = modulated(b, shared, text, text_parts[0], text_parts[1]);

    let (attended, text_attended) = joint_attention(b, shared, picture_in, text_in, last);
    let gated = b.multiply(parts[2], attended);
    b.hold_in_segment(gated);
    if rotary {
        // The tuple of both results lives until the block ends.
        b.hold_in_segment(attended);
    }
    let mut x = b.add(picture, gated);
    if let Some(second_in) = second_in {
        b.hold_in_segment(second_in);
        let attended = own_attention(b, shared, second_in);
        let gated = b.multiply(parts[8], attended);
        b.hold_in_segment(gated);
        x = b.add(x, gated);
    }
    let weights = mlp_weights(b, shared, "ff.net.0.proj", "ff.net.2");
    let normed = b.plain_layer_norm(x, shared.width);
    b.hold_all(&[picture_in]);
    let mlp_in = scaled_and_shifted(b, normed, parts[3], parts[4]);
    b.hold_in_segment(mlp_in);
    let out = mlp(b, mlp_in, &weights);
    let gated = b.multiply(parts[5], out);
    b.hold_in_segment(gated);
    let picture = b.add(x, gated);
    let Some(text_attended) = text_attended else {
        b.hold_all(&[text_in]);
        return vec![picture];
    };

    let gated = b.multiply(text_parts[2], text_attended);
    b.hold_in_segment(gated);
    if rotary {
        b.hold_in_segment(text_attended);
    }
    let x = b.add(text, gated);
    let weights = mlp_weights(b, shared, "ff_context.net.0.proj", "ff_context.net.2");
    let normed = b.plain_layer_norm(x, shared.width);
    b.hold_all(&[text_in]);
    let mlp_in = scaled_and_shifted(b, normed, text_parts[3], text_parts[4]);
    b.hold_in_segment(mlp_in);
    let out = mlp(b, mlp_in, &weights);
    b.hold_in_segment(out);
    let gated = b.multiply(text_parts[5], out);
    let text = b.add(x, gated);
    let text = if rotary { clipped(b, text) } else { text };
    vec![text, picture]
}

/// Half precision is clipped to its largest number after each block.
fn clipped(b: &mut Builder, x: VarId) -> VarId {
    if b.var(x).dtype == Dtype::F16 { b.activation(x, "clamp", "clamp_backward", Keeps::Input) } else { x }
}

fn single(b: &mut Builder, shared: &Shared, text: VarId, picture: VarId) -> Vec<VarId> {
    let recipe = shared.recipe;
    let width = shared.width;
    let norm = projection(b, shared, 3, "norm.linear");
    let up = recipe.adapted(b, width, MLP_FACTOR * width, true, Site::Mlp, "proj_mlp");
    let down = recipe.adapted(b, (1 + MLP_FACTOR) * width, width, true, Site::Mlp, "proj_out");

    let residual = b.concatenated(&[text, picture], "cat");
    b.hold_in_segment(residual);
    let emb = embedded(b, shared, norm);
    let parts = b.chunks(emb, 3);
    let normed = modulated(b, shared, residual, parts[0], parts[1]);
    b.hold_in_segment(normed);
    let raised = b.adapted(normed, up);
    let active = b.activation(raised, "gelu", "gelu_backward", Keeps::Input);
    b.hold_in_segment(active);
    let attended = single_attention(b, shared, normed);
    b.hold_in_segment(attended);
    let joined = b.concatenated(&[attended, active], "cat");
    let out = b.adapted(joined, down);
    let gated = b.multiply(parts[2], out);
    b.hold_all(&[joined]);
    let sum = b.add(residual, gated);
    let sum = clipped(b, sum);
    vec![b.sliced(sum, shared.text()), b.sliced(sum, shared.picture())]
}
