//! The gated delta rule over chunks of 64 tokens, as transformers writes it out of PyTorch's operators
//! (`torch_chunk_gated_delta_rule` in its `modeling_qwen3_5.py`), or as one call of flash-linear-attention.

mod fused;
mod scan;
mod shape;

use super::VarId;
use super::builder::Builder;
use super::elementwise::Keeps;
use crate::dtype::Dtype;
use crate::work::WorkKind;
use scan::{Scan, Scanned};
use shape::CHUNK;

pub use shape::{DeltaShape, fla_takes};

/// What a gated delta rule reads.
#[derive(Debug, Clone, Copy)]
pub struct DeltaInputs {
    /// Queries.
    pub query: VarId,
    /// Keys.
    pub key: VarId,
    /// Values.
    pub value: VarId,
    /// How much of a state is left after a token, as a logarithm.
    pub decay: VarId,
    /// How much of what a token says is written.
    pub beta: VarId,
}

impl Builder {
    /// The rule written out: everything in FP32, pairs of tokens within chunks first, then a scan over the chunks.
    pub fn gated_delta_rule(&mut self, inputs: DeltaInputs, shape: DeltaShape) -> VarId {
        let narrow = self.var(inputs.query).dtype;
        let [query, key] = [inputs.query, inputs.key].map(|x| self.repeated_keys(x, shape));
        let [query, key, value, beta, decay] =
            [query, key, inputs.value, inputs.beta, inputs.decay].map(|x| self.to_dtype(x, Dtype::F32));
        let [query, key] = [query, key].map(|x| self.unit_length(x, shape));
        let query = self.scaled(query, "mul");
        let wide = |width: u64| shape.padded() * width;
        let [query, key, value, beta, decay] =
            [(query, shape.key_dim), (key, shape.key_dim), (value, shape.value_dim), (beta, 1), (decay, 1)]
                .map(|(x, width)| self.copied(&[x], wide(width), Dtype::F32, "constant_pad_nd"));
        let written = self.multiply(value, beta);
        let written = self.viewed(written, wide(shape.value_dim), "clone");
        let written_keys = self.multiply(key, beta);
        let written_keys = self.viewed(written_keys, wide(shape.key_dim), "clone");
        let passed = self.cumulated(decay);
        let pairs = self.decay_of_pairs(passed);
        // What was FP32 before lies as it did, token by token, unless it was filled up to whole chunks.
        let by_token = narrow == Dtype::F32 && shape.length.is_multiple_of(CHUNK);
        let keys = self.pairs_of([written_keys, key], by_token, shape);
        let system = self.multiply(keys, pairs);
        let scores = self.pairs_of([query, key], by_token, shape);
        let scores = self.multiply(scores, pairs);
        let from_start = self.activation(passed, "exp", "exp_backward", Keeps::Result);
        let decayed = self.multiply(written_keys, from_start);
        let new_values = self.solved(system, written);
        let decayed_keys = self.solved(system, decayed);
        let state = self.made_zero(shape.state());
        let out = self.made_zero(wide(shape.value_dim));
        let from_start = self.activation(passed, "exp", "exp_backward", Keeps::Result);
        let query = self.multiply(query, from_start);
        let to_end = self.left_at_end_of_chunk(passed, shape);
        let to_end = self.activation(to_end, "exp", "exp_backward", Keeps::Result);
        let key = self.multiply(key, to_end);
        let last = self.viewed(passed, shape.padded() / CHUNK, "select_backward");
        let of_chunks = self.activation(last, "exp", "exp_backward", Keeps::Result);
        let scan = Scan { new_values, decayed_keys, query, scores, key, decay: of_chunks, state, out, by_token };
        let Scanned { out, last: [new, before] } = self.scanned(scan, shape);
        // The scan's result lies as the triangular solver left it, and is copied back into the order of tokens.
        let out = self.contiguous(out);
        let out = self.viewed(out, shape.scalars() * shape.value_dim, "slice_backward");
        let out = if narrow == Dtype::F32 { self.contiguous(out) } else { self.to_dtype(out, narrow) };
        // Local variables of the function.
        self.hold_all(&[query, key, value, beta, decay, written, written_keys, passed, pairs, system, scores, decayed]);
        self.hold_all(&[new_values, decayed_keys, of_chunks, state, new, before]);
        out
    }

