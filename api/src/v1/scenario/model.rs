//! The model of a scenario.

/// The model: one of the two.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "wire", serde(deny_unknown_fields))]
pub struct Model {
    /// Id in the catalog.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(example = "resnet50"))]
    pub id: Option<String>,
    /// A Hugging Face `config.json`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub config: Option<Box<ModelConfig>>,
}

/// What a Hugging Face `config.json` says of a model's shape. Its other keys are accepted and not read, and an answer
/// repeats only those that are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
pub struct ModelConfig {
    /// `llama`, `mistral`, `qwen2`, `phi3`, `gemma2`, `gpt2`, `bert`, `roberta` or `distilbert`. Required.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(example = "llama"))]
    pub model_type: Option<String>,
    /// Tokens of the vocabulary. Required.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_048_576))]
    pub vocab_size: Option<u64>,
    /// Width of the residual stream (`DistilBERT`: `dim`, GPT-2: `n_embd`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "dim", alias = "n_embd", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
    pub hidden_size: Option<u64>,
    /// Width of the MLP (`DistilBERT`: `hidden_dim`). Required but for GPT-2, where it is four times `n_embd`.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "hidden_dim", alias = "n_inner", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 262_144)
    )]
    pub intermediate_size: Option<u64>,
    /// Blocks (`DistilBERT`: `n_layers`, GPT-2: `n_layer`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "n_layers", alias = "n_layer", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 256)
    )]
    pub num_hidden_layers: Option<u64>,
    /// Attention heads (`DistilBERT`: `n_heads`, GPT-2: `n_head`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "n_heads", alias = "n_head", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 128)
    )]
    pub num_attention_heads: Option<u64>,
    /// Key and value heads; default: as many as query heads.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub num_key_value_heads: Option<u64>,
    /// Width of a head; default: `hidden_size` / `num_attention_heads`; 256 for `gemma2`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub head_dim: Option<u64>,
    /// Longest sequence (GPT-2: `n_positions`); default 512 for encoders, 2,048 for decoders, 1,024 for GPT-2.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "n_positions", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 16_777_216)
    )]
    pub max_position_embeddings: Option<u64>,
    /// Rows of the segment table of encoders; default 2.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1024))]
    pub type_vocab_size: Option<u64>,
    /// The head shares the embedding's weight; default false, true for `gemma2`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub tie_word_embeddings: Option<bool>,
    /// Projections of attention have a bias; default false, and always true for `qwen2`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_bias: Option<bool>,
}
