//! Keys that fill fields.

use super::super::model_type::ModelType;

/// A key, and the field that it fills.
type Named = (&'static str, &'static str);

/// A key of the same name as its field.
const fn own(name: &'static str) -> Named {
    (name, name)
}

/// What nearly all say.
const SHAPE: &[Named] = &[
    own("vocab_size"),
    own("hidden_size"),
    own("intermediate_size"),
    own("num_hidden_layers"),
    own("num_attention_heads"),
    own("max_position_embeddings"),
    own("tie_word_embeddings"),
    own("hidden_act"),
    own("attention_dropout"),
];
const GROUPED: &[Named] = &[own("num_key_value_heads"), own("head_dim")];
const LLAMA: &[Named] = &[own("attention_bias"), own("mlp_bias")];
const WINDOW: &[Named] = &[own("sliding_window")];
const WINDOWS: &[Named] = &[own("sliding_window"), own("use_sliding_window"), own("max_window_layers"), own("layer_types")];
const BIASED: &[Named] = &[own("attention_bias")];
const MIXTRAL: &[Named] =
    &[("num_local_experts", "num_experts"), own("num_experts"), own("num_experts_per_tok"), own("sliding_window")];
const EXPERTS: &[Named] = &[
    own("num_experts"),
    own("num_experts_per_tok"),
    own("moe_intermediate_size"),
    own("decoder_sparse_step"),
    own("mlp_only_layers"),
    own("norm_topk_prob"),
];
const QWEN2_MOE: &[Named] = &[own("shared_expert_intermediate_size"), own("qkv_bias")];
const QWEN3_MOE: &[Named] =
    &[own("attention_bias"), ("num_local_experts", "num_experts"), own("sliding_window"), own("use_sliding_window")];
