//! Attention: fused kernels, the plain matrix form, and which one PyTorch picks.

use super::builder::Builder;
use super::elementwise::Keeps;
use super::{VarId, rounded};
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// Sizes of one attention.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Sequences.
    pub batch: u64,
    /// Query heads.
    pub heads: u64,
    /// Key and value heads.
    pub key_value_heads: u64,
    /// Width of a head.
    pub head_dim: u64,
    /// Query positions.
    pub queries: u64,
    /// Key positions.
    pub keys: u64,
}

impl Shape {
    /// Elements of the queries, and of the output.
    #[must_use]
    pub const fn query_elements(&self) -> u64 {
        self.batch * self.heads * self.queries * self.head_dim
    }

    /// Elements of the keys, or of the values.
    #[must_use]
    pub const fn key_elements(&self) -> u64 {
        self.batch * self.key_value_heads * self.keys * self.head_dim
    }

    const fn expanded_key_elements(&self) -> u64 {
        self.batch * self.heads * self.keys * self.head_dim
    }

    /// Elements of the scores.
    #[must_use]
    pub const fn scores(&self) -> u64 {
        self.batch * self.heads * self.queries * self.keys
    }

    fn flops(&self) -> f64 {
        4.0 * self.scores() as f64 * self.head_dim as f64
    }
}

/// Width of a head as fused kernels compute it: the next multiple of 32, and beyond 192 the widest there is (`head_size_rounded` in
/// `PyTorch`'s flash attention).
const fn filled(head_dim: u64) -> u64 {
    if head_dim > 192 { if head_dim > 256 { head_dim } else { 256 } } else { head_dim.next_multiple_of(32) }
}

/// The kernel behind `scaled_dot_product_attention`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// FlashAttention: 16 bits, no mask, heads up to 256 wide.
    Flash,
    /// Memory-efficient attention: FP32 or a mask, equal numbers of heads.
    Efficient,
    /// Matrix products and softmax with the scores in memory.
    Math,
}

/// Largest head that the flash kernel takes (PyTorch `sdp_utils.cpp`, compute capability 8.0 and later).
const FLASH_HEAD_DIM_LIMIT: u64 = 256;

/// How a library wants its attention.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// A dense mask is given.
    pub masked: bool,
    /// Causal without a mask.
    pub causal: bool,
    /// Grouped heads are left to the kernel (`enable_gqa`) rather than repeated first.
    pub grouped: bool,
    /// Dropout on the probabilities.
    pub dropout: f64,
}

impl Options {
    /// Neither mask nor dropout.
    pub const PLAIN: Self = Self { masked: false, causal: false, grouped: false, dropout: 0.0 };
}

impl Builder {
    /// Fused attention as PyTorch picks it: flash, then memory-efficient, then the plain form.
    pub fn fused_attention(&mut self, q: VarId, k: VarId, v: VarId, shape: Shape, options: Options) -> VarId {
        let dtype = self.compute_dtype(q);
        let [q, k, v] = [q, k, v].map(|x| self.to_dtype(x, dtype));
        match pick(dtype, shape, options) {
            Kernel::Math => self.math_attention(q, k, v, shape, options),
            kernel => self.kernel_attention(kernel, [q, k, v], None, shape, options),
        }
    }

    /// Fused attention over operands that are laid out by heads (`[batch, heads, positions, width]`): the flash kernel lays its output out as
    /// it finds its queries (`empty_like` in `mha_fwd`), which is copied position by position then.
    pub fn attention_by_heads(&mut self, [q, k, v]: [VarId; 3], shape: Shape, options: Options) -> VarId {
        let found = self.fused_attention(q, k, v, shape, options);
        if pick(self.compute_dtype(q), shape, options) == Kernel::Flash { self.contiguous(found) } else { found }
    }

    /// Fused attention with a bias added to the scores, which the memory-efficient kernel takes as a mask and keeps.
    ///
    /// Keys that are no multiple of 16 make it pad the bias first (`pad_bias`).
    pub fn biased_attention(&mut self, q: VarId, k: VarId, v: VarId, bias: VarId, shape: Shape, dropout: f64) -> VarId {
        let dtype = self.compute_dtype(q);
        let [q, k, v, bias] = [q, k, v, bias].map(|x| self.to_dtype(x, dtype));
        let padded = self.var(bias).elements / shape.keys.max(1) * shape.keys.next_multiple_of(16);
        let bias = if shape.keys.is_multiple_of(16) { bias } else { self.copied(&[bias], padded, dtype, "constant_pad_nd") };
        let options = Options { masked: false, causal: false, grouped: false, dropout };
        self.kernel_attention(Kernel::Efficient, [q, k, v], Some(bias), shape, options)
    }

