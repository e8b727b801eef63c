//! Operators that touch each element once: sums, products, activations, dropout, copies.

use super::builder::Builder;
use super::{Runs, VarId, rounded};
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// What an activation function keeps for backward.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// Its input (`gelu`, `silu`, `hardswish`).
    Input,
    /// Its result (`relu`, `tanh`, `sigmoid`, `exp`).
    Result,
}

impl Builder {
    /// `a + b`, in the wider of their types; gradients pass through, cast where an operand is narrower.
    pub fn add(&mut self, a: VarId, b: VarId) -> VarId {
        let (left, right) = (self.var(a), self.var(b));
        let dtype = left.dtype.promoted(right.dtype);
        self.begin("add", "add_backward", WorkKind::Elementwise);
        self.reads(a);
        self.reads(b);
        let out = self.writes(left.elements.max(right.elements), dtype);
        for (id, var) in [(a, left), (b, right)] {
            if var.dtype == dtype && var.elements == left.elements.max(right.elements) {
                self.grad_alias(id);
            } else {
                self.grad_new(id);
            }
        }
        self.end();
        out
    }

    /// `a += b`: writes into `a`, in its type.
    pub fn add_in_place(&mut self, a: VarId, b: VarId) -> VarId {
        let same_type = self.var(a).dtype == self.var(b).dtype;
        self.begin("add_", "add_backward", WorkKind::Elementwise);
        self.reads(a);
        self.reads(b);
        let out = self.writes_in_place(a);
        self.grad_alias(a);
        if same_type {
            self.grad_alias(b);
        } else {
            self.grad_new(b);
        }
        self.end();
        out
    }

    /// `a * b` elementwise; each operand is kept where the other needs a gradient.
    pub fn multiply(&mut self, a: VarId, b: VarId) -> VarId {
        let (left, right) = (self.var(a), self.var(b));
        let dtype = left.dtype.promoted(right.dtype);
        self.begin("mul", "mul_backward", WorkKind::Elementwise);
        self.reads(a);
        self.reads(b);
        let elements = left.elements.max(right.elements);
        let out = self.writes(elements, dtype);
        if right.requires_grad {
            self.saves(a);
        }
        if left.requires_grad {
            self.saves(b);
        }
        // A broadcast operand's gradient is made at full size before it is summed down.
        if left.requires_grad {
            self.grad_sized(a, elements * dtype.bytes());
        }
        if right.requires_grad {
            self.grad_sized(b, elements * dtype.bytes());
        }
        self.end();
        out
    }

    /// `a / b` by a narrower `b`: both are kept.
    pub fn divided(&mut self, a: VarId, b: VarId) -> VarId {
        let (left, right) = (self.var(a), self.var(b));
        let dtype = left.dtype.promoted(right.dtype);
        self.begin("div", "div_backward", WorkKind::Elementwise);
        self.reads(a);
        self.reads(b);
        let out = self.writes(left.elements, dtype);
        self.saves(b);
        if right.requires_grad {
            self.saves(a);
        }
        self.grad_new(a);
        if right.requires_grad {
            self.grad_sized(b, left.elements * dtype.bytes());
        }
        self.end();
        out
    }

