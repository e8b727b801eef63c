//! Diffusion transformers as diffusers builds them, trained on latents against a velocity target.

mod attention;
mod block;
mod shared;

use super::Recipe;
use super::adapted::Site;
use super::companions;
use super::diffusion_unet::{input_dtype, sinusoid};
use crate::architecture::LATENT_FACTOR;
use crate::architecture::{DiffusionTransformer, DiffusionTransformerVariant as Variant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::elementwise::Keeps;
use crate::graph::{Graph, VarId};
use crate::work::WorkKind;
use block::Kind;
use shared::Shared;

/// Width of the sinusoid that a time or a guidance scale becomes.
const SINUSOID_WIDTH: u64 = 256;
/// Side in pixels of one packed patch where packing is done before the model (2x2 latent pixels).
const PACKED_PATCH: u64 = 2 * LATENT_FACTOR;
/// Coordinates of a position.
const POSITION_AXES: u64 = 3;

/// The graph of one micro-step with the mean squared error of the prediction.
#[must_use]
pub fn build(model: &DiffusionTransformer, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    let (batch, data) = (recipe.batch, recipe.data);
    let dtype = input_dtype(recipe);
    let packed = matches!(model.variant, Variant::JointThenSingle { .. });
    let (height, width) = if packed {
        (data.image_height / PACKED_PATCH, data.image_width / PACKED_PATCH)
    } else {
        (data.image_height / LATENT_FACTOR, data.image_width / LATENT_FACTOR)
    };
    let picture_tokens = (height / model.patch_size) * (width / model.patch_size);
    let elements = batch * model.in_channels * height * width;
    let latent = Map { var: b.input(elements, dtype), batch, channels: model.in_channels, height, width };
    b.input(batch, dtype);
    let text = b.input(batch * data.text_tokens * model.joint_attention_dim, dtype);
    let pooled = b.input(batch * model.pooled_projection_dim, dtype);
    let target = if recipe.evaluates { latent.var } else { b.input(elements, dtype) };
    if recipe.training.resident_frozen_models {
        let bytes = if recipe.autocast().is_some() || dtype.is_half() { 2 } else { 4 };
        b.buffer(model.companion_parameters * bytes);
    }
    let mut shared = Shared {
        recipe,
        batch,
        width: model.num_attention_heads * model.attention_head_dim,
        heads: model.num_attention_heads,
        head_dim: model.attention_head_dim,
        picture_tokens,
        text_tokens: data.text_tokens,
        time: pooled,
        rotary: None,
        query_norm: packed,
    };
    let state = b.segment(Layer::Stem, &[], false, |b| {
        companions::emit(b, recipe, model.companions(data.text_tokens), dtype);
        stem(b, model, &mut shared, latent, text, pooled, dtype)
    });
    let state = blocks(&mut b, model, &mut shared, state);
    let prediction = b.segment(Layer::Head, &state, false, |b| head(b, model, &shared, &state));
    b.hold_to_end(prediction);
    b.segment(Layer::Loss, &[], false, |b| b.mean_squared_error(prediction, target));
    b.finish()
}

/// Text and picture embedded, the time embedding and the positions made; returns text, picture.
fn stem(
    b: &mut Builder,
    model: &DiffusionTransformer,
    shared: &mut Shared,
    latent: Map,
    text: VarId,
    pooled: VarId,
    dtype: Dtype,
) -> Vec<VarId> {
    let recipe = shared.recipe;
    let (picture, guidance) = match model.variant {
        Variant::Joint { pos_embed_max_size, .. } => (patches(b, model, shared, latent, pos_embed_max_size), false),
        Variant::JointThenSingle { guidance_embeds, .. } => {
            // Position indices of picture and text, and the guidance scale, come with the batch.
            b.input(shared.picture_tokens * POSITION_AXES, dtype);
            b.input(shared.text_tokens * POSITION_AXES, dtype);
            if guidance_embeds {
                b.input(shared.batch, dtype);
            }
            let embed = recipe.adapted(b, model.in_channels, shared.width, true, Site::Other, "x_embedder");
            (b.adapted(latent.var, embed), guidance_embeds)
        }
    };
    let sinusoids = if guidance { 2 } else { 1 };
    let mut time = None;
    for _ in 0..sinusoids {
        let x = sinusoid(b, shared.batch * SINUSOID_WIDTH, dtype);
        let y = two_layers(b, shared, x, SINUSOID_WIDTH);
        time = Some(time.map_or(y, |time| b.add(time, y)));
    }
    let pooled = two_layers(b, shared, pooled, model.pooled_projection_dim);
    shared.time = time.map_or(pooled, |time| b.add(time, pooled));
    let embed = recipe.adapted(b, model.joint_attention_dim, shared.width, true, Site::Other, "context_embedder");
    let text = b.adapted(text, embed);
    if let Variant::JointThenSingle { .. } = model.variant {
        let table = (shared.picture_tokens + shared.text_tokens) * shared.head_dim;
        shared.rotary = Some((rotary_table(b, table), rotary_table(b, table)));
    }
    vec![text, picture]
}

fn rotary_table(b: &mut Builder, elements: u64) -> VarId {
    b.begin("cat", "cat", WorkKind::Elementwise);
    let out = b.writes(elements, Dtype::F32);
    b.end();
    out
}

/// The latent cut into patches by a convolution, plus the middle of the table of positions.
fn patches(b: &mut Builder, model: &DiffusionTransformer, shared: &Shared, latent: Map, table_side: u64) -> VarId {
    let dtype = b.mode.weights;
    b.buffer(table_side * table_side * shared.width * dtype.bytes());
    let conv = b.conv_weights(model.in_channels, shared.width, model.patch_size, model.patch_size, true);
    let x = b.convolution(latent, Conv { padding: 0, ..conv });
    let computed = b.var(x.var).dtype;
    b.begin("clone", "clone", WorkKind::Elementwise);
    let positions = b.writes(shared.picture_tokens * shared.width, dtype);
    b.end();
    let sum = b.add(x.var, positions);
    b.hold_all(&[x.var, positions]);
    let sum = b.to_dtype(sum, computed);
    let elements = b.var(sum).elements;
    b.copied(&[sum], elements, computed, "clone")
}

fn two_layers(b: &mut Builder, shared: &Shared, x: VarId, inputs: u64) -> VarId {
    let first = shared.recipe.adapted(b, inputs, shared.width, true, Site::Other, "linear_1");
    let second = shared.recipe.adapted(b, shared.width, shared.width, true, Site::Other, "linear_2");
    let x = b.adapted(x, first);
    let x = b.activation(x, "silu", "silu_backward", Keeps::Input);
    b.adapted(x, second)
}

/// All blocks in order.
fn blocks(b: &mut Builder, model: &DiffusionTransformer, shared: &mut Shared, state: Vec<VarId>) -> Vec<VarId> {
    let checkpointed = shared.recipe.is_checkpointed();
    let runs = match model.variant {
        Variant::Joint { dual_attention_layers, qk_norm, .. } => {
            shared.query_norm = qk_norm;
            // The last block hands no text on.
            let before_last = model.num_layers.saturating_sub(1);
            let dual = dual_attention_layers.min(before_last);
            let last = Kind::Joint { dual: dual_attention_layers >= model.num_layers, last: true };
            [
                (dual, Kind::Joint { dual: true, last: false }),
                (before_last - dual, Kind::Joint { dual: false, last: false }),
                (1, last),
            ]
        }
        Variant::JointThenSingle { num_single_layers, .. } => {
            [(model.num_layers, Kind::Joint { dual: false, last: false }), (num_single_layers, Kind::Single), (0, Kind::Single)]
        }
    };
    let mut state = state;
    let mut first = 0;
    let shared = *shared;
    for (count, kind) in runs {
        state = b.repeated_state(count, Layer::Block(first), checkpointed, state, &mut |b, state| {
            block::block(b, &shared, kind, state)
        });
        first += count;
    }
    state
}

/// The last modulated norm and projection back to patches.
fn head(b: &mut Builder, model: &DiffusionTransformer, shared: &Shared, state: &[VarId]) -> VarId {
    let recipe = shared.recipe;
    let picture = state[state.len() - 1];
    let modulation = recipe.adapted(b, shared.width, 2 * shared.width, true, Site::Other, "norm_out.linear");
    let outputs = model.patch_size * model.patch_size * model.in_channels;
    let project = recipe.adapted(b, shared.width, outputs, true, Site::Mlp, "proj_out");
    let emb = block::embedded(b, shared, modulation);
    let parts = b.chunks(emb, 2);
    let x = block::modulated(b, shared, picture, parts[0], parts[1]);
    let x = b.adapted(x, project);
    if let Some((cosine, sine)) = shared.rotary {
        b.hold_all(&[cosine, sine]);
        return x;
    }
    // Patches go back to their places.
    let var = b.var(x);
    b.copied(&[x], var.elements, var.dtype, "clone")
}
