//! What Muon's step takes: matrix by matrix, read off `_single_tensor_muon` and `_zeropower_via_newtonschulz` in `torch/optim/_muon.py`
//! of `PyTorch` 2.15. `AdamW` for all other weights goes by lists.

use crate::dtype::Dtype;
use crate::graph::{Param, rounded};

/// Rounds of the polynomial that brings all singular values near one (`DEFAULT_NS_STEPS`).
const ROUNDS: u64 = 5;
/// Kernels of a matrix's update beside its products: momentum, its lead, a copy in BF16, its norm and the bound of that, the division, decay
/// and update.
const ELEMENTWISE_KERNELS: u64 = 8;
/// Kernels of a round: three products, of which two add to a matrix that is copied first (`addmm_out_cuda_impl` in `ATen`).
const KERNELS_OF_ROUND: u64 = 5;

/// The most that the step allocates: the update that is made orthogonal, in the gradient's type, a copy in BF16 and its successor, and squares
/// of the shorter side; or what `AdamW` does. And whether it is the former.
pub(super) fn temporary<'a>(weights: impl Iterator<Item = &'a Param>) -> (u64, bool) {
    let (mut others, mut most) = (0, 0);
    for param in weights {
        if !param.is_matrix_of_block() {
            others += param.stored_bytes() * param.copies;
            continue;
        }
        let [copy, square] = [param.elements(), square(param)].map(|elements| rounded(elements * Dtype::Bf16.bytes()));
        // Of a round before, two squares are there while the first of the next is made; two and both copies in its last product.
        most = most.max(param.stored_bytes() + copy + 2 * square + square.max(copy));
    }
    (most.max(others), most > others)
}

/// Arithmetic of a matrix's products: three a round, of which one is of squares.
pub(super) fn flops(param: &Param) -> f64 {
    let [shorter, longer] = [param.rows.min(param.columns), param.rows.max(param.columns)].map(|side| side as f64);
    ROUNDS as f64 * (4.0 * shorter * shorter * longer + 2.0 * shorter * shorter * shorter)
}

/// Bytes that a matrix's products read and write in BF16: of a round six times the matrix and seven times a square.
pub(super) const fn moved_by_products(param: &Param) -> u64 {
    ROUNDS * (6 * param.elements() + 7 * square(param)) * Dtype::Bf16.bytes()
}

/// Bytes that the rest of a matrix's update reads and writes: eleven times the stored matrix, five times its copy in BF16.
pub(super) const fn moved_beside(param: &Param) -> u64 {
    param.elements() * (11 * param.stored.bytes() + 5 * Dtype::Bf16.bytes())
}

/// Kernels of a matrix's products, and of the rest of its update.
pub(super) const fn kernels() -> [u64; 2] {
    [ROUNDS * KERNELS_OF_ROUND, ELEMENTWISE_KERNELS]
}

const fn square(param: &Param) -> u64 {
    let shorter = if param.rows < param.columns { param.rows } else { param.columns };
    shorter * shorter
}