const PHI3: &[Named] = &[own("sliding_window"), ("resid_pdrop", "hidden_dropout_prob"), own("partial_rotary_factor")];
const GEMMA2: &[Named] = &[
    own("attention_bias"),
    ("hidden_activation", "hidden_act"),
    own("attn_logit_softcapping"),
    own("final_logit_softcapping"),
    own("sliding_window"),
    own("layer_types"),
];
const GEMMA4: &[Named] = &[
    own("attention_bias"),
    ("hidden_activation", "hidden_act"),
    own("final_logit_softcapping"),
    own("sliding_window"),
    own("layer_types"),
    own("global_head_dim"),
    own("num_global_key_value_heads"),
    own("attention_k_eq_v"),
    own("num_kv_shared_layers"),
    own("use_double_wide_mlp"),
];
const GEMMA4_MORE: &[Named] = &[
    own("hidden_size_per_layer_input"),
    own("vocab_size_per_layer_input"),
    own("enable_moe_block"),
    own("num_experts"),
    ("top_k_experts", "num_experts_per_tok"),
    own("moe_intermediate_size"),
];
const SMOLLM3: &[Named] = &[
    own("attention_bias"),
    own("mlp_bias"),
    own("sliding_window"),
    own("use_sliding_window"),
    own("layer_types"),
    own("no_rope_layers"),
    own("no_rope_layer_interval"),
];
const GLM4: &[Named] = &[own("attention_bias"), own("partial_rotary_factor")];
const STARCODER2: &[Named] = &[
    ("use_bias", "attention_bias"),
    own("sliding_window"),
    ("residual_dropout", "hidden_dropout_prob"),
    ("embedding_dropout", "embd_pdrop"),
];
const STABLELM: &[Named] = &[own("num_key_value_heads"), ("use_qkv_bias", "qkv_bias"), own("partial_rotary_factor")];
const PHI: &[Named] = &[("resid_pdrop", "hidden_dropout_prob"), own("embd_pdrop"), own("partial_rotary_factor")];
const SEED_OSS: &[Named] = &[own("attention_bias"), own("mlp_bias"), ("residual_dropout", "hidden_dropout_prob")];
const ERNIE45: &[Named] = &[("use_bias", "attention_bias")];
const ERNIE45_MOE: &[Named] = &[
    ("moe_num_experts", "num_experts"),
    own("num_experts"),
    ("moe_k", "num_experts_per_tok"),
    own("num_experts_per_tok"),
    own("moe_intermediate_size"),
    ("moe_num_shared_experts", "n_shared_experts"),
    ("moe_layer_start_index", "first_k_dense_replace"),
];
const GPT_NEOX: &[Named] = &[
    own("attention_bias"),
    ("hidden_dropout", "hidden_dropout_prob"),
    ("rotary_pct", "partial_rotary_factor"),
    own("use_parallel_residual"),
];
const GPT_J: &[Named] = &[own("rotary_dim")];
const LISTED_WINDOWS: &[Named] = &[own("sliding_window"), own("layer_types")];
const CWM: &[Named] = &[own("mlp_bias")];
const DOTS1: &[Named] = &[own("sliding_window"), own("max_window_layers"), own("layer_types")];
const GLM4_MOE_LITE: &[Named] = &[own("mlp_layer_types")];
const EXAONE_MOE: &[Named] = &[("num_shared_experts", "n_shared_experts"), own("mlp_layer_types")];
const SOLAR_OPEN: &[Named] = &[("num_local_experts", "num_experts")];
const MINIMAX_M2: &[Named] = &[
    ("num_local_experts", "num_experts"),
    own("num_experts"),
    own("num_experts_per_tok"),
    own("partial_rotary_factor"),
    own("rotary_dim"),
];
const NEMOTRON: &[Named] = &[own("attention_bias"), own("mlp_bias"), own("partial_rotary_factor")];
/// What nearly all say but for the activation and the dropout, which its classes do not read.
const LFM2: &[Named] = &[
    own("vocab_size"),
    own("hidden_size"),
    own("intermediate_size"),
    own("num_hidden_layers"),
    own("num_attention_heads"),
    own("num_key_value_heads"),
    own("head_dim"),
    own("max_position_embeddings"),
    own("tie_word_embeddings"),
    own("layer_types"),
    ("conv_L_cache", "linear_conv_kernel_dim"),
    ("tie_embedding", "tie_word_embeddings"),
];
const LFM2_WIDTH: &[Named] = &[("block_ff_dim", "intermediate_size"), own("block_auto_adjust_ff_dim")];
const LFM2_MOE: &[Named] = &[
    own("num_experts"),
    own("num_experts_per_tok"),
    own("moe_intermediate_size"),
    ("num_dense_layers", "first_k_dense_replace"),
];
const OPT: &[Named] = &[
    ("ffn_dim", "intermediate_size"),
    ("activation_function", "hidden_act"),
    ("dropout", "hidden_dropout_prob"),
    ("word_embed_proj_dim", "embedding_size"),
];
const OLMOE: &[Named] = &[own("attention_bias"), own("num_experts"), own("num_experts_per_tok"), own("norm_topk_prob")];
const GRANITE_MOE: &[Named] =
    &[own("attention_bias"), ("num_local_experts", "num_experts"), own("num_experts"), own("num_experts_per_tok")];
