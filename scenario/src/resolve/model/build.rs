//! The hyper-parameters of a checked configuration under the engine's names; Hugging Face's own defaults stand for what
//! is left out.

mod bart;
mod convolution;
mod encoder;
mod experts;
mod gemma4;
mod hybrid;
mod layouts;
mod options;
mod t5;
mod vit;

use engine::architecture::{
    Architecture, AttentionLayout, BartVariant, Decoder, DecoderOptions, DecoderVariant, EncoderVariant, Gpt2, LatentAttention,
};

pub(super) use convolution::CONVOLUTION;
pub(super) use hybrid::LINEAR;
pub(super) use options::{FULL, SLIDING};
pub(super) use t5::feed_forward;
pub(super) use vit::filled as filled_with_pictures;

use super::model_type::ModelType;
use crate::defaults;
use encoder::encoder;
use wire::v1::scenario::ModelConfig;

/// The model that a configuration describes; none where it lacks a figure, which the caller has ruled out.
pub(super) fn architecture(config: &ModelConfig, kind: ModelType) -> Option<Architecture> {
    match kind {
        ModelType::Bert => encoder(config, EncoderVariant::Bert).map(Architecture::Encoder),
        ModelType::Roberta => encoder(config, EncoderVariant::Roberta).map(Architecture::Encoder),
        ModelType::DistilBert => encoder(config, EncoderVariant::DistilBert).map(Architecture::Encoder),
        ModelType::Electra => encoder(config, EncoderVariant::Electra).map(Architecture::Encoder),
        ModelType::ModernBert => encoder(config, EncoderVariant::ModernBert).map(Architecture::Encoder),
        ModelType::DebertaV2 => encoder(config, EncoderVariant::DebertaV2).map(Architecture::Encoder),
        ModelType::Mpnet => encoder(config, EncoderVariant::Mpnet).map(Architecture::Encoder),
        ModelType::Gpt2 => gpt2(config).map(Architecture::Gpt2),
        ModelType::T5 | ModelType::Mt5 => t5::t5(config, kind).map(Architecture::T5),
        ModelType::Bart => bart::bart(config, BartVariant::Bart).map(Architecture::Bart),
        ModelType::Mbart => bart::bart(config, BartVariant::Mbart).map(Architecture::Bart),
        ModelType::Pegasus => bart::bart(config, BartVariant::Pegasus).map(Architecture::Bart),
        ModelType::Marian => bart::bart(config, BartVariant::Marian).map(Architecture::Bart),
        ModelType::Vit
        | ModelType::Deit
        | ModelType::Dinov2
        | ModelType::Dinov2WithRegisters
        | ModelType::SiglipVision
        | ModelType::ClipVision => vit::vit(config, kind).map(Architecture::Vit),
        ModelType::Phi3 => decoder(config, kind, DecoderVariant::Phi3).map(Architecture::Decoder),
        ModelType::Gemma => decoder(config, kind, DecoderVariant::Gemma).map(Architecture::Decoder),
        ModelType::Gemma2 => decoder(config, kind, DecoderVariant::Gemma2).map(Architecture::Decoder),
        ModelType::Gemma3 => decoder(config, kind, DecoderVariant::Gemma3).map(Architecture::Decoder),
        ModelType::Gemma4 if config.enable_moe_block == Some(true) => {
            decoder(config, kind, DecoderVariant::MixtureOfExperts(experts::experts(config, kind)?)).map(Architecture::Decoder)
        }
        ModelType::Gemma4 | ModelType::Gemma4Unified => decoder(config, kind, DecoderVariant::Gemma4).map(Architecture::Decoder),
        ModelType::Llama
        | ModelType::Mistral
        | ModelType::Qwen2
        | ModelType::Qwen3
        | ModelType::Olmo
        | ModelType::Olmo2
        | ModelType::Olmo3
        | ModelType::SmolLm3
        | ModelType::Granite
        | ModelType::Glm
        | ModelType::Glm4
        | ModelType::Helium
        | ModelType::Starcoder2
        | ModelType::Cohere
        | ModelType::Cohere2
        | ModelType::StableLm
        | ModelType::SeedOss
        | ModelType::Ernie45
        | ModelType::GptNeoX
        | ModelType::GptJ
        | ModelType::Opt
        | ModelType::Ministral
        | ModelType::Ministral3
        | ModelType::Cwm
        | ModelType::Exaone4
        | ModelType::HunYuan
        | ModelType::Arcee
        | ModelType::Nemotron
        | ModelType::Lfm2
        | ModelType::Qwen35
        | ModelType::GraniteMoeHybrid
        | ModelType::Phi => decoder(config, kind, DecoderVariant::Llama).map(Architecture::Decoder),
        ModelType::Mixtral
        | ModelType::Qwen2Moe
        | ModelType::Qwen3Moe
        | ModelType::Olmoe
        | ModelType::GraniteMoe
        | ModelType::GraniteMoeShared
        | ModelType::Lfm2Moe
        | ModelType::GptOss
        | ModelType::Glm4Moe
        | ModelType::Glm4MoeLite
        | ModelType::SolarOpen
        | ModelType::ExaoneMoe
        | ModelType::Dots1
        | ModelType::MiniMaxM2
        | ModelType::Ernie45Moe
        | ModelType::DeepseekV2
        | ModelType::DeepseekV3
        | ModelType::Qwen3Next
        | ModelType::Qwen35Moe => {
            let experts = DecoderVariant::MixtureOfExperts(experts::experts(config, kind)?);
            decoder(config, kind, experts).map(Architecture::Decoder)
        }
    }
}

