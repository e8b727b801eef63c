//! Which share of rated figures the kernels of each engine reach, and what starting one costs.
//!
//! Fitted by least squares on the logarithm of the time, each configuration weighted down by how many like it there are, to
//! published runs collected until 2026-11: llama.cpp's own bench on ten NVIDIA cards from Ampere to Ada, an M2 Ultra and a Radeon
//! 8060S; vLLM's single streams on an A100 (Qwen2.5, 0.5B to 72B, four formats) and its and TensorRT-LLM's loads of Llama 3.1 70B on
//! H100, H200 and B200; `generate` of transformers on an A100 (Llama 2, Qwen1.5 to Qwen2.5). The accuracy report has the spread.

use super::overlap::overlapped;
use crate::architecture::{AttentionLayout, DecoderVariant};
use crate::device::roofline::rate;
use crate::hardware::{Gpu, Vendor, capability};
use crate::serving::format::WeightsFormat;
use crate::serving::question::{Question, ServingEngine, Settings};
use crate::work::Arithmetic;

/// Share of the host memory's rated bandwidth that matrix products on the processor reach (60 to 80 % in practice).
pub(super) const HOST_SHARE: f64 = 0.70;
/// Seconds that a sum over two linked cards takes however small it is, inside a captured graph.
pub(super) const NVLINK_REDUCE: f64 = 4.4e-6;
/// Seconds more for each further card.
pub(super) const NVLINK_PEER: f64 = 0.3e-6;
/// Share of the link's rate that large sums reach.
pub(super) const NVLINK_REDUCE_SHARE: f64 = 0.6;
/// Seconds for each further card over PCI Express.
pub(super) const PCIE_REDUCE: f64 = 8.0e-6;
/// The share of the rate that weights reach where memory is not stacked, whose single rows are delivered faster (L40S: 0.80 to
/// 0.92, `kernels` of aiconfigurator at 095f58a5).
const UNSTACKED_SHARE: f64 = 0.88;

/// What kernels of an engine reach on a card.
pub(super) struct Shares {
    /// Bytes of weights a second.
    pub bandwidth: f64,
    /// Bytes of keys and values a second.
    pub cache_bandwidth: f64,
    /// Likewise where attention is not fused.
    pub unfused_bandwidth: f64,
    /// Bytes of scores a second, all passes over them counted, where attention is not fused.
    pub score_bandwidth: f64,
    /// Operations of matrix products a second.
    pub rate: f64,
    /// Operations of attention a second.
    pub attention_rate: f64,
    /// Weights a second that can be unpacked for a single token.
    pub unpacked: f64,
    /// Kernels of a block.
    pub kernels_per_block: f64,
    /// Seconds that the device needs to start and drain one.
    pub ramp: f64,
    /// Seconds that the host needs to start one.
    pub launch: f64,
    /// Seconds that the host needs to start a block of a pass that reads prompts, whose kernels are not in a captured graph.
    pub prompt_block: f64,
    /// Seconds of a pass beside its kernels.
    pub fixed: f64,
}

/// Tokens up to which a product is one of a matrix and a vector, weight by weight.
const VECTOR_TOKENS: f64 = 8.0;

impl Shares {
    /// Time of a matrix product: reading, unpacking and computing overlap, the more the longer one of them is.
    pub fn matrix(&self, bytes: f64, weights: f64, flops: f64, tokens: f64) -> f64 {
        let unpacking = if tokens <= VECTOR_TOKENS { weights / self.unpacked } else { 0.0 };
        let (reading, computing) = ((bytes / self.bandwidth).max(unpacking), flops / self.rate);
        overlapped(reading, computing)
    }
}

/// What was fitted of an engine on cards of a vendor.
struct Fit {
    /// Share of the memory's bandwidth that reading weights reaches.
    bandwidth: f64,
    /// Share that reading keys and values reaches; with fused attention, and without.
    cache: (f64, f64),
    /// Share of the rated arithmetic that matrix products reach: 16-bit weights, and weights that are unpacked first.
    rate: (f64, f64),
    /// Operations for each byte that the memory can deliver, beyond which products cannot go: tiles are read again from caches
    /// whose bandwidth grows with the memory's. Likewise for both kinds of weights.
    per_byte: (f64, f64),
    /// Share of the rated arithmetic that attention reaches.
    attention: f64,
    /// Passes over scores in memory, where attention is not fused.
    score_passes: f64,
    /// Vector operations that a weight costs a single token: 16-bit, and unpacked.
    per_weight: (f64, f64),
    /// Kernels of a block.
    kernels_per_block: f64,
    /// Kernels more of a block of latent attention.
    latent_kernels: f64,
    /// Microseconds that the device needs to start and drain one: on an A100, and on others.
    ramp: (f64, f64),
    /// Microseconds that the host needs for one.
    launch: f64,
    /// Milliseconds that the host needs to start a block of a pass that reads prompts: dense, and with routed experts.
    prompt_block: (f64, f64),
    /// Milliseconds of a pass that no kernel accounts for: scheduling, sampling.
    fixed: f64,
}

