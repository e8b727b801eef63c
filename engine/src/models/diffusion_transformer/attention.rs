//! Attention of diffusion transformers: over picture and text at once, over the picture alone, over the joined sequence.

use super::shared::Shared;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::attention::{Kernel, Options, Shape, pick};
use crate::graph::builder::{Builder, Weight};
use crate::graph::eager::Eager;
use crate::graph::norm::Norm;
use crate::models::adapted::{Adapted, Site};
use crate::work::WorkKind;

struct Projections {
    query: Adapted,
    key: Adapted,
    value: Adapted,
    query_norm: Option<Norm>,
    key_norm: Option<Norm>,
}

fn projections(b: &mut Builder, shared: &Shared, names: [&str; 3], sites: [Site; 3]) -> Projections {
    let linear = |b: &mut Builder, i: usize| shared.recipe.adapted(b, shared.width, shared.width, true, sites[i], names[i]);
    let (query, key, value) = (linear(b, 0), linear(b, 1), linear(b, 2));
    let mut norm = || {
        shared.query_norm.then(|| Norm { weight: b.weight(Weight::of_norm(shared.head_dim)), bias: None, width: shared.head_dim })
    };
    Projections { query, key, value, query_norm: norm(), key_norm: norm() }
}

const OWN: ([&str; 3], [Site; 3]) = (["to_q", "to_k", "to_v"], [Site::Query, Site::Key, Site::Value]);
const ADDED: ([&str; 3], [Site; 3]) = (["add_q_proj", "add_k_proj", "add_v_proj"], [Site::Mlp; 3]);

fn output(b: &mut Builder, shared: &Shared, site: Site, name: &str) -> Adapted {
    shared.recipe.adapted(b, shared.width, shared.width, true, site, name)
}

fn normed(b: &mut Builder, shared: &Shared, x: VarId, norm: Option<Norm>) -> VarId {
    match norm {
        None => x,
        Some(norm) if shared.rotary.is_some() => b.fused_rms_norm(x, norm),
        Some(norm) => b.diffusers_rms_norm(x, norm),
    }
}

fn shape(shared: &Shared, tokens: u64) -> Shape {
    Shape {
        batch: shared.batch,
        heads: shared.heads,
        key_value_heads: shared.heads,
        head_dim: shared.head_dim,
        queries: tokens,
        keys: tokens,
    }
}

fn attend(b: &mut Builder, shared: &Shared, [q, k, v]: [VarId; 3], tokens: u64) -> VarId {
    let shape = shape(shared, tokens);
    if shared.recipe.eager() {
        b.eager_attention([q, k, v], shape, Eager::PLAIN)
    } else {
        b.fused_attention(q, k, v, shape, Options::PLAIN)
    }
}

/// Attention over both sequences; returns the picture's and, but for the last block, the text's result.
pub fn joint_attention(b: &mut Builder, shared: &Shared, picture: VarId, text: VarId, last: bool) -> (VarId, Option<VarId>) {
    let own = projections(b, shared, OWN.0, OWN.1);
    let added = projections(b, shared, ADDED.0, ADDED.1);
    let [q, k, v] = [own.query, own.key, own.value].map(|weights| b.adapted(picture, weights));
    let [q, k, text_q, text_k, text_v] = if shared.rotary.is_some() {
        let [text_q, text_k, text_v] = [added.query, added.key, added.value].map(|weights| b.adapted(text, weights));
        let (q, k) = (normed(b, shared, q, own.query_norm), normed(b, shared, k, own.key_norm));
        [q, k, normed(b, shared, text_q, added.query_norm), normed(b, shared, text_k, added.key_norm), text_v]
    } else {
        let (q, k) = (normed(b, shared, q, own.query_norm), normed(b, shared, k, own.key_norm));
        let [text_q, text_k, text_v] = [added.query, added.key, added.value].map(|weights| b.adapted(text, weights));
        [q, k, normed(b, shared, text_q, added.query_norm), normed(b, shared, text_k, added.key_norm), text_v]
    };
    let joined = [(text_q, q), (text_k, k), (text_v, v)].map(|(text, own)| b.concatenated(&[text, own], "cat"));
    let [q, k, v] = joined;
    let (q, k) = (rotated(b, shared, q), rotated(b, shared, k));
    let tokens = shared.picture_tokens + shared.text_tokens;
    let attended = attend(b, shared, [q, k, v], tokens);
    let attended = if shared.rotary.is_none() { heads_last(b, shared, attended, q, tokens) } else { attended };
    let attended = b.to_dtype(attended, b.var(q).dtype);
    let own_out = output(b, shared, Site::Output, "to_out.0");
    let added_out = (!last).then(|| output(b, shared, Site::Mlp, "to_add_out"));
    if last {
        // The text's part goes back unprojected, a view that holds the whole until the block ends.
        b.hold_in_segment(attended);
    }
    let own_part = b.sliced(attended, shared.picture());
    let results = if shared.rotary.is_some() {
        let own = contiguous_linear(b, shared, own_part, own_out);
        let text_part = b.sliced(attended, shared.text());
        (own, added_out.map(|weights| contiguous_linear(b, shared, text_part, weights)))
    } else {
        let text_part = b.sliced(attended, shared.text());
        let text = added_out.map(|weights| strided_linear(b, shared, text_part, weights));
        (strided_linear(b, shared, own_part, own_out), text)
    };
    // Local variables of the processor.
    b.hold_all(&[q, k, v, text_q, text_k, text_v, attended]);
    results
}

