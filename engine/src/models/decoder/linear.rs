//! Blocks with a state of fixed size as Hugging Face computes them: a short convolution over queries, keys and values, the gated
//! delta rule, and a norm that is gated (`Qwen3_5GatedDeltaNet`, `Qwen3NextGatedDeltaNet`).

use super::shared::norm_weights;
use crate::architecture::{Activation, Decoder, LinearAttention};
use crate::dtype::Dtype;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};
use crate::graph::delta::{DeltaInputs, DeltaShape};
use crate::graph::elementwise::Keeps;
use crate::graph::norm::Norm;
use crate::graph::part::Part;
use crate::graph::{VarId, WeightKind};
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};
use crate::training::LinearAttentionKernels;

/// Weights of one block with a state.
#[derive(Debug, Clone, Copy)]
pub struct Linear {
    widths: LinearAttention,
    projections: Projections,
    convolution: Conv,
    /// Added to what decays are made of.
    time_bias: VarId,
    /// The logarithm of how fast each head forgets.
    rate: VarId,
    norm: Norm,
    output: Adapted,
}

#[derive(Debug, Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "one lives at a time, while its block is built")]
enum Projections {
    /// Queries, keys and values; gates; learning rates; decays.
    Apart([Adapted; 4]),
    /// Queries, keys, values and gates head by head; learning rates and decays.
    Joined([Adapted; 2]),
}

/// What projections make.
struct Projected {
    /// Queries, keys and values, features of one token side by side.
    mixed: VarId,
    gate: VarId,
    beta: VarId,
    decay: VarId,
}

/// Weights of one block with a state.
pub fn weights(b: &mut Builder, model: &Decoder, widths: LinearAttention, recipe: Recipe) -> Linear {
    let (hidden, heads, convolved) = (model.hidden_size, widths.linear_num_value_heads, widths.convolved());
    let (dtype, trainable) = (recipe.unquantized_dtype(), b.mode.trainable);
    let mut weight = |weight: Weight| b.weight_as(weight.of(Some(Part::Mixer)), dtype, trainable, true);
    let kernel = widths.linear_conv_kernel_dim;
    let kind = WeightKind::Matrix;
    let filter = weight(Weight { rows: 1, columns: kernel, matrices: convolved, leading: convolved, kind, part: None });
    let [time_bias, rate] = [(); 2].map(|()| weight(Weight::vector(heads)));
    let layer = |b: &mut Builder, outputs: u64, name: &str| recipe.adapted(b, hidden, outputs, false, Site::Mixer, name);
    let projections = if widths.joined_projections {
        Projections::Joined([layer(b, convolved + widths.values(), "in_proj_qkvz"), layer(b, 2 * heads, "in_proj_ba")])
    } else {
        Projections::Apart([
            layer(b, convolved, "in_proj_qkv"),
            layer(b, widths.values(), "in_proj_z"),
            layer(b, heads, "in_proj_b"),
            layer(b, heads, "in_proj_a"),
        ])
    };
    let convolution = Conv {
        weight: filter,
        bias: None,
        outputs: convolved,
        kernel,
        stride: 1,
        padding: kernel - 1,
        dilation: 1,
        groups: convolved,
    };
    Linear {
        widths,
        projections,
        convolution,
        time_bias,
        rate,
        norm: norm_weights(b, widths.linear_value_head_dim, recipe),
        output: recipe.adapted(b, widths.values(), hidden, false, Site::Mixer, "out_proj"),
    }
}

