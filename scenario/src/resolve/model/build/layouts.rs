//! How the blocks of each kind of decoder are laid out, whatever its configuration says beside.

use engine::architecture::{DecoderOptions, NormPlaces};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The layout of a kind as it was published.
pub(super) fn published(config: &ModelConfig, kind: ModelType) -> DecoderOptions {
    match kind {
        ModelType::Gemma => DecoderOptions::GEMMA,
        ModelType::Gemma2 => DecoderOptions::GEMMA2,
        ModelType::Gemma3 => DecoderOptions::GEMMA3,
        ModelType::Gemma4 | ModelType::Gemma4Unified => DecoderOptions::GEMMA4,
        ModelType::Olmo => DecoderOptions::OLMO,
        ModelType::Olmo2 | ModelType::Olmo3 => DecoderOptions::OLMO2,
        ModelType::Olmoe | ModelType::MiniMaxM2 => DecoderOptions::OLMOE,
        ModelType::GptOss => DecoderOptions::GPT_OSS,
        ModelType::Starcoder2 => DecoderOptions::STARCODER2,
        ModelType::Cohere | ModelType::Cohere2 => DecoderOptions::COHERE,
        ModelType::StableLm => DecoderOptions::STABLELM,
        ModelType::Phi => DecoderOptions::PHI,
        ModelType::GptJ => DecoderOptions::GPT_J,
        ModelType::Ernie45 | ModelType::Ernie45Moe => DecoderOptions::ERNIE45,
        ModelType::GptNeoX if config.use_parallel_residual == Some(false) => {
            DecoderOptions { norm_places: NormPlaces::Before, ..DecoderOptions::GPT_NEOX }
        }
        ModelType::GptNeoX => DecoderOptions::GPT_NEOX,
        ModelType::Opt => DecoderOptions {
            // Its table has two rows before the first position.
            learned_positions: config.max_position_embeddings.unwrap_or(defaults::DECODER_POSITIONS).saturating_add(2),
            ..DecoderOptions::OPT
        },
        ModelType::Ministral3 => DecoderOptions::MINISTRAL3,
        ModelType::Exaone4 => DecoderOptions::EXAONE4,
        ModelType::ExaoneMoe => DecoderOptions { norm_places: NormPlaces::Before, ..DecoderOptions::EXAONE4 },
        ModelType::HunYuan => DecoderOptions::HUNYUAN,
        ModelType::Arcee => DecoderOptions::ARCEE,
        ModelType::Nemotron => DecoderOptions::NEMOTRON,
        ModelType::Lfm2 | ModelType::Lfm2Moe => DecoderOptions::LFM2,
        ModelType::Granite | ModelType::GraniteMoe | ModelType::GraniteMoeShared => DecoderOptions::GRANITE,
        ModelType::GraniteMoeHybrid => DecoderOptions::GRANITE4,
        ModelType::Glm => DecoderOptions { norm_places: NormPlaces::Before, ..DecoderOptions::GLM4 },
        ModelType::Glm4 => DecoderOptions::GLM4,
        ModelType::Helium => DecoderOptions::HELIUM,
        _ => DecoderOptions::LLAMA,
    }
}