    /// Queries or keys of every value head.
    fn repeated_keys(&mut self, x: VarId, shape: DeltaShape) -> VarId {
        if shape.key_heads == shape.value_heads {
            return x;
        }
        let dtype = self.var(x).dtype;
        self.copied(&[x], shape.scalars() * shape.key_dim, dtype, "clone")
    }

    /// Rows over their length (`l2norm`).
    fn unit_length(&mut self, x: VarId, shape: DeltaShape) -> VarId {
        let squared = self.multiply(x, x);
        let sum = self.summed_over_rows(squared, shape.scalars());
        let sum = self.shifted(sum);
        let inverse = self.activation(sum, "rsqrt", "rsqrt_backward", Keeps::Result);
        self.multiply(x, inverse)
    }

    /// Sums of rows; their gradient stands for every element of a row without a copy.
    fn summed_over_rows(&mut self, x: VarId, rows: u64) -> VarId {
        let dtype = self.var(x).dtype;
        self.begin("sum", "expand", WorkKind::Reduction);
        self.reads(x);
        let out = self.writes(rows, dtype);
        self.grad_alias(x);
        self.end();
        out
    }

    /// Sums along each chunk; backward runs from its end.
    fn cumulated(&mut self, x: VarId) -> VarId {
        let var = self.var(x);
        self.begin("cumsum", "cumsum", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(var.elements, var.dtype);
        self.grad_new(x);
        self.temporary(0, 2 * super::rounded(var.elements * var.dtype.bytes()));
        self.end();
        out
    }

    /// What is left at each token of a chunk of what each token before it wrote.
    fn decay_of_pairs(&mut self, passed: VarId) -> VarId {
        let elements = self.var(passed).elements * CHUNK;
        self.begin("sub", "sub_backward", WorkKind::Elementwise);
        self.reads(passed);
        let apart = self.writes(elements, Dtype::F32);
        self.grad_sized(passed, elements * Dtype::F32.bytes());
        self.grad_new(passed);
        self.end();
        self.begin("masked_fill", "masked_fill", WorkKind::Elementwise);
        self.reads(apart);
        let masked = self.writes(elements, Dtype::F32);
        self.saves_new(CHUNK * CHUNK);
        self.grad_new(apart);
        self.end();
        self.activation(masked, "exp", "exp_backward", Keeps::Result)
    }

    /// Products of the rows of two tensors within each chunk.
    fn pairs_of(&mut self, rows: [VarId; 2], by_token: bool, shape: DeltaShape) -> VarId {
        let [a, b] = rows.map(|x| if by_token { self.contiguous(x) } else { x });
        let products = 2.0 * shape.padded() as f64 * CHUNK as f64 * shape.key_dim as f64;
        self.product_of_values(a, b, shape.padded() * CHUNK, products)
    }

    /// A unit triangular system for each chunk, solved (`linalg_solve_triangular`): keeps the system and its solution.
    fn solved(&mut self, system: VarId, right: VarId) -> VarId {
        let var = self.var(right);
        self.begin("linalg_solve_triangular", "linalg_solve_triangular_backward", WorkKind::BatchedMatmul);
        self.reads(system);
        self.reads(right);
        let out = self.writes(var.elements, Dtype::F32);
        self.saves(system);
        self.saves(out);
        self.grad_new(right);
        self.grad_new(system);
        self.temporary(0, super::rounded(self.var(system).elements * Dtype::F32.bytes()));
        let products = var.elements as f64 * CHUNK as f64;
        let arithmetic = self.arithmetic(Dtype::F32);
        self.flops(arithmetic, products, 3.0 * products);
        self.end();
        out
    }

    fn made_zero(&mut self, elements: u64) -> VarId {
        self.begin("zeros", "zeros", WorkKind::Elementwise);
        let out = self.writes(elements, Dtype::F32);
        self.end();
        out
    }

    /// The logarithm of what is left at the end of each chunk of what its tokens write.
    fn left_at_end_of_chunk(&mut self, passed: VarId, shape: DeltaShape) -> VarId {
        let elements = self.var(passed).elements;
        let last = self.viewed(passed, shape.padded() / CHUNK, "slice_backward");
        self.begin("sub", "sub_backward", WorkKind::Elementwise);
        self.reads(last);
        self.reads(passed);
        let out = self.writes(elements, Dtype::F32);
        self.grad_new(passed);
        self.grad_new(last);
        self.end();
        out
    }
}