/// Positions of a decoder whose configuration leaves them out: Hugging Face's own defaults.
const fn positions(kind: ModelType) -> u64 {
    match kind {
        ModelType::Mistral
        | ModelType::Mixtral
        | ModelType::Gemma3
        | ModelType::Gemma4
        | ModelType::GptOss
        | ModelType::Glm
        | ModelType::Glm4
        | ModelType::Glm4Moe
        | ModelType::SolarOpen
        | ModelType::Ministral
        | ModelType::Cwm
        | ModelType::Ernie45
        | ModelType::Ernie45Moe => 131_072,
        ModelType::Ministral3 | ModelType::Gemma4Unified => 262_144,
        ModelType::Lfm2 | ModelType::Lfm2Moe => 128_000,
        ModelType::MiniMaxM2 => 196_608,
        ModelType::Glm4MoeLite => 202_752,
        ModelType::SeedOss => 524_288,
        ModelType::Qwen2
        | ModelType::Qwen2Moe
        | ModelType::Qwen3
        | ModelType::Qwen3Moe
        | ModelType::Qwen3Next
        | ModelType::Qwen35
        | ModelType::Qwen35Moe
        | ModelType::SmolLm3 => 32_768,
        ModelType::Gemma | ModelType::Gemma2 | ModelType::Cohere | ModelType::Cohere2 => 8_192,
        ModelType::Phi3
        | ModelType::Starcoder2
        | ModelType::StableLm
        | ModelType::Olmoe
        | ModelType::DeepseekV3
        | ModelType::Helium
        | ModelType::Nemotron
        | ModelType::Arcee => 4_096,
        _ => defaults::DECODER_POSITIONS,
    }
}

/// Key and value heads.
pub(super) fn key_value_heads(config: &ModelConfig, kind: ModelType, heads: u64) -> u64 {
    config.num_key_value_heads.unwrap_or(match kind {
        ModelType::Mistral
        | ModelType::Mixtral
        | ModelType::GptOss
        | ModelType::Glm4Moe
        | ModelType::SolarOpen
        | ModelType::SeedOss
        | ModelType::Ministral
        | ModelType::Ministral3
        | ModelType::Cwm
        | ModelType::Lfm2
        | ModelType::Lfm2Moe
        | ModelType::MiniMaxM2 => defaults::MISTRAL_KEY_VALUE_HEADS,
        ModelType::Gemma2
        | ModelType::Gemma3
        | ModelType::Gemma4
        | ModelType::Gemma4Unified
        | ModelType::SmolLm3
        | ModelType::Ernie45Moe => defaults::GEMMA2_KEY_VALUE_HEADS,
        ModelType::Glm
        | ModelType::Glm4
        | ModelType::Starcoder2
        | ModelType::Ernie45
        | ModelType::Qwen3Next
        | ModelType::Qwen35Moe => defaults::GLM4_KEY_VALUE_HEADS,
        ModelType::Qwen3Moe | ModelType::Qwen35 => defaults::QWEN3_MOE_KEY_VALUE_HEADS,
        ModelType::Helium => defaults::HELIUM_KEY_VALUE_HEADS,
        ModelType::Dots1 | ModelType::Exaone4 | ModelType::ExaoneMoe => defaults::EXAONE4_KEY_VALUE_HEADS,
        _ => heads,
    })
}

