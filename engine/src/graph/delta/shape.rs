//! Sizes of a gated delta rule, and which of them its kernels take.

use crate::architecture::LinearAttention;

/// Tokens of a chunk (`chunk_size`).
pub(super) const CHUNK: u64 = 64;
/// Widest key heads that flash-linear-attention takes (`chunk_delta_h.py`).
const FLA_KEY_DIM_LIMIT: u64 = 256;

/// Whether flash-linear-attention has kernels for blocks of these widths.
#[must_use]
pub const fn fla_takes(widths: &LinearAttention) -> bool {
    widths.linear_key_head_dim <= FLA_KEY_DIM_LIMIT
}

/// Sizes of a gated delta rule.
#[derive(Debug, Clone, Copy)]
pub struct DeltaShape {
    /// Sequences.
    pub batch: u64,
    /// Tokens of each.
    pub length: u64,
    /// Heads of queries and keys.
    pub key_heads: u64,
    /// Heads of values.
    pub value_heads: u64,
    /// Width of a key head.
    pub key_dim: u64,
    /// Width of a value head.
    pub value_dim: u64,
}

impl DeltaShape {
    /// Chunks of a sequence, the last one filled up.
    pub(super) const fn chunks(self) -> u64 {
        self.length.div_ceil(CHUNK)
    }

    /// Numbers that every token and value head has one of.
    pub(super) const fn scalars(self) -> u64 {
        self.batch * self.value_heads * self.length
    }

    /// Those of whole chunks.
    pub(super) const fn padded(self) -> u64 {
        self.batch * self.value_heads * self.chunks() * CHUNK
    }

    /// One chunk of every head.
    pub(super) const fn of_chunk(self, width: u64) -> u64 {
        self.batch * self.value_heads * CHUNK * width
    }

    /// The states of all heads.
    pub(super) const fn state(self) -> u64 {
        self.batch * self.value_heads * self.key_dim * self.value_dim
    }
}
