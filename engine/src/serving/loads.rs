//! Which formats of weights an engine loads on a card.

use super::format::WeightsFormat;
use super::question::ServingEngine;
use crate::hardware::{Gpu, capability};

/// Whether an engine loads weights of a format on such a card.
#[must_use]
pub fn loads(engine: ServingEngine, format: WeightsFormat, gpu: &Gpu) -> bool {
    use WeightsFormat::{AwqInt4, Bf16, BnbInt8, BnbNf4, Fp8, Fp16, Mxfp4, Nvfp4};
    // Files of one engine alone.
    let is_own = format.is_gguf() || format.is_exl3();
    // Turing and later read them, if only to unpack them.
    let is_read = !matches!(format, Fp8 | Nvfp4) || gpu.has_capability(capability::TURING);
    match engine {
        ServingEngine::LlamaCpp => format.is_gguf() || matches!(format, Bf16 | Fp16),
        ServingEngine::Exllama => format.is_exl3() || matches!(format, Bf16 | Fp16),
        ServingEngine::Vllm => !is_own && !matches!(format, BnbNf4 | BnbInt8) && is_read,
        ServingEngine::Sglang => !is_own && is_read,
        // It loads what its own tools quantized, and multiplies in it.
        ServingEngine::TensorrtLlm => match format {
            Bf16 | Fp16 | Mxfp4 | AwqInt4 => true,
            Fp8 | Nvfp4 => format.is_multiplied_by(gpu),
            _ => false,
        },
        // It multiplies FP8 where the card does, and loads no other card's files.
        ServingEngine::Transformers => match format {
            Fp8 => gpu.has_capability(capability::ADA),
            Nvfp4 => false,
            _ => !is_own,
        },
    }
}