fn decoder(config: &ModelConfig, kind: ModelType, variant: DecoderVariant) -> Option<Decoder> {
    let (hidden_size, heads) = (config.hidden_size?, config.num_attention_heads?);
    let is_tied = matches!(
        kind,
        ModelType::Gemma
            | ModelType::Gemma2
            | ModelType::Gemma3
            | ModelType::Gemma4
            | ModelType::Gemma4Unified
            | ModelType::SmolLm3
            | ModelType::Starcoder2
            | ModelType::Cohere
            | ModelType::Cohere2
            | ModelType::Ernie45
            | ModelType::Ernie45Moe
            | ModelType::Lfm2
            | ModelType::Lfm2Moe
            | ModelType::Opt
    );
    // Whatever their configurations say, Qwen2's queries, keys and values have biases, and Mistral's and Phi-3's have none.
    let is_qwen2 = matches!(kind, ModelType::Qwen2 | ModelType::Qwen2Moe);
    let without_bias = matches!(kind, ModelType::Mistral | ModelType::Mixtral | ModelType::Phi3 | ModelType::StableLm);
    let is_glm = matches!(kind, ModelType::Glm | ModelType::Glm4);
    let has_bias = is_glm || matches!(kind, ModelType::GptOss | ModelType::SeedOss | ModelType::GptNeoX);
    let attention_bias = config.attention_bias.unwrap_or(has_bias) && !without_bias;
    let qkv_bias = kind == ModelType::Qwen2 || kind == ModelType::Qwen2Moe && config.qkv_bias.unwrap_or(true);
    // StarCoder2's, Phi-2's and OPT's layers all have biases, StableLM's queries, keys and values where it says so.
    let is_biased =
        matches!(kind, ModelType::Phi | ModelType::Opt) || kind == ModelType::Starcoder2 && config.attention_bias.unwrap_or(true);
    let stablelm_bias = kind == ModelType::StableLm && config.qkv_bias.unwrap_or(false);
    Some(Decoder {
        variant,
        vocab_size: config.vocab_size?,
        hidden_size,
        // The MLP of blocks without experts, of which some kinds have none.
        intermediate_size: match kind {
            _ if kind.has_experts_alone() => 0,
            _ if kind.has_wide_experts() && kind != ModelType::Mixtral => 0,
            ModelType::Lfm2 => convolution::adjusted_width(config)?,
            ModelType::GraniteMoeHybrid => config.shared_expert_intermediate_size.unwrap_or(defaults::GRANITE4_MLP),
            ModelType::GptJ => config.intermediate_size.unwrap_or_else(|| hidden_size.saturating_mul(4)),
            _ => config.intermediate_size?,
        },
        num_hidden_layers: config.num_hidden_layers?,
        num_attention_heads: heads,
        num_key_value_heads: key_value_heads(config, kind, heads),
        head_dim: latent(config, kind)
            .map(|widths| widths.qk_nope_head_dim + widths.qk_rope_head_dim)
            .or(config.head_dim)
            .unwrap_or(match kind {
                ModelType::GptOss => defaults::GPT_OSS_HEAD_DIM,
                ModelType::Gemma
                | ModelType::Gemma2
                | ModelType::Gemma3
                | ModelType::Gemma4
                | ModelType::Gemma4Unified
                | ModelType::Qwen3Next
                | ModelType::Qwen35
                | ModelType::Qwen35Moe => defaults::GEMMA_HEAD_DIM,
                ModelType::Qwen3
                | ModelType::Glm
                | ModelType::Glm4
                | ModelType::Helium
                | ModelType::SolarOpen
                | ModelType::SeedOss
                | ModelType::Ernie45
                | ModelType::Ministral3
                | ModelType::Cwm
                | ModelType::MiniMaxM2 => defaults::QWEN3_HEAD_DIM,
                _ => hidden_size / heads,
            }),
        max_position_embeddings: config.max_position_embeddings.unwrap_or(positions(kind)),
        tie_word_embeddings: config.tie_word_embeddings.unwrap_or(is_tied),
        attention_bias: if is_qwen2 { qkv_bias } else { attention_bias || is_biased || stablelm_bias },
        attention_output_bias: is_biased || attention_bias && !is_qwen2 && !has_plain_way_back(kind),
        query_key_norm: matches!(
            kind,
            ModelType::Qwen3
                | ModelType::Qwen3Moe
                | ModelType::Gemma3
                | ModelType::Gemma4
                | ModelType::Gemma4Unified
                | ModelType::Olmo2
                | ModelType::Olmo3
                | ModelType::Olmoe
                | ModelType::Exaone4
                | ModelType::ExaoneMoe
                | ModelType::HunYuan
                | ModelType::MiniMaxM2
                | ModelType::Dots1
                | ModelType::Lfm2
                | ModelType::Lfm2Moe
                | ModelType::Qwen3Next
                | ModelType::Qwen35
                | ModelType::Qwen35Moe
        ) || kind == ModelType::Glm4Moe && config.use_qk_norm.unwrap_or(false),
        options: DecoderOptions {
            attention: attention(config, kind),
            // Half of the queries' projection gates what attention finds (`attn_output_gate`).
            gated_attention: kind.is_hybrid(),
            gemma4: kind.is_gemma4().then(|| gemma4::blocks(config, kind, key_value_heads(config, kind, heads))),
            ..options::decoder(config, kind)
        },
    })
}

