//! Rotary positions as Hugging Face applies them, kernel by kernel.

use super::VarId;
use super::builder::Builder;
use crate::work::WorkKind;

/// Tables of cosines and sines that all blocks share.
#[derive(Debug, Clone, Copy)]
pub struct Rotary {
    /// Cosines.
    pub cosine: VarId,
    /// Sines.
    pub sine: VarId,
}

impl Builder {
    /// `x * cos + rotate_half(x) * sin`; the tables' type may widen the result.
    pub fn rotated(&mut self, x: VarId, rotary: Rotary) -> VarId {
        let direct = self.rotary_product(x, rotary.cosine);
        let half = self.copied_part(x, 2, "neg");
        let turned = self.joined_halves(half, x);
        let turned = self.rotary_product(turned, rotary.sine);
        self.add(direct, turned)
    }

    fn rotary_product(&mut self, x: VarId, table: VarId) -> VarId {
        let var = self.var(x);
        let dtype = var.dtype.promoted(self.var(table).dtype);
        self.begin("mul", "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        self.reads(table);
        let out = self.writes(var.elements, dtype);
        self.saves(table);
        self.grad_sized(x, var.elements * dtype.bytes());
        self.end();
        out
    }
}
