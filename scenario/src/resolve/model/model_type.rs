//! Kinds of configuration, by their words in `model_type`.

/// Kinds of configuration that have a builder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelType {
    Llama,
    Mistral,
    Mixtral,
    Qwen2,
    Qwen2Moe,
    Qwen3,
    Qwen3Moe,
    Phi3,
    Gemma,
    Gemma2,
    Gemma3,
    Gemma4,
    Gemma4Unified,
    Olmo,
    Olmo2,
    Olmo3,
    SmolLm3,
    Granite,
    Glm,
    Glm4,
    Helium,
    Starcoder2,
    Cohere,
    Cohere2,
    StableLm,
    Phi,
    Olmoe,
    GraniteMoe,
    GraniteMoeShared,
    GraniteMoeHybrid,
    SeedOss,
    Ernie45,
    Ernie45Moe,
    GptNeoX,
    GptJ,
    Opt,
    Ministral,
    Ministral3,
    Cwm,
    Exaone4,
    ExaoneMoe,
    HunYuan,
    Arcee,
    Nemotron,
    Lfm2,
    Lfm2Moe,
    MiniMaxM2,
    Dots1,
    Glm4MoeLite,
    GptOss,
    Glm4Moe,
    SolarOpen,
    DeepseekV2,
    DeepseekV3,
    Qwen3Next,
    Qwen35,
    Qwen35Moe,
    Gpt2,
    Bert,
    Roberta,
    DistilBert,
    Electra,
    ModernBert,
    DebertaV2,
    Mpnet,
    T5,
    Mt5,
    Bart,
    Mbart,
    Pegasus,
    Marian,
    Vit,
    Deit,
    Dinov2,
    Dinov2WithRegisters,
    SiglipVision,
    ClipVision,
}

/// Their words in `model_type`.
pub const MODEL_TYPES: [(&str, ModelType); 87] = [
    ("llama", ModelType::Llama),
    ("mistral", ModelType::Mistral),
    ("mixtral", ModelType::Mixtral),
    ("qwen2", ModelType::Qwen2),
    ("qwen2_moe", ModelType::Qwen2Moe),
    ("qwen3", ModelType::Qwen3),
    ("qwen3_moe", ModelType::Qwen3Moe),
    ("phi3", ModelType::Phi3),
    ("gemma", ModelType::Gemma),
    ("gemma2", ModelType::Gemma2),
    ("gemma3_text", ModelType::Gemma3),
    // The decoder of files that join one with a tower, which goes by the word alone.
    ("gemma3", ModelType::Gemma3),
    // Or Ministral 3's, as it says beside the word.
    ("mistral3", ModelType::Mistral),
    ("qwen2_5_vl", ModelType::Qwen2),
    ("qwen3_vl", ModelType::Qwen3),
    ("qwen3_vl_moe", ModelType::Qwen3Moe),
    ("qwen3_5", ModelType::Qwen35),
    ("qwen3_5_moe", ModelType::Qwen35Moe),
    ("gemma4_text", ModelType::Gemma4),
    ("gemma4_unified_text", ModelType::Gemma4Unified),
    ("olmo", ModelType::Olmo),
    ("olmo2", ModelType::Olmo2),
    ("olmo3", ModelType::Olmo3),
    ("smollm3", ModelType::SmolLm3),
    ("granite", ModelType::Granite),
    ("glm", ModelType::Glm),
    ("glm4", ModelType::Glm4),
    ("helium", ModelType::Helium),
    ("starcoder2", ModelType::Starcoder2),
    ("cohere", ModelType::Cohere),
    ("cohere2", ModelType::Cohere2),
    ("stablelm", ModelType::StableLm),
    ("phi", ModelType::Phi),
    ("olmoe", ModelType::Olmoe),
    ("granitemoe", ModelType::GraniteMoe),
    ("granitemoeshared", ModelType::GraniteMoeShared),
    ("granitemoehybrid", ModelType::GraniteMoeHybrid),
    ("seed_oss", ModelType::SeedOss),
    ("ernie4_5", ModelType::Ernie45),
    ("ernie4_5_moe", ModelType::Ernie45Moe),
    ("gpt_neox", ModelType::GptNeoX),
    ("gptj", ModelType::GptJ),
    ("opt", ModelType::Opt),
    ("ministral", ModelType::Ministral),
    ("ministral3", ModelType::Ministral3),
    ("cwm", ModelType::Cwm),
    ("exaone4", ModelType::Exaone4),
    ("exaone_moe", ModelType::ExaoneMoe),
    ("hunyuan_v1_dense", ModelType::HunYuan),
    ("arcee", ModelType::Arcee),
    ("nemotron", ModelType::Nemotron),
    ("lfm2", ModelType::Lfm2),
    ("lfm2_moe", ModelType::Lfm2Moe),
    ("minimax_m2", ModelType::MiniMaxM2),
    ("dots1", ModelType::Dots1),
    ("glm4_moe_lite", ModelType::Glm4MoeLite),
    ("gpt_oss", ModelType::GptOss),
    ("glm4_moe", ModelType::Glm4Moe),
    ("solar_open", ModelType::SolarOpen),
    ("deepseek_v2", ModelType::DeepseekV2),
    ("deepseek_v3", ModelType::DeepseekV3),
    // Moonshot's configurations are those of DeepSeek V3, down to the names.
    ("kimi_k2", ModelType::DeepseekV3),
    ("qwen3_next", ModelType::Qwen3Next),
    ("qwen3_5_text", ModelType::Qwen35),
    ("qwen3_5_moe_text", ModelType::Qwen35Moe),
    ("gpt2", ModelType::Gpt2),
    ("bert", ModelType::Bert),
    ("roberta", ModelType::Roberta),
    ("xlm-roberta", ModelType::Roberta),
    ("camembert", ModelType::Roberta),
    ("distilbert", ModelType::DistilBert),
    ("electra", ModelType::Electra),
    ("modernbert", ModelType::ModernBert),
    ("deberta-v2", ModelType::DebertaV2),
    ("mpnet", ModelType::Mpnet),
    ("t5", ModelType::T5),
    ("mt5", ModelType::Mt5),
    ("bart", ModelType::Bart),
    ("mbart", ModelType::Mbart),
    ("pegasus", ModelType::Pegasus),
    ("marian", ModelType::Marian),
    ("vit", ModelType::Vit),
    ("deit", ModelType::Deit),
    ("dinov2", ModelType::Dinov2),
    ("dinov2_with_registers", ModelType::Dinov2WithRegisters),
    ("siglip_vision_model", ModelType::SiglipVision),
    ("clip_vision_model", ModelType::ClipVision),
];

