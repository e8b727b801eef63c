//! Attention of the decoders: separate or fused projections, rotary positions, one kernel or the scores in memory.

use super::convolution::{self, ShortConvolution};
use super::kind::Kind;
use super::latent::{self, Latent};
use super::linear::{self, Linear};
use super::positions::{joined_by_head, placed, side_by_side};
use super::shared::{Shared, norm_weights, normed};
use super::varied::{self, Varied};
use crate::architecture::{AttentionLayout, Decoder, MlpLayout, PositionPairs, ProjectionLayout};
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::{Kernel, Options, Shape, hands_groups, pick};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::{Eager, Layout, Softmax};
use crate::graph::elementwise::Keeps;
use crate::graph::norm::Norm;
use crate::graph::part::Part;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's attention.
#[derive(Debug, Clone, Copy)]
pub enum Attention {
    /// Queries, keys and values of heads.
    Heads(Heads),
    /// Keys and values compressed for all heads.
    Latent(Latent),
    /// A state in place of keys and values.
    Linear(Linear),
    /// A short convolution in place of attention.
    Convolution(ShortConvolution),
}

/// Weights of attention over heads.
#[derive(Debug, Clone, Copy)]
pub struct Heads {
    projections: Projections,
    /// A learned score of every head that reads nothing.
    sinks: Option<VarId>,
    /// Norms over each head of queries and keys.
    norms: Option<[Norm; 2]>,
    output: Adapted,
}

#[derive(Debug, Clone, Copy)]
enum Projections {
    Separate { query: Adapted, key: Adapted, value: Adapted },
    Sliced(Adapted),
    HeadByHead(Adapted),
    Varied(Varied),
}

/// Weights of one block's attention.
pub(super) fn weights(b: &mut Builder, model: &Decoder, kind: Kind, recipe: Recipe) -> Attention {
    if let Some(widths) = model.linear_attention().filter(|_| kind.linear) {
        return Attention::Linear(linear::weights(b, model, *widths, recipe));
    }
    if let AttentionLayout::ShortConvolution(widths) = model.options.attention
        && kind.linear
    {
        return Attention::Convolution(convolution::weights(b, model, widths.kernel, recipe));
    }
    if let AttentionLayout::Latent(widths) = model.options.attention {
        return Attention::Latent(latent::weights(b, model, widths, recipe));
    }
    if model.options.gemma4.is_some() {
        let (varied, output) = varied::weights(b, model, kind, recipe);
        return Attention::Heads(Heads { projections: Projections::Varied(varied), sinks: None, norms: None, output });
    }
    let hidden = model.hidden_size;
    let queries = model.num_attention_heads * model.head_dim;
    let keys = model.num_key_value_heads * model.head_dim;
    let bias = model.attention_bias;
    let gates = if model.options.gated_attention { queries } else { 0 };
    let mut fused = |name| recipe.adapted(b, hidden, queries + 2 * keys, bias, Site::FusedQueryKeyValue, name);
    let projections = match model.projections() {
        ProjectionLayout::Sliced => Projections::Sliced(fused("qkv_proj")),
        ProjectionLayout::HeadByHead => Projections::HeadByHead(fused("query_key_value")),
        ProjectionLayout::Separate => Projections::Separate {
            query: recipe.adapted(b, hidden, queries + gates, bias, Site::Query, "q_proj"),
            key: recipe.adapted(b, hidden, keys, bias, Site::Key, "k_proj"),
            value: recipe.adapted(b, hidden, keys, bias, Site::Value, "v_proj"),
        },
    };
    let output = recipe.adapted(b, queries, hidden, model.attention_output_bias, Site::Output, output_name(model));
    let widths = if model.options.norms_all_heads { [queries, keys] } else { [model.head_dim; 2] };
    let norms = model.query_key_norm.then(|| widths.map(|width| norm_weights(b, width, recipe)));
    let sinks = model.options.sinks.then(|| {
        let weight = Weight::vector(model.num_attention_heads).of(Some(Part::Attention));
        b.weight_as(weight, recipe.unquantized_dtype(), b.mode.trainable, true)
    });
    Attention::Heads(Heads { projections, sinks, norms, output })
}

/// What a kind calls attention's way back.
fn output_name(model: &Decoder) -> &'static str {
    match model.mlp() {
        MlpLayout::FullyConnected | MlpLayout::FourTimes => "dense",
        MlpLayout::OutProjected | MlpLayout::InOut | MlpLayout::Numbered => "out_proj",
        MlpLayout::Gated | MlpLayout::FusedGate | MlpLayout::FusedLinear | MlpLayout::Ungated | MlpLayout::Projections => {
            "o_proj"
        }
    }
}

