//! In-place activations, and what training drops at random: values, or whole residual branches.

use super::VarId;
use super::builder::Builder;
use crate::work::WorkKind;

impl Builder {
    /// An activation that overwrites its input but needs it in backward (`silu_`, `hardswish_`, `hardtanh_`): autograd keeps a copy.
    pub fn activation_in_place(&mut self, x: VarId, name: &'static str, backward_name: &'static str) -> VarId {
        let var = self.var(x);
        self.begin(name, backward_name, WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        if self.on_grad_path() {
            self.saves_new(var.elements * var.dtype.bytes());
        }
        self.grad_new(x);
        self.end();
        out
    }

    /// `dropout_`: scales in place by a noise tensor of the input's own type.
    pub fn dropout_in_place(&mut self, x: VarId, probability: f64) -> VarId {
        if probability <= 0.0 || self.mode.evaluates {
            return x;
        }
        let var = self.var(x);
        self.begin("mul_", "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes_in_place(x);
        self.saves_new(var.elements * var.dtype.bytes());
        self.grad_new(x);
        self.end();
        out
    }

    /// Stochastic depth (Huang et al. 2016): a residual branch times one random number a sample.
    pub fn stochastic_depth(&mut self, x: VarId, samples: u64, probability: f64) -> VarId {
        if probability <= 0.0 || self.mode.evaluates {
            return x;
        }
        let var = self.var(x);
        self.begin("mul", "mul_backward", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.saves_new(samples * var.dtype.bytes());
        self.grad_new(x);
        self.end();
        out
    }
}
