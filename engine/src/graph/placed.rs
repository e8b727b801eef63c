//! Rows that are put into an order, or into places among other rows.

use super::VarId;
use super::builder::Builder;
use super::rounded;
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// Bytes of a place in a tensor, of which ATen counts in 64 bits.
const PLACE: u64 = Dtype::I64.bytes();
/// Tensors of a place a row that adding rows up at given places sorts with (`index_put_with_sort_kernel`).
const SORTED: u64 = 4;

impl Builder {
    /// Rows of `width` in another order; backward adds their gradients up where they came from.
    pub fn reordered_rows(&mut self, x: VarId, width: u64) -> VarId {
        let var = self.var(x);
        self.begin("index", "index_put", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_new(x);
        self.temporary(0, SORTED * rounded(PLACE * var.elements / width));
        self.end();
        out
    }

    /// Rows of `pieces` pictures put together square by square (`unfold`), one picture after the other: each is copied feature by feature
    /// first, and its gradient as well (`im2col_cuda`, `col2im_cuda`).
    pub fn unfolded(&mut self, x: VarId, pieces: u64) -> VarId {
        let var = self.var(x);
        let of_one = rounded(var.elements / pieces.max(1) * var.dtype.bytes());
        self.begin("im2col", "col2im", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_new(x);
        self.temporary(of_one, of_one);
        self.end();
        out
    }

    /// A copy of `x` with `source` in the `places` of a mask of its positions (`masked_scatter`): the mask is written out for every
    /// element and summed up in 64 bits, and backward looks up each element of `source` by its three indices.
    pub fn scattered(&mut self, x: VarId, places: VarId, source: VarId) -> VarId {
        let (var, given) = (self.var(x), self.var(source));
        self.begin("masked_scatter", "masked_fill", WorkKind::Elementwise);
        self.reads(x);
        self.reads(places);
        self.reads(source);
        let out = self.writes(var.elements, var.dtype);
        self.saves(places);
        self.grad_new(x);
        self.grad_new(source);
        let selected = if given.requires_grad { rounded(3 * PLACE * given.elements) + rounded(var.elements) } else { 0 };
        self.temporary(rounded(PLACE * var.elements) + rounded(var.elements), selected);
        self.end();
        out
    }

    /// The rows of `x` in the `places` of a mask, `elements` in all.
    pub fn taken(&mut self, x: VarId, places: VarId, elements: u64, width: u64) -> VarId {
        let indices = rounded(2 * PLACE * elements / width);
        self.begin("index", "index_put", WorkKind::Elementwise);
        self.reads(x);
        self.reads(places);
        let out = self.writes(elements, self.var(x).dtype);
        self.saves(places);
        self.grad_new(x);
        self.temporary(indices, indices + SORTED * rounded(PLACE * elements / width));
        self.end();
        out
    }

    /// `rows` written over those of `x` in the `places` of a mask.
    pub fn put(&mut self, x: VarId, places: VarId, rows: VarId, width: u64) -> VarId {
        let indices = rounded(2 * PLACE * self.var(rows).elements / width);
        self.begin("index_put_", "index_put", WorkKind::Elementwise);
        self.reads(x);
        self.reads(places);
        self.reads(rows);
        let out = self.writes_in_place(x);
        self.saves(places);
        self.grad_new(x);
        self.grad_new(rows);
        self.temporary(indices, indices);
        self.end();
        out
    }
}
