//! Multi-head latent attention as Hugging Face computes it in training: keys and values are compressed to one vector and one turned
//! key for all heads, then expanded to every head (DeepSeek-V2, section 2.1).

use super::shared::{Shared, norm_weights};
use crate::architecture::{Decoder, LatentAttention};
use crate::graph::VarId;
use crate::graph::attention::{Kernel, Options, Shape, pick};
use crate::graph::builder::Builder;
use crate::graph::eager::{Eager, Layout, Softmax};
use crate::graph::norm::Norm;
use crate::models::Recipe;
use crate::models::adapted::{Adapted, Site};

/// Weights of one block's attention.
#[derive(Debug, Clone, Copy)]
pub struct Latent {
    widths: LatentAttention,
    /// Down to the vector that queries are made of, and its norm; none where they are made of the stream.
    compressed_query: Option<(Adapted, Norm)>,
    query: Adapted,
    compressed: Adapted,
    norm: Norm,
    expanded: Adapted,
    output: Adapted,
}

/// Weights of one block's attention.
pub fn weights(b: &mut Builder, model: &Decoder, widths: LatentAttention, recipe: Recipe) -> Latent {
    let (hidden, heads, bias) = (model.hidden_size, model.num_attention_heads, model.attention_bias);
    let queries = heads * (widths.qk_nope_head_dim + widths.qk_rope_head_dim);
    let rank = widths.q_lora_rank;
    let compressed_query = (rank > 0).then(|| {
        let down = recipe.adapted(b, hidden, rank, bias, Site::Key, "q_a_proj");
        (down, norm_weights(b, rank, recipe))
    });
    let query = if rank > 0 {
        recipe.adapted(b, rank, queries, false, Site::Query, "q_b_proj")
    } else {
        recipe.adapted(b, hidden, queries, false, Site::Query, "q_proj")
    };
    let kept = widths.kv_lora_rank;
    Latent {
        widths,
        compressed_query,
        query,
        compressed: recipe.adapted(b, hidden, kept + widths.qk_rope_head_dim, bias, Site::Key, "kv_a_proj_with_mqa"),
        norm: norm_weights(b, kept, recipe),
        expanded: recipe.adapted(b, kept, heads * (widths.qk_nope_head_dim + widths.v_head_dim), false, Site::Value, "kv_b_proj"),
        output: recipe.adapted(b, heads * widths.v_head_dim, hidden, bias, Site::Output, "o_proj"),
    }
}

/// Attention over `x`, projected back to the residual stream's width.
pub fn forward(b: &mut Builder, model: &Decoder, latent: &Latent, x: VarId, shared: Shared, recipe: Recipe) -> VarId {
    let LatentAttention { kv_lora_rank, qk_nope_head_dim: passed, qk_rope_head_dim: turned, v_head_dim, .. } = latent.widths;
    let (heads, length) = (model.num_attention_heads, recipe.data.sequence_length);
    let tokens = recipe.batch * length;
    let query = match latent.compressed_query {
        Some((down, norm)) => {
            let narrow = b.adapted(x, down);
            let narrow = b.rms_norm(narrow, norm);
            b.adapted(narrow, latent.query)
        }
        None => b.adapted(x, latent.query),
    };
    let [query_passed, query_turned] = b.pieces(query, [tokens * heads * passed, tokens * heads * turned]);
    let compressed = b.adapted(x, latent.compressed);
    let [kept, key_turned] = b.pieces(compressed, [tokens * kv_lora_rank, tokens * turned]);
    let kept = b.rms_norm(kept, latent.norm);
    let [query_turned, key_turned] = shared
        .rotary
        .map_or([query_turned, key_turned], |rotary| [query_turned, key_turned].map(|x| b.rotated_by_halves(x, rotary)));
    let query = b.concatenated(&[query_passed, query_turned], "cat");
    let expanded = b.adapted(kept, latent.expanded);
    let [key_passed, value] = b.pieces(expanded, [tokens * heads * passed, tokens * heads * v_head_dim]);
    let dtype = b.var(key_passed).dtype;
    let key = b.copied(&[key_passed, key_turned], tokens * heads * (passed + turned), dtype, "copy_");
    let shape =
        Shape { batch: recipe.batch, heads, key_value_heads: heads, head_dim: passed + turned, queries: length, keys: length };
    let masked = recipe.is_masked();
    let dropout = model.options.attention_dropout;
    let options = Options { masked, causal: !masked, grouped: false, dropout };
    let attended = if shared.mask.is_some() {
        let layout = [Layout::HeadMajor, Layout::HeadMajor, Layout::TokenMajor];
        let eager = Eager { softmax: Softmax::Fp32, mask: shared.mask, dropout, layout, ..Eager::PLAIN };
        b.eager_attention([query, key, value], shape, eager)
    } else if v_head_dim == passed + turned {
        let attended = b.fused_attention(query, key, value, shape, options);
        // Joined queries lie head by head, and so does what all kernels but the memory-efficient one make of them.
        let by_head = pick(b.compute_dtype(query), shape, options) != Kernel::Efficient;
        if by_head { b.contiguous(attended) } else { attended }
    } else {
        // Values are narrower than queries, which the flash kernel does not take.
        b.efficient_attention([query, key, value], shape, options)
    };
    let out = b.adapted(attended, latent.output);
    for x in [query, key, value, kept, compressed] {
        b.hold(x);
    }
    out
}