const GRANITE_MOE_SHARED: &[Named] = &[("shared_intermediate_size", "shared_expert_intermediate_size")];
/// Its MLP is what mixtures of the same class have beside their experts.
const GRANITE4: &[Named] = &[
    own("vocab_size"),
    own("hidden_size"),
    ("shared_intermediate_size", "shared_expert_intermediate_size"),
    own("num_hidden_layers"),
    own("num_attention_heads"),
    own("max_position_embeddings"),
    own("tie_word_embeddings"),
    own("hidden_act"),
    own("attention_dropout"),
    own("attention_bias"),
    ("num_local_experts", "num_experts"),
    ("layers_block_type", "layer_types"),
    own("layer_types"),
];
const GPT_OSS: &[Named] = &[
    own("attention_bias"),
    ("num_local_experts", "num_experts"),
    own("num_experts"),
    own("num_experts_per_tok"),
    own("sliding_window"),
    own("layer_types"),
];
/// Mixtures whose experts are chosen by scores of their own.
const SHARED_EXPERTS: &[Named] = &[
    own("attention_bias"),
    ("n_routed_experts", "num_experts"),
    own("num_experts"),
    own("num_experts_per_tok"),
    own("moe_intermediate_size"),
    own("n_shared_experts"),
];
const FIRST_DENSE: &[Named] = &[own("first_k_dense_replace")];
const GLM4_MOE: &[Named] = &[own("partial_rotary_factor"), own("use_qk_norm")];
const LATENT: &[Named] = &[
    own("num_key_value_heads"),
    own("q_lora_rank"),
    own("kv_lora_rank"),
    own("qk_nope_head_dim"),
    own("qk_rope_head_dim"),
    own("v_head_dim"),
];
/// Blocks that keep a state.
const STATES: &[Named] = &[
    own("attention_bias"),
    own("partial_rotary_factor"),
    own("layer_types"),
    own("full_attention_interval"),
    own("linear_num_key_heads"),
    own("linear_num_value_heads"),
    own("linear_key_head_dim"),
    own("linear_value_head_dim"),
    own("linear_conv_kernel_dim"),
    own("mamba_ssm_dtype"),
];
const GATED_EXPERTS: &[Named] = &[own("num_experts"), own("num_experts_per_tok"), own("moe_intermediate_size")];
const SHARED_WIDTH: &[Named] = &[own("shared_expert_intermediate_size")];
const OLMO3: &[Named] = &[own("attention_bias"), own("sliding_window"), own("layer_types")];
const GPT2: &[Named] = &[
    ("n_embd", "hidden_size"),
    ("n_inner", "intermediate_size"),
    ("n_layer", "num_hidden_layers"),
    ("n_head", "num_attention_heads"),
    ("n_positions", "max_position_embeddings"),
    ("activation_function", "hidden_act"),
    ("attn_pdrop", "attention_dropout"),
    ("resid_pdrop", "hidden_dropout_prob"),
    own("embd_pdrop"),
];
const BERT: &[Named] = &[
    own("type_vocab_size"),
    own("hidden_dropout_prob"),
    ("attention_probs_dropout_prob", "attention_dropout"),
    own("classifier_dropout"),
    own("num_labels"),
];
const ELECTRA: &[Named] = &[own("embedding_size")];
const MODERNBERT: &[Named] = &[
    ("hidden_activation", "hidden_act"),
    ("mlp_dropout", "hidden_dropout_prob"),
    ("embedding_dropout", "embd_pdrop"),
    own("classifier_dropout"),
    own("num_labels"),
    own("local_attention"),
    own("classifier_pooling"),
    own("global_attn_every_n_layers"),
    own("layer_types"),
];
const DEBERTA_V2: &[Named] = &[
    own("hidden_dropout_prob"),
    ("attention_probs_dropout_prob", "attention_dropout"),
    ("cls_dropout", "classifier_dropout"),
    own("num_labels"),
    ("position_buckets", "relative_attention_num_buckets"),
];
const MPNET: &[Named] = &[
    own("hidden_dropout_prob"),
    ("attention_probs_dropout_prob", "attention_dropout"),
    own("num_labels"),
    own("relative_attention_num_buckets"),
];
const DISTILBERT: &[Named] = &[
    ("dim", "hidden_size"),
    ("hidden_dim", "intermediate_size"),
    ("n_layers", "num_hidden_layers"),
    ("n_heads", "num_attention_heads"),
    ("activation", "hidden_act"),
    ("dropout", "hidden_dropout_prob"),
    ("seq_classif_dropout", "classifier_dropout"),
    own("num_labels"),
];
const SEQ2SEQ: &[Named] = &[
    own("vocab_size"),
    ("d_model", "hidden_size"),
    ("d_ff", "intermediate_size"),
    ("d_kv", "head_dim"),
    ("num_layers", "num_hidden_layers"),
    ("num_heads", "num_attention_heads"),
    own("num_decoder_layers"),
    own("relative_attention_num_buckets"),
    own("feed_forward_proj"),
    ("dropout_rate", "hidden_dropout_prob"),
];
/// Encoder-decoders of the BART kind, both of whose stacks have as many heads and as wide an MLP.
const BART: &[Named] = &[
    own("vocab_size"),
    ("d_model", "hidden_size"),
    ("encoder_layers", "num_hidden_layers"),
    ("decoder_layers", "num_decoder_layers"),
    ("encoder_attention_heads", "num_attention_heads"),
    ("decoder_attention_heads", "num_attention_heads"),
    ("encoder_ffn_dim", "intermediate_size"),
    ("decoder_ffn_dim", "intermediate_size"),
    own("max_position_embeddings"),
    ("activation_function", "hidden_act"),
    ("dropout", "hidden_dropout_prob"),
    own("attention_dropout"),
    own("activation_dropout"),
];
/// Image classifiers: `SHAPE` has a vocabulary and positions of tokens.
const VIT: &[Named] = &[
    own("hidden_size"),
    own("num_hidden_layers"),
    own("num_attention_heads"),
    own("image_size"),
    own("patch_size"),
    own("hidden_act"),
];
const VIT_INTERMEDIATE: &[Named] = &[own("intermediate_size")];
const VIT_DROPOUTS: &[Named] =
    &[own("qkv_bias"), own("hidden_dropout_prob"), ("attention_probs_dropout_prob", "attention_dropout"), own("num_labels")];
