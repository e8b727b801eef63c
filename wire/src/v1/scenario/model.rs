//! The model of a scenario.

/// The model: one of the two.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Model {
    /// Id in the catalog.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(example = "resnet50"))]
    pub id: Option<String>,
    /// A Hugging Face `config.json`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub config: Option<Box<ModelConfig>>,
}

/// What a Hugging Face `config.json` says of a model's shape, under the names of LLaMA's; the names of other kinds are
/// taken as well. An answer repeats the keys that are read. Of the others those that change no figure are passed over,
/// those that would are refused, and those that nobody knows are named in a note.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
pub struct ModelConfig {
    /// `llama`, `mistral`, `mixtral`, `qwen2`, `qwen2_moe`, `qwen3`, `qwen3_moe`, `phi3`, `gemma`, `gemma2`, `gpt2`, `bert`,
    /// `roberta`, `distilbert` or `t5`. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(example = "llama"))]
    pub model_type: Option<String>,
    /// Tokens of the vocabulary. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_048_576))]
    pub vocab_size: Option<u64>,
    /// Width of the residual stream (`DistilBERT`: `dim`, GPT-2: `n_embd`, T5: `d_model`). Required.
    #[cfg_attr(
        feature = "json",
        serde(alias = "dim", alias = "n_embd", alias = "d_model", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
    pub hidden_size: Option<u64>,
    /// Width of the MLP (`DistilBERT`: `hidden_dim`, T5: `d_ff`, GPT-2: `n_inner`). Required but for GPT-2, where it is four
    /// times `n_embd` by default.
    #[cfg_attr(
        feature = "json",
        serde(alias = "hidden_dim", alias = "n_inner", alias = "d_ff", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 262_144)
    )]
    pub intermediate_size: Option<u64>,
    /// Blocks (`DistilBERT`: `n_layers`, GPT-2: `n_layer`, T5, in the encoder: `num_layers`). Required.
    #[cfg_attr(
        feature = "json",
        serde(alias = "n_layers", alias = "n_layer", alias = "num_layers", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 256)
    )]
    pub num_hidden_layers: Option<u64>,
    /// Attention heads (`DistilBERT`: `n_heads`, GPT-2: `n_head`, T5: `num_heads`). Required.
    #[cfg_attr(
        feature = "json",
        serde(alias = "n_heads", alias = "n_head", alias = "num_heads", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 128)
    )]
    pub num_attention_heads: Option<u64>,
    /// Key and value heads; default: as many as query heads; 8 for `mistral` and `mixtral`, 4 for `gemma2` and `qwen3_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub num_key_value_heads: Option<u64>,
    /// Width of a head (T5: `d_kv`); default: `hidden_size` / `num_attention_heads`; 256 for `gemma` and `gemma2`, 128 for
    /// `qwen3`, 64 for `t5`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "d_kv", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
    pub head_dim: Option<u64>,
    /// Longest sequence (GPT-2: `n_positions`); default 512 for encoders, 2,048 for decoders, 1,024 for GPT-2.
    #[cfg_attr(
        feature = "json",
        serde(alias = "n_positions", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 16_777_216)
    )]
    pub max_position_embeddings: Option<u64>,
    /// Rows of the segment table of encoders; default 2.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1024))]
    pub type_vocab_size: Option<u64>,
    /// Classes of an encoder's head, where `data.num_classes` says none; default 2.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16_777_216))]
    pub num_labels: Option<u64>,
    /// The head shares the embedding's weight; default false, true for `gemma`, `gemma2`, `gpt2`, `t5` and encoders.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub tie_word_embeddings: Option<bool>,
    /// Projections of attention have a bias; default false, and always true for `qwen2` and `qwen2_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_bias: Option<bool>,
    /// Experts of a block (Mixtral: `num_local_experts`). Required for `mixtral`, `qwen2_moe` and `qwen3_moe`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "num_local_experts", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 512)
    )]
    pub num_experts: Option<u64>,
    /// Experts that each token visits, at most all. Required for `mixtral`, `qwen2_moe` and `qwen3_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 512))]
    pub num_experts_per_tok: Option<u64>,
    /// Width of an expert. Required for `qwen2_moe` and `qwen3_moe`; Mixtral's experts are `intermediate_size` wide.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 262_144))]
    pub moe_intermediate_size: Option<u64>,
    /// Width of the expert that every token visits, 0 for none. Required for `qwen2_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 262_144))]
    pub shared_expert_intermediate_size: Option<u64>,
    /// Experts in every so many blocks, counted from the end of each group; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub decoder_sparse_step: Option<u64>,
    /// Weights of the chosen experts sum to one; default false, and always true for `mixtral`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub norm_topk_prob: Option<bool>,
    /// Blocks of T5's decoder; default: as many as the encoder's.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub num_decoder_layers: Option<u64>,
    /// Rows of T5's table of relative positions; default 32.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub relative_attention_num_buckets: Option<u64>,
    /// T5's MLP: an activation as in `hidden_act`, alone or after `gated-`; default `relu` (T5 1.0), `gated-gelu` is T5 1.1 and
    /// Flan-T5.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub feed_forward_proj: Option<String>,
    /// T5's decoder output is scaled before the head; default: where `tie_word_embeddings` is true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub scale_decoder_outputs: Option<bool>,
    /// Activation of the MLP (GPT-2: `activation_function`, `DistilBERT`: `activation`, Gemma 2: `hidden_activation`): `gelu`,
    /// `gelu_pytorch_tanh`, `gelu_new`, `gelu_fast`, `quick_gelu`, `relu`, `silu`, `swish` or `tanh`; default `silu`, `gelu` for
    /// encoders, `gelu_pytorch_tanh` for `gemma` and `gemma2`, `gelu_new` for `gpt2`.
    #[cfg_attr(
        feature = "json",
        serde(
            alias = "activation_function",
            alias = "activation",
            alias = "hidden_activation",
            skip_serializing_if = "Option::is_none"
        )
    )]
    pub hidden_act: Option<String>,
    /// The MLP's layers have a bias (`llama`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub mlp_bias: Option<bool>,
    /// Queries, keys and values have a bias (`qwen2_moe`); default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub qkv_bias: Option<bool>,
    /// Dropout of attention's probabilities (GPT-2: `attn_pdrop`, BERT: `attention_probs_dropout_prob`); default 0, 0.1 for
    /// `gpt2` and encoders.
    #[cfg_attr(
        feature = "json",
        serde(alias = "attn_pdrop", alias = "attention_probs_dropout_prob", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub attention_dropout: Option<f64>,
    /// Dropout of hidden states (GPT-2 and Phi-3: `resid_pdrop`, `DistilBERT`: `dropout`, T5: `dropout_rate`); default 0.1, 0
    /// for `phi3`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "resid_pdrop", alias = "dropout", alias = "dropout_rate", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub hidden_dropout_prob: Option<f64>,
    /// Dropout of GPT-2's embeddings; default 0.1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub embd_pdrop: Option<f64>,
    /// Dropout before an encoder's classifier (`DistilBERT`: `seq_classif_dropout`); default: as of hidden states; 0.2 for
    /// `distilbert`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "seq_classif_dropout", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub classifier_dropout: Option<f64>,
    /// Share of a head's features that positions turn (`phi3`); default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub partial_rotary_factor: Option<f64>,
    /// Tokens that attention looks back over, 0 (or null) for all; default 4,096 for `mistral` and `gemma2`, and for Qwen where
    /// `use_sliding_window` is true, else 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 16_777_216))]
    pub sliding_window: Option<u64>,
    /// Qwen's windows are on; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_sliding_window: Option<bool>,
    /// Qwen's first blocks without a window (`qwen2_moe`: with one, every other block); default 28.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub max_window_layers: Option<u64>,
    /// Attention of each block, `full_attention` or `sliding_attention` (`qwen2`, `qwen2_moe`, `qwen3`, `gemma2`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub layer_types: Option<Vec<String>>,
    /// Cap of Gemma 2's scores, 0 (or null) for none; default 50.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1_000_000))]
    pub attn_logit_softcapping: Option<f64>,
    /// Cap of Gemma 2's logits, 0 (or null) for none; default 30.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1_000_000))]
    pub final_logit_softcapping: Option<f64>,
    /// Blocks, from 0, with an MLP of `intermediate_size` in place of experts (`qwen2_moe`, `qwen3_moe`); default none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(max_items = 256))]
    pub mlp_only_layers: Option<Vec<u64>>,
    /// Keys of the `config.json` that are not read, comma-separated, as its reader found them; an answer names them in a
    /// note.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub unread_keys: Option<String>,
}
