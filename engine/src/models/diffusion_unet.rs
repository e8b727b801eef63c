//! Conditional U-Nets of latent diffusion as diffusers builds them, trained on latents against a noise target.

use super::Recipe;
use super::adapted::{Adapted, Site};
use super::companions;
use crate::architecture::DiffusionUnet;
use crate::architecture::LATENT_FACTOR;
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::convolution::{Conv, Map};
use crate::graph::eager::{Eager, Layout};
use crate::graph::elementwise::Keeps;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;
use crate::graph::{Graph, VarId};
use crate::training::Method;
use crate::work::WorkKind;

/// Groups of every group norm (`norm_num_groups`).
const NORM_GROUPS: u64 = 32;
/// Width of the time embedding over that of the first level.
const TIME_EMBEDDING_FACTOR: u64 = 4;

/// What the blocks of one level need to know.
#[derive(Debug, Clone, Copy)]
struct Level {
    channels: u64,
    heads: u64,
    transformer_layers: u64,
}

/// The network under construction.
struct Unet<'a> {
    model: &'a DiffusionUnet,
    recipe: Recipe<'a>,
    b: Builder,
    context: VarId,
    time: VarId,
    blocks: u64,
}

/// The graph of one micro-step with the mean squared error of the predicted noise.
#[must_use]
pub fn build(model: &DiffusionUnet, recipe: Recipe) -> Graph {
    let mut b = recipe.builder();
    // Simulated steps with adapters lie between both readings for the frozen blocks ahead of the first adapter, nearer to
    // arguments that are held: at most 0.33 % above, against 0.45 % below. What holds them is not known.
    b.holds_arguments = true;
    let batch = recipe.batch;
    let (height, width) = (recipe.data.image_height / LATENT_FACTOR, recipe.data.image_width / LATENT_FACTOR);
    let dtype = input_dtype(recipe);
    let latent = b.input(batch * model.in_channels * height * width, dtype);
    b.input(batch, Dtype::I64);
    let context = b.input(batch * model.text_tokens * model.cross_attention_dim, dtype);
    let target = if recipe.evaluates { latent } else { b.input(batch * model.out_channels * height * width, dtype) };
    if model.addition_embed_input > 0 {
        additional_inputs(&mut b, model, batch, dtype);
    }
    if recipe.training.resident_frozen_models {
        let bytes = if recipe.autocast().is_some() || dtype.is_half() { 2 } else { 4 };
        b.buffer(model.companion_parameters * bytes);
    }
    let x = Map { var: latent, batch, channels: model.in_channels, height, width };
    let first = model.block_out_channels[0];
    let (time, x) = b.segment(Layer::Stem, &[], false, |b| {
        companions::emit(b, recipe, model.companions(), dtype);
        let time = time_embedding(b, batch, first, dtype);
        let time = if model.addition_embed_input > 0 { additional_embedding(b, model, time, dtype) } else { time };
        let conv = b.conv_weights(model.in_channels, first, 3, 1, true);
        (time, b.convolution(x, conv))
    });
    let mut unet = Unet { model, recipe, b, context, time, blocks: 0 };
    let out = unet.body(x);
    let mut b = unet.b;
    let prediction = b.segment(Layer::Head, &[out.var], false, |b| {
        let norm = b.norm_weights(first, true);
        let conv = b.conv_weights(first, model.out_channels, 3, 1, true);
        let x = group_norm(b, out, norm);
        let x = out.with(b.activation(x.var, "silu", "silu_backward", Keeps::Input));
        b.convolution(x, conv)
    });
    b.hold_to_end(prediction.var);
    b.segment(Layer::Loss, &[], false, |b| b.mean_squared_error(prediction.var, target));
    b.finish()
}

/// Type of latents and text: that of the run where all weights train, else that of the frozen weights.
#[must_use]
pub fn input_dtype(recipe: Recipe) -> Dtype {
    let given = if recipe.training.method == Method::Full { recipe.pixel_dtype() } else { recipe.weight_dtype() };
    recipe.read(given)
}

