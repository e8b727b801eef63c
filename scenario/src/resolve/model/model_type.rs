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
    Gpt2,
    Bert,
    Roberta,
    DistilBert,
    T5,
}

/// Their words in `model_type`.
pub const MODEL_TYPES: [(&str, ModelType); 15] = [
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
    ("gpt2", ModelType::Gpt2),
    ("bert", ModelType::Bert),
    ("roberta", ModelType::Roberta),
    ("distilbert", ModelType::DistilBert),
    ("t5", ModelType::T5),
];

impl ModelType {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        MODEL_TYPES.iter().map(|&(_, kind)| kind)
    }

    /// The kind of a `model_type`.
    pub fn of_word(word: &str) -> Option<Self> {
        MODEL_TYPES.iter().find(|(known, _)| *known == word).map(|&(_, kind)| kind)
    }

    /// Whether experts take the place of the MLP.
    pub const fn has_experts(self) -> bool {
        matches!(self, Self::Mixtral | Self::Qwen2Moe | Self::Qwen3Moe)
    }

    /// Whether the width of a head is a figure of its own, which need not multiply to the model's width.
    pub const fn has_head_dim(self) -> bool {
        matches!(self, Self::Gemma | Self::Gemma2 | Self::Qwen3 | Self::T5)
    }

    /// Whether the configuration can say `head_dim` at all.
    pub const fn may_have_head_dim(self) -> bool {
        !matches!(self, Self::Gpt2 | Self::Bert | Self::Roberta | Self::DistilBert)
    }
}
