//! How the blocks of each kind of decoder are laid out, whatever its configuration says beside.

use engine::architecture::{Activation, DecoderOptions, MlpLayout, NormKind, NormPlaces, PositionWidth, ProjectionLayout};

use super::super::model_type::ModelType;
use crate::defaults;
use wire::v1::scenario::ModelConfig;

/// The layout of a kind as it was published.
pub(super) fn published(config: &ModelConfig, kind: ModelType) -> DecoderOptions {
    match kind {
        ModelType::Gemma => DecoderOptions::GEMMA,
        ModelType::Gemma2 => DecoderOptions::GEMMA2,
        ModelType::Gemma3 => DecoderOptions::GEMMA3,
        ModelType::Olmo2 | ModelType::Olmo3 => DecoderOptions {
            norm_places: NormPlaces::After,
            norms_all_heads: true,
            norm_kind: NormKind::WideRms,
            position_width: PositionWidth::Tables,
            ..DecoderOptions::LLAMA
        },
        ModelType::Olmoe | ModelType::MiniMaxM2 => DecoderOptions { norms_all_heads: true, ..DecoderOptions::LLAMA },
        ModelType::GptOss => DecoderOptions { sinks: true, norm_kind: NormKind::WideRms, ..DecoderOptions::LLAMA },
        ModelType::Starcoder2 => DecoderOptions {
            activation: Activation::GeluTanh,
            norm_kind: NormKind::Layer,
            mlp: MlpLayout::Projections,
            ..DecoderOptions::LLAMA
        },
        ModelType::Cohere | ModelType::Cohere2 => DecoderOptions {
            norm_places: NormPlaces::Parallel,
            norm_kind: NormKind::WrittenOut,
            position_width: PositionWidth::Operands,
            scaled_logits: true,
            ..DecoderOptions::LLAMA
        },
        ModelType::StableLm => DecoderOptions { norm_kind: NormKind::Layer, ..DecoderOptions::LLAMA },
        ModelType::Phi => DecoderOptions {
            activation: Activation::GeluNew,
            norm_places: NormPlaces::Parallel,
            norm_kind: NormKind::Layer,
            mlp: MlpLayout::FullyConnected,
            head_bias: true,
            ..DecoderOptions::LLAMA
        },
        ModelType::Ernie45 => {
            DecoderOptions { interleaved_positions: true, position_width: PositionWidth::Swapped, ..DecoderOptions::LLAMA }
        }
        ModelType::GptNeoX => DecoderOptions {
            activation: Activation::Gelu,
            norm_places: if config.use_parallel_residual.unwrap_or(true) {
                NormPlaces::ParallelApart
            } else {
                NormPlaces::Before
            },
            norm_kind: NormKind::Layer,
            projections: ProjectionLayout::HeadByHead,
            mlp: MlpLayout::FourTimes,
            ..DecoderOptions::LLAMA
        },
        ModelType::Opt => DecoderOptions {
            activation: Activation::Relu,
            norm_kind: NormKind::Layer,
            mlp: MlpLayout::OutProjected,
            scaled_queries: true,
            learned_positions: config.max_position_embeddings.unwrap_or(defaults::DECODER_POSITIONS).saturating_add(2),
            ..DecoderOptions::LLAMA
        },
        ModelType::Ministral3 => DecoderOptions { scaled_queries: true, ..DecoderOptions::LLAMA },
        ModelType::Exaone4 => DecoderOptions { norm_places: NormPlaces::After, ..DecoderOptions::LLAMA },
        ModelType::HunYuan => DecoderOptions { norms_turned: true, ..DecoderOptions::LLAMA },
        ModelType::Arcee => {
            DecoderOptions { activation: Activation::SquaredRelu, mlp: MlpLayout::Ungated, ..DecoderOptions::LLAMA }
        }
        ModelType::Granite | ModelType::GraniteMoe => {
            DecoderOptions { scaled: true, scaled_logits: true, ..DecoderOptions::LLAMA }
        }
        ModelType::Glm4 => DecoderOptions {
            norm_places: NormPlaces::Around,
            interleaved_positions: true,
            mlp: MlpLayout::FusedGate,
            ..DecoderOptions::LLAMA
        },
        _ => DecoderOptions::LLAMA,
    }
}
