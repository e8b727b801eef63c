//! Products of gathered rows with one of several matrices each, as mixtures of experts use them.

use super::builder::Builder;
use super::linear::Linear;
use super::{VarId, rounded};
use crate::dtype::Dtype;
use crate::work::WorkKind;

impl Builder {
    /// Rows of `x` picked by `rows` indices into `elements`; backward scatters into a tensor of zeros beside the result.
    pub fn gathered(&mut self, x: VarId, elements: u64, rows: u64) -> VarId {
        let from = self.var(x);
        self.begin("index", "index_put", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(elements, from.dtype);
        self.saves_made(rows * Dtype::I64.bytes());
        self.grad_new(x);
        self.temporary(0, rounded(from.elements * from.dtype.bytes()));
        self.end();
        out
    }

    /// A grouped product (`grouped_mm`), which autocast leaves alone: the input is cast to the weights' own type.
    pub fn grouped_linear(&mut self, x: VarId, layer: Linear) -> VarId {
        let dtype = self.var(layer.weight).dtype;
        let x = self.to_dtype(x, dtype);
        let rows = self.var(x).elements / layer.inputs;
        self.begin("_grouped_mm", "_grouped_mm", WorkKind::Matmul);
        self.reads(x);
        self.reads(layer.weight);
        let out = self.writes(rows * layer.outputs, dtype);
        if self.var(layer.weight).requires_grad {
            self.saves(x);
        }
        if self.var(x).requires_grad {
            self.saves(layer.weight);
        }
        self.grad_new(layer.weight);
        self.grad_new(x);
        let products = 2.0 * rows as f64 * layer.inputs as f64 * layer.outputs as f64;
        let sides = u64::from(self.var(x).requires_grad) + u64::from(self.var(layer.weight).requires_grad);
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products, products * sides as f64);
        self.end();
        out
    }

    /// Sums neighbouring rows down to `elements`; backward repeats the gradient.
    pub fn summed_rows(&mut self, x: VarId, elements: u64) -> VarId {
        let dtype = self.var(x).dtype;
        self.begin("sum", "clone", WorkKind::Reduction);
        self.reads(x);
        let out = self.writes(elements, dtype);
        self.grad_new(x);
        self.end();
        out
    }
}
