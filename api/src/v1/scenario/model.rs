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
    /// `llama`, `mistral`, `mixtral`, `qwen2`, `qwen2_moe`, `qwen3`, `qwen3_moe`, `phi3`, `gemma`, `gemma2`, `gpt2`, `bert`,
    /// `roberta`, `distilbert` or `t5`. Required.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(example = "llama"))]
    pub model_type: Option<String>,
    /// Tokens of the vocabulary. Required.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_048_576))]
    pub vocab_size: Option<u64>,
    /// Width of the residual stream (`DistilBERT`: `dim`, GPT-2: `n_embd`, T5: `d_model`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "dim", alias = "n_embd", alias = "d_model", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
    pub hidden_size: Option<u64>,
    /// Width of the MLP (`DistilBERT`: `hidden_dim`, T5: `d_ff`). Required but for GPT-2, where it is four times `n_embd`.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "hidden_dim", alias = "n_inner", alias = "d_ff", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 262_144)
    )]
    pub intermediate_size: Option<u64>,
    /// Blocks (`DistilBERT`: `n_layers`, GPT-2: `n_layer`, T5, in the encoder: `num_layers`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "n_layers", alias = "n_layer", alias = "num_layers", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 256)
    )]
    pub num_hidden_layers: Option<u64>,
    /// Attention heads (`DistilBERT`: `n_heads`, GPT-2: `n_head`, T5: `num_heads`). Required.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "n_heads", alias = "n_head", alias = "num_heads", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 128)
    )]
    pub num_attention_heads: Option<u64>,
    /// Key and value heads; default: as many as query heads; 8 for `mistral` and `mixtral`, 4 for `gemma2` and `qwen3_moe`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub num_key_value_heads: Option<u64>,
    /// Width of a head (T5: `d_kv`); default: `hidden_size` / `num_attention_heads`; 256 for `gemma` and `gemma2`, 128 for
    /// `qwen3`, 64 for `t5`.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "d_kv", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
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
    /// The head shares the embedding's weight; default false, true for `gemma`, `gemma2` and `t5`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub tie_word_embeddings: Option<bool>,
    /// Projections of attention have a bias; default false, and always true for `qwen2` and `qwen2_moe`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_bias: Option<bool>,
    /// Experts of a block (Mixtral: `num_local_experts`). Required for `mixtral`, `qwen2_moe` and `qwen3_moe`.
    #[cfg_attr(
        feature = "wire",
        serde(alias = "num_local_experts", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 512)
    )]
    pub num_experts: Option<u64>,
    /// Experts that each token visits, at most all. Required for `mixtral`, `qwen2_moe` and `qwen3_moe`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 512))]
    pub num_experts_per_tok: Option<u64>,
    /// Width of an expert. Required for `qwen2_moe` and `qwen3_moe`; Mixtral's experts are `intermediate_size` wide.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 262_144))]
    pub moe_intermediate_size: Option<u64>,
    /// Width of the expert that every token visits, 0 for none. Required for `qwen2_moe`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 262_144))]
    pub shared_expert_intermediate_size: Option<u64>,
    /// Blocks between two with experts; only 1, its default, is modelled.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1))]
    pub decoder_sparse_step: Option<u64>,
    /// Weights of the chosen experts sum to one; default false, and always true for `mixtral`.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub norm_topk_prob: Option<bool>,
    /// Blocks of T5's decoder; default: as many as the encoder's.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub num_decoder_layers: Option<u64>,
    /// Rows of T5's table of relative positions; default 32.
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub relative_attention_num_buckets: Option<u64>,
    /// T5's MLP: `relu` (T5 1.0), the default, or `gated-gelu` (T5 1.1, Flan-T5).
    #[cfg_attr(feature = "wire", serde(skip_serializing_if = "Option::is_none"))]
    pub feed_forward_proj: Option<String>,
}
