//! The scan over chunks of a gated delta rule that is written out: one state after the other.

use super::shape::{CHUNK, DeltaShape};
use crate::dtype::Dtype;
use crate::graph::builder::Builder;
use crate::graph::{VarId, rounded};
use crate::work::WorkKind;

/// Chunks at the end that are played one by one: gradients of what all chunks read are there once three have been gone through.
const PLAYED_LAST: u64 = 3;

/// What the scan over chunks reads and hands on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan {
    pub(super) new_values: VarId,
    pub(super) decayed_keys: VarId,
    pub(super) query: VarId,
    pub(super) scores: VarId,
    pub(super) key: VarId,
    pub(super) decay: VarId,
    pub(super) state: VarId,
    pub(super) out: VarId,
    /// Queries and keys lie token by token, so that products copy what they read.
    pub(super) by_token: bool,
}

/// What a scan leaves.
pub(super) struct Scanned {
    pub(super) out: VarId,
    /// What was new in the last chunk, and what the state had said of it.
    pub(super) last: [VarId; 2],
}

impl Builder {
    /// All chunks, one after the other. Those between the first and the last few are alike: one is played, the others are kept beside it.
    pub(super) fn scanned(&mut self, scan: Scan, shape: DeltaShape) -> Scanned {
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
        let known = self.product_of_values(decayed, scan.state, values, through_state);
        let new = self.less(new, known);
        let query = self.viewed(scan.query, keys, "select_backward");
        let query = by_head(self, query);
        let before = self.product_of_values(query, scan.state, values, through_state);
        let scores = self.viewed(scan.scores, shape.of_chunk(CHUNK), "select_backward");
        let within = self.product_of_values(scores, new, values, 2.0 * values as f64 * CHUNK as f64);
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
        let written = self.product_of_values(key, new, shape.state(), through_state);
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
        self.temporary(3 * rounded(shape.state() * Dtype::F32.bytes()), 0);
        self.op().requires_grad = false;
        self.end();
    }

    /// A part of `whole` written in place (`CopySlices`): backward makes the whole's gradient anew, without that part.
    fn copied_into(&mut self, whole: VarId, part: VarId) -> VarId {
        let bytes = |b: &Self, x: VarId| rounded(b.var(x).elements * Dtype::F32.bytes());
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