/// llama.cpp on CUDA.
const LLAMA_CUDA: Fit = Fit {
    bandwidth: 0.944,
    cache: (0.60, 0.454),
    rate: (0.47, 0.41),
    per_byte: (688.0, 169.0),
    attention: 0.30,
    score_passes: 6.5,
    per_weight: (40.5, 10.6),
    kernels_per_block: 25.0,
    latent_kernels: 0.0,
    ramp: (3.9, 3.9),
    launch: 0.0,
    prompt_block: (0.0, 0.0),
    fixed: 0.0,
};
/// llama.cpp on Metal.
const LLAMA_METAL: Fit = Fit {
    bandwidth: 0.856,
    cache: (0.30, 0.099),
    rate: (0.707, 0.576),
    per_byte: (300.0, 300.0),
    attention: 0.30,
    score_passes: 2.5,
    per_weight: (10.0, 27.7),
    ramp: (5.5, 5.5),
    ..LLAMA_CUDA
};
/// llama.cpp on `ROCm` and others.
const LLAMA_OTHER: Fit = Fit {
    bandwidth: 0.78,
    cache: (0.66, 0.287),
    rate: (0.276, 0.118),
    per_byte: (500.0, 500.0),
    attention: 0.097,
    per_weight: (10.0, 20.0),
    ramp: (3.3, 3.3),
    ..LLAMA_CUDA
};
/// vLLM, graphs captured.
const POOL: Fit = Fit {
    bandwidth: 0.795,
    cache: (0.76, 0.76),
    rate: (0.696, 0.557),
    per_byte: (200.0, 200.0),
    attention: 0.413,
    score_passes: 0.0,
    per_weight: (0.0, 5.0),
    kernels_per_block: 10.0,
    latent_kernels: 0.0,
    ramp: (11.5, 5.8),
    launch: 0.0,
    prompt_block: (0.0, 0.0),
    fixed: 0.49,
};
/// `SGLang`, whose passes over prompts are started kernel by kernel: with few tokens a block takes as long on eight cards as on two
/// (Qwen3 235B 2.4 to 3.4 ms, `DeepSeek` V3 and R1 2.8 to 4.0 ms; H200 and B200, first tokens at 2 to 8 users, 2025-10 to 2026-03).
/// What a dense block takes is that of TensorRT-LLM.
const SGLANG: Fit = Fit { prompt_block: (0.6, 2.6), ..POOL };
/// TensorRT-LLM, whose blocks of latent attention start more kernels: projections to and from what is kept with norms between them,
/// and a shared expert beside the routed ones. Loads of Llama 3.1 70B and `DeepSeek` V3 on H200 and B200, gpt-oss 120B on both and H100.
/// Passes over prompts are started kernel by kernel as those of `SGLang` (dense 0.5 to 0.9 ms a block, gpt-oss on H200 1.8 to 2.8 ms on
/// one card and on eight, `DeepSeek` 2.4 to 4.8 ms).
const TENSORRT: Fit = Fit { bandwidth: 0.88, latent_kernels: 14.0, ramp: (11.5, 4.2), prompt_block: (0.6, 2.6), ..POOL };
/// `generate`, kernel by kernel from Python.
const EAGER: Fit = Fit {
    bandwidth: 0.81,
    cache: (0.323, 0.323),
    rate: (0.48, 0.28),
    per_byte: (1000.0, 1000.0),
    attention: 0.302,
    kernels_per_block: 30.0,
    ramp: (5.0, 5.0),
    launch: 29.0,
    fixed: 0.0,
    ..POOL
};

/// `ExLlamaV3`: what vLLM's kernels reach, but for EXL3 in few bits ([`super::trellis`]), whose products are those of 16 bits once it is
/// unpacked.
const EXLLAMA: Fit = Fit { rate: (0.696, 0.696), ..POOL };

/// Share of the memory's bandwidth that reading weights reaches.
fn reading(fit: &Fit, settings: &Settings, gpu: &Gpu) -> f64 {
    let is_fitted = gpu.has_stacked_memory || settings.engine == ServingEngine::LlamaCpp;
    if is_fitted { fit.bandwidth } else { UNSTACKED_SHARE.max(fit.bandwidth) }
}