const DINOV2: &[Named] = &[own("mlp_ratio"), own("use_swiglu_ffn"), own("drop_path_rate")];
const MASK_TOKEN: &[Named] = &[own("use_mask_token")];
const REGISTERS: &[Named] = &[own("num_register_tokens")];
const TOWER: &[Named] = &[own("attention_dropout"), own("num_labels")];
const VISION_HEAD: &[Named] = &[own("vision_use_head")];
const T5: &[Named] = &[own("tie_word_embeddings"), own("scale_decoder_outputs")];

/// Keys that fill fields.
pub(super) fn fields(kind: ModelType) -> impl Iterator<Item = Named> {
    let groups: &'static [&'static [Named]] = match kind {
        ModelType::Llama | ModelType::Granite | ModelType::Arcee | ModelType::Helium => &[SHAPE, GROUPED, LLAMA],
        ModelType::Mistral | ModelType::Ministral3 => &[SHAPE, GROUPED, WINDOW],
        ModelType::Mixtral => &[SHAPE, GROUPED, MIXTRAL],
        ModelType::Qwen2 => &[SHAPE, GROUPED, WINDOWS],
        ModelType::Qwen2Moe => &[SHAPE, GROUPED, WINDOWS, EXPERTS, QWEN2_MOE],
        ModelType::Qwen3 => &[SHAPE, GROUPED, WINDOWS, BIASED],
        ModelType::Qwen3Moe => &[SHAPE, GROUPED, EXPERTS, QWEN3_MOE],
        ModelType::Phi3 => &[SHAPE, GROUPED, PHI3],
        ModelType::Gemma | ModelType::Olmo | ModelType::Olmo2 | ModelType::Cohere | ModelType::HunYuan => {
            &[SHAPE, GROUPED, BIASED]
        }
        ModelType::Gemma2 | ModelType::Gemma3 => &[SHAPE, GROUPED, GEMMA2],
        ModelType::Gemma4 => &[SHAPE, GROUPED, GEMMA4, GEMMA4_MORE],
        ModelType::Gemma4Unified => &[SHAPE, GROUPED, GEMMA4],
        ModelType::Olmo3 | ModelType::Cohere2 => &[SHAPE, GROUPED, OLMO3],
        ModelType::SmolLm3 => &[SHAPE, GROUPED, SMOLLM3],
        ModelType::Glm | ModelType::Glm4 => &[SHAPE, GROUPED, GLM4],
        ModelType::Starcoder2 => &[SHAPE, GROUPED, STARCODER2],
        ModelType::StableLm => &[SHAPE, STABLELM],
        ModelType::Phi => &[SHAPE, GROUPED, PHI],
        ModelType::SeedOss => &[SHAPE, GROUPED, SEED_OSS],
        ModelType::Ernie45 => &[SHAPE, GROUPED, ERNIE45],
        ModelType::Ernie45Moe => &[SHAPE, GROUPED, ERNIE45_MOE],
        ModelType::GptNeoX => &[SHAPE, GPT_NEOX],
        ModelType::GptJ => &[GPT2, SHAPE, GPT_J],
        ModelType::Opt => &[OPT, SHAPE],
        ModelType::Ministral | ModelType::Exaone4 => &[SHAPE, GROUPED, LISTED_WINDOWS],
        ModelType::Cwm => &[SHAPE, GROUPED, LISTED_WINDOWS, CWM],
        ModelType::MiniMaxM2 => &[SHAPE, GROUPED, MINIMAX_M2],
        ModelType::SolarOpen => &[SHAPE, GROUPED, SHARED_EXPERTS, SOLAR_OPEN],
        ModelType::ExaoneMoe => &[SHAPE, GROUPED, GATED_EXPERTS, LISTED_WINDOWS, FIRST_DENSE, EXAONE_MOE],
        ModelType::Dots1 => &[SHAPE, GROUPED, SHARED_EXPERTS, FIRST_DENSE, DOTS1],
        ModelType::Glm4MoeLite => &[SHAPE, LATENT, SHARED_EXPERTS, GLM4_MOE_LITE],
        ModelType::Olmoe => &[SHAPE, GROUPED, OLMOE],
        ModelType::Qwen35 => &[SHAPE, GROUPED, STATES],
        ModelType::Qwen35Moe => &[SHAPE, GROUPED, STATES, GATED_EXPERTS, SHARED_WIDTH],
        ModelType::Qwen3Next => &[SHAPE, GROUPED, STATES, EXPERTS, SHARED_WIDTH],
        ModelType::GraniteMoe => &[SHAPE, GROUPED, GRANITE_MOE],
        ModelType::GraniteMoeShared => &[SHAPE, GROUPED, GRANITE_MOE, GRANITE_MOE_SHARED],
        ModelType::GraniteMoeHybrid => &[GRANITE4, GROUPED],
        ModelType::Nemotron => &[SHAPE, GROUPED, NEMOTRON],
        ModelType::Lfm2 => &[LFM2, LFM2_WIDTH],
        ModelType::Lfm2Moe => &[LFM2, LFM2_MOE],
        ModelType::GptOss => &[SHAPE, GROUPED, GPT_OSS],
        ModelType::Glm4Moe => &[SHAPE, GROUPED, SHARED_EXPERTS, FIRST_DENSE, GLM4_MOE],
        ModelType::DeepseekV2 | ModelType::DeepseekV3 => &[SHAPE, LATENT, SHARED_EXPERTS, FIRST_DENSE],
        ModelType::Gpt2 => &[GPT2, SHAPE],
        ModelType::Bert | ModelType::Roberta => &[SHAPE, BERT],
        ModelType::Electra => &[SHAPE, BERT, ELECTRA],
        ModelType::ModernBert => &[MODERNBERT, SHAPE],
        ModelType::DebertaV2 => &[SHAPE, DEBERTA_V2],
        ModelType::Mpnet => &[SHAPE, MPNET],
        ModelType::DistilBert => &[DISTILBERT, SHAPE],
        ModelType::Vit | ModelType::Deit => &[VIT, VIT_INTERMEDIATE, VIT_DROPOUTS],
        ModelType::Dinov2 => &[VIT, VIT_DROPOUTS, DINOV2, MASK_TOKEN],
        ModelType::Dinov2WithRegisters => &[VIT, VIT_DROPOUTS, DINOV2, REGISTERS],
        ModelType::SiglipVision => &[VIT, VIT_INTERMEDIATE, TOWER, VISION_HEAD],
        ModelType::ClipVision => &[VIT, VIT_INTERMEDIATE, TOWER],
        ModelType::T5 => &[SEQ2SEQ, T5],
        ModelType::Mt5 => &[SEQ2SEQ],
        ModelType::Bart | ModelType::Mbart | ModelType::Pegasus | ModelType::Marian => &[BART],
    };
    groups.iter().flat_map(|group| group.iter().copied())
}
