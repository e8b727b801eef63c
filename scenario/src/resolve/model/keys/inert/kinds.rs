//! Keys without effect in one kind of model alone.

use super::super::super::model_type::ModelType;

/// What files of Hunyuan say beside its class, which norms queries and keys in any case and shares none of them between blocks.
const HUNYUAN: &str = "eod_token_id add_classification_head attention_head_dim cla_share_factor class_num dense_list enable_lm_head_fp32 \
    im_end_id im_newline_id im_start_id mask_init_id mlp_bias norm_type num_media_embeds org_vocab_size pad_id pool_type \
    qk_norm skip_cls_token text_end_id text_start_id use_qk_norm use_rotary_pos_emb xy_pos_id";
/// How MiniMax-M2 chooses experts, and layers that no class builds.
const MINIMAX_M2: &str = "attention_bias attn_type_list layernorm_full_attention_alpha layernorm_full_attention_beta \
    layernorm_linear_attention_alpha layernorm_linear_attention_beta layernorm_mlp_alpha layernorm_mlp_beta max_model_len \
    mlp_intermediate_size mtp_transformer_layers num_mtp_modules qk_norm_type scoring_func shared_intermediate_size \
    shared_moe_mode use_mtp use_qk_norm use_routing_bias";
/// Numbers inside of kernels of `ModernBERT`, which token is which, and kernels of another library.
const MODERNBERT: &str = "norm_eps initializer_cutoff_factor cls_token_id mask_token_id deterministic_flash_attn global_rope_theta \
    local_rope_theta sparse_pred_ignore_index reference_compile repad_logits_with_grad";
/// What Cohere 2's first release says of itself, which its class always has.
const COHERE2: &str = "logit_scale model_max_length order_of_interleaved_layers position_embedding_type rotary_pct use_embedding_sharing \
    use_gated_activation use_parallel_block use_parallel_embedding";

/// How Solar Open chooses experts, layers that no class builds, an MLP that no block has, and norms that queries and keys never have.
const SOLAR_OPEN: &str = "n_group topk_group routed_scaling_factor norm_topk_prob num_nextn_predict_layers moe_layer_freq scoring_func \
    first_k_dense_replace use_qk_norm";
/// How K-EXAONE chooses experts, which blocks have them in the words of older files, and layers that no class builds.
const EXAONE_MOE: &str = "attention_bias n_group topk_group topk_method routed_scaling_factor norm_topk_prob num_nextn_predict_layers \
    scoring_func is_moe_layer first_last_k_dense_replace";
/// How Ernie 4.5 chooses experts and trained them, layers that no class builds, and dropouts of an older class.
const ERNIE45_MOE: &str = "moe_norm_min moe_capacity moe_gate moe_use_aux_free num_nextn_predict_layers multi_token_pred_lambda \
    attention_probs_dropout_prob hidden_dropout_prob compression_ratio";
/// How `DeepSeek` chooses experts, layers that no class builds, and what follows from other keys.
const DEEPSEEK: &str = "n_group topk_group topk_method scoring_func routed_scaling_factor norm_topk_prob \
    num_nextn_predict_layers qk_head_dim \
    head_dim ep_size moe_layer_freq aux_loss_alpha seq_aux partial_rotary_factor first_k_dense_replace";

/// Granite 4: numbers that something is multiplied with, an MLP and experts that no block of those without a state has, and what blocks
/// with one would be made of.
const GRANITE4: &str = "embedding_multiplier logits_scaling residual_multiplier attention_multiplier intermediate_size \
    num_experts_per_tok init_method normalization_function mamba_chunk_size mamba_conv_bias mamba_d_conv mamba_d_head mamba_d_state \
    mamba_expand mamba_n_groups mamba_n_heads mamba_proj_bias time_step_limit";

/// What files of LFM2 say in names of the code that trained it, what weights begin with and its class always has.
const LFM2: &str = "full_attn_idxs attention_dropout block_dim block_mlp_init_scale block_norm_eps block_out_init_scale block_use_swiglu \
    block_use_xavier_init conv_dim conv_dim_out conv_use_xavier_init hidden_act norm_eps num_heads theta use_pos_enc \
    routed_scaling_factor";

/// What older classes of the BART kind read, the number that embeddings are multiplied with, and a head for another task.
const BART: &str = "add_bias_logits add_final_layer_norm classif_dropout classifier_dropout decoder_vocab_size extra_pos_embeddings \
    force_bos_token_to_be_generated init_std normalize_before normalize_embedding scale_embedding \
    static_position_embeddings";