/// The shares of a question.
pub(super) fn of(question: &Question) -> Shares {
    let gpu = &question.hardware.gpu;
    let settings = &question.settings;
    let fit = match (settings.engine, gpu.vendor) {
        (ServingEngine::LlamaCpp, Vendor::Nvidia) => &LLAMA_CUDA,
        (ServingEngine::LlamaCpp, Vendor::Apple) => &LLAMA_METAL,
        (ServingEngine::LlamaCpp, _) => &LLAMA_OTHER,
        (ServingEngine::Vllm, _) => &POOL,
        (ServingEngine::Sglang, _) => &SGLANG,
        (ServingEngine::TensorrtLlm, _) => &TENSORRT,
        (ServingEngine::Transformers, _) => &EAGER,
        (ServingEngine::Exllama, _) => &EXLLAMA,
    };
    let format = settings.weights_format;
    let pick = |of: (f64, f64)| if format.is_quantized() && !format.is_multiplied_by(gpu) { of.1 } else { of.0 };
    let bandwidth = gpu.memory_bandwidth.get();
    let speedup = speedup(format, gpu);
    let rated = rated(question) * pick(fit.rate) * speedup;
    let delivered = pick(fit.per_byte) * bandwidth * speedup;
    let is_latent = matches!(question.model.options.attention, AttentionLayout::Latent(_));
    let is_fast = gpu.compute_capability != Some(capability::AMPERE);
    Shares {
        bandwidth: reading(fit, settings, gpu) * bandwidth,
        cache_bandwidth: fit.cache.0 * bandwidth / copies(question),
        unfused_bandwidth: fit.cache.1 * bandwidth,
        score_bandwidth: if fit.score_passes > 0.0 { bandwidth / fit.score_passes } else { bandwidth },
        // Both limits together, as the legs of a right triangle are.
        rate: 1.0 / (1.0 / (rated * rated) + 1.0 / (delivered * delivered)).sqrt(),
        attention_rate: fit.attention * rate(gpu, Arithmetic::Fp16).get(),
        unpacked: gpu.fp32.get() / pick(fit.per_weight).max(1e-3),
        kernels_per_block: fit.kernels_per_block + if is_latent { fit.latent_kernels } else { 0.0 },
        ramp: if is_fast { fit.ramp.1 } else { fit.ramp.0 } * 1e-6,
        launch: fit.launch * 1e-6,
        prompt_block: prompt_block(fit, question) * 1e-3,
        fixed: fit.fixed * 1e-3,
    }
}

/// Milliseconds that the host needs for a block of a pass over prompts where one kernel routes, multiplies and sums, as those of
/// TensorRT-LLM do on Blackwell, which `SGLang` has as well (B200: gpt-oss 0.6 to 0.9 ms a block, Qwen3 235B 0.9 ms).
const WHOLE_BLOCK: f64 = 0.75;
/// Blackwell's cards for data centers, for which those kernels are made.
const WHOLE_ON: std::ops::Range<u64> = capability::BLACKWELL..capability::BLACKWELL_CONSUMER;

/// Milliseconds that the host needs for a block of a pass over prompts.
fn prompt_block(fit: &Fit, question: &Question) -> f64 {
    let model = &question.model;
    let is_latent = matches!(model.options.attention, AttentionLayout::Latent(_));
    let is_whole = question.hardware.gpu.compute_capability.is_some_and(|has| WHOLE_ON.contains(&has)) && !is_latent;
    match &model.variant {
        DecoderVariant::MixtureOfExperts(_) if is_whole => WHOLE_BLOCK.min(fit.prompt_block.1),
        DecoderVariant::MixtureOfExperts(_) => fit.prompt_block.1,
        _ => fit.prompt_block.0,
    }
}

/// Share of the memory's rated bandwidth that reading weights reaches.
pub(super) fn of_bandwidth(question: &Question) -> f64 {
    of(question).bandwidth / question.hardware.gpu.memory_bandwidth.get()
}

/// How much faster than 16 bits the card multiplies in the format.
fn speedup(format: WeightsFormat, gpu: &Gpu) -> f64 {
    match format {
        WeightsFormat::Fp8 if format.is_multiplied_by(gpu) => 2.0,
        WeightsFormat::Nvfp4 if format.is_multiplied_by(gpu) => 4.0,
        _ => 1.0,
    }
}

/// The rate that products are a share of. llama.cpp sums in FP16, which consumer cards do at twice their rate with FP32 sums:
/// four times the vector rate.
fn rated(question: &Question) -> f64 {
    let gpu = &question.hardware.gpu;
    let half = rate(gpu, Arithmetic::Fp16).get();
    match (question.settings.engine, gpu.vendor) {
        (ServingEngine::LlamaCpp, Vendor::Nvidia) => half.max(4.0 * gpu.fp32.get()),
        _ => half,
    }
}

/// How often keys and values pass for a step: once, or for `generate`, whose cache is copied to grow by a token and whose heads
/// of keys are repeated for each query's.
fn copies(question: &Question) -> f64 {
    let model = &question.model;
    if question.settings.engine != ServingEngine::Transformers {
        return 1.0;
    }
    let groups = model.num_attention_heads as f64 / model.num_key_value_heads.max(1) as f64;
    if groups > 1.0 && question.settings.repeated_heads { 3.0 + 2.0 * groups } else { 3.0 }
}