/// Pooled text and size conditions (SDXL's `text_time`): six numbers and a vector a sample.
fn additional_inputs(b: &mut Builder, model: &DiffusionUnet, batch: u64, dtype: Dtype) {
    b.input(batch * (model.addition_embed_input - 6 * 256), dtype);
    b.input(batch * 6, dtype);
}

/// The sinusoid that a number becomes.
pub fn sinusoid(b: &mut Builder, elements: u64, dtype: Dtype) -> VarId {
    b.begin("cat", "cat", WorkKind::Elementwise);
    let out = b.writes(elements, dtype);
    b.end();
    out
}

fn time_embedding(b: &mut Builder, batch: u64, channels: u64, dtype: Dtype) -> VarId {
    let width = channels * TIME_EMBEDDING_FACTOR;
    let x = sinusoid(b, batch * channels, dtype);
    let first = b.linear_weights(channels, width, true);
    let second = b.linear_weights(width, width, true);
    two_layers(b, x, first, second)
}

fn additional_embedding(b: &mut Builder, model: &DiffusionUnet, time: VarId, dtype: Dtype) -> VarId {
    let width = model.block_out_channels[0] * TIME_EMBEDDING_FACTOR;
    let batch = b.var(time).elements / width;
    let x = sinusoid(b, batch * model.addition_embed_input, dtype);
    let first = b.linear_weights(model.addition_embed_input, width, true);
    let second = b.linear_weights(width, width, true);
    let added = two_layers(b, x, first, second);
    b.add(time, added)
}

fn two_layers(b: &mut Builder, x: VarId, first: Linear, second: Linear) -> VarId {
    let x = b.linear(x, first);
    let x = b.activation(x, "silu", "silu_backward", Keeps::Input);
    b.linear(x, second)
}

/// A group norm of the usual 32 groups.
pub fn group_norm(b: &mut Builder, x: Map, norm: Norm) -> Map {
    let rows = x.batch * NORM_GROUPS;
    let var = b.fused_norm(x.var, norm, rows, "native_group_norm", "native_group_norm_backward");
    x.with(var)
}