/// Blocks that are left out at random, and tables of their own, which no published model has.
const BART_ONLY: &[(&str, &[&str])] = &[
    ("encoder_layerdrop", &["0", "0.0"]),
    ("decoder_layerdrop", &["0", "0.0"]),
    ("tie_word_embeddings", &["true"]),
    ("share_encoder_decoder_embeddings", &["true"]),
];

/// What published `DeBERTa` V3 has of what its class can do: distances alone, of both kinds, projected by the layers that tokens have.
const DEBERTA_V2: &[(&str, &[&str])] = &[
    ("relative_attention", &["true"]),
    ("position_biased_input", &["false"]),
    ("type_vocab_size", &["0"]),
    ("share_att_key", &["true"]),
    ("pos_att_type", &["p2c|c2p", "c2p|p2c", "p2c | c2p", "c2p | p2c", "[\"p2c\",\"c2p\"]", "[\"c2p\",\"p2c\"]"]),
    ("norm_rel_ebd", &["layer_norm"]),
    ("max_relative_positions", &["-1"]),
    ("conv_kernel_size", &["0"]),
    ("legacy", &["true"]),
    ("z_steps", &["0"]),
    ("pooler_hidden_size", &["hidden_size"]),
    ("embedding_size", &["hidden_size"]),
    ("attention_head_size", &["hidden_size / num_attention_heads"]),
    ("pooler_dropout", &["0", "0.0"]),
    ("pooler_hidden_act", &["gelu"]),
];

/// Heads for other tasks, what weights begin with, and which layers a backbone gives out.
const VIT: &str = "encoder_stride pooler_output_size pooler_act layerscale_value apply_layernorm reshape_hidden_states out_features out_indices \
    stage_names image_mean image_std projection_dim logit_scale_init_value projection_size vocab_size head_dim";
const TOWER_ONLY: &[(&str, &[&str])] = &[("num_channels", &["3"])];
/// Positions that turn nothing are of models with blocks that keep a state.
const GRANITE4_ONLY: &[(&str, &[&str])] = &[("position_embedding_type", &["rope"])];
/// Positions in three parts are of models with a tower.
const QWEN2_ONLY: &[(&str, &[&str])] = &[("use_mrope", &["false"])];
const VIT_ONLY: &[(&str, &[&str])] = &[("num_channels", &["3"]), ("head_dim", &["hidden_size / num_attention_heads"])];

/// Keys of one kind that are modelled at one value only.
pub(super) const fn only(kind: ModelType) -> &'static [(&'static str, &'static [&'static str])] {
    match kind {
        ModelType::DebertaV2 => DEBERTA_V2,
        ModelType::Bart | ModelType::Mbart | ModelType::Pegasus | ModelType::Marian => BART_ONLY,
        ModelType::SiglipVision | ModelType::ClipVision => TOWER_ONLY,
        _ if kind.reads_pictures() => VIT_ONLY,
        ModelType::GraniteMoeHybrid => GRANITE4_ONLY,
        ModelType::Qwen2 => QWEN2_ONLY,
        _ => &[],
    }
}

