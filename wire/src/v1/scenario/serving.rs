//! How a model is served.

use super::ImageSize;
#[cfg(feature = "json")]
use super::is_empty;
use crate::v1::choices::{KvCacheDtype, ServingEngine, ServingOffload, Speculative, WeightsFormat};

/// How a model is served.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Serving {
    /// The program that serves; default the usual one that has room.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub engine: Option<ServingEngine>,
    /// What weights are stored as; default the largest that fits.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub weights_format: Option<WeightsFormat>,
    /// What keys and values are stored as; default 16 bits.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub kv_cache_dtype: Option<KvCacheDtype>,
    /// Longest request with its answer, in tokens; default 8,192.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 2, maximum = 16_777_216))]
    pub context_length: Option<u64>,
    /// Text tokens of a prompt; default 1,024.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16_777_216))]
    pub prompt_tokens: Option<u64>,
    /// Tokens of an answer; default 256, of 30 s of sound 128.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16_777_216))]
    pub output_tokens: Option<u64>,
    /// Pictures of a prompt.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub images_per_prompt: Option<u64>,
    /// First text tokens, alike in all prompts.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 16_777_216))]
    pub shared_prefix_tokens: Option<u64>,
    /// Lengths vary by this share.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.0, maximum = 0.95))]
    pub length_spread: Option<f64>,
    /// Requests at a time; default 1, or by `request_rate`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub concurrency: Option<u64>,
    /// Requests that arrive in a second, at random.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.0001, maximum = 10_000.0))]
    pub request_rate: Option<f64>,
    /// Fewest tokens a second of every request.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.1, maximum = 10_000.0))]
    pub min_tokens_per_second: Option<f64>,
    /// Longest wait for a first token.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.02, maximum = 3600.0))]
    pub max_time_to_first_token_seconds: Option<f64>,
    /// What drafts tokens; default nothing.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub speculative: Option<Speculative>,
    /// Catalog id of a smaller model that drafts.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub draft_model: Option<String>,
    /// Drafts of a pass; default 3.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16))]
    pub speculative_tokens: Option<u64>,
    /// Chance that a draft is right; default 0.75.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.0, maximum = 1.0))]
    pub speculative_acceptance: Option<f64>,
    /// Most requests at a time; default the engine's own.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub max_num_seqs: Option<u64>,
    /// Most tokens of a pass; default the engine's own.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 16, maximum = 1_048_576))]
    pub max_batched_tokens: Option<u64>,
    /// Share of a card that is taken; default the engine's.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.05, maximum = 1.0))]
    pub memory_utilization: Option<f64>,
    /// What the host holds; `model` of pictures, else llama.cpp alone.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub offload: Option<ServingOffload>,
    /// Blocks in RAM, with `offload` = `layers`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub offload_layers: Option<u64>,
    /// Its split over cards.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "is_empty"), schema(nullable))]
    pub parallel: ServingParallel,
    /// Size of pictures.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(value_type = Option<super::ImageSizeWire>))]
    pub image_size: Option<ImageSize>,
    /// Frames of a video: 8n + 1 (Wan: 4n + 1).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 5, maximum = 1025))]
    pub num_frames: Option<u64>,
    /// A video's decoder works in tiles; default where it has to.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub vae_tiling: Option<bool>,
    /// Steps of a picture.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1000))]
    pub denoising_steps: Option<u64>,
}

/// Data x tensor x pipeline is all cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct ServingParallel {
    /// Copies of the model; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub data: Option<u64>,
    /// Cards that share each matrix.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub tensor: Option<u64>,
    /// Stages of layers.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub pipeline: Option<u64>,
    /// Groups with whole experts; vLLM: 1 or all.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub expert: Option<u64>,
}