    /// Fused attention whose values are not as wide as its queries, which the memory-efficient kernel alone takes.
    pub fn efficient_attention(&mut self, [q, k, v]: [VarId; 3], shape: Shape, options: Options) -> VarId {
        let dtype = self.compute_dtype(q);
        let operands = [q, k, v].map(|x| self.to_dtype(x, dtype));
        self.kernel_attention(Kernel::Efficient, operands, None, shape, options)
    }

    /// Fused attention over each of several runs of positions, one after the other: `shape.batch` of them, all alike. What a kernel needs
    /// for itself it needs for one at a time.
    pub fn attention_in_turn(&mut self, [q, k, v]: [VarId; 3], shape: Shape, options: Options) -> VarId {
        let first = self.graph.ops.len();
        let out = self.fused_attention(q, k, v, shape, options);
        let dtype = self.var(q).dtype;
        let temporary =
            kernel_backward_temporary(pick(self.compute_dtype(q), shape, options), Shape { batch: 1, ..shape }, dtype);
        for op in self.graph.ops.iter_mut().skip(first).filter(|op| op.kind == WorkKind::Attention) {
            op.backward_temporary = temporary;
            op.launches = Some([shape.batch as u32, shape.batch as u32]);
        }
        out
    }

    fn kernel_attention(
        &mut self,
        kernel: Kernel,
        [q, k, v]: [VarId; 3],
        bias: Option<VarId>,
        shape: Shape,
        options: Options,
    ) -> VarId {
        let dtype = self.var(q).dtype;
        let (name, backward) = match kernel {
            Kernel::Flash => ("_scaled_dot_product_flash_attention", "_scaled_dot_product_flash_attention_backward"),
            _ => ("_scaled_dot_product_efficient_attention", "_scaled_dot_product_efficient_attention_backward"),
        };
        self.begin(name, backward, WorkKind::Attention);
        for x in [q, k, v].into_iter().chain(bias) {
            self.reads(x);
        }
        let out = self.writes(self.attended_elements([k, v], shape), dtype);
        for x in [q, k, v, out].into_iter().chain(bias) {
            self.saves(x);
        }
        let Shape { batch, heads, queries, .. } = shape;
        let statistics = match kernel {
            Kernel::Flash => batch * heads * queries * 4,
            _ => batch * heads * queries.div_ceil(32) * 32 * 4,
        };
        self.saves_new(statistics);
        if options.masked {
            // The mask is converted to the query's type for each call and kept by it.
            self.saves_new(batch * queries * shape.keys.div_ceil(16) * 16 * dtype.bytes());
        }
        for x in [q, k, v] {
            self.grad_new(x);
        }
        if let Some(bias) = bias {
            // Each sequence has its own gradient of the bias before they are summed.
            self.grad_sized(bias, shape.scores() * dtype.bytes());
        }
        self.temporary(0, kernel_backward_temporary(kernel, shape, dtype));
        // Backward of a fused kernel computes the scores again: 2.5 times the forward products (FlashAttention-2, section 3).
        let arithmetic = self.arithmetic(dtype);
        let causal = if options.causal { 0.5 } else { 1.0 };
        self.flops(arithmetic, shape.flops() * causal, shape.flops() * causal * 2.5);
        if kernel == Kernel::Flash {
            self.filled(filled(shape.head_dim) as f64 / shape.head_dim.max(1) as f64);
        }
        self.end();
        out
    }

    /// Elements of what attention gives back, which is as wide as the values.
    #[must_use]
    pub fn attended_elements(&self, [k, v]: [VarId; 2], shape: Shape) -> u64 {
        let [keys, values] = [k, v].map(|x| self.var(x).elements);
        if keys == values {
            return shape.query_elements();
        }
        let width = values / (keys / shape.head_dim).max(1);
        shape.query_elements() / shape.head_dim * width
    }

    /// The plain form inside `scaled_dot_product_attention`: scaled copies of both operands, scores in memory.
    fn math_attention(&mut self, q: VarId, k: VarId, v: VarId, shape: Shape, options: Options) -> VarId {
        let (k, v) = if shape.heads == shape.key_value_heads {
            (k, v)
        } else {
            (self.repeated_heads(k, shape), self.repeated_heads(v, shape))
        };
        let q = self.scaled(q, "mul");
        let k = self.scaled(k, "mul");
        let scores = self.batched_product(q, k, shape.scores(), shape);
        let scores = if options.masked || options.causal { self.add_mask_in_place(scores) } else { scores };
        let probabilities = self.activation(scores, "_softmax", "_softmax_backward_data", Keeps::Result);
        let probabilities = self.dropout(probabilities, options.dropout);
        self.batched_product(probabilities, v, shape.query_elements(), shape)
    }

    fn add_mask_in_place(&mut self, scores: VarId) -> VarId {
        self.begin("add_", "add_backward", WorkKind::Elementwise);
        self.reads(scores);
        let out = self.writes_in_place(scores);
        self.grad_alias(scores);
        self.end();
        out
    }