/// Keys without effect in one kind, with spaces between them.
pub(super) const fn inert(kind: ModelType) -> &'static str {
    match kind {
        // These projections have no bias, or always one, whatever a configuration says.
        ModelType::Mistral
        | ModelType::Ministral
        | ModelType::Ministral3
        | ModelType::Cwm
        | ModelType::Exaone4
        | ModelType::Qwen2
        | ModelType::Qwen2Moe => "attention_bias",
        // Older versions had no experts of another kind.
        ModelType::Mixtral => "attention_bias layer_types",
        // Its model drops no embeddings.
        ModelType::Phi3 => "attention_bias embd_pdrop",
        // Their windows go by no count of blocks.
        ModelType::Qwen3Moe | ModelType::SmolLm3 => "max_window_layers",
        // `hidden_act` decides, and both names of GELU mean its approximation.
        ModelType::Gemma => "hidden_activation",
        // `hidden_activation` decides.
        ModelType::Gemma2 => "hidden_act",
        // That, and what turns tables of positions.
        ModelType::Gemma3 => "hidden_act rope_local_base_freq",
        // `hidden_activation` decides; heads of blocks one by one are read into fields of their own.
        ModelType::Gemma4 | ModelType::Gemma4Unified => "hidden_act per_layer_config",
        // Numbers that something is multiplied with, whatever they are.
        ModelType::Granite | ModelType::GraniteMoe | ModelType::GraniteMoeShared => {
            "embedding_multiplier logits_scaling residual_multiplier attention_multiplier"
        }
        // So too, an MLP and experts that no block has, and what blocks would be made of that keep a state.
        ModelType::GraniteMoeHybrid => GRANITE4,
        // Numbers inside of a kernel, and what older files say of experts, of MXFP4 and of windows.
        ModelType::GptOss => {
            "swiglu_limit swiglu_alpha experts_per_token initial_context_length rope_ntk_alpha rope_scaling_factor"
        }
        // Which experts are chosen, by what number their weights are multiplied, and layers that no class builds.
        ModelType::Glm4Moe | ModelType::Dots1 => {
            "n_group topk_group routed_scaling_factor norm_topk_prob num_nextn_predict_layers moe_layer_freq scoring_func \
            use_sliding_window"
        }
        ModelType::Vit
        | ModelType::Deit
        | ModelType::Dinov2
        | ModelType::Dinov2WithRegisters
        | ModelType::SiglipVision
        | ModelType::ClipVision => VIT,
        ModelType::Lfm2 | ModelType::Lfm2Moe => LFM2,
        ModelType::Nemotron => "norm_eps",
        ModelType::SolarOpen => SOLAR_OPEN,
        ModelType::ExaoneMoe => EXAONE_MOE,
        ModelType::Ernie45Moe => ERNIE45_MOE,
        ModelType::DeepseekV2 | ModelType::DeepseekV3 | ModelType::Glm4MoeLite => DEEPSEEK,
        // Layers that no class of `transformers` builds, how positions of pictures are turned, and what files say of experts where there are
        // none, or none but sparse blocks whose weights always sum to one.
        ModelType::Qwen3Next | ModelType::Qwen35 | ModelType::Qwen35Moe => {
            "mtp_num_hidden_layers mtp_use_dedicated_embeddings mlp_only_layers norm_topk_prob mrope_interleaved \
            mrope_section use_sliding_window"
        }
        ModelType::Cohere => "logit_scale model_max_length",
        ModelType::Cohere2 => COHERE2,
        ModelType::HunYuan => HUNYUAN,
        ModelType::MiniMaxM2 => MINIMAX_M2,
        // A head for another task, and a name that its attention does not read.
        ModelType::GptNeoX => "classifier_dropout attention_probs_dropout_prob",
        // What weights begin with, and a dropout that no class has.
        ModelType::Opt => "init_std activation_dropout",
        ModelType::Bart | ModelType::Mbart | ModelType::Pegasus | ModelType::Marian => BART,
        // Dropouts of an older class.
        ModelType::Ernie45 => "attention_probs_dropout_prob hidden_dropout_prob compression_ratio",
        ModelType::Starcoder2 => "norm_epsilon norm_type mlp_type",
        // Heads for other tasks, and that positions turn something.
        ModelType::Gpt2 | ModelType::GptJ => {
            "summary_activation summary_first_dropout summary_proj_to_labels summary_type summary_use_proj rotary"
        }
        ModelType::DistilBert => "qa_dropout",
        ModelType::Electra => "summary_activation summary_last_dropout summary_type summary_use_proj",
        ModelType::ModernBert => MODERNBERT,
        // What its convolution would be, where it had one, and which token is padding.
        ModelType::DebertaV2 => "conv_act conv_groups padding_idx",
        // Positions are relative; what follows from `feed_forward_proj`; a head for another task.
        ModelType::Mt5 => "n_positions dense_act_fn is_gated_act classifier_dropout tie_word_embeddings scale_decoder_outputs",
        ModelType::T5 => "n_positions dense_act_fn is_gated_act classifier_dropout",
        ModelType::Llama
        | ModelType::Qwen3
        | ModelType::Bert
        | ModelType::Roberta
        | ModelType::Mpnet
        | ModelType::Olmo
        | ModelType::Olmo2
        | ModelType::Olmo3
        | ModelType::StableLm
        | ModelType::Phi
        | ModelType::SeedOss
        | ModelType::Arcee
        | ModelType::Olmoe
        | ModelType::Glm
        | ModelType::Helium
        | ModelType::Glm4 => "",
    }
}