/// The block's first half over `x`, projected back to the residual stream's width.
pub fn forward(b: &mut Builder, linear: &Linear, x: VarId, recipe: Recipe) -> VarId {
    let widths = linear.widths;
    let shape = DeltaShape {
        batch: recipe.batch,
        length: recipe.data.sequence_length,
        key_heads: widths.linear_num_key_heads,
        value_heads: widths.linear_num_value_heads,
        key_dim: widths.linear_key_head_dim,
        value_dim: widths.linear_value_head_dim,
    };
    let Projected { mixed, gate, beta: raw, decay: time } = projected(b, linear, x, shape);
    let convolved = convolved(b, linear, mixed, shape);
    let tokens = shape.batch * shape.length;
    let [query, key, value] = b.pieces(convolved, [widths.keys(), widths.keys(), widths.values()].map(|width| tokens * width));
    let beta = b.activation(raw, "sigmoid", "sigmoid_backward", Keeps::Result);
    let decay = decays(b, linear, time);
    let inputs = DeltaInputs { query, key, value, decay, beta };
    let attended = match recipe.training.linear_attention {
        LinearAttentionKernels::Torch => b.gated_delta_rule(inputs, shape),
        LinearAttentionKernels::Fla => b.fused_gated_delta_rule(inputs, shape),
    };
    let normed = gated_norm(b, attended, gate, linear.norm);
    let out = b.adapted(normed, linear.output);
    b.hold_all(&[gate, raw, time, convolved, decay, beta, attended]);
    out
}

fn projected(b: &mut Builder, linear: &Linear, x: VarId, shape: DeltaShape) -> Projected {
    match linear.projections {
        Projections::Apart([mixed, gate, beta, decay]) => {
            let mixed = b.adapted(x, mixed);
            Projected { mixed, gate: b.adapted(x, gate), beta: b.adapted(x, beta), decay: b.adapted(x, decay) }
        }
        Projections::Joined([all, rates]) => {
            let all = b.adapted(x, all);
            let rates = b.adapted(x, rates);
            let tokens = shape.batch * shape.length;
            let (keys, values) = (tokens * linear.widths.keys(), tokens * linear.widths.values());
            let [query, key, value, gate] = b.pieces(all, [keys, keys, values, values]);
            let [beta, decay] = b.pieces(rates, [tokens * shape.value_heads; 2]);
            // Several value heads to a key head lie within it, and are copied apart.
            let apart = shape.value_heads != shape.key_heads;
            let [value, gate, beta, decay] = [value, gate, beta, decay].map(|x| if apart { b.contiguous(x) } else { x });
            let [query, key] = [query, key].map(|x| b.contiguous(x));
            let value = if apart { value } else { b.contiguous(value) };
            let mixed = b.concatenated(&[query, key, value], "cat");
            Projected { mixed, gate, beta, decay }
        }
    }
}

/// Each feature over a token and those before it, through the activation.
fn convolved(b: &mut Builder, linear: &Linear, mixed: VarId, shape: DeltaShape) -> VarId {
    let given = b.var(mixed);
    // The gradient comes back feature by feature, and is copied into the order of tokens.
    let turned = b.viewed(mixed, given.elements, "clone");
    let wide = b.to_dtype(turned, b.var(linear.convolution.weight).dtype);
    let map = Map { var: wide, batch: shape.batch, channels: linear.convolution.groups, height: 1, width: shape.length };
    let out = b.convolution_along(map, linear.convolution).var;
    // What looks past the last token is cut off.
    let cut = b.slice_view(out, given.elements);
    let active = b.activated(cut, Activation::Silu);
    let active = b.to_dtype(active, given.dtype);
    b.hold(mixed);
    active
}

/// The logarithm of what each head keeps at each token: `-exp(rate) * softplus(time + bias)`, in FP32.
fn decays(b: &mut Builder, linear: &Linear, time: VarId) -> VarId {
    let rate = b.to_dtype(linear.rate, Dtype::F32);
    let rate = b.activation(rate, "exp", "exp_backward", Keeps::Result);
    let rate = b.scaled(rate, "neg");
    let wide = b.to_dtype(time, Dtype::F32);
    let sum = b.add(wide, linear.time_bias);
    let time = b.activation(sum, "softplus", "softplus_backward", Keeps::Input);
    b.multiply(rate, time)
}

/// RMS norm of every head, scaled, then multiplied by the gate through SiLU, in FP32 (`Qwen3_5RMSNormGated`).
fn gated_norm(b: &mut Builder, x: VarId, gate: VarId, norm: Norm) -> VarId {
    let narrow = b.var(x).dtype;
    let scaled = b.rms_norm(x, norm);
    let gate = b.to_dtype(gate, Dtype::F32);
    let gate = b.activation(gate, "silu", "silu_backward", Keeps::Input);
    let gated = b.multiply(scaled, gate);
    b.to_dtype(gated, narrow)
}
