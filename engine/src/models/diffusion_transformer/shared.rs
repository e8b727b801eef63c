//! What all blocks of a diffusion transformer share.

use crate::graph::VarId;
use crate::models::Recipe;

/// What all blocks share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shared<'a> {
    pub(super) recipe: Recipe<'a>,
    pub(super) batch: u64,
    pub(super) width: u64,
    pub(super) heads: u64,
    pub(super) head_dim: u64,
    pub(super) picture_tokens: u64,
    pub(super) text_tokens: u64,
    pub(super) time: VarId,
    /// Cosine and sine tables of rotary positions.
    pub(super) rotary: Option<(VarId, VarId)>,
    /// Whether queries and keys are normalized, and whether by one fused kernel.
    pub(super) query_norm: bool,
}

impl Shared<'_> {
    pub(super) const fn picture(&self) -> u64 {
        self.batch * self.picture_tokens * self.width
    }

    pub(super) const fn text(&self) -> u64 {
        self.batch * self.text_tokens * self.width
    }
}