    /// A sum with a number, into a new tensor.
    pub fn shifted(&mut self, x: VarId) -> VarId {
        let var = self.var(x);
        self.begin("add", "add_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(x);
        self.end();
        out
    }

    /// A product with a number or with a tensor that needs no gradient and costs nothing to keep.
    pub fn scaled(&mut self, x: VarId, name: &'static str) -> VarId {
        let var = self.var(x);
        self.begin(name, "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_new(x);
        self.end();
        out
    }

    /// `x *= number`: writes into `x`; the gradient is a tensor of its own.
    pub fn scaled_in_place(&mut self, x: VarId) -> VarId {
        self.begin("mul_", "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        self.grad_new(x);
        self.end();
        out
    }

    /// A power with a constant exponent: keeps its input, and raises and scales it again in backward.
    ///
    /// Autocast computes it in FP32.
    pub fn power(&mut self, x: VarId) -> VarId {
        let x = if self.mode.autocast.is_some() { self.to_dtype(x, Dtype::F32) } else { x };
        let var = self.var(x);
        self.begin("pow", "pow_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.saves(x);
        self.grad_new(x);
        self.temporary(0, 2 * rounded(var.elements * var.dtype.bytes()));
        self.end();
        out
    }

    /// An activation function into a new tensor.
    pub fn activation(&mut self, x: VarId, name: &'static str, backward_name: &'static str, keeps: Keeps) -> VarId {
        let var = self.var(x);
        self.begin(name, backward_name, WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        match keeps {
            Keeps::Input => self.saves(x),
            Keeps::Result => self.saves(out),
        }
        self.grad_new(x);
        self.end();
        out
    }

    /// `relu_`: writes into its input, whose memory then serves as the saved result.
    pub fn relu_in_place(&mut self, x: VarId) -> VarId {
        self.begin("relu_", "threshold_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        self.saves(out);
        self.grad_new(x);
        self.end();
        out
    }

    /// Dropout with a mask of one byte an element; nothing at all where `probability` is zero.
    pub fn dropout(&mut self, x: VarId, probability: f64) -> VarId {
        if probability <= 0.0 || self.mode.evaluates {
            return x;
        }
        let var = self.var(x);
        let before = std::mem::replace(&mut self.runs, Runs::InTraining);
        self.begin("native_dropout", "native_dropout_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.saves_new(var.elements);
        self.grad_new(x);
        self.end();
        self.runs = before;
        out
    }

    /// A copy of `x` with another shape or order of `elements` (cat, contiguous, repeat, interpolate).
    pub fn copied(&mut self, inputs: &[VarId], elements: u64, dtype: Dtype, name: &'static str) -> VarId {
        self.begin(name, name, WorkKind::Elementwise);
        for &x in inputs {
            self.reads(x);
        }
        let out = self.writes(elements, dtype);
        for &x in inputs {
            self.grad_new(x);
        }
        self.end();
        out
    }

    /// Pieces of a concatenation: backward hands out views of the one gradient.
    pub fn concatenated(&mut self, inputs: &[VarId], name: &'static str) -> VarId {
        let elements = inputs.iter().map(|&x| self.var(x).elements).sum();
        let dtype = inputs.iter().map(|&x| self.var(x).dtype).reduce(Dtype::promoted).unwrap_or(Dtype::F32);
        self.begin(name, name, WorkKind::Elementwise);
        for &x in inputs {
            self.reads(x);
        }
        let out = self.writes(elements, dtype);
        for &x in inputs {
            if self.var(x).dtype == dtype {
                self.grad_alias(x);
            } else {
                self.grad_new(x);
            }
        }
        self.end();
        out
    }
}

impl Builder {
    /// A new variable over the memory of `x` that requires a gradient (`enable_input_require_grads`).
    ///
    /// Backward ends here: the gradient arrives and is dropped with the variable, which the graph holds until all of it has run.
    pub fn with_input_gradient(&mut self, x: VarId) -> VarId {
        self.begin("requires_grad_", "requires_grad_", WorkKind::Elementwise);
        self.reads(x);
        self.require_gradient();
        let out = self.writes_in_place(x);
        self.saves(out);
        self.op().is_leaf = true;
        self.end();
        out
    }

    /// An elementwise kernel on one of `parts` equal slices of `x`; backward pads the slice's gradient to full size.
    pub fn copied_part(&mut self, x: VarId, parts: u64, name: &'static str) -> VarId {
        let var = self.var(x);
        self.begin(name, "slice_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements / parts, var.dtype);
        self.grad_new(x);
        self.end();
        out
    }

    /// A half joined with the other half of `x` into a tensor of `x`'s size.
    pub fn joined_halves(&mut self, half: VarId, x: VarId) -> VarId {
        let var = self.var(x);
        self.begin("cat", "slice_backward", WorkKind::Elementwise);
        self.reads(half);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_alias(half);
        self.grad_new(x);
        self.end();
        out
    }
}

impl Builder {
    /// Equal pieces of `x` as views of its memory; backward joins their gradients into a new tensor.
    pub fn chunks(&mut self, x: VarId, count: u64) -> Vec<VarId> {
        let var = self.var(x);
        self.begin("chunk", "cat", WorkKind::Elementwise);
        self.reads(x);
        let chunks: Vec<VarId> = (0..count)
            .map(|_| {
                let out = self.writes_in_place(x);
                self.graph.vars[out.0 as usize].elements = var.elements / count;
                out
            })
            .collect();
        self.grad_new(x);
        self.end();
        chunks
    }

    /// The first or last `elements` of `x` along the sequence as a view; backward pads the gradient to full size.
    pub fn sliced(&mut self, x: VarId, elements: u64) -> VarId {
        self.begin("slice", "slice_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        self.graph.vars[out.0 as usize].elements = elements;
        self.grad_new(x);
        self.end();
        out
    }
}
