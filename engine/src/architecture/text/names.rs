//! What the library calls the linear layers of a decoder's blocks, by which adapters find them.

use super::layouts::{AttentionLayout, MlpLayout};
use super::{Decoder, DecoderVariant, MixtureOfExperts};

/// Names of the linear layers of a decoder's blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerNames {
    /// `q_proj`, `k_proj`, `v_proj`, `o_proj`; `gate_proj`, `up_proj`, `down_proj` (LLaMA).
    Gated,
    /// Those of attention alone: experts are parameters that adapters leave alone.
    Attention,
    /// With gate and up in one, `gate_up_proj` (GLM-4).
    FusedGate,
    /// With queries, keys and values in one as well, `qkv_proj` (Phi-3).
    Phi3,
    /// Without a gate (Arcee).
    Ungated,
    /// `c_fc` and `c_proj` for the MLP (`StarCoder2`).
    Starcoder2,
    /// `dense` for attention's way back, `fc1` and `fc2` (Phi-2).
    Phi,
    /// `out_proj` for it (OPT).
    Opt,
    /// `query_key_value`, `dense`, `dense_h_to_4h` and `dense_4h_to_h` (GPT-NeoX).
    GptNeoX,
    /// Keys and values by `kv_a_proj_with_mqa` and `kv_b_proj` (`DeepSeek`).
    Latent,
    /// Queries by `q_a_proj` and `q_b_proj` as well.
    CompressedLatent,
}

impl Decoder {
    /// What the library calls the linear layers of its blocks that adapters can sit at.
    #[must_use]
    pub const fn layer_names(&self) -> LayerNames {
        if let AttentionLayout::Latent(latent) = &self.options.attention {
            return if latent.q_lora_rank > 0 { LayerNames::CompressedLatent } else { LayerNames::Latent };
        }
        match (self.mlp(), &self.variant) {
            (MlpLayout::FusedGate, DecoderVariant::Phi3) => LayerNames::Phi3,
            (MlpLayout::FusedGate, _) => LayerNames::FusedGate,
            (MlpLayout::Ungated, _) => LayerNames::Ungated,
            (MlpLayout::Projections, _) => LayerNames::Starcoder2,
            (MlpLayout::FullyConnected, _) => LayerNames::Phi,
            (MlpLayout::OutProjected, _) => LayerNames::Opt,
            (MlpLayout::FourTimes, _) => LayerNames::GptNeoX,
            (MlpLayout::Gated, DecoderVariant::MixtureOfExperts(experts)) if !experts.has_named_mlp() => LayerNames::Attention,
            (MlpLayout::Gated, _) => LayerNames::Gated,
        }
    }
}

impl MixtureOfExperts {
    /// Whether adapters find the expert that every token visits by the names of its layers: one that a gate weighs. PEFT takes the
    /// names of others for those of the experts.
    #[must_use]
    pub const fn has_named_mlp(&self) -> bool {
        self.shared_expert_intermediate_size > 0 && !self.router.has_ungated_shared()
    }
}
