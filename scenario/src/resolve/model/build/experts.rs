//! Experts of a configuration: how they are chosen, how many there are, and how wide.

use engine::architecture::{MixtureOfExperts, Router};

use crate::defaults;
use crate::resolve::model::model_type::ModelType;
use wire::v1::scenario::ModelConfig;

pub(super) fn experts(config: &ModelConfig, kind: ModelType) -> Option<MixtureOfExperts> {
    let router = match kind {
        ModelType::Mixtral => Router::Mixtral,
        ModelType::GraniteMoe | ModelType::GraniteMoeShared => Router::Granite,
        ModelType::Lfm2Moe => Router::Lfm2,
        ModelType::GptOss => Router::GptOss,
        ModelType::Gemma4 => Router::Gemma4,
        ModelType::Glm4Moe
        | ModelType::Glm4MoeLite
        | ModelType::SolarOpen
        | ModelType::ExaoneMoe
        | ModelType::Dots1
        | ModelType::DeepseekV3 => Router::Sigmoid,
        ModelType::MiniMaxM2 => Router::MiniMaxM2,
        ModelType::Ernie45Moe => Router::Ernie45,
        ModelType::DeepseekV2 => Router::DeepseekV2,
        ModelType::Qwen35Moe => Router::Qwen3Moe,
        _ if config.norm_topk_prob.unwrap_or(kind == ModelType::Qwen3Next) => Router::Qwen3Moe,
        _ => Router::Qwen2Moe,
    };
    let (width, shared) = match kind {
        ModelType::GraniteMoeShared => (config.intermediate_size?, config.shared_expert_intermediate_size.unwrap_or(0)),
        _ if kind.has_wide_experts() => (config.intermediate_size?, 0),
        ModelType::Qwen2Moe => (config.moe_intermediate_size?, config.shared_expert_intermediate_size?),
        ModelType::Qwen3Next | ModelType::Qwen35Moe => {
            (config.moe_intermediate_size?, config.shared_expert_intermediate_size.unwrap_or(defaults::QWEN3_NEXT_SHARED))
        }
        ModelType::Glm4Moe
        | ModelType::Glm4MoeLite
        | ModelType::SolarOpen
        | ModelType::ExaoneMoe
        | ModelType::Dots1
        | ModelType::Ernie45Moe
        | ModelType::DeepseekV2
        | ModelType::DeepseekV3 => {
            let usual = match kind {
                ModelType::DeepseekV2 | ModelType::Ernie45Moe => defaults::DEEPSEEK_V2_SHARED,
                ModelType::Dots1 => 0,
                _ => 1,
            };
            let width = config.moe_intermediate_size?;
            (width, width.saturating_mul(config.n_shared_experts.unwrap_or(usual)))
        }
        _ => (config.moe_intermediate_size?, 0),
    };
    Some(MixtureOfExperts {
        router,
        num_experts: config.num_experts?,
        num_experts_per_tok: config.num_experts_per_tok?,
        moe_intermediate_size: width,
        shared_expert_intermediate_size: shared,
    })
}
