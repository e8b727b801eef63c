//! The gated delta rule over chunks of 64 tokens, as transformers writes it out of PyTorch's operators
//! (`torch_chunk_gated_delta_rule` in its `modeling_qwen3_5.py`), or as one call of flash-linear-attention.

mod fused;

use super::VarId;
use super::builder::Builder;
use super::elementwise::Keeps;
use crate::dtype::Dtype;
use crate::work::WorkKind;

/// Tokens of a chunk (`chunk_size`).
const CHUNK: u64 = 64;
/// Chunks at the end that are played one by one: gradients of what all chunks read are there once three have been gone through.
const PLAYED_LAST: u64 = 3;

/// Sizes of a gated delta rule.
#[derive(Debug, Clone, Copy)]
pub struct DeltaShape {
    /// Sequences.
    pub batch: u64,
    /// Tokens of each.
    pub length: u64,
    /// Heads of queries and keys.
    pub key_heads: u64,
    /// Heads of values.
    pub value_heads: u64,
    /// Width of a key head.
    pub key_dim: u64,
    /// Width of a value head.
    pub value_dim: u64,
}

/// Widest key heads that flash-linear-attention takes (`chunk_delta_h.py`).
pub const FLA_KEY_DIM_LIMIT: u64 = 256;

impl DeltaShape {
    /// Chunks of a sequence, the last one filled up.
    const fn chunks(self) -> u64 {
        self.length.div_ceil(CHUNK)
    }

    /// Numbers that every token and value head has one of.
    const fn scalars(self) -> u64 {
        self.batch * self.value_heads * self.length
    }

    /// Those of whole chunks.
    const fn padded(self) -> u64 {
        self.batch * self.value_heads * self.chunks() * CHUNK
    }

    /// One chunk of every head.
    const fn of_chunk(self, width: u64) -> u64 {
        self.batch * self.value_heads * CHUNK * width
    }

    /// The states of all heads.
    const fn state(self) -> u64 {
        self.batch * self.value_heads * self.key_dim * self.value_dim
    }
}

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

/// What the scan over chunks reads and hands on.
#[derive(Debug, Clone, Copy)]
struct Scan {
    new_values: VarId,
    decayed_keys: VarId,
    query: VarId,
    scores: VarId,
    key: VarId,
    decay: VarId,
    state: VarId,
    out: VarId,
    /// Queries and keys lie token by token, so that products copy what they read.
    by_token: bool,
}

/// What a scan leaves.
struct Scanned {
    out: VarId,
    /// What was new in the last chunk, and what the state had said of it.
    last: [VarId; 2],
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
        self.product_of(a, b, shape.padded() * CHUNK, products)
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

    /// A batched product of two activations; both are kept.
    fn product_of(&mut self, a: VarId, b: VarId, elements: u64, products: f64) -> VarId {
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
        self.grad_new(b);
        self.grad_new(a);
        let arithmetic = self.arithmetic(dtype);
        self.flops(arithmetic, products, 2.0 * products);
        self.end();
        out
    }

    /// All chunks, one after the other. Those between the first and the last few are alike: one is played, the others are kept beside it.
    fn scanned(&mut self, scan: Scan, shape: DeltaShape) -> Scanned {
        let chunks = shape.chunks();
        let (mut scan, mut last) = self.scanned_chunk(scan, chunks == 1, shape);
        let between = chunks.saturating_sub(1 + PLAYED_LAST);
        if between > 0 {
            let from = self.mark();
            (scan, last) = self.scanned_chunk(scan, false, shape);
            self.alike(from, &[scan.state], between - 1);
        }
        for left in (0..chunks.saturating_sub(1).min(PLAYED_LAST)).rev() {
            (scan, last) = self.scanned_chunk(scan, left == 0, shape);
        }
        Scanned { out: scan.out, last }
    }

    /// One chunk: what the state says of its tokens, what is new in them, and the state after them.
    fn scanned_chunk(&mut self, scan: Scan, is_last: bool, shape: DeltaShape) -> (Scan, [VarId; 2]) {
        let by_head = |b: &mut Self, x: VarId| if scan.by_token { b.contiguous(x) } else { x };
        let (keys, values) = (shape.of_chunk(shape.key_dim), shape.of_chunk(shape.value_dim));
        let through_state = 2.0 * keys as f64 * shape.value_dim as f64;
        let new = self.viewed(scan.new_values, values, "select_backward");
        let decayed = self.viewed(scan.decayed_keys, keys, "select_backward");
        let known = self.product_of(decayed, scan.state, values, through_state);
        let new = self.less_known(new, known);
        let query = self.viewed(scan.query, keys, "select_backward");
        let query = by_head(self, query);
        let before = self.product_of(query, scan.state, values, through_state);
        let scores = self.viewed(scan.scores, shape.of_chunk(CHUNK), "select_backward");
        let within = self.product_of(scores, new, values, 2.0 * values as f64 * CHUNK as f64);
        let sum = self.add(before, within);
        self.hold(within);
        let out = self.copied_into(scan.out, sum);
        if is_last {
            self.forgotten_state(new, shape);
            self.hold(before);
            return (Scan { out, ..scan }, [new, before]);
        }
        let decay = self.viewed(scan.decay, shape.batch * shape.value_heads, "select_backward");
        let left = self.multiply(scan.state, decay);
        let key = self.viewed(scan.key, keys, "select_backward");
        let key = by_head(self, key);
        let written = self.product_of(key, new, shape.state(), through_state);
        let state = self.add(left, written);
        self.hold_all(&[left, written, before]);
        (Scan { state, out, ..scan }, [new, before])
    }

    /// The state after the last chunk, which nobody asks for: computed and let go of, with all that its gradient would have needed.
    fn forgotten_state(&mut self, new: VarId, shape: DeltaShape) {
        self.begin("bmm", "", WorkKind::BatchedMatmul);
        self.reads(new);
        let products = 2.0 * shape.of_chunk(shape.key_dim) as f64 * shape.value_dim as f64;
        let arithmetic = self.arithmetic(self.compute_dtype(new));
        self.flops(arithmetic, products, 0.0);
        self.temporary(3 * super::rounded(shape.state() * Dtype::F32.bytes()), 0);
        self.op().requires_grad = false;
        self.end();
    }

    fn less_known(&mut self, new: VarId, known: VarId) -> VarId {
        let elements = self.var(new).elements;
        self.begin("sub", "sub_backward", WorkKind::Elementwise);
        self.reads(new);
        self.reads(known);
        let out = self.writes(elements, Dtype::F32);
        self.grad_alias(new);
        self.grad_new(known);
        self.end();
        out
    }

    /// A part of `whole` written in place (`CopySlices`): backward makes the whole's gradient anew, without that part.
    fn copied_into(&mut self, whole: VarId, part: VarId) -> VarId {
        let bytes = |b: &Self, x: VarId| super::rounded(b.var(x).elements * Dtype::F32.bytes());
        let beside = if self.var(whole).requires_grad { bytes(self, part) } else { bytes(self, whole) };
        self.begin("copy_", "copy_backward", WorkKind::Elementwise);
        self.reads(whole);
        self.reads(part);
        let out = self.writes_in_place(whole);
        // The kernel writes the part alone.
        self.op().forward_traffic = 2 * bytes(self, part);
        self.grad_new(whole);
        self.grad_new(part);
        self.temporary(0, beside);
        self.end();
        out
    }
}
