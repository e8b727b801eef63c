//! Rotary positions as Hugging Face applies them, kernel by kernel.

use super::VarId;
use super::builder::Builder;
use crate::dtype::Dtype;
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

    /// Positions applied in FP32, halves swapped in the type of `x` before they are widened: `x.float() * cos + rotate_half(x).float() * sin`.
    pub fn rotated_wide(&mut self, x: VarId, rotary: Rotary) -> VarId {
        let wide = self.to_dtype(x, Dtype::F32);
        let direct = self.rotary_product(wide, rotary.cosine);
        let half = self.copied_part(x, 2, "neg");
        let turned = self.joined_halves(half, x);
        let turned = self.to_dtype(turned, Dtype::F32);
        let turned = self.rotary_product(turned, rotary.sine);
        self.add(direct, turned)
    }

    /// Positions applied in FP32, `x` widened once for each product: `x.float() * cos + rotate_half(x.float()) * sin`.
    pub fn rotated_widened(&mut self, x: VarId, rotary: Rotary) -> VarId {
        let wide = self.to_dtype(x, Dtype::F32);
        let direct = self.rotary_product(wide, rotary.cosine);
        let wide = self.to_dtype(x, Dtype::F32);
        let half = self.copied_part(wide, 2, "neg");
        let turned = self.joined_halves(half, wide);
        let turned = self.rotary_product(turned, rotary.sine);
        self.add(direct, turned)
    }

    /// Both halves of each head's features turned by products of their own and joined: `[a cos - b sin, b cos + a sin]`.
    pub fn rotated_by_halves(&mut self, x: VarId, rotary: Rotary) -> VarId {
        let (a, b) = self.halves(x);
        let mut turned = |plain: VarId, other: VarId, name: &'static str| {
            let plain = self.rotary_product(plain, rotary.cosine);
            let other = self.rotary_product(other, rotary.sine);
            self.summed(plain, other, name)
        };
        let first = turned(a, b, "sub");
        let second = turned(b, a, "add");
        self.concatenated(&[first, second], "cat")
    }

    /// A sum or difference whose subtrahend's gradient is a tensor of its own.
    fn summed(&mut self, a: VarId, b: VarId, name: &'static str) -> VarId {
        let var = self.var(a);
        self.begin(name, "sub_backward", WorkKind::Elementwise);
        self.reads(a);
        self.reads(b);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(a);
        if name == "sub" {
            self.grad_new(b);
        } else {
            self.grad_alias(b);
        }
        self.end();
        out
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