    /// Keys or values repeated to all query heads.
    pub fn repeated_heads(&mut self, x: VarId, shape: Shape) -> VarId {
        let dtype = self.var(x).dtype;
        self.begin("clone", "sum", WorkKind::Elementwise);
        self.reads(x);
        let out = self.writes(shape.expanded_key_elements(), dtype);
        self.grad_new(x);
        self.end();
        out
    }

    /// Keys or values repeated to all query heads as transformers does it (`repeat_kv`): one head alone is only looked at again.
    pub fn shared_heads(&mut self, x: VarId, shape: Shape) -> VarId {
        if shape.key_value_heads == 1 { self.expanded(x, shape.expanded_key_elements()) } else { self.repeated_heads(x, shape) }
    }

    /// A batched matrix product of queries and keys, or of what they score and values (`bmm`).
    pub fn batched_product(&mut self, a: VarId, b: VarId, elements: u64, shape: Shape) -> VarId {
        self.product_of_values(a, b, elements, shape.flops() / 2.0)
    }

    /// A batched matrix product of two activations (`bmm`), with `flops` in the forward pass: both are kept.
    pub fn product_of_values(&mut self, a: VarId, b: VarId, elements: u64, flops: f64) -> VarId {
        let dtype = self.compute_dtype(a);
        let [a, b] = [a, b].map(|x| self.to_dtype(x, dtype));
        self.begin("bmm", "bmm_backward", WorkKind::BatchedMatmul);
        self.reads(a);
        self.reads(b);
        let out = self.writes(elements, dtype);
        if self.var(b).requires_grad {
            self.saves(a);
        }
        if self.var(a).requires_grad {
            self.saves(b);
        }
        self.grad_new(a);
        self.grad_new(b);
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, flops, 2.0 * flops);
        self.end();
        out
    }
}

/// Whether transformers hands fewer heads of keys and values to a kernel that groups them, rather than copies of them for every query's
/// head: none takes a mask, and none wider heads (`use_gqa_in_sdpa`).
#[must_use]
pub const fn hands_groups(masked: bool, head_dim: u64) -> bool {
    !masked && head_dim <= FLASH_HEAD_DIM_LIMIT
}

/// Which kernel PyTorch picks on compute capability 8.0 and later (order flash, efficient, math).
#[must_use]
pub fn pick(dtype: Dtype, shape: Shape, options: Options) -> Kernel {
    let grouped = options.grouped && shape.heads != shape.key_value_heads;
    if !options.masked && dtype.is_half() && shape.head_dim <= FLASH_HEAD_DIM_LIMIT {
        return Kernel::Flash;
    }
    // The memory-efficient kernel wants rows aligned to 16 bytes and as many key heads as query heads.
    let aligned = shape.head_dim.is_multiple_of(16 / dtype.bytes());
    if grouped || !aligned { Kernel::Math } else { Kernel::Efficient }
}

/// Buffers that the backward kernels allocate for themselves (PyTorch `flash_api.cpp`, `attention_backward.cu`).
fn kernel_backward_temporary(kernel: Kernel, shape: Shape, dtype: Dtype) -> u64 {
    let Shape { batch, heads, key_value_heads, head_dim, queries, .. } = shape;
    let rows = batch * heads;
    match kernel {
        Kernel::Flash => {
            let padded = queries.div_ceil(128) * 128;
            let width = if head_dim <= 192 { head_dim.div_ceil(32) * 32 } else { 256 };
            let expanded = if heads == key_value_heads { 0 } else { 2 * rounded(shape.expanded_key_elements() * dtype.bytes()) };
            rounded(rows * padded * width * 4) + rounded(rows * padded * 4) + expanded
        }
        Kernel::Efficient => {
            let delta = rounded(rows * queries.div_ceil(32) * 32 * 4);
            let accumulator = rounded(rows * queries.div_ceil(64) * 64 * head_dim.div_ceil(32) * 32 * 4);
            delta + if dtype.is_half() { accumulator } else { 0 }
        }
        Kernel::Math => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(dtype: Dtype, heads: u64, key_value_heads: u64, masked: bool, expected: Kernel) {
        let shape = Shape { batch: 1, heads, key_value_heads, head_dim: 64, queries: 128, keys: 128 };
        let options = Options { masked, causal: !masked, grouped: true, dropout: 0.0 };
        assert_eq!(pick(dtype, shape, options), expected);
    }

    #[test]
    fn pytorch_picks_by_type_mask_and_heads() {
        check(Dtype::Bf16, 32, 8, false, Kernel::Flash);
        check(Dtype::F32, 32, 32, false, Kernel::Efficient);
        check(Dtype::Bf16, 32, 32, true, Kernel::Efficient);
        check(Dtype::F32, 32, 8, false, Kernel::Math);
    }
}
