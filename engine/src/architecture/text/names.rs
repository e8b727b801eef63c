//! What the library calls the linear layers of a decoder's blocks, by which adapters find them.

use super::Router;
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
    /// So too, by the names `input_linear` and `output_linear` (Granite 4).
    FusedLinear,
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
    /// `out_proj` for it, `fc_in` and `fc_out` (GPT-J).
    GptJ,
    /// `query_key_value`, `dense`, `dense_h_to_4h` and `dense_4h_to_h` (GPT-NeoX).
    GptNeoX,
    /// Keys and values by `kv_a_proj_with_mqa` and `kv_b_proj` (`DeepSeek`).
    Latent,
    /// Queries by `q_a_proj` and `q_b_proj` as well.
    CompressedLatent,
    /// Those of LLaMA, with `in_proj_qkv`, `in_proj_z`, `in_proj_b`, `in_proj_a` and `out_proj` in blocks with a state (Qwen3.5).
    States,
    /// Those of attention, with `in_proj_qkvz`, `in_proj_ba` and `out_proj` in blocks with a state (Qwen3-Next).
    JoinedStates,
    /// `out_proj` for the way back, `in_proj` before it in blocks with a short convolution, `w1`, `w3` and `w2` (LFM2).
    ShortConvolutions,
    /// Without those of the MLP, which its mixtures have in a few blocks alone.
    SparseShortConvolutions,
}

impl Decoder {
    /// What the library calls the linear layers of its blocks that adapters can sit at.
    #[must_use]
    pub const fn layer_names(&self) -> LayerNames {
        if let AttentionLayout::Latent(latent) = &self.options.attention {
            return if latent.q_lora_rank > 0 { LayerNames::CompressedLatent } else { LayerNames::Latent };
        }
        if let AttentionLayout::Hybrid(linear) = &self.options.attention {
            return if linear.joined_projections { LayerNames::JoinedStates } else { LayerNames::States };
        }
        match (self.mlp(), &self.variant) {
            (MlpLayout::Numbered, DecoderVariant::MixtureOfExperts(_)) => LayerNames::SparseShortConvolutions,
            (MlpLayout::Numbered, _) => LayerNames::ShortConvolutions,
            (MlpLayout::FusedGate, DecoderVariant::Phi3) => LayerNames::Phi3,
            (MlpLayout::FusedGate, _) => LayerNames::FusedGate,
            (MlpLayout::FusedLinear, _) => LayerNames::FusedLinear,
            (MlpLayout::Ungated, _) => LayerNames::Ungated,
            (MlpLayout::Projections, _) => LayerNames::Starcoder2,
            (MlpLayout::FullyConnected, _) => LayerNames::Phi,
            (MlpLayout::OutProjected, _) => LayerNames::Opt,
            (MlpLayout::InOut, _) => LayerNames::GptJ,
            (MlpLayout::FourTimes, _) => LayerNames::GptNeoX,
            (MlpLayout::Gated, DecoderVariant::MixtureOfExperts(_)) if !self.has_named_mlp() => LayerNames::Attention,
            (MlpLayout::Gated, _) => LayerNames::Gated,
        }
    }
}

impl Decoder {
    /// Whether adapters find MLPs by the names of their layers: in a mixture, the expert that every token visits, where a gate
    /// weighs it, or the MLP beside experts.
    /// PEFT takes the names of others, and those of Qwen3-Next, for names of the experts.
    #[must_use]
    pub const fn has_named_mlp(&self) -> bool {
        let is_joined = matches!(&self.options.attention, AttentionLayout::Hybrid(linear) if linear.joined_projections);
        match &self.variant {
            DecoderVariant::MixtureOfExperts(MixtureOfExperts { shared_expert_intermediate_size: shared, router, .. }) => {
                matches!(router, Router::Gemma4) || *shared > 0 && !router.has_ungated_shared() && !is_joined
            }
            _ => true,
        }
    }
}
