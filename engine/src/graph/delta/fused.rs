//! The gated delta rule as flash-linear-attention computes it: one autograd function over Triton kernels
//! (`ChunkGatedDeltaRuleFunction` in `fla/ops/gated_delta_rule/chunk.py`, version 0.6).

use super::DeltaInputs;
use super::shape::{CHUNK, DeltaShape};
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::{VarId, rounded};
use crate::work::WorkKind;

/// Features that one program of the kernel for gradients of queries and keys takes (`BK` in `chunk_o.py`), each of which writes a sum
/// of its own for the decay: the least there is. Cards with more shared memory take 64 (Ada) or 128 (Ampere, Hopper), and have up to 12
/// bytes less for each token and value head.
const TILE: u64 = 32;

/// Kernels of the forward call: two norms, the sums of decays, the three of a chunk, the scan and the output.
const FORWARD_KERNELS: u32 = 8;
/// Kernels of the backward call: the forward's scan again, five for gradients, their sums, two norms.
const BACKWARD_KERNELS: u32 = 14;

impl Builder {
    /// The rule in one call: keeps normed queries and keys, values, summed decays, and what solves each chunk.
    pub fn fused_gated_delta_rule(&mut self, inputs: DeltaInputs, shape: DeltaShape) -> VarId {
        // What comes as a slice of one tensor is copied before the call (`input_guard`); the copy of values is kept.
        let [query, key, value] = [inputs.query, inputs.key, inputs.value].map(|x| self.contiguous(x));
        let DeltaInputs { decay, beta, .. } = inputs;
        let dtype = self.var(value).dtype;
        let sizes = Sizes::of(shape, dtype);
        self.begin("chunk_gated_delta_rule", "chunk_gated_delta_rule_backward", WorkKind::BatchedMatmul);
        for x in [query, key, value, decay, beta] {
            self.reads(x);
        }
        let rows = shape.batch * shape.length * shape.key_heads * Dtype::F32.bytes();
        for kept in [sizes.narrow_keys, rows, sizes.narrow_keys, rows, sizes.scalars, sizes.system] {
            self.saves_new(kept);
        }
        let out = self.writes(shape.scalars() * shape.value_dim, dtype);
        self.saves(value);
        self.saves(beta);
        for x in [query, key, value, decay, beta] {
            self.grad_new(x);
        }
        let made =
            2 * sizes.narrow_keys + sizes.values + rounded(sizes.scalars) + rounded(self.var(beta).elements * dtype.bytes());
        self.temporary(sizes.forward(), sizes.backward(shape).saturating_sub(made));
        let op = self.op();
        op.forward_traffic += 2 * sizes.forward();
        op.backward_traffic += 2 * sizes.throughout();
        let products = shape.products();
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products, 3.0 * products);
        self.launches(FORWARD_KERNELS, BACKWARD_KERNELS);
        self.end();
        out
    }
}

impl DeltaShape {
    /// Multiplications and additions of the forward pass: pairs within chunks, their system, and each chunk with the state.
    fn products(self) -> f64 {
        let tokens = self.padded() as f64;
        let (chunk, keys, values) = (CHUNK as f64, self.key_dim as f64, self.value_dim as f64);
        2.0 * tokens * (chunk * (2.0 * keys + chunk + keys + 2.0 * values) + 3.0 * keys * values)
    }
}

/// Bytes of tensors of the call.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// Keys of all key heads.
    narrow_keys: u64,
    /// Keys of all value heads.
    keys: u64,
    /// Values.
    values: u64,
    /// States at the start of all chunks.
    states: u64,
    /// A number in FP32 for each token and value head.
    scalars: u64,
    /// What solves each chunk.
    system: u64,
}

impl Sizes {
    fn of(shape: DeltaShape, dtype: Dtype) -> Self {
        let tensor = |elements: u64| rounded(elements * dtype.bytes());
        Self {
            narrow_keys: tensor(shape.batch * shape.length * shape.key_heads * shape.key_dim),
            keys: tensor(shape.scalars() * shape.key_dim),
            values: tensor(shape.scalars() * shape.value_dim),
            states: tensor(shape.chunks() * shape.state()),
            scalars: rounded(shape.scalars() * Dtype::F32.bytes()),
            system: tensor(shape.scalars() * CHUNK),
        }
    }

    /// What the forward call has beside its result: decayed keys, values before and after, states.
    const fn forward(self) -> u64 {
        self.keys + 2 * self.values + self.states
    }

    /// What the backward call has until its end: decayed keys, values before and after, states, and gradients of all of them.
    const fn throughout(self) -> u64 {
        2 * self.keys + 3 * self.values + 2 * self.states
    }

    /// The most that the backward call has at once, gradients that it hands back among it.
    fn backward(self, shape: DeltaShape) -> u64 {
        let Self { narrow_keys, keys, values, scalars, .. } = self;
        let throughout = self.throughout();
        let partial = shape.key_dim.div_ceil(TILE) * scalars;
        if shape.key_heads == shape.value_heads {
            return throughout + (2 * keys + scalars + partial).max(2 * keys + scalars + keys + values + 2 * scalars);
        }
        // Gradients of queries and keys are made for every value head, then summed; those of keys in two parts.
        let in_heads = 2 * keys + partial + narrow_keys;
        let in_parts = 3 * narrow_keys + scalars + keys + values + 2 * scalars;
        throughout + in_heads.max(in_parts)
    }
}
