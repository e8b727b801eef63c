//! EXL3, `ExLlamaV3`'s format: every matrix by itself in whole bits a weight, as a trellis of tiles of 16 x 16, with a scale for each
//! input and each output.
//!
//! `modules/quant/exl3.py`, `modules/linear.py` and `conversion/allocation.py` of version 1.4.1.

use super::tensors::{Role, Tensor};
use crate::units::Bytes;

/// Both sides of a matrix are padded to a multiple of this.
const PAD: u64 = 128;
/// Bits of the output matrix where its own are not said (`head_bits` of `convert_model.py`).
const HEAD_TENTHS: u8 = 60;

/// What a tensor takes where weights take so many tenths of a bit on the mean.
///
/// A file of a broken number of bits gives some matrices one bit more than others, up to the mean that was asked for: all of them
/// together are told to the last whole layer.
pub(super) fn stored(tenths: u8, tensor: &Tensor) -> Bytes {
    match tensor.role {
        role if keeps_sixteen(role) => Bytes(tensor.weights().saturating_mul(2)),
        Role::Output => matrix(HEAD_TENTHS, tensor),
        _ => matrix(tenths, tensor),
    }
}

/// Whether a tensor keeps 16 bits; what brings heads to the vector that is kept is used as it is (`kv_b_proj`).
pub(super) const fn keeps_sixteen(role: Role) -> bool {
    matches!(
        role,
        Role::Embedding
            | Role::Router
            | Role::Norm
            | Role::Bias
            | Role::StateDecay
            | Role::Convolution
            | Role::Tower
            | Role::LatentKey
            | Role::LatentValue
    )
}

fn matrix(tenths: u8, tensor: &Tensor) -> Bytes {
    let experts = tensor.experts.max(1);
    let (rows, columns) = ((tensor.rows / experts).next_multiple_of(PAD), tensor.columns.next_multiple_of(PAD));
    let trellis = rows.saturating_mul(columns).saturating_mul(u64::from(tenths)) / 80;
    Bytes(experts.saturating_mul(trellis.saturating_add(2 * (rows + columns))))
}
