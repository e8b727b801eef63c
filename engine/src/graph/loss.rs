//! Losses and what they make of the logits.

use super::VarId;
use super::builder::Builder;
use super::elementwise::Keeps;
use super::linear::Linear;
use crate::dtype::Dtype;
use crate::training::LossLogits;
use crate::work::WorkKind;

impl Builder {
    /// Cross entropy of `logits` (a row of classes for each target), which keeps the log-softmax.
    ///
    /// Autocast runs `nll_loss` in FP32 but lets an explicit 16-bit `log_softmax` stay, so that a copy is kept as well.
    pub fn cross_entropy(&mut self, logits: VarId, targets: VarId) {
        let var = self.var(logits);
        let log = self.activation(logits, "_log_softmax", "_log_softmax_backward_data", Keeps::Result);
        let log = if self.mode.autocast.is_some() && var.dtype.is_half() { self.to_dtype(log, Dtype::F32) } else { log };
        self.begin("nll_loss_forward", "nll_loss_backward", WorkKind::Reduction);
        self.reads(log);
        self.reads(targets);
        self.writes(1, Dtype::F32);
        self.saves(log);
        self.saves(targets);
        self.saves_new(4);
        self.grad_new(log);
        self.end();
    }

    /// The loss of a causal language model over logits of `tokens` x `vocabulary`.
    pub fn causal_loss(&mut self, logits: VarId, tokens: u64, sequences: u64, targets: VarId, treatment: LossLogits) {
        match treatment {
            LossLogits::Upcast => {
                let wide = self.to_dtype(logits, Dtype::F32);
                // Hugging Face pads the labels by one and shifts them; the logits stay as they are.
                self.cross_entropy(wide, targets);
            }
            LossLogits::UpcastShiftedCopy => {
                let wide = self.to_dtype(logits, Dtype::F32);
                self.hold_to_end(wide);
                let elements = self.var(logits).elements;
                let shifted = elements / tokens * (tokens - sequences);
                let kept = self.slice_view(wide, shifted);
                // All but the last token of a single sequence lie in a row already.
                let copy = if sequences == 1 { kept } else { self.contiguous(kept) };
                if sequences > 1 {
                    self.hold_to_end(copy);
                }
                self.cross_entropy(copy, targets);
            }
            LossLogits::LowPrecision | LossLogits::Chunked => self.cross_entropy(logits, targets),
        }
    }

    /// What the model's and the caller's variables hold of a causal language model's output.
    pub fn hold_outputs(&mut self, hidden: VarId, logits: VarId, treatment: LossLogits) {
        // The library's own loss runs while the model's output is held; the caller's when only the logits are.
        if treatment == LossLogits::Upcast {
            self.hold_to_end(hidden);
        }
        // The caller's loss replaces the logits by their FP32 copy; the library's own keeps both.
        if treatment != LossLogits::UpcastShiftedCopy {
            self.hold_to_end(logits);
        }
    }

    /// Head and cross entropy in one: logits exist for one chunk of tokens at a time, and the gradients of hidden states
    /// and head are computed in the forward pass (Liger Kernel, `fused_linear_cross_entropy`).
    pub fn chunked_head_loss(&mut self, hidden: VarId, head: Linear, targets: VarId) {
        let dtype = self.compute_dtype(hidden);
        let hidden = self.to_dtype(hidden, dtype);
        let weight = self.cast_weight(head.weight);
        let tokens = self.var(hidden).elements / head.inputs;
        // Chunks are as many as the vocabulary is wider than the hidden states, so that one chunk's logits are of their size.
        let chunks = head.outputs.div_ceil(head.inputs);
        let chunk_logits = tokens.div_ceil(chunks).next_power_of_two().min(tokens) * head.outputs;
        self.begin("fused_linear_cross_entropy", "fused_linear_cross_entropy_backward", WorkKind::Matmul);
        self.reads(hidden);
        self.reads(weight);
        self.reads(targets);
        self.writes(1, Dtype::F32);
        let hidden_bytes = self.var(hidden).elements * dtype.bytes();
        self.saves_new(hidden_bytes);
        if self.var(weight).requires_grad {
            let weight_bytes = self.var(weight).elements * dtype.bytes();
            self.saves_new(weight_bytes);
        }
        self.grad_new(hidden);
        self.grad_new(weight);
        // One chunk's logits in the run's type, their FP32 copy and gradient.
        self.temporary(chunk_logits * (dtype.bytes() + 4 + 4), 0);
        let products = 2.0 * tokens as f64 * head.inputs as f64 * head.outputs as f64;
        let sides = u64::from(self.var(hidden).requires_grad) + u64::from(self.var(weight).requires_grad);
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products * (1.0 + sides as f64), 0.0);
        self.end();
    }

    /// Mean squared error in FP32 against a target of the same shape.
    pub fn mean_squared_error(&mut self, prediction: VarId, target: VarId) {
        let wide = self.to_dtype(prediction, Dtype::F32);
        let target = self.to_dtype(target, Dtype::F32);
        self.begin("mse_loss", "mse_loss_backward", WorkKind::Reduction);
        self.reads(wide);
        self.reads(target);
        self.writes(1, Dtype::F32);
        self.saves(wide);
        self.saves(target);
        self.grad_new(wide);
        self.end();
    }
}
