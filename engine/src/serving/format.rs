//! Formats of weights: what a tensor takes in each.

use super::exl3;
use super::gguf::{self, GgufType};
use super::tensors::{Role, Tensor};
use crate::architecture::{AttentionLayout, Decoder, DecoderVariant};
use crate::hardware::{Gpu, capability};
use crate::units::Bytes;

/// Weights that share a scale in GPTQ and AWQ checkpoints as they are published.
const GROUP: u64 = 128;
/// Weights that share a scale in bitsandbytes' 4-bit blocks.
const NF4_BLOCK: u64 = 64;
/// Weights that share a scale in MXFP4.
const MXFP4_BLOCK: u64 = 32;
/// Weights that share a scale in NVFP4.
const NVFP4_BLOCK: u64 = 16;

/// What the weights of a model are stored as. In all but GGUF and EXL3, embeddings, norms, routers and the output matrix keep 16 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeightsFormat {
    /// 16 bits with the exponent of FP32.
    Bf16,
    /// 16 bits.
    Fp16,
    /// 8 bits, a 16-bit scale for each output (compressed-tensors' FP8-dynamic).
    Fp8,
    /// 4 bits, an FP8 scale for 16 weights.
    Nvfp4,
    /// Experts in 4 bits, an 8-bit exponent for 32 weights; all else in 16 bits (gpt-oss).
    Mxfp4,
    /// 4 bits in groups of 128 with scales and zeros, and an index for each input.
    GptqInt4,
    /// 8 bits in groups of 128 with scales and zeros, and an index for each input.
    GptqInt8,
    /// 4 bits in groups of 128 with scales and zeros.
    AwqInt4,
    /// 4 bits, an FP32 scale for 64 weights (bitsandbytes without double quantization).
    BnbNf4,
    /// 8 bits, an FP32 scale for each output (bitsandbytes).
    BnbInt8,
    /// EXL3 with so many tenths of a bit a weight on the mean, the output matrix in 6 bits.
    Exl3(u8),
    /// A file of llama.cpp.
    Gguf(GgufType),
}

impl WeightsFormat {
    /// Whether llama.cpp reads it.
    #[must_use]
    pub const fn is_gguf(self) -> bool {
        matches!(self, Self::Gguf(_))
    }

    /// Whether `ExLlama` alone reads it.
    #[must_use]
    pub const fn is_exl3(self) -> bool {
        matches!(self, Self::Exl3(_))
    }

    /// Whether it stores linear layers in fewer than 16 bits.
    #[must_use]
    pub const fn is_quantized(self) -> bool {
        !matches!(self, Self::Bf16 | Self::Fp16 | Self::Gguf(GgufType::F16))
    }

    /// Whether the card's matrix units multiply in the format itself, activations quantized too.
    #[must_use]
    pub fn is_multiplied_by(self, gpu: &Gpu) -> bool {
        match self {
            Self::Fp8 => gpu.has_capability(capability::ADA),
            Self::Nvfp4 => gpu.has_capability(capability::BLACKWELL),
            other => !other.is_quantized(),
        }
    }

    /// Whether a model's weights come so: gpt-oss was made in MXFP4 and is published in nothing smaller, and only experts take
    /// MXFP4.
    #[must_use]
    pub fn suits(self, model: &Decoder) -> bool {
        let is_mixture = matches!(model.variant, DecoderVariant::MixtureOfExperts(_));
        let is_made_so = model.has_packed_experts();
        match self {
            Self::Gguf(GgufType::Mxfp4Moe) => is_mixture,
            // It is made of the unpacked weights.
            Self::Exl3(_) => true,
            // Unpacked, it takes four times as much and is no better.
            Self::Mxfp4 if is_made_so => true,
            Self::Mxfp4 => false,
            // Published files of hybrids keep other layers wider in each model.
            Self::Nvfp4 if matches!(model.options.attention, AttentionLayout::Hybrid(_)) => false,
            _ => !is_made_so,
        }
    }

    /// Inputs that share a scale, which cards that split them must not cut; none where any split goes.
    #[must_use]
    pub const fn group(self) -> Option<u64> {
        match self {
            Self::GptqInt4 | Self::GptqInt8 | Self::AwqInt4 => Some(GROUP),
            _ => None,
        }
    }

    /// What a tensor of a model takes.
    #[must_use]
    pub fn stored(self, model: &Decoder, tensor: &Tensor) -> Bytes {
        if let Self::Gguf(mixture) = self {
            return gguf::stored(mixture, model, tensor);
        }
        if let Self::Exl3(tenths) = self {
            return exl3::stored(tenths, tensor);
        }
        let weights = tensor.weights();
        match tensor.role {
            Role::Embedding
            | Role::Output
            | Role::Router
            | Role::Norm
            | Role::Bias
            | Role::StateDecay
            | Role::Convolution
            | Role::Tower => Bytes(weights.saturating_mul(2)),
            // Projections of latent attention but the last keep 16 bits (DeepSeek V3.1 as NVIDIA publishes it).
            Role::Compress | Role::LatentQuery | Role::LatentKey | Role::LatentValue if self == Self::Nvfp4 => {
                Bytes(weights.saturating_mul(2))
            }
            _ => self.linear(tensor),
        }
    }

    fn linear(self, tensor: &Tensor) -> Bytes {
        let (rows, weights) = (tensor.rows, tensor.weights());
        let columns = tensor.columns * tensor.experts;
        let groups = weights.div_ceil(GROUP);
        let bytes = match self {
            Self::Fp8 => weights + 2 * rows,
            Self::Mxfp4 if tensor.experts > 1 => weights.div_ceil(2) + weights.div_ceil(MXFP4_BLOCK),
            Self::Bf16 | Self::Fp16 | Self::Gguf(_) | Self::Exl3(_) | Self::Mxfp4 => 2 * weights,
            Self::Nvfp4 => weights.div_ceil(2) + weights.div_ceil(NVFP4_BLOCK) + 4 * tensor.experts,
            Self::GptqInt4 => weights.div_ceil(2) + 2 * groups + groups.div_ceil(2) + 4 * columns,
            Self::GptqInt8 => weights + 2 * groups + groups + 4 * columns,
            Self::AwqInt4 => weights.div_ceil(2) + 2 * groups + groups.div_ceil(2),
            Self::BnbNf4 => weights.div_ceil(2) + 4 * weights.div_ceil(NF4_BLOCK),
            Self::BnbInt8 => weights + 4 * rows,
        };
        Bytes(bytes)
    }
}
