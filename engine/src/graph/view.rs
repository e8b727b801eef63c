//! Views of a tensor's memory, and copies that only put it into another order.

use super::VarId;
use super::builder::Builder;
use crate::work::WorkKind;

impl Builder {
    /// Two halves of `x` as views of its memory; backward joins their gradients into a new tensor.
    pub fn halves(&mut self, x: VarId) -> (VarId, VarId) {
        let [first, second] = self.parts(x, "cat");
        (first, second)
    }

    /// `N` equal parts of `x` as views of its memory; backward joins their gradients into a new tensor.
    pub fn parts<const N: usize>(&mut self, x: VarId, backward_name: &'static str) -> [VarId; N] {
        let elements = self.var(x).elements / N as u64;
        self.begin("chunk", backward_name, WorkKind::Elementwise);
        self.reads(x);
        let parts = [(); N].map(|()| self.view_of(x, elements));
        self.grad_new(x);
        // Nothing moves in the forward pass.
        self.op().forward_traffic = 0;
        self.end();
        parts
    }

    /// Names a variable that a block is handed: where the block is computed again, the variable is kept until then.
    pub fn handed(&mut self, x: VarId) {
        self.begin("alias", "alias", WorkKind::Elementwise);
        self.reads(x);
        self.op().forward_traffic = 0;
        self.end();
    }

    fn view_of(&mut self, x: VarId, elements: u64) -> VarId {
        let out = self.writes_in_place(x);
        self.graph.vars[out.0 as usize].elements = elements;
        out
    }

    /// A view of `elements` of `x` whose gradient needs a new tensor of `x`'s size: a slice, or another order in memory.
    pub fn viewed(&mut self, x: VarId, elements: u64, backward_name: &'static str) -> VarId {
        self.begin("view", backward_name, WorkKind::Elementwise);
        self.reads(x);
        let out = self.view_of(x, elements);
        self.grad_new(x);
        // Nothing moves in the forward pass.
        self.op().forward_traffic = 0;
        self.end();
        out
    }

    /// A weight repeated to `elements` without a copy; backward sums over the repetitions.
    pub fn expanded(&mut self, weight: VarId, elements: u64) -> VarId {
        self.viewed(weight, elements, "sum")
    }

    /// A copy of `x` in another order; backward passes the gradient on as a view.
    pub fn cloned(&mut self, x: VarId, name: &'static str) -> VarId {
        let var = self.var(x);
        self.begin(name, "view", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(x);
        self.end();
        out
    }

    /// Pieces of `x` of the given `sizes` as views of its memory (`split`); backward joins their gradients into a new tensor.
    pub fn pieces<const N: usize>(&mut self, x: VarId, sizes: [u64; N]) -> [VarId; N] {
        self.begin("split", "cat", WorkKind::Elementwise);
        self.reads(x);
        let pieces = sizes.map(|elements| self.view_of(x, elements));
        self.grad_new(x);
        self.op().forward_traffic = 0;
        self.end();
        pieces
    }

    /// Pieces of `x` of the given `sizes`, however many, as views of its memory (`split`); backward joins their gradients into a new
    /// tensor.
    pub fn split(&mut self, x: VarId, sizes: &[u64]) -> Vec<VarId> {
        self.begin("split", "cat", WorkKind::Elementwise);
        self.reads(x);
        let pieces = sizes.iter().map(|&elements| self.view_of(x, elements)).collect();
        self.grad_new(x);
        self.op().forward_traffic = 0;
        self.end();
        pieces
    }

    /// What lies beside `x` of runs like the one that made it, which are not played ([`Builder::alike`]).
    pub fn beside(&mut self, x: VarId, elements: u64) -> VarId {
        self.begin("alike", "alike", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(elements, self.var(x).dtype);
        self.op().forward_traffic = 0;
        self.op().launches = Some([0, 0]);
        self.end();
        out
    }

    /// `x` copied into the order that its reader wants; its gradient passes through.
    pub fn contiguous(&mut self, x: VarId) -> VarId {
        self.cloned(x, "clone")
    }

    /// A slice of `x` as a view of its memory; backward pads the slice's gradient to full size.
    pub fn slice_view(&mut self, x: VarId, elements: u64) -> VarId {
        self.viewed(x, elements, "slice_backward")
    }
}