impl ModelType {
    /// Every kind; one of several words comes as often.
    #[cfg(feature = "json")]
    pub fn all() -> impl Iterator<Item = Self> {
        MODEL_TYPES.iter().map(|&(_, kind)| kind)
    }

    /// The kind of a `model_type`.
    pub fn of_word(word: &str) -> Option<Self> {
        MODEL_TYPES.iter().find(|(known, _)| *known == word).map(|&(_, kind)| kind)
    }

    /// Whether experts take the place of the MLP.
    pub const fn has_experts(self) -> bool {
        matches!(
            self,
            Self::Mixtral
                | Self::Qwen2Moe
                | Self::Qwen3Moe
                | Self::Olmoe
                | Self::GraniteMoe
                | Self::GraniteMoeShared
                | Self::Lfm2Moe
                | Self::GptOss
                | Self::Glm4Moe
                | Self::Glm4MoeLite
                | Self::SolarOpen
                | Self::ExaoneMoe
                | Self::Dots1
                | Self::MiniMaxM2
                | Self::Ernie45Moe
                | Self::DeepseekV2
                | Self::DeepseekV3
                | Self::Qwen3Next
                | Self::Qwen35Moe
        )
    }

    /// Whether a decoder reads what an encoder has made.
    pub const fn has_two_stacks(self) -> bool {
        matches!(self, Self::T5 | Self::Mt5 | Self::Bart | Self::Mbart | Self::Pegasus | Self::Marian)
    }

    /// Whether it classifies pictures.
    pub const fn reads_pictures(self) -> bool {
        matches!(self, Self::Vit | Self::Deit | Self::Dinov2 | Self::Dinov2WithRegisters | Self::SiglipVision | Self::ClipVision)
    }

    /// Whether blocks are those of Gemma 4.
    pub const fn is_gemma4(self) -> bool {
        matches!(self, Self::Gemma4 | Self::Gemma4Unified)
    }

    /// Whether some blocks have a short convolution in place of attention.
    pub const fn has_short_convolutions(self) -> bool {
        matches!(self, Self::Lfm2 | Self::Lfm2Moe)
    }

    /// Whether some blocks keep a state in place of keys and values.
    pub const fn is_hybrid(self) -> bool {
        matches!(self, Self::Qwen3Next | Self::Qwen35 | Self::Qwen35Moe)
    }

    /// Whether experts are as wide as its configuration says of the MLP.
    pub const fn has_wide_experts(self) -> bool {
        matches!(self, Self::Mixtral | Self::Olmoe | Self::GraniteMoe | Self::GraniteMoeShared | Self::GptOss | Self::MiniMaxM2)
    }

    /// Whether keys and values are compressed to one vector for all heads.
    pub const fn is_latent(self) -> bool {
        matches!(self, Self::DeepseekV2 | Self::DeepseekV3 | Self::Glm4MoeLite)
    }

    /// Whether all blocks have experts, so that files need not say how wide an MLP is.
    pub const fn has_experts_alone(self) -> bool {
        matches!(self, Self::Qwen35Moe | Self::SolarOpen)
    }

    /// Whether the width of a head is a figure of its own, which need not multiply to the model's width.
    pub const fn has_head_dim(self) -> bool {
        matches!(
            self,
            Self::Gemma
                | Self::Gemma2
                | Self::Gemma3
                | Self::Gemma4
                | Self::Gemma4Unified
                | Self::Glm
                | Self::Glm4
                | Self::Helium
                | Self::SolarOpen
                | Self::GptOss
                | Self::DeepseekV2
                | Self::DeepseekV3
                | Self::Qwen3
                | Self::SeedOss
                | Self::Ernie45
                | Self::Ministral3
                | Self::Cwm
                | Self::MiniMaxM2
                | Self::Glm4MoeLite
                | Self::Qwen3Next
                | Self::Qwen35
                | Self::Qwen35Moe
                | Self::T5
                | Self::Mt5
        )
    }

    /// Whether the configuration can say `head_dim` at all.
    pub const fn may_have_head_dim(self) -> bool {
        !matches!(
            self,
            Self::Gpt2
                | Self::GptNeoX
                | Self::GptJ
                | Self::Opt
                | Self::Bert
                | Self::Roberta
                | Self::DistilBert
                | Self::Electra
                | Self::ModernBert
                | Self::DebertaV2
                | Self::Mpnet
                | Self::Bart
                | Self::Mbart
                | Self::Pegasus
                | Self::Marian
                | Self::Vit
                | Self::Deit
                | Self::Dinov2
                | Self::Dinov2WithRegisters
                | Self::SiglipVision
                | Self::ClipVision
        )
    }
}
