//! Keys that fill no field: those without effect, by the reason why, and those that are modelled at one value only.

mod kinds;

use super::super::model_type::ModelType;

/// Keys without effect, by the reason why, with spaces between them: a slice takes eight bytes more for each word, which compress
/// badly.
const INERT: &[&str] = &[
    // Where the file comes from, and which classes read it.
    "model_type architectures auto_map transformers_version adapters custom_pipelines transformers.js_config",
    // What weights begin with.
    "initializer_range initializer_factor",
    // Numbers inside a kernel.
    "rms_norm_eps layer_norm_eps layer_norm_epsilon query_pre_attn_scalar scale_attn_weights scale_attn_by_inverse_layer_idx",
    // Tables of positions are made for the batch at hand, whatever turns them.
    "rope_theta rope_scaling rope_parameters original_max_position_embeddings rotary_emb_base \
    relative_attention_max_distance",
    // Which token is which.
    "bos_token_id eos_token_id pad_token_id sep_token_id decoder_start_token_id forced_bos_token_id forced_eos_token_id",
    // How text is generated.
    "use_cache cache_implementation output_past prefix task_specific_params max_length min_length do_sample num_beams \
    temperature top_k top_p repetition_penalty length_penalty no_repeat_ngram_size early_stopping bad_words_ids \
    num_beam_groups diversity_penalty num_return_sequences encoder_no_repeat_ngram_size suppress_tokens \
    begin_suppress_tokens exponential_decay_length_penalty typical_p remove_invalid_values return_dict_in_generate \
    output_scores",
    // The scenario's precision, attention, task and classes say it; how many classes an encoder's labels are is read apart.
    "dtype torch_dtype attn_implementation num_labels id2label label2id problem_type finetuning_task gradient_checkpointing",
    // Two forms of the same result.
    "return_dict",
    // The factor of a loss that the model only adds where it gives out its router's logits.
    "router_aux_loss_coef",
    // Read by older versions of the library alone.
    "pretraining_tp tie_weights_ n_ctx directionality pooler_fc_size pooler_num_attention_heads pooler_num_fc_layers \
    pooler_size_per_head pooler_type tokenizer_class use_bfloat16 gradient_checkpointing",
];

/// Ways to write that something is off, zero or empty, as files have them.
const OFF: &[&str] = &["false"];
const ON: &[&str] = &["true"];
const ZERO: &[&str] = &["0", "0.0"];
const EMPTY: &[&str] = &["{}", "[]"];

/// Keys that are modelled at one value only.
const ONLY: &[(&str, &[&str])] = &[
    // All hidden states, or all scores, would be kept.
    ("output_attentions", OFF),
    ("output_hidden_states", OFF),
    ("torchscript", OFF),
    // Attention to another model's output; its weights train only where there is one.
    ("add_cross_attention", OFF),
    ("cross_attention_hidden_size", EMPTY),
    ("tie_encoder_decoder", OFF),
    ("is_decoder", OFF),
    // Fewer heads in some blocks.
    ("pruned_heads", EMPTY),
    // The MLP over parts of the sequence, one after the other.
    ("chunk_size_feed_forward", ZERO),
    ("position_embedding_type", &["absolute"]),
    ("sinusoidal_pos_embds", OFF),
    ("reorder_and_upcast_attn", OFF),
    // Noise on a router's input, and a loss over its logits.
    ("router_jitter_noise", ZERO),
    ("output_router_logits", OFF),
    ("use_bidirectional_attention", OFF),
    // Norms of queries and keys, halves side by side, dropout of the MLP's output alone, values that are cut.
    ("use_qk_norm", OFF),
    ("qk_layernorm", OFF),
    ("use_parallel_residual", OFF),
    ("hidden_dropout", ZERO),
    ("clip_qkv", &["null"]),
    // Norms after halves, layers left out at random, and layers without biases, of OPT; a bias of Seed-OSS's way back.
    ("do_layer_norm_before", ON),
    ("layerdrop", ZERO),
    ("enable_bias", ON),
    ("layer_norm_elementwise_affine", ON),
    ("attention_out_bias", OFF),
    // A gate on what attention finds, of Qwen3.5.
    ("attn_output_gate", ON),
    ("_remove_final_layer_norm", OFF),
    // Keys and values that blocks share, of Hunyuan.
    ("use_cla", OFF),
    // Biases of ModernBERT's layers and norms, and a loss over masked tokens alone.
    ("norm_bias", OFF),
    ("classifier_bias", OFF),
    ("decoder_bias", ON),
    ("classifier_activation", &["gelu"]),
    ("sparse_prediction", OFF),
    // Layers with biases, and experts in some blocks after the first with them, of Ernie 4.5.
    ("use_bias", OFF),
    ("moe_layer_interval", &["1"]),
    // The last block, whose place its reader knows as well.
    (LAST_WITH_EXPERTS, &["-1"]),
    // Biases of LFM2's convolutions, another rounding of its widths, and a choice of experts by their scores alone.
    ("conv_bias", OFF),
    ("block_multiple_of", &["256"]),
    ("block_ffn_dim_multiplier", &["1.0", "1"]),
    ("use_expert_bias", ON),
    // Pairs that lie apart, and layers with biases, of DeepSeek.
    ("rope_interleave", ON),
];