impl Unet<'_> {
    /// Down, middle and up, with the skips between.
    fn body(&mut self, x: Map) -> Map {
        let model = self.model;
        let levels: Vec<Level> = (0..model.block_out_channels.len())
            .map(|i| Level {
                channels: model.block_out_channels[i],
                heads: model.num_attention_heads[i],
                transformer_layers: model.transformer_layers_per_block[i],
            })
            .collect();
        let last = levels.len() - 1;
        let mut x = x;
        let mut skips = vec![x];
        for (i, &level) in levels.iter().enumerate() {
            for _ in 0..model.layers_per_block {
                x = self.residual(x, level.channels);
                x = self.transformer(x, level, level.transformer_layers);
                skips.push(x);
            }
            if i < last {
                x = self.plain(x, |b, x| {
                    let conv = b.conv_weights(x.channels, x.channels, 3, 2, true);
                    b.convolution(x, conv)
                });
                skips.push(x);
            }
        }
        x = self.residual(x, levels[last].channels);
        x = self.transformer(x, levels[last], model.mid_transformer_layers);
        x = self.residual(x, levels[last].channels);
        for (i, &level) in levels.iter().enumerate().rev() {
            // The caller of an up block holds what goes in until the block returns.
            let mut held = vec![x.var];
            for _ in 0..=model.layers_per_block {
                let skip = skips.pop();
                held.extend(skip.map(|skip| skip.var));
                x = self.joined(x, skip);
                x = self.residual(x, level.channels);
                x = self.transformer(x, level, level.transformer_layers);
            }
            if i > 0 {
                x = self.plain(x, |b, x| {
                    let conv = b.conv_weights(x.channels, x.channels, 3, 1, true);
                    let x = b.upsampled(x);
                    b.convolution(x, conv)
                });
            }
            x = self.plain(x, |b, x| {
                b.hold_all(&held);
                x
            });
        }
        x
    }

    fn next_block(&mut self) -> Layer {
        self.blocks += 1;
        Layer::Block(self.blocks - 1)
    }

    /// A segment that is never checkpointed.
    fn plain(&mut self, x: Map, body: impl FnOnce(&mut Builder, Map) -> Map) -> Map {
        let layer = self.next_block();
        self.b.segment(layer, &[x.var], false, |b| body(b, x))
    }

    /// The current map joined with a skip along the channels.
    fn joined(&mut self, x: Map, skip: Option<Map>) -> Map {
        let Some(skip) = skip else { return x };
        self.plain(x, |b, x| {
            let var = b.concatenated(&[x.var, skip.var], "cat");
            Map { channels: x.channels + skip.channels, ..x.with(var) }
        })
    }

    /// A residual block: norm, silu, convolution, time, norm, silu, convolution, shortcut.
    fn residual(&mut self, x: Map, channels: u64) -> Map {
        let layer = self.next_block();
        let time_width = self.model.block_out_channels[0] * TIME_EMBEDDING_FACTOR;
        let (time, checkpointed) = (self.time, self.recipe.is_checkpointed());
        self.b.segment(layer, &[x.var], checkpointed, |b| {
            let first_norm = b.norm_weights(x.channels, true);
            let first = b.conv_weights(x.channels, channels, 3, 1, true);
            let time_projection = b.linear_weights(time_width, channels, true);
            let second_norm = b.norm_weights(channels, true);
            let second = b.conv_weights(channels, channels, 3, 1, true);
            let shortcut = (x.channels != channels).then(|| b.conv_weights(x.channels, channels, 1, 1, true));
            let y = normed_convolution(b, x, first_norm, first);
            let time = b.activation(time, "silu", "silu_backward", Keeps::Input);
            let time = b.linear(time, time_projection);
            let y = y.with(b.add(y.var, time));
            let y = normed_convolution(b, y, second_norm, second);
            let x = shortcut.map_or(x, |conv| b.convolution(x, conv));
            let sum = b.add(x.var, y.var);
            // Diffusers divides by `output_scale_factor` even where it is one.
            y.with(b.scaled(sum, "div"))
        })
    }

    /// A stack of transformer blocks over the pixels, with its projections and residual.
    fn transformer(&mut self, x: Map, level: Level, layers: u64) -> Map {
        if layers == 0 {
            return x;
        }
        let linear = self.model.use_linear_projection;
        let channels = level.channels;
        let layer = self.next_block();
        let hidden = self.b.segment(layer, &[x.var], false, |b| {
            let norm = b.norm_weights(channels, true);
            let normed = group_norm(b, x, norm);
            if linear {
                let weights = b.linear_weights(channels, channels, true);
                let pixels = pixels_last(b, normed.var);
                b.linear(pixels, weights)
            } else {
                let conv = b.conv_weights(channels, channels, 1, 1, true);
                let projected = b.convolution(normed, conv);
                pixels_last(b, projected.var)
            }
        });
        let (recipe, context, model) = (self.recipe, self.context, self.model);
        let shape = Shape {
            batch: x.batch,
            heads: level.heads,
            key_value_heads: level.heads,
            head_dim: channels / level.heads,
            queries: x.height * x.width,
            keys: x.height * x.width,
        };
        let first = self.blocks;
        self.blocks += layers;
        let hidden = self.b.repeated(layers, Layer::Block(first), recipe.is_checkpointed(), hidden, &mut |b, hidden| {
            transformer_block(b, recipe, model, shape, channels, hidden, context)
        });
        let layer = self.next_block();
        self.b.segment(layer, &[hidden], false, |b| {
            let var = if linear {
                let weights = recipe.adapted(b, channels, channels, true, Site::Mlp, "proj_out");
                let projected = b.adapted(hidden, weights);
                pixels_last(b, projected)
            } else {
                let weights = recipe.adapted_pointwise(b, channels, "proj_out");
                let pixels = pixels_last(b, hidden);
                b.adapted_pointwise(x.with(pixels), weights).var
            };
            x.with(b.add(var, x.var))
        })
    }
}

