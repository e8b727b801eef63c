//! The model of a scenario.

/// The model: one of them.
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
    /// What `rigwise-trace` wrote of a network.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(value_type = Option<Object>))]
    pub graph: Option<Graph>,
}

/// A traced network as it was given; scenarios are copied often, and share it.
#[derive(Debug, Clone, PartialEq)]
#[cfg(feature = "json")]
pub struct Graph(pub std::sync::Arc<serde_json::Value>);

/// A traced network, of which the browser has none.
#[derive(Debug, Clone, PartialEq)]
#[cfg(not(feature = "json"))]
pub enum Graph {}

#[cfg(feature = "json")]
impl serde::Serialize for Graph {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "json")]
impl<'de> serde::Deserialize<'de> for Graph {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_json::Value::deserialize(deserializer).map(|document| Self(document.into()))
    }
}

/// What a Hugging Face `config.json` says of a model's shape, under the names of LLaMA's; the names of other kinds are
/// taken as well. An answer repeats the keys that are read. Of the others those that change no figure are passed over,
/// those that would are refused, and those that nobody knows are named in a note.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
pub struct ModelConfig {
    /// `llama`, `mistral`, `mixtral`, `qwen2`, `qwen2_moe`, `qwen3`, `qwen3_moe`, `phi3`, `phi`, `gemma`, `gemma2`, `gemma3_text`, `gemma4_text`, `gemma4_unified_text`,
    /// `gpt_oss`, `qwen3_next`, `qwen3_5_text`, `qwen3_5_moe_text`, `kimi_k2`, `olmo`, `olmo2`, `olmo3`, `olmoe`, `smollm3`, `granite`, `granitemoe`, `granitemoeshared`, `granitemoehybrid`, `glm`, `glm4`, `glm4_moe`, `deepseek_v2`, `deepseek_v3`,
    /// `glm4_moe_lite`, `solar_open`, `exaone_moe`, `helium`, `dots1`, `minimax_m2`, `cohere`, `cohere2`, `starcoder2`, `stablelm`, `ministral`, `ministral3`,
    /// `seed_oss`, `ernie4_5`, `ernie4_5_moe`, `exaone4`, `hunyuan_v1_dense`, `arcee`, `nemotron`, `lfm2`, `lfm2_moe`, `cwm`, `gpt_neox`, `gptj`, `opt`, `gpt2`, `bert`, `roberta`,
    /// `xlm-roberta`, `camembert`, `distilbert`, `electra`, `modernbert`, `deberta-v2`, `mpnet`, `t5`, `mt5`, `bart`, `mbart`, `pegasus`, `marian`, or for
    /// pictures `vit`, `deit`, `dinov2`, `dinov2_with_registers`, `siglip_vision_model`, `clip_vision_model`, or for both `gemma3`,
    /// `mistral3`, `qwen2_5_vl`, `qwen3_vl`, `qwen3_vl_moe`, `qwen3_5` or `qwen3_5_moe`. Required.
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
    /// times `n_embd` by default, and for kinds all of whose blocks have experts of `moe_intermediate_size` (`solar_open`, `qwen3_5_moe_text`).
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
    /// Key and value heads; default what its class has, for most as many as query heads.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub num_key_value_heads: Option<u64>,
    /// Width of a head (T5: `d_kv`); default: `hidden_size` / `num_attention_heads`; 256 for the Gemmas, 128 for
    /// `qwen3`, `glm`, `glm4`, `helium`, `solar_open`, `ministral3`, `seed_oss`, `ernie4_5`, `cwm`, `minimax_m2`, 64 for `t5` and `gpt_oss`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "d_kv", skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 65_536)
    )]
    pub head_dim: Option<u64>,
    /// Longest sequence (GPT-2: `n_positions`); default what its class has.
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
    /// The head shares the embedding's weight; default false, true for the Gemmas,
    /// `smollm3`, `starcoder2`, `cohere`, `cohere2`, `ernie4_5`, `ernie4_5_moe`, `lfm2`, `lfm2_moe`, `opt`, `gpt2`, `t5` and encoders.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub tie_word_embeddings: Option<bool>,
    /// Projections of attention have a bias; default false, true for `glm`, `glm4`, `gpt_oss`, `seed_oss`,
    /// `gpt_neox` and `starcoder2`, and always for `qwen2`, `qwen2_moe`, `phi` and `opt`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_bias: Option<bool>,
    /// Experts of a block (Mixtral: `num_local_experts`). Required for mixtures, and as 0 for `granitemoehybrid`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "num_local_experts", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 512)
    )]
    pub num_experts: Option<u64>,
    /// Experts that each token visits, at most all. Required for mixtures.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 512))]
    pub num_experts_per_tok: Option<u64>,
    /// Width of an expert. Required for mixtures, unless experts are `intermediate_size` wide.
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
    /// Blocks of the decoder of T5, BART and their like; default: as many as the encoder's.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub num_decoder_layers: Option<u64>,
    /// Rows of the table of relative positions of T5 and `MPNet`, default 32; `position_buckets` of `deberta-v2`, required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub relative_attention_num_buckets: Option<u64>,
    /// T5's MLP: an activation as in `hidden_act`, alone or after `gated-`; default `relu` (T5 1.0), `gated-gelu` (T5 1.1,
    /// Flan-T5) for `mt5`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub feed_forward_proj: Option<String>,
    /// T5's decoder output is scaled before the head; default: where `tie_word_embeddings` is true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub scale_decoder_outputs: Option<bool>,
    /// Activation of the MLP (GPT-2: `activation_function`, `DistilBERT`: `activation`, Gemma 2: `hidden_activation`): `gelu`,
    /// `gelu_pytorch_tanh`, `gelu_new`, `gelu_fast`, `quick_gelu`, `relu`, `relu2`, `silu`, `swish` or `tanh`; default `silu`,
    /// `gelu` for encoders and `gpt_neox`, `relu` for `opt`, `relu2` for `arcee`, `gelu_pytorch_tanh` for the Gemmas and
    /// `starcoder2`, `gelu_new` for `gpt2` and `phi`.
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
    /// The MLP's layers have a bias (`llama`, `granite`, `smollm3`, `seed_oss`, `arcee`, `cwm`, `helium`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub mlp_bias: Option<bool>,
    /// Queries, keys and values have a bias (`qwen2_moe`; `stablelm`: `use_qkv_bias`); default true, false for `stablelm`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub qkv_bias: Option<bool>,
    /// Dropout of attention's probabilities (GPT-2: `attn_pdrop`, BERT: `attention_probs_dropout_prob`); default 0, 0.1 for
    /// `gpt2`, `seed_oss` and encoders but `modernbert`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "attn_pdrop", alias = "attention_probs_dropout_prob", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub attention_dropout: Option<f64>,
    /// Dropout of hidden states (GPT-2 and Phi-3: `resid_pdrop`, `DistilBERT`: `dropout`, T5: `dropout_rate`); default 0.1, 0
    /// for `phi3`, `phi`, `starcoder2`, `gpt_neox` and `modernbert`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "resid_pdrop", alias = "dropout", alias = "dropout_rate", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub hidden_dropout_prob: Option<f64>,
    /// Dropout of the embeddings (GPT-2, `phi`; `starcoder2`, `modernbert`: `embedding_dropout`); default 0.1 for GPT-2, else 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub embd_pdrop: Option<f64>,
    /// Dropout within the MLP (`bart`, `mbart`, `pegasus`, `marian`); default 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub activation_dropout: Option<f64>,
    /// Dropout before an encoder's classifier (`DistilBERT`: `seq_classif_dropout`); default: as of hidden states; 0.2 for
    /// `distilbert`, 0 for `modernbert`.
    #[cfg_attr(
        feature = "json",
        serde(alias = "seq_classif_dropout", skip_serializing_if = "Option::is_none"),
        schema(minimum = 0, maximum = 1)
    )]
    pub classifier_dropout: Option<f64>,
    /// Share of a head's features that positions turn (`phi3`, `phi`, `glm`, `glm4`, `glm4_moe`, `stablelm`, `minimax_m2`; `gpt_neox`:
    /// `rotary_pct`); default 1 for `phi3` and `minimax_m2`, 0.25 for `stablelm` and `gpt_neox`, else 0.5.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub partial_rotary_factor: Option<f64>,
    /// Tokens that attention looks back over, 0 (or null) for all; default 4,096 for `mistral`, `gemma2`, `gemma3_text`, `olmo3`,
    /// `cohere2`, `exaone4`, `exaone_moe`, `ministral` and `dots1`, 8,192 for `cwm`, and for Qwen where `use_sliding_window` is true, 128 for
    /// `gpt_oss`, 512 for `gemma4_text`, 1,024 for `gemma4_unified_text`, else 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 16_777_216))]
    pub sliding_window: Option<u64>,
    /// Qwen's windows are on; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_sliding_window: Option<bool>,
    /// First blocks without a window of Qwen (`qwen2_moe`: with one, every other block) and `dots1`; default 28, 62 for `dots1`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub max_window_layers: Option<u64>,
    /// Attention of each block, `full_attention` or `sliding_attention` (`qwen2`, `qwen2_moe`, `qwen3`, `gemma2`,
    /// `gemma3_text`, `gemma4_text`, `gemma4_unified_text`, `olmo3`, `cohere2`, `smollm3`, `gpt_oss`, `exaone4`, `exaone_moe`, `ministral`, `cwm`, `dots1`, `modernbert`).
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
    /// Block by block, 0 where positions turn nothing (`smollm3`); default by `no_rope_layer_interval`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(max_items = 256))]
    pub no_rope_layers: Option<Vec<u64>>,
    /// Of so many blocks the last turns nothing by positions (`smollm3`); default 4.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub no_rope_layer_interval: Option<u64>,
    /// Queries and keys are normed head by head (`glm4_moe`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_qk_norm: Option<bool>,
    /// Both halves of a block read what the block does, and stand beside each other (`gpt_neox`); default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_parallel_residual: Option<bool>,
    /// Width of the embeddings, which are projected to `hidden_size` where that is another (`electra`; `opt`:
    /// `word_embed_proj_dim`, which must be `hidden_size`); default 128.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub embedding_size: Option<u64>,
    /// Tokens around each one that attention sees in all blocks but every third (`modernbert`); default 128.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16_777_216))]
    pub local_attention: Option<u64>,
    /// What is classified of a text, `cls` for its first vector or `mean` (`modernbert`); default `cls`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub classifier_pooling: Option<String>,
    /// Of so many blocks the first attends to all tokens (`modernbert`); default 3.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub global_attn_every_n_layers: Option<u64>,
    /// Features of a head that positions turn (`minimax_m2`, `gptj`); default by `partial_rotary_factor`, 64 for `gptj`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 2, maximum = 65_536))]
    pub rotary_dim: Option<u64>,
    /// MLP of each block, `dense` or `sparse` (`glm4_moe_lite`, `exaone_moe`); default: the first alone is dense, or the first
    /// `first_k_dense_replace` of `exaone_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub mlp_layer_types: Option<Vec<String>>,
    /// Experts of `moe_intermediate_size` that every token visits (`deepseek_v2`, `deepseek_v3`, `glm4_moe`, `glm4_moe_lite`,
    /// `solar_open`, `dots1`; `exaone_moe`: `num_shared_experts`; `ernie4_5_moe`: `moe_num_shared_experts`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 64))]
    pub n_shared_experts: Option<u64>,
    /// First blocks with an MLP of `intermediate_size` in place of experts (`deepseek_v2`, `deepseek_v3`, `glm4_moe`, `exaone_moe`,
    /// `dots1`; `ernie4_5_moe`: `moe_layer_start_index`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub first_k_dense_replace: Option<u64>,
    /// Width that queries are compressed to, 0 where they are not (`deepseek_v2`, `deepseek_v3`, `glm4_moe_lite`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 65_536))]
    pub q_lora_rank: Option<u64>,
    /// Width that keys and values are compressed to (`deepseek_v2`, `deepseek_v3`, `glm4_moe_lite`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub kv_lora_rank: Option<u64>,
    /// Features of a head that positions do not turn (`deepseek_v2`, `deepseek_v3`, `glm4_moe_lite`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub qk_nope_head_dim: Option<u64>,
    /// Features of a head that positions turn (`deepseek_v2`, `deepseek_v3`, `glm4_moe_lite`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub qk_rope_head_dim: Option<u64>,
    /// Width of a head's values (`deepseek_v2`, `deepseek_v3`, `glm4_moe_lite`).
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub v_head_dim: Option<u64>,
    /// Of so many blocks the last attends to all tokens and the others keep a state (`qwen3_next`, `qwen3_5_text`, `qwen3_5_moe_text`);
    /// default 4, or as `layer_types` lists them.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub full_attention_interval: Option<u64>,
    /// Heads of queries and keys of blocks that keep a state; default 16.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub linear_num_key_heads: Option<u64>,
    /// Heads of values of such blocks, a multiple of those of keys; default 32.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub linear_num_value_heads: Option<u64>,
    /// Width of a key head of such blocks; default 128.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub linear_key_head_dim: Option<u64>,
    /// Width of a value head of such blocks; default 128.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub linear_value_head_dim: Option<u64>,
    /// Tokens that the convolution before a state sees (`lfm2`, `lfm2_moe`: `conv_L_cache`); default 4, 3 for `lfm2` and `lfm2_moe`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub linear_conv_kernel_dim: Option<u64>,
    /// What states are kept in, where engines follow the configuration: `float32`, or the weights' type.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub mamba_ssm_dtype: Option<String>,
    /// Width of a head in blocks that attend to all tokens (`gemma4_text`); default 512.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub global_head_dim: Option<u64>,
    /// Key and value heads of those blocks, where `attention_k_eq_v` is true (`gemma4_text`); default `num_key_value_heads`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub num_global_key_value_heads: Option<u64>,
    /// Values of those blocks are made of their keys (`gemma4_text`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub attention_k_eq_v: Option<bool>,
    /// Last blocks, which read keys and values of blocks before them (`gemma4_text`); default 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 256))]
    pub num_kv_shared_layers: Option<u64>,
    /// The MLPs of those blocks are twice as wide (`gemma4_text`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_double_wide_mlp: Option<bool>,
    /// Width of what a second embedding of each token gives every block, 0 for none (`gemma4_text`); default 256.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 65_536))]
    pub hidden_size_per_layer_input: Option<u64>,
    /// Tokens that the second embedding knows (`gemma4_text`); default 262,144.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_048_576))]
    pub vocab_size_per_layer_input: Option<u64>,
    /// Blocks have experts beside their MLP (`gemma4_text`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub enable_moe_block: Option<bool>,
    /// MLPs are two thirds as wide as `intermediate_size` says, up to a multiple of 256 (`lfm2`); default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub block_auto_adjust_ff_dim: Option<bool>,
    /// Side in pixels of the pictures that positions are for (`vit`, `deit`, `dinov2`, `dinov2_with_registers`, `siglip_vision_model`,
    /// `clip_vision_model`); pictures of another size are met by interpolating them. Default 224.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 32, maximum = 8_192))]
    pub image_size: Option<u64>,
    /// Side of a patch in pixels; default 16, 14 for `dinov2`, 32 for `clip_vision_model`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 1_024))]
    pub patch_size: Option<u64>,
    /// Width of the MLP over that of the model (`dinov2`, `dinov2_with_registers`); default 4.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub mlp_ratio: Option<u64>,
    /// The MLP is gated, and two thirds as wide (`dinov2`, `dinov2_with_registers`); default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_swiglu_ffn: Option<bool>,
    /// Chance that a block's halves are dropped for a picture (`dinov2`, `dinov2_with_registers`); default 0.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 1))]
    pub drop_path_rate: Option<f64>,
    /// Registers behind the class token (`dinov2_with_registers`); default 4.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0, maximum = 65_536))]
    pub num_register_tokens: Option<u64>,
    /// A token for hidden patches, which classification never reads (`dinov2`); default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub use_mask_token: Option<bool>,
    /// A head pools by attention, which classification runs and does not read (`siglip_vision_model`); default true.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub vision_use_head: Option<bool>,
    /// Decoder of `mistral3`: `mistral` (default) or `ministral3`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub text_model_type: Option<String>,
    /// Blocks of the tower that reads pictures (`vision_config`); default 27, `qwen2_5_vl` 32, `mistral3` 24.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 256))]
    pub vision_depth: Option<u64>,
    /// Width of the tower; default 1152, `qwen2_5_vl` 3584, `mistral3` 1024.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 65_536))]
    pub vision_hidden_size: Option<u64>,
    /// Width of the tower's MLP; default 4304, `qwen2_5_vl` 3420, `mistral3` 4096.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 262_144))]
    pub vision_intermediate_size: Option<u64>,
    /// Attention heads of the tower; default 16.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 128))]
    pub vision_num_heads: Option<u64>,
    /// Blocks of the tower, from 0, whose features go into the decoder's first as well; default 8, 16, 24.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub vision_deepstack_visual_indexes: Option<Vec<u64>>,
    /// Keys of the `config.json` that are not read, comma-separated; an answer names them.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub unread_keys: Option<String>,
}