/// The last block with experts, of Ernie 4.5.
pub(crate) const LAST_WITH_EXPERTS: &str = "moe_layer_end_index";

/// How many of a kind's blocks come with one that attends to all tokens: what older files say of what newer ones list, at the only
/// value that was published.
const PATTERN: &str = "sliding_window_pattern";

/// The only values of a key that fills no field, an empty list where any will do; none where nobody knows the key.
pub(super) fn other(kind: ModelType, key: &str) -> Option<&'static [&'static str]> {
    if key == "is_encoder_decoder" {
        return Some(if kind.has_two_stacks() { ON } else { OFF });
    }
    // Biases of the MLPs that every token visits, and of ModernBERT's layers.
    if key == "mlp_bias" && matches!(kind, ModelType::DeepseekV2 | ModelType::ModernBert)
        || key == "attention_bias" && kind == ModelType::ModernBert
    {
        return Some(OFF);
    }
    // Pictures' tokens alone see one another in both directions, and text has none.
    if key == "use_bidirectional_attention" && kind.is_gemma4() {
        return Some(&["vision", "false"]);
    }
    // Weights of those chosen always sum to one in what was published.
    if key == "norm_topk_prob" && kind == ModelType::Lfm2Moe {
        return Some(ON);
    }
    // Its class turns whole heads or nothing.
    if key == "partial_rotary_factor" && kind == ModelType::SolarOpen {
        return Some(&["1", "1.0"]);
    }
    if key == PATTERN {
        return match kind {
            ModelType::Gemma3 => Some(&["6"]),
            ModelType::Olmo3 | ModelType::Cohere2 => Some(&["4"]),
            ModelType::Exaone4 | ModelType::ExaoneMoe => Some(&["4", "LLLG", "0"]),
            _ => None,
        };
    }
    if let Some((_, values)) = kinds::only(kind).iter().find(|(name, _)| *name == key) {
        return Some(values);
    }
    if holds(kinds::inert(kind), key) {
        return Some(&[]);
    }
    shared(key)
}

/// Those of a key that any network of the library may have, a tower as well.
pub(super) fn shared(key: &str) -> Option<&'static [&'static str]> {
    if let Some((_, values)) = ONLY.iter().find(|(name, _)| *name == key) {
        return Some(values);
    }
    // What begins with an underscore is the library's own.
    let is_inert = key.starts_with('_') || INERT.iter().any(|keys| holds(keys, key));
    is_inert.then_some(&[])
}

/// Whether a key stands among those with spaces between them.
fn holds(keys: &str, key: &str) -> bool {
    keys.split(' ').any(|one| one == key)
}