/// How blocks keep what they have read.
fn attention(config: &ModelConfig, kind: ModelType) -> AttentionLayout {
    let states = || hybrid::states(config, kind).map(AttentionLayout::Hybrid);
    let latent = || latent(config, kind).map(AttentionLayout::Latent);
    let convolutions = || convolution::short(config, kind).map(AttentionLayout::ShortConvolution);
    states().or_else(latent).or_else(convolutions).unwrap_or(AttentionLayout::Grouped)
}

/// Whether attention's way back has no bias, whatever its queries, keys and values have.
const fn has_plain_way_back(kind: ModelType) -> bool {
    matches!(
        kind,
        ModelType::Glm
            | ModelType::Glm4
            | ModelType::Glm4Moe
            | ModelType::SolarOpen
            | ModelType::Helium
            | ModelType::StableLm
            | ModelType::SeedOss
    )
}

/// Widths of compressed keys and values, where a kind has them.
fn latent(config: &ModelConfig, kind: ModelType) -> Option<LatentAttention> {
    kind.is_latent().then(|| LatentAttention {
        q_lora_rank: config.q_lora_rank.unwrap_or(defaults::Q_LORA_RANK),
        kv_lora_rank: config.kv_lora_rank.unwrap_or(defaults::KV_LORA_RANK),
        qk_nope_head_dim: config.qk_nope_head_dim.unwrap_or(defaults::QK_NOPE_HEAD_DIM),
        qk_rope_head_dim: config.qk_rope_head_dim.unwrap_or(defaults::QK_ROPE_HEAD_DIM),
        v_head_dim: config.v_head_dim.unwrap_or(defaults::V_HEAD_DIM),
    })
}

fn gpt2(config: &ModelConfig) -> Option<Gpt2> {
    let width = config.hidden_size?;
    Some(Gpt2 {
        vocab_size: config.vocab_size?,
        n_positions: config.max_position_embeddings.unwrap_or(defaults::GPT2_POSITIONS),
        n_embd: width,
        n_inner: config.intermediate_size.unwrap_or_else(|| width.saturating_mul(4)),
        n_layer: config.num_hidden_layers?,
        n_head: config.num_attention_heads?,
        options: options::gpt2(config),
    })
}