/// Attention over `x`, projected back to the residual stream's width.
pub(super) fn forward(
    b: &mut Builder,
    model: &Decoder,
    attention: &Attention,
    x: VarId,
    (shared, kind): (&mut Shared, Kind),
    recipe: Recipe,
) -> VarId {
    let windowed = kind.windowed;
    let rotary = shared.rotary.filter(|_| !kind.unturned);
    let attention = match attention {
        Attention::Heads(heads) => heads,
        Attention::Latent(latent) => return latent::forward(b, model, latent, x, Shared { rotary, ..*shared }, recipe),
        Attention::Linear(linear) => return linear::forward(b, linear, x, recipe),
        Attention::Convolution(convolution) => return convolution::forward(b, convolution, x, recipe),
    };
    let length = recipe.data.sequence_length;
    let shape = Shape {
        batch: recipe.batch,
        heads: model.num_attention_heads,
        key_value_heads: kind.key_value_heads,
        head_dim: kind.head_dim,
        queries: length,
        keys: length,
    };
    let Shared { mask, other_mask, window, .. } = *shared;
    let is_made = model.options.position_pairs == PositionPairs::Neighbours;
    let rotary = rotary.map(|rotary| if is_made { side_by_side(b, rotary, 1) } else { rotary });
    let mut gate = None;
    let [query, key, value] = match attention.projections {
        Projections::Separate { query, key, value } => {
            let query = b.adapted(x, query);
            let (query, apart) = if model.options.gated_attention { b.halves(query) } else { (query, query) };
            gate = model.options.gated_attention.then(|| b.contiguous(apart));
            let key = b.adapted(x, key);
            let value = b.adapted(x, value);
            let norms = |b: &mut Builder, [query, key]: [VarId; 2]| match attention.norms {
                Some([query_norm, key_norm]) => [normed(b, model, query, query_norm), normed(b, model, key, key_norm)],
                None => [query, key],
            };
            if model.options.norms_turned {
                let [query, key, value] = placed(b, model, [query, key, value], rotary);
                let [query, key] = norms(b, [query, key]);
                [query, key, value]
            } else {
                let [query, key] = norms(b, [query, key]);
                placed(b, model, [query, key, value], rotary)
            }
        }
        Projections::Sliced(fused) => {
            let fused = b.adapted(x, fused);
            let sizes = [shape.query_elements(), shape.key_elements(), shape.key_elements()];
            let slices = sizes.map(|elements| b.slice_view(fused, elements));
            placed(b, model, slices, rotary)
        }
        Projections::Varied(varied) => varied::forward(b, model, &varied, x, Shared { rotary, ..*shared }),
        Projections::HeadByHead(fused) => {
            let fused = b.adapted(x, fused);
            // Their gradients are joined head by head, then copied into the order of the layer's outputs.
            let all = b.var(fused).elements;
            let by_head = b.viewed(fused, all, "clone");
            let parts = b.parts(by_head, "cat");
            placed(b, model, parts, rotary)
        }
    };
    if kind.stores {
        shared.stored = Some([key, value]);
        // Blocks that are computed again hold what they may have to read.
        if recipe.is_checkpointed() {
            b.hold_through(&[key, value]);
        }
    }
    let query = if model.options.scaled_queries { b.scaled(query, "mul") } else { query };
    let masked = recipe.is_masked() || windowed;
    let dropout = model.options.attention_dropout;
    let options = Options { masked, causal: !masked, grouped: hands_groups(masked, shape.head_dim), dropout };
    for handed in window.filter(|_| windowed).into_iter().chain(other_mask) {
        b.handed(handed);
    }
    let attended = if let (Some(sinks), Some(mask)) = (attention.sinks, mask) {
        b.sink_attention([query, key, value], [sinks, mask], shape, model.options.attention_dropout)
    } else if mask.is_some() {
        let softcapping = model.options.softcapped_scores;
        // Concatenated queries and keys lie head by head.
        let turned = if joined_by_head(model) { Layout::HeadMajor } else { Layout::TokenMajor };
        let layout = [turned, turned, Layout::TokenMajor];
        let [query, key] =
            if model.options.widened_scores { [query, key].map(|x| b.to_dtype(x, Dtype::F32)) } else { [query, key] };
        let softmax = if model.options.widened_scores { Softmax::CastToValues } else { Softmax::Fp32 };
        let eager = Eager { softmax, mask, softcapping, dropout, layout, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else if !options.grouped && shape.heads != shape.key_value_heads {
        let (key, value) = (b.shared_heads(key, shape), b.shared_heads(value, shape));
        b.fused_attention(query, key, value, Shape { key_value_heads: shape.heads, ..shape }, options)
    } else {
        b.fused_attention(query, key, value, shape, options)
    };
    // Concatenated queries lie head by head, and so does what the flash kernel and the plain form make of them, which is then
    // copied token by token; the memory-efficient kernel writes token by token.
    let by_head = pick(b.compute_dtype(query), shape, options) != Kernel::Efficient;
    let copied = joined_by_head(model) && mask.is_none() && by_head;
    let attended = if copied { b.contiguous(attended) } else { attended };
    let attended = gate.map_or(attended, |gate| {
        let share = b.activation(gate, "sigmoid", "sigmoid_backward", Keeps::Result);
        let gated = b.multiply(attended, share);
        b.hold(gate);
        gated
    });
    let out = b.adapted(attended, attention.output);
    for x in [x, query, key, value].into_iter().chain(gate) {
        b.hold(x);
    }
    out
}
