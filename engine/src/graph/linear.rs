//! Matrix products with weights: linear layers, embeddings, and low-rank or quantized variants of them.

use super::VarId;
use super::builder::{Builder, Weight};
use super::part::Part;
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// A linear layer's weights.
#[derive(Debug, Clone, Copy)]
pub struct Linear {
    /// The matrix, `outputs` x `inputs`.
    pub weight: VarId,
    /// The bias.
    pub bias: Option<VarId>,
    /// Columns.
    pub inputs: u64,
    /// Rows.
    pub outputs: u64,
}

impl Builder {
    /// Weights of a linear layer.
    pub fn linear_weights(&mut self, inputs: u64, outputs: u64, bias: bool) -> Linear {
        self.linear_weights_of(None, inputs, outputs, bias)
    }

    /// Weights of a linear layer that is for a part of the model.
    pub fn linear_weights_of(&mut self, part: Option<Part>, inputs: u64, outputs: u64, bias: bool) -> Linear {
        let weight = self.weight(Weight::matrix(outputs, inputs).of(part));
        let bias = bias.then(|| self.weight(Weight::vector(outputs).of(part)));
        Linear { weight, bias, inputs, outputs }
    }

    /// `x` times the transposed weight, plus bias (`addmm` or `mm`).
    ///
    /// Keeps the input only where the weight trains, and the weight (no cost: an alias, or autocast's copy) where the
    /// input needs a gradient.
    pub fn linear(&mut self, x: VarId, layer: Linear) -> VarId {
        let dtype = self.compute_dtype(x);
        let argument = x;
        // Autocast's arguments are cast from the last to the first, and their gradients therefore from the first to the last.
        let bias = layer.bias.map(|bias| self.cast_weight(bias));
        let weight = self.cast_weight(layer.weight);
        let x = self.to_dtype(x, dtype);
        let rows = self.var(x).elements / layer.inputs;
        self.begin(if bias.is_some() { "addmm" } else { "mm" }, "mm", WorkKind::Matmul);
        self.reads(x);
        self.reads(weight);
        if let Some(bias) = bias {
            self.reads(bias);
        }
        let out = self.writes(rows * layer.outputs, dtype);
        if self.var(weight).requires_grad {
            self.saves(x);
        }
        if self.var(x).requires_grad {
            self.saves(weight);
        }
        self.grad_new(x);
        self.grad_new(weight);
        if let Some(bias) = bias {
            self.grad_new(bias);
        }
        let products = 2.0 * rows as f64 * layer.inputs as f64 * layer.outputs as f64;
        let sides = u64::from(self.var(x).requires_grad) + u64::from(self.var(weight).requires_grad);
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products, products * sides as f64);
        self.end();
        // The caller's argument outlives the call, whatever autocast made of it.
        if argument != x {
            self.hold(argument);
        }
        out
    }

    /// Rows of a table, looked up by `tokens` indices.
    pub fn embedding(&mut self, indices: VarId, table: VarId, width: u64) -> VarId {
        let tokens = self.var(indices).elements;
        let dtype = self.var(table).dtype;
        self.begin("embedding", "embedding_dense_backward", WorkKind::Embedding);
        self.reads(indices);
        self.reads(table);
        let out = self.writes(tokens * width, dtype);
        // Of the table only the rows that are asked for.
        self.op().forward_traffic = 2 * tokens * width * dtype.bytes();
        self.saves(indices);
        self.grad_new(table);
        self.temporary(0, embedding_backward_temporary(tokens, width));
        self.end();
        out
    }
}

/// Sort keys and partial sums of the embedding's scatter above 3,072 indices (`ATen`'s `embedding_dense_backward_cuda`,
/// an approximation below 1 % of any peak).
pub(crate) const fn embedding_backward_temporary(tokens: u64, width: u64) -> u64 {
    if tokens <= 3072 {
        return 0;
    }
    4 * super::rounded(8 * tokens) + super::rounded(4 * width * (tokens / 10 + 1))
}

/// Bytes of a matrix of `elements` weights in NF4: two a byte, a scale per 64, scales of scales per 256 of them.
///
/// Source: Dettmers et al. 2023 (QLoRA), section 3; bitsandbytes' `Linear4bit` keeps a table of 16 code values a layer.
#[must_use]
pub fn nf4_bytes(elements: u64, double_quantization: bool) -> u64 {
    let blocks = elements.div_ceil(64);
    let scales = if double_quantization {
        super::rounded(blocks) + super::rounded(blocks.div_ceil(256) * 4)
    } else {
        super::rounded(blocks * 4)
    };
    super::rounded(elements.div_ceil(2)) + scales + super::rounded(16 * Dtype::F32.bytes())
}
