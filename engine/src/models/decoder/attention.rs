//! Attention of the decoders: separate or fused projections, rotary positions, one kernel or the scores in memory.

use super::shared::Shared;
use crate::architecture::{Decoder, DecoderVariant};
use crate::graph::VarId;
use crate::graph::attention::{Kernel, Options, Shape, pick};
use crate::graph::builder::Builder;
use crate::graph::eager::{Eager, Layout, Softmax};
use crate::graph::norm::Norm;
use crate::graph::rotary::Rotary;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's attention.
#[derive(Debug, Clone, Copy)]
pub struct Attention {
    projections: Projections,
    /// Norms over each head of queries and keys.
    norms: Option<[Norm; 2]>,
    output: Adapted,
}

#[derive(Debug, Clone, Copy)]
#[expect(clippy::large_enum_variant, reason = "one lives at a time, while its block is built")]
enum Projections {
    Separate { query: Adapted, key: Adapted, value: Adapted },
    Fused(Adapted),
}

/// Weights of one block's attention.
pub fn weights(b: &mut Builder, model: &Decoder, recipe: Recipe) -> Attention {
    let hidden = model.hidden_size;
    let queries = model.num_attention_heads * model.head_dim;
    let keys = model.num_key_value_heads * model.head_dim;
    let bias = model.attention_bias;
    let projections = if model.variant == DecoderVariant::Phi3 {
        Projections::Fused(recipe.adapted(b, hidden, queries + 2 * keys, bias, Site::FusedQueryKeyValue, "qkv_proj"))
    } else {
        Projections::Separate {
            query: recipe.adapted(b, hidden, queries, bias, Site::Query, "q_proj"),
            key: recipe.adapted(b, hidden, keys, bias, Site::Key, "k_proj"),
            value: recipe.adapted(b, hidden, keys, bias, Site::Value, "v_proj"),
        }
    };
    let output = recipe.adapted(b, queries, hidden, model.attention_output_bias, Site::Output, "o_proj");
    let norms = model.query_key_norm.then(|| [(); 2].map(|()| super::norm_weights(b, model.head_dim, recipe)));
    Attention { projections, norms, output }
}

/// Attention over `x`, projected back to the residual stream's width.
pub fn forward(
    b: &mut Builder,
    model: &Decoder,
    attention: &Attention,
    x: VarId,
    (shared, windowed): (Shared, bool),
    recipe: Recipe,
) -> VarId {
    let length = recipe.data.sequence_length;
    let shape = Shape {
        batch: recipe.batch,
        heads: model.num_attention_heads,
        key_value_heads: model.num_key_value_heads,
        head_dim: model.head_dim,
        queries: length,
        keys: length,
    };
    let Shared { rotary, mask } = shared;
    let [query, key, value] = match attention.projections {
        Projections::Separate { query, key, value } => {
            let query = b.adapted(x, query);
            let key = b.adapted(x, key);
            let value = b.adapted(x, value);
            let [query, key] = match attention.norms {
                Some([query_norm, key_norm]) => [b.rms_norm(query, query_norm), b.rms_norm(key, key_norm)],
                None => [query, key],
            };
            [b.rotated(query, rotary), b.rotated(key, rotary), value]
        }
        Projections::Fused(fused) => {
            let fused = b.adapted(x, fused);
            fused_parts(b, fused, shape, model.options.rotary_dim.map(|turned| (turned, model.head_dim)), rotary)
        }
    };
    let masked = recipe.is_masked() || windowed;
    let dropout = model.options.attention_dropout;
    let options = Options { masked, causal: !masked, grouped: !masked, dropout };
    let attended = if mask.is_some() {
        let softcapping = model.options.softcapped_scores;
        // Concatenated queries and keys lie head by head.
        let turned = if model.variant == DecoderVariant::Phi3 { Layout::HeadMajor } else { Layout::TokenMajor };
        let layout = [turned, turned, Layout::TokenMajor];
        let eager = Eager { softmax: Softmax::Fp32, mask, softcapping, dropout, layout, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else if masked && shape.heads != shape.key_value_heads {
        let (key, value) = (b.repeated_heads(key, shape), b.repeated_heads(value, shape));
        b.fused_attention(query, key, value, Shape { key_value_heads: shape.heads, ..shape }, options)
    } else {
        b.fused_attention(query, key, value, shape, options)
    };
    // Concatenated queries lie head by head, and so does what the flash kernel and the plain form make of them, which is then
    // copied token by token; the memory-efficient kernel writes token by token.
    let by_head = pick(b.compute_dtype(query), shape, options) != Kernel::Efficient;
    let copied = matches!(attention.projections, Projections::Fused(_)) && mask.is_none() && by_head;
    let attended = if copied { b.contiguous(attended) } else { attended };
    let out = b.adapted(attended, attention.output);
    for x in [query, key, value] {
        b.hold(x);
    }
    out
}

/// Slices of a fused projection; of queries and keys the turned features of each head are joined with those that are not,
/// where positions turn only the first of so many.
fn fused_parts(b: &mut Builder, fused: VarId, shape: Shape, partly: Option<(u64, u64)>, rotary: Rotary) -> [VarId; 3] {
    let [query, key, value] =
        [shape.query_elements(), shape.key_elements(), shape.key_elements()].map(|elements| b.slice_view(fused, elements));
    let [query, key] = [query, key].map(|x| {
        let all = b.var(x).elements;
        let turning = partly.map_or(all, |(turned, width)| all / width * turned);
        let turning = b.slice_view(x, turning);
        let rest = all - b.var(turning).elements;
        let passing = (rest > 0).then(|| b.slice_view(x, rest));
        let turned = b.rotated(turning, rotary);
        let parts: Vec<VarId> = [turned].into_iter().chain(passing).collect();
        b.concatenated(&parts, "cat")
    });
    [query, key, value]
}
