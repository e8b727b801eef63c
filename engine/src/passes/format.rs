//! What weights are stored as beside models that answer in passes, and what unpacking them takes.

use crate::architecture::{Architecture, VideoTransformerVariant};
use crate::graph::{Param, WeightKind, rounded};
use crate::hardware::{Gpu, Vendor, capability};
use crate::serving::WeightsFormat;
use crate::serving::gguf::{Block, GgufType};
use crate::units::Bytes;

/// The formats, the most bits first: those of published files and those that diffusers makes while it loads.
pub const FORMATS: [WeightsFormat; 9] = [
    WeightsFormat::Bf16,
    WeightsFormat::Fp16,
    WeightsFormat::Gguf(GgufType::Q8_0),
    WeightsFormat::BnbInt8,
    WeightsFormat::Fp8,
    WeightsFormat::Gguf(GgufType::Q6K),
    WeightsFormat::Gguf(GgufType::Q5_0),
    WeightsFormat::BnbNf4,
    WeightsFormat::Gguf(GgufType::Q4_0),
];

/// Weights that share a scale in bitsandbytes' 4-bit blocks.
const NF4_BLOCK: u64 = 64;

/// Whether a model's weights come so: transformers that make pictures come in all formats, others in 16 bits.
#[must_use]
pub fn comes_in(format: WeightsFormat, model: &Architecture) -> bool {
    match model {
        Architecture::DiffusionTransformer(_) => FORMATS.contains(&format),
        // Files of GGUF hold one network, and diffusers reads those of this kind alone.
        Architecture::VideoTransformer(model) => match model.variant {
            VideoTransformerVariant::Cross { networks: 1, .. } => FORMATS.contains(&format),
            _ => FORMATS.contains(&format) && !format.is_gguf(),
        },
        _ => FORMATS.contains(&format) && !format.is_quantized() && !format.is_gguf(),
    }
}

/// Whether a model's weights come so and the card takes them: what is packed on the card, and torchao's 8 bits, are modelled for CUDA
/// alone, as nobody's figures of them elsewhere are known.
#[must_use]
pub fn loads(format: WeightsFormat, model: &Architecture, gpu: &Gpu) -> bool {
    let suits = comes_in(format, model);
    let is_cuda = gpu.vendor == Vendor::Nvidia;
    match format {
        WeightsFormat::Bf16 => suits && gpu.bf16.is_some(),
        // Its matrix product in 8 bits needs the tensor cores of Turing (bitsandbytes' table of requirements).
        WeightsFormat::BnbInt8 => suits && is_cuda && gpu.has_capability(capability::TURING),
        WeightsFormat::BnbNf4 | WeightsFormat::Fp8 => suits && is_cuda,
        _ => suits,
    }
}

/// Whether a format is for the encoders of prompts too: files of GGUF hold the denoising network alone.
pub(super) const fn is_for_prompts(format: WeightsFormat) -> bool {
    !format.is_gguf()
}

/// Whether weights are packed on the card while they are loaded, rather than before: bitsandbytes' formats.
pub(super) const fn packs_on_card(format: WeightsFormat) -> bool {
    matches!(format, WeightsFormat::BnbNf4 | WeightsFormat::BnbInt8)
}

/// How the weights of a model are stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stored {
    /// The format of what is packed.
    pub(super) format: WeightsFormat,
    /// Rows and columns of matrices that the library never packs (`_keep_in_fp32_modules`).
    pub(super) kept: Option<(u64, u64)>,
    /// Bytes of a weight of theirs: they stay FP32 where the rest is FP16, whose range they run out of.
    pub(super) kept_width: u64,
}

impl Stored {
    /// Weights of one format throughout.
    pub(super) const fn whole(format: WeightsFormat) -> Self {
        Self { format, kept: None, kept_width: 2 }
    }

    fn is_kept(&self, param: &Param) -> bool {
        self.kept == Some((param.rows, param.columns)) && is_matrix(param)
    }

    /// Whether a tensor is packed.
    pub(super) fn packs(&self, param: &Param) -> bool {
        // What the library keeps in FP32 it does not pack either.
        self.format.is_quantized() && is_matrix(param) && param.dtype.is_half() && !self.is_kept(param)
    }

    /// Bytes of a tensor.
    pub(super) fn bytes(&self, param: &Param) -> u64 {
        if self.is_kept(param) {
            rounded(param.elements() * self.kept_width.max(param.dtype.bytes()))
        } else if self.packs(param) {
            let (values, scales) = packed(self.format, param);
            rounded(values) + rounded(scales)
        } else {
            rounded(param.elements() * param.dtype.bytes())
        }
    }
}

/// Whether the tensor is one that quantization packs: the matrix of a linear layer.
const fn is_matrix(param: &Param) -> bool {
    matches!(param.kind, WeightKind::Matrix) && param.matrices == 1 && param.rows > 1 && param.columns > 1
}

/// Bytes of a packed matrix: its values, and their scales where those are a tensor of their own.
fn packed(format: WeightsFormat, param: &Param) -> (u64, u64) {
    let weights = param.elements();
    match format {
        WeightsFormat::BnbNf4 => (weights.div_ceil(2), 4 * weights.div_ceil(NF4_BLOCK)),
        // A scale for each output in FP32.
        WeightsFormat::BnbInt8 | WeightsFormat::Fp8 => (weights, 4 * param.rows),
        WeightsFormat::Gguf(mixture) => (block(mixture).map_or(2 * weights, |block| block.bytes(weights).0), 0),
        _ => (weights * param.dtype.bytes(), 0),
    }
}

/// The block that every matrix of such a file has; none for files that mix several.
const fn block(mixture: GgufType) -> Option<Block> {
    match mixture {
        GgufType::Q8_0 => Some(Block::Q8_0),
        GgufType::Q6K => Some(Block::Q6K),
        GgufType::Q5_0 => Some(Block::Q5_0),
        GgufType::Q4_0 => Some(Block::Q4_0),
        _ => None,
    }
}

/// Bytes that unpacking a weight moves in each pass, beside what is stored.
///
/// bitsandbytes' 4 bits are unpacked by one kernel: two bytes written, two read. The others are calibrated on the time that FLUX.1
/// takes on an H100 (Hugging Face's blog, 2025-05-21, 50 steps: 12 s in 16 bits and in NF4, 15 s in torchao's and GGUF's 8 bits, 23
/// and 26 s in smaller blocks of GGUF, which chains of kernels unpack, 27 s in bitsandbytes' 8 bits, which quantizes what goes in as
/// well); one card, one model.
pub(super) fn unpacking(format: WeightsFormat) -> Bytes {
    Bytes(match format {
        WeightsFormat::BnbNf4 => 4,
        WeightsFormat::Fp8 | WeightsFormat::Gguf(GgufType::Q8_0) => 11,
        WeightsFormat::BnbInt8 => 52,
        WeightsFormat::Gguf(_) => 42,
        _ => 0,
    })
}
