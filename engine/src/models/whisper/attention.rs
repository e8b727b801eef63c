//! Attention of both halves: queries are scaled before the kernel, and what several positions have is laid out by heads.

use crate::architecture::Whisper;
use crate::graph::VarId;
use crate::graph::attention::{Options, Shape};
use crate::graph::builder::Builder;
use crate::graph::linear::Linear;
use crate::graph::norm::Norm;

/// Weights of a block's norm and of the two projections that every attention has.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    norm: Norm,
    query: Linear,
    output: Linear,
}

/// Projections to keys, which have no bias, and to values.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    key: Linear,
    value: Linear,
}

impl Outer {
    pub(super) fn of(b: &mut Builder, model: &Whisper) -> Self {
        let width = model.d_model;
        Self {
            norm: b.norm_weights(width, true),
            query: b.linear_weights(width, width, true),
            output: b.linear_weights(width, width, true),
        }
    }

    /// Normed input and scaled queries.
    pub(super) fn asks(&self, b: &mut Builder, x: VarId) -> [VarId; 2] {
        let normed = b.layer_norm(x, self.norm);
        let query = b.linear(normed, self.query);
        [normed, b.scaled(query, "mul")]
    }

    /// What attention found, added to what it was asked of. Variables of the call hold its operands until it returns.
    pub(super) fn answers(&self, b: &mut Builder, x: VarId, [query, key, value]: [VarId; 3], shape: Shape) -> VarId {
        let found = b.fused_attention(query, key, value, shape, Options::PLAIN);
        let out = b.linear(found, self.output);
        b.hold_all(&[query, key, value]);
        b.add(x, out)
    }
}

impl Inner {
    pub(super) fn of(b: &mut Builder, model: &Whisper) -> Self {
        let width = model.d_model;
        Self { key: b.linear_weights(width, width, false), value: b.linear_weights(width, width, true) }
    }

    /// Keys and values of `x`, by position.
    pub(super) fn makes(&self, b: &mut Builder, x: VarId) -> [VarId; 2] {
        [b.linear(x, self.key), b.linear(x, self.value)]
    }

    /// Keys and values of `x`, by head.
    pub(super) fn lays_out(&self, b: &mut Builder, x: VarId) -> [VarId; 2] {
        [self.key, self.value].map(|layer| {
            let made = b.linear(x, layer);
            b.contiguous(made)
        })
    }
}

/// Sizes of an attention of the given number of heads.
pub(super) fn shape(model: &Whisper, batch: u64, heads: u64, queries: u64, keys: u64) -> Shape {
    Shape { batch, heads, key_value_heads: heads, head_dim: model.d_model / heads.max(1), queries, keys }
}
