//! The settings of a scenario.

use crate::v1::choices::{
    ActivationCheckpointing, AdapterDtype, Alignment, Attention, AttentionMask, Cache, Framework, Implementation,
    LinearAttention, LoraPreset, LossLogits, MemoryFormat, Method, Offload, Optimizer, OptimizerImplementation, Precision,
    Sharding, VisionTower,
};
#[cfg(feature = "json")]
use crate::v1::scenario::is_empty;

/// The settings, under the names that training scripts give them.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Training {
    /// Which weights train, and how; default full.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub method: Option<Method>,
    /// Adapters; read where the method is `lora` or `qlora`.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub lora: Lora,
    /// Quantization of frozen weights; read where the method is `qlora`.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub quantization: Quantization,
    /// Storage and arithmetic; default `bf16-amp` where the card has BF16, else `fp16-amp`, else `fp32`.
    /// Beside adapters frozen weights have 16 bits unless fp32; amp is autocast.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub precision: Option<Precision>,
    /// The optimizer; default adamw.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub optimizer: Option<Optimizer>,
    /// Which of PyTorch's implementations of it; default foreach.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub optimizer_implementation: Option<OptimizerImplementation>,
    /// Decay; matters for memory only in foreach SGD. Default 0.01, SGD 0.0001.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub weight_decay: Option<f64>,
    /// 8-bit optimizers keep embeddings' states in 32 bits; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub embedding_states_32bit: Option<bool>,
    /// What is computed again in the backward pass; default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub activation_checkpointing: Option<ActivationCheckpointing>,
    /// Learning from preferences; default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub alignment: Option<Alignment>,
    /// What trains of the tower that reads pictures; default frozen.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub vision_tower: Option<VisionTower>,
    /// Which attention runs; default sdpa.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub attention: Option<Attention>,
    /// What computes blocks with a state; default torch.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub linear_attention: Option<LinearAttention>,
    /// Whether a dense mask goes into attention; default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_mask: Option<AttentionMask>,
    /// How the loss treats the logits; default upcast.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub loss_logits: Option<LossLogits>,
    /// Layout of image tensors; default contiguous.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub memory_format: Option<MemoryFormat>,
    /// Diffusion: VAE and text encoders stay on the card; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub resident_frozen_models: Option<bool>,
    /// Samples per GPU and forward pass; default: the advisor's recommendation.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536, example = 16)
    )]
    pub micro_batch_size: Option<u64>,
    /// Micro-batches per optimizer step; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub gradient_accumulation_steps: Option<u64>,
    /// How states are spread over the GPUs; default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub sharding: Option<Sharding>,
    /// The library that does it, read where something is sharded or offloaded; default `ddp` for `ddp`, `fsdp2` for `zero-3`,
    /// `deepspeed` for `zero-1`, `zero-2` and every offload. Under `fsdp2` mixed precision is its `MixedPrecisionPolicy` (16-bit
    /// compute, FP32 reduction), under `deepspeed` 16-bit weights with FP32 masters; neither is autocast.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub implementation: Option<Implementation>,
    /// What lives in host memory; default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub offload: Option<Offload>,
    /// The framework; default pytorch. Of others a lower bound is told.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub framework: Option<Framework>,
    /// How data reaches the GPU; what is left out is recommended.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub loader: Loader,
    /// Passes over the data set; default 10.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 100_000))]
    pub epochs: Option<u64>,
}

/// Low-rank adapters.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Lora {
    /// Rank; default 8, at most the width of the layers.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub rank: Option<u64>,
    /// Which layers get one; default attention.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub targets: Option<LoraTargets>,
    /// Dropout before the adapter; default 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 0.99))]
    pub dropout: Option<f64>,
    /// Storage of the adapters; default fp32, bf16 where the precision is bf16.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub adapter_dtype: Option<AdapterDtype>,
    /// DoRA; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_dora: Option<bool>,
}

/// Which linear layers get an adapter: a group, or module names as in PEFT's `target_modules`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(untagged))]
pub enum LoraTargets {
    /// A group of layers.
    Preset(LoraPreset),
    /// Module names.
    Named(Vec<String>),
}

/// How frozen weights are quantized.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Quantization {
    /// 4 is NF4, 8 is `LLM.int8()`; default 4.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 4, maximum = 8, example = 4))]
    pub bits: Option<u64>,
    /// NF4's scales are quantized again; default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub double_quantization: Option<bool>,
    /// The rest becomes FP32, as PEFT does; default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub upcast_unquantized: Option<bool>,
}

/// How data reaches the GPU.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Loader {
    /// Worker processes per GPU; 0 loads in the training process.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 512))]
    pub num_workers: Option<u64>,
    /// Batches that each worker keeps ready.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub prefetch_factor: Option<u64>,
    /// Batches are copied to page-locked memory.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub pin_memory: Option<bool>,
    /// Workers outlive an epoch.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub persistent_workers: Option<bool>,
    /// What is kept between epochs.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub cache: Option<Cache>,
    /// Batches are processed as a whole (`__getitems__`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub batched_preprocessing: Option<bool>,
}

impl From<&engine::training::LoraTargets> for LoraTargets {
    fn from(targets: &engine::training::LoraTargets) -> Self {
        use engine::training::LoraTargets as Engine;
        match targets {
            Engine::QueryValue => Self::Preset(LoraPreset::QueryValue),
            Engine::Attention => Self::Preset(LoraPreset::Attention),
            Engine::AllLinear => Self::Preset(LoraPreset::AllLinear),
            Engine::Named(names) => Self::Named(names.clone()),
        }
    }
}

impl From<&LoraTargets> for engine::training::LoraTargets {
    fn from(targets: &LoraTargets) -> Self {
        match targets {
            LoraTargets::Preset(LoraPreset::QueryValue) => Self::QueryValue,
            LoraTargets::Preset(LoraPreset::Attention) => Self::Attention,
            LoraTargets::Preset(LoraPreset::AllLinear) => Self::AllLinear,
            LoraTargets::Named(names) => Self::Named(names.clone()),
        }
    }
}
