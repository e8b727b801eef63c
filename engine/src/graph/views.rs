//! Parts of a tensor as views of its memory, and what their gradients become.

use super::VarId;
use super::builder::Builder;
use crate::work::WorkKind;

impl Builder {
    /// Pieces of `x` of the given `sizes` as views of its memory (`split`, `chunk`); backward joins their gradients into a new tensor.
    pub fn pieces<const N: usize>(&mut self, x: VarId, sizes: [u64; N]) -> [VarId; N] {
        self.begin("split", "cat", WorkKind::Elementwise);
        self.reads(x);
        let pieces = sizes.map(|elements| {
            let out = self.writes_in_place(x);
            self.graph.vars[out.0 as usize].elements = elements;
            out
        });
        self.grad_new(x);
        self.end();
        pieces
    }

    /// Two halves of `x` as views of its memory.
    pub fn halves(&mut self, x: VarId) -> (VarId, VarId) {
        let half = self.var(x).elements / 2;
        let [first, second] = self.pieces(x, [half, half]);
        (first, second)
    }

    /// `x` copied into the order that its reader wants; its gradient passes through.
    pub fn contiguous(&mut self, x: VarId) -> VarId {
        let var = self.var(x);
        self.begin("clone", "clone_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(x);
        self.end();
        out
    }

    /// A slice of `x` as a view of its memory; backward pads the slice's gradient to full size.
    pub fn slice_view(&mut self, x: VarId, elements: u64) -> VarId {
        self.begin("slice", "slice_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        self.graph.vars[out.0 as usize].elements = elements;
        self.grad_new(x);
        self.end();
        out
    }
}