/// The second attention, over the picture alone.
pub fn own_attention(b: &mut Builder, shared: &Shared, x: VarId) -> VarId {
    let attended = attention_over_itself(b, shared, x, shared.picture_tokens);
    let out = output(b, shared, Site::Output, "to_out.0");
    b.adapted(attended, out)
}

/// Attention over the joined sequence, without a projection of its own.
pub fn single_attention(b: &mut Builder, shared: &Shared, x: VarId) -> VarId {
    attention_over_itself(b, shared, x, shared.picture_tokens + shared.text_tokens)
}

fn attention_over_itself(b: &mut Builder, shared: &Shared, x: VarId, tokens: u64) -> VarId {
    let own = projections(b, shared, OWN.0, OWN.1);
    let [query, key, value] = [own.query, own.key, own.value].map(|weights| b.adapted(x, weights));
    let query = normed(b, shared, query, own.query_norm);
    let key = normed(b, shared, key, own.key_norm);
    let (query, key) = (rotated(b, shared, query), rotated(b, shared, key));
    let attended = attend(b, shared, [query, key, value], tokens);
    let attended = b.to_dtype(attended, b.var(query).dtype);
    b.hold_all(&[query, key, value]);
    attended
}

/// Rotary positions in FP32: `x * cos + rotated(x) * sin`.
fn rotated(b: &mut Builder, shared: &Shared, x: VarId) -> VarId {
    let Some((cosine, sine)) = shared.rotary else { return x };
    let dtype = b.var(x).dtype;
    let negative = b.copied_part(x, 2, "neg");
    let turned = b.joined_halves(negative, x);
    let wide = b.to_dtype(x, Dtype::F32);
    let left = b.multiply(wide, cosine);
    let wide = b.to_dtype(turned, Dtype::F32);
    let right = b.multiply(wide, sine);
    let sum = b.add(left, right);
    let out = b.to_dtype(sum, dtype);
    b.hold_all(&[turned, x]);
    out
}

/// The flash kernel answers in the layout of its query, heads first, so that a copy brings the heads last.
fn heads_last(b: &mut Builder, shared: &Shared, attended: VarId, query: VarId, tokens: u64) -> VarId {
    let dtype = b.compute_dtype(query);
    if pick(dtype, shape(shared, tokens), Options::PLAIN) == Kernel::Efficient {
        return attended;
    }
    let var = b.var(attended);
    b.copied(&[attended], var.elements, var.dtype, "clone")
}

/// A linear layer on a copy of a slice, which is contiguous as it is for a single sample.
fn contiguous_linear(b: &mut Builder, shared: &Shared, part: VarId, weights: Adapted) -> VarId {
    if shared.batch == 1 {
        return b.adapted(part, weights);
    }
    let var = b.var(part);
    let part = b.copied(&[part], var.elements, var.dtype, "clone");
    let out = b.adapted(part, weights);
    // The call's argument holds the copy.
    b.hold_all(&[part]);
    out
}

/// A linear layer on a strided slice: copied where the weight trains, else a batched product with the bias added apart.
fn strided_linear(b: &mut Builder, shared: &Shared, part: VarId, weights: Adapted) -> VarId {
    let var = b.var(part);
    if shared.batch == 1 || b.compute_dtype(part) != var.dtype {
        return b.adapted(part, weights);
    }
    let trains = b.mode.trainable;
    let out = if trains {
        let part = b.copied(&[part], var.elements, var.dtype, "clone");
        b.adapted(part, weights)
    } else {
        b.adapted_to_slice(part, weights)
    };
    b.begin("add", "add_backward", WorkKind::Elementwise);
    b.reads(out);
    let sum = b.writes(var.elements, b.var(out).dtype);
    b.grad_alias(out);
    b.end();
    sum
}