/// The order of pixels and channels changed in memory.
fn pixels_last(b: &mut Builder, x: VarId) -> VarId {
    let var = b.var(x);
    b.copied(&[x], var.elements, var.dtype, "clone")
}

fn normed_convolution(b: &mut Builder, x: Map, norm: Norm, conv: Conv) -> Map {
    let normed = group_norm(b, x, norm);
    let active = normed.with(b.activation(normed.var, "silu", "silu_backward", Keeps::Input));
    b.convolution(active, conv)
}

fn transformer_block(
    b: &mut Builder,
    recipe: Recipe,
    model: &DiffusionUnet,
    shape: Shape,
    channels: u64,
    x: VarId,
    context: VarId,
) -> VarId {
    let self_norm = b.norm_weights(channels, true);
    let own = attention_weights(b, recipe, channels, channels);
    let cross_norm = b.norm_weights(channels, true);
    let cross = attention_weights(b, recipe, channels, model.cross_attention_dim);
    let mlp_norm = b.norm_weights(channels, true);
    let up = recipe.adapted(b, channels, 8 * channels, true, Site::Mlp, "ff.net.0.proj");
    let down = recipe.adapted(b, 4 * channels, channels, true, Site::Mlp, "ff.net.2");

    // Local variables hold the latest norm, the latest attention and the MLP's result.
    let first_normed = b.layer_norm(x, self_norm);
    let first_attended = attention(b, recipe, &own, first_normed, first_normed, shape);
    let x = b.add(first_attended, x);
    let normed = b.layer_norm(x, cross_norm);
    b.hold_all(&[first_normed]);
    let attended = attention(b, recipe, &cross, normed, context, Shape { keys: model.text_tokens, ..shape });
    b.hold_all(&[first_attended]);
    b.hold_in_segment(attended);
    let x = b.add(attended, x);
    let last_normed = b.layer_norm(x, mlp_norm);
    b.hold_all(&[normed]);
    b.hold_in_segment(last_normed);
    let gated = gated_gelu(b, last_normed, up);
    let out = b.adapted(gated, down);
    b.hold_in_segment(out);
    b.add(out, x)
}

struct AttentionWeights {
    query: Adapted,
    key: Adapted,
    value: Adapted,
    output: Adapted,
}

fn attention_weights(b: &mut Builder, recipe: Recipe, channels: u64, context: u64) -> AttentionWeights {
    AttentionWeights {
        query: recipe.adapted(b, channels, channels, false, Site::Query, "to_q"),
        key: recipe.adapted(b, context, channels, false, Site::Key, "to_k"),
        value: recipe.adapted(b, context, channels, false, Site::Value, "to_v"),
        output: recipe.adapted(b, channels, channels, true, Site::Output, "to_out.0"),
    }
}

fn attention(b: &mut Builder, recipe: Recipe, weights: &AttentionWeights, x: VarId, context: VarId, shape: Shape) -> VarId {
    let query = b.adapted(x, weights.query);
    let key = b.adapted(context, weights.key);
    let value = b.adapted(context, weights.value);
    let options = Options { masked: false, causal: false, grouped: false, dropout: 0.0 };
    let attended = if recipe.eager() {
        let eager = Eager { layout: [Layout::HeadMajor; 3], ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else {
        b.fused_attention(query, key, value, shape, options)
    };
    let out = b.adapted(attended, weights.output);
    // Diffusers divides by `rescale_output_factor` even where it is one.
    b.scaled(out, "div")
}

/// GEGLU: one projection to twice the width, half of it gating the other.
fn gated_gelu(b: &mut Builder, x: VarId, up: Adapted) -> VarId {
    let both = b.adapted(x, up);
    let (value, gate) = b.halves(both);
    let gate = b.activation(gate, "gelu", "gelu_backward", Keeps::Input);
    b.multiply(value, gate)
}
