//! Losses and what they make of the logits.

use super::VarId;
use super::builder::Builder;
use super::dtype::Dtype;
use super::elementwise::Keeps;
use crate::training::LossLogits;
use crate::work::WorkKind;

impl Builder {
    /// Cross entropy of `logits` (`rows` x `classes`), which keeps the log-softmax.
    ///
    /// Autocast runs `nll_loss` in FP32 but lets an explicit 16-bit `log_softmax` stay, so that a copy is kept as well.
    pub fn cross_entropy(&mut self, logits: VarId, rows: u64, targets: VarId) {
        let var = self.var(logits);
        let log = self.activation(logits, "_log_softmax", "_log_softmax_backward_data", Keeps::Result);
        let log = if self.mode.autocast.is_some() && var.dtype.is_half() { self.to_dtype(log, Dtype::F32) } else { log };
        self.begin("nll_loss_forward", "nll_loss_backward", WorkKind::Reduction);
        self.reads(log);
        self.reads(targets);
        let loss = self.writes(1, Dtype::F32);
        self.saves(log);
        self.saves(targets);
        self.saves_new(4);
        self.grad_new(log);
        self.end();
        let _ = (loss, rows);
    }

    /// The loss of a causal language model over logits of `tokens` x `vocabulary`.
    pub fn causal_loss(&mut self, logits: VarId, tokens: u64, sequences: u64, targets: VarId, treatment: LossLogits) {
        match treatment {
            LossLogits::Upcast => {
                let wide = self.to_dtype(logits, Dtype::F32);
                // Hugging Face pads the labels by one and shifts them; the logits stay as they are.
                self.cross_entropy(wide, tokens, targets);
            }
            LossLogits::UpcastShiftedCopy => {
                let wide = self.to_dtype(logits, Dtype::F32);
                self.hold_to_end(wide);
                let elements = self.var(logits).elements;
                let shifted = elements / tokens * (tokens - sequences);
                let copy = self.copied(&[wide], shifted, Dtype::F32, "clone");
                self.hold_to_end(copy);
                self.cross_entropy(copy, tokens - sequences, targets);
            }
            LossLogits::LowPrecision | LossLogits::Chunked => self.cross_entropy(logits, tokens, targets),
        }
    }

    /// Mean squared error in FP32 against a target of the same shape.
    pub fn mean_squared_error(&mut self, prediction: VarId, target: VarId) {
        let wide = self.to_dtype(prediction, Dtype::F32);
        let target = self.to_dtype(target, Dtype::F32);
        self.begin("mse_loss", "mse_loss_backward", WorkKind::Reduction);
        self.reads(wide);
        self.reads(target);
        let _ = self.writes(1, Dtype::F32);
        self.saves(wide);
        self.saves(target);
        self.grad_new(wide);
        self.end();
    }
}
