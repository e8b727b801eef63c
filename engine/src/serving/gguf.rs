//! GGUF files of llama.cpp: what each tensor of a mixture is stored as, and what it takes to the byte.
//!
//! Source: block structs of `ggml/src/ggml-common.h` and the choice of types in `src/llama-quant.cpp` of ggml-org/llama.cpp (read
//! 2026-11), checked against files of Llama 3 8B and 70B to four digits.

mod block;
mod mixture;

pub use block::Block;
pub use mixture::GgufType;

use crate::architecture::Decoder;
use crate::serving::tensors::{Role, Tensor};
use crate::units::Bytes;
use mixture::Traits;

/// What a tensor takes in a file of this mixture.
#[must_use]
pub fn stored(mixture: GgufType, model: &Decoder, tensor: &Tensor) -> Bytes {
    let block = match tensor.role {
        // Parts that read pictures lie in a file of their own, which a text needs not.
        Role::Tower => return Bytes::ZERO,
        // Vectors, convolutions and the router stay in FP32, whatever the mixture.
        Role::Norm | Role::Bias | Role::Router | Role::Convolution => Block::F32,
        role => mixture.block_of(role, tensor, &Traits::of(model)).fitting(tensor.columns),
    };
    block.bytes(tensor.rows * tensor.columns)
}
