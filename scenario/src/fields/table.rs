//! The table itself, in the order in which a scenario is written.

use super::{Field, Kind, Value};
use crate::{limits, parts, visible};
use wire::v1::choices::{
    ActivationCheckpointing, AdapterDtype, Alignment, Attention, AttentionMask, Cache, CaseStyle, Circuit, DataKind, Framework,
    Implementation, KvCacheDtype, LinearAttention, LoraPreset, LossLogits, MemoryFormat, Method, Offload, OperatingSystem,
    Optimizer, OptimizerImplementation, PeakMemoryOf, Precision, ServingEngine, ServingOffload, Sharding, Speculative, Task,
    Vendor, VisionTower, WeightsFormat, Workload,
};
use wire::v1::scenario::{CustomGpu, GpuChoice, LoraTargets, ModelConfig, OwnedPart, Scenario};

/// One row: pointer, name, kind, and the path to the leaf.
macro_rules! leaf {
    ($pointer:literal, $name:literal, text, $($path:ident).+) => {
        leaf!(@row $pointer, $name, Kind::Text, |s| s.$($path).+.clone().map(Value::Text), |s, v| s.$($path).+ = v.and_then(Value::text))
    };
    ($pointer:literal, $name:literal, integer $range:ident, $($path:ident).+) => {
        leaf!(@row $pointer, $name, Kind::Integer(limits::$range), |s| s.$($path).+.map(Value::Integer), |s, v| s.$($path).+ = v.and_then(Value::integer))
    };
    ($pointer:literal, $name:literal, number $range:ident, $($path:ident).+) => {
        leaf!(@row $pointer, $name, Kind::Number(limits::$range), |s| s.$($path).+.map(Value::Number), |s, v| s.$($path).+ = v.and_then(Value::number))
    };
    ($pointer:literal, $name:literal, flag, $($path:ident).+) => {
        leaf!(@row $pointer, $name, Kind::Flag, |s| s.$($path).+.map(Value::Flag), |s, v| s.$($path).+ = v.and_then(Value::flag))
    };
    ($pointer:literal, $name:literal, choice $choice:ident, $($path:ident).+) => {
        leaf!(@row $pointer, $name, Kind::Choice($choice::WORDS), |s| s.$($path).+.map(|choice| Value::Text(choice.as_str().to_owned())),
            |s, v| s.$($path).+ = v.and_then(Value::text).and_then(|word| $choice::from_word(&word)))
    };
    (@row $pointer:literal, $name:literal, $kind:expr, $read:expr, $write:expr) => {
        Field { pointer: $pointer, name: $name, kind: $kind, read: $read, write: $write }
    };
}

/// One row of a part that may be missing as a whole: a card or a model described by hand.
macro_rules! part {
    ($part:ident / $part_mut:ident, $pointer:literal, $name:literal, text, $leaf:ident) => {
        leaf!(@row $pointer, $name, Kind::Text, |s| $part(s)?.$leaf.clone().map(Value::Text), |s, v| {
            // Given by hand, and shown to everyone who opens the link.
            if let Some(part) = $part_mut(s, v.is_some()) { part.$leaf = v.and_then(Value::text).map(|text| visible::line(&text)) }
        })
    };
    ($part:ident / $part_mut:ident, $pointer:literal, $name:literal, integer $range:ident, $leaf:ident) => {
        leaf!(@row $pointer, $name, Kind::Integer(limits::$range), |s| $part(s)?.$leaf.map(Value::Integer), |s, v| {
            if let Some(part) = $part_mut(s, v.is_some()) { part.$leaf = v.and_then(Value::integer) }
        })
    };
    ($part:ident / $part_mut:ident, $pointer:literal, $name:literal, number $range:ident, $leaf:ident) => {
        leaf!(@row $pointer, $name, Kind::Number(limits::$range), |s| $part(s)?.$leaf.map(Value::Number), |s, v| {
            if let Some(part) = $part_mut(s, v.is_some()) { part.$leaf = v.and_then(Value::number) }
        })
    };
    ($part:ident / $part_mut:ident, $pointer:literal, $name:literal, flag, $leaf:ident) => {
        leaf!(@row $pointer, $name, Kind::Flag, |s| $part(s)?.$leaf.map(Value::Flag), |s, v| {
            if let Some(part) = $part_mut(s, v.is_some()) { part.$leaf = v.and_then(Value::flag) }
        })
    };
    ($part:ident / $part_mut:ident, $pointer:literal, $name:literal, choice $choice:ident, $leaf:ident) => {
        leaf!(@row $pointer, $name, Kind::Choice($choice::WORDS), |s| $part(s)?.$leaf.map(|choice| Value::Text(choice.as_str().to_owned())), |s, v| {
            if let Some(part) = $part_mut(s, v.is_some()) { part.$leaf = v.and_then(Value::text).and_then(|word| $choice::from_word(&word)) }
        })
    };
}

fn card(scenario: &Scenario) -> Option<&CustomGpu> {
    scenario.hardware.gpu.as_ref()?.custom()
}

/// The card described by hand; one figure of it turns an id into a description.
fn card_mut(scenario: &mut Scenario, create: bool) -> Option<&mut CustomGpu> {
    if create && card(scenario).is_none() {
        scenario.hardware.gpu = Some(GpuChoice::Custom(Box::default()));
    }
    match &mut scenario.hardware.gpu {
        Some(GpuChoice::Custom(custom)) => Some(custom),
        _ => None,
    }
}

fn config(scenario: &Scenario) -> Option<&ModelConfig> {
    scenario.model.config.as_deref()
}

fn config_mut(scenario: &mut Scenario, create: bool) -> Option<&mut ModelConfig> {
    if create && scenario.model.config.is_none() {
        scenario.model.config = Some(Box::default());
    }
    scenario.model.config.as_deref_mut()
}

/// Attention of a block, in the words of Hugging Face.
pub(crate) const LAYER_TYPES: &[&str] = &["full_attention", "sliding_attention", "linear_attention", "conv"];
/// MLPs that a configuration's `mlp_layer_types` may name.
pub(crate) const MLP_LAYER_TYPES: &[&str] = &["dense", "sparse"];

fn read_targets(scenario: &Scenario) -> Option<Value> {
    scenario.training.lora.targets.as_ref().map(|targets| match targets {
        LoraTargets::Preset(preset) => Value::Text(preset.as_str().to_owned()),
        LoraTargets::Named(names) => Value::List(names.clone()),
    })
}

fn write_targets(scenario: &mut Scenario, value: Option<Value>) {
    scenario.training.lora.targets = match value {
        Some(Value::Text(word)) => LoraPreset::from_word(&word).map(LoraTargets::Preset),
        Some(Value::List(names)) => Some(LoraTargets::Named(names)),
        _ => None,
    };
}

fn read_owned(scenario: &Scenario) -> Option<Value> {
    let owned = scenario.hardware.owned.as_ref()?;
    Some(Value::List(owned.iter().map(OwnedPart::words).collect()))
}

fn write_owned(scenario: &mut Scenario, value: Option<Value>) {
    let parts = value.and_then(Value::list);
    scenario.hardware.owned = parts.map(|parts| parts.iter().filter_map(|part| parts::parse_owned(part)).collect());
}

fn read_parts(scenario: &Scenario) -> Option<Value> {
    Some(Value::List(scenario.hardware.parts.clone()?))
}

fn write_parts(scenario: &mut Scenario, value: Option<Value>) {
    let parts = value.and_then(Value::list);
    scenario.hardware.parts = parts.map(|parts| parts.iter().map(|id| id.trim().to_ascii_lowercase()).collect());
}

fn read_methods(scenario: &Scenario) -> Option<Value> {
    let methods = scenario.constraints.methods.as_ref()?;
    Some(Value::List(methods.iter().map(|method| method.as_str().to_owned()).collect()))
}

fn write_methods(scenario: &mut Scenario, value: Option<Value>) {
    let words = value.and_then(Value::list);
    scenario.constraints.methods = words.map(|words| words.iter().filter_map(|word| Method::from_word(word)).collect());
}

fn read_budget(scenario: &Scenario) -> Option<Value> {
    scenario.constraints.budget.as_ref()?.amount.map(Value::Number)
}

fn write_budget(scenario: &mut Scenario, value: Option<Value>) {
    let amount = value.and_then(Value::number);
    if amount.is_some() || scenario.constraints.budget.is_some() {
        scenario.constraints.budget.get_or_insert_default().amount = amount;
    }
}

fn read_currency(scenario: &Scenario) -> Option<Value> {
    scenario.constraints.budget.as_ref()?.currency.clone().map(Value::Text)
}

fn write_currency(scenario: &mut Scenario, value: Option<Value>) {
    let currency = value.and_then(Value::text).map(|code| code.to_ascii_uppercase());
    if currency.is_some() || scenario.constraints.budget.is_some() {
        scenario.constraints.budget.get_or_insert_default().currency = currency;
    }
}

fn read_rate(scenario: &Scenario) -> Option<Value> {
    scenario.constraints.budget.as_ref()?.per_usd.map(Value::Number)
}

fn write_rate(scenario: &mut Scenario, value: Option<Value>) {
    let rate = value.and_then(Value::number);
    if rate.is_some() || scenario.constraints.budget.is_some() {
        scenario.constraints.budget.get_or_insert_default().per_usd = rate;
    }
}

fn read_excluded(scenario: &Scenario) -> Option<Value> {
    let vendors = scenario.constraints.excluded_vendors.as_ref()?;
    Some(Value::List(vendors.iter().map(|vendor| vendor.as_str().to_owned()).collect()))
}

fn write_excluded(scenario: &mut Scenario, value: Option<Value>) {
    let words = value.and_then(Value::list);
    scenario.constraints.excluded_vendors = words.map(|words| words.iter().filter_map(|word| Vendor::from_word(word)).collect());
}

/// Every leaf.
#[rustfmt::skip]
pub static FIELDS: &[Field] = &[
    leaf!("/id", "id", text, id),
    // `task` is what an encoder is trained for, in a query.
    leaf!("/task", "workload", choice Workload, task),

    leaf!(@row "/hardware/gpu", "gpu", Kind::Text, |s| s.hardware.gpu.as_ref()?.id().map(|id| Value::Text(id.to_owned())),
        |s, v| s.hardware.gpu = v.and_then(Value::text).map(GpuChoice::Id)),
    part!(card/card_mut, "/hardware/gpu/name", "gpu.name", text, name),
    part!(card/card_mut, "/hardware/gpu/memory_gib", "gpu.memory", number GPU_MEMORY_GIB, memory_gib),
    part!(card/card_mut, "/hardware/gpu/memory_bandwidth_gb_per_s", "gpu.bandwidth", number GPU_BANDWIDTH_GB_PER_S, memory_bandwidth_gb_per_s),
    part!(card/card_mut, "/hardware/gpu/fp32_tflops", "gpu.fp32", number GPU_TFLOPS, fp32_tflops),
    part!(card/card_mut, "/hardware/gpu/tf32_dense_tflops", "gpu.tf32", number GPU_TFLOPS, tf32_dense_tflops),
    part!(card/card_mut, "/hardware/gpu/fp16_dense_tflops", "gpu.fp16", number GPU_TFLOPS, fp16_dense_tflops),
    part!(card/card_mut, "/hardware/gpu/bf16_dense_tflops", "gpu.bf16", number GPU_TFLOPS, bf16_dense_tflops),
    part!(card/card_mut, "/hardware/gpu/pcie_gen", "gpu.pcie", integer PCIE_GEN, pcie_gen),
    part!(card/card_mut, "/hardware/gpu/pcie_lanes", "gpu.lanes", integer PCIE_LANES, pcie_lanes),
    part!(card/card_mut, "/hardware/gpu/nvlink_gb_per_s", "gpu.nvlink", number NVLINK_GB_PER_S, nvlink_gb_per_s),
    part!(card/card_mut, "/hardware/gpu/tdp_w", "gpu.tdp", number TDP_W, tdp_w),
    part!(card/card_mut, "/hardware/gpu/vendor", "gpu.vendor", choice Vendor, vendor),
    leaf!("/hardware/gpu_count", "gpus", integer GPU_COUNT, hardware.gpu_count),
    leaf!("/hardware/nodes", "nodes", integer NODES, hardware.nodes),
    leaf!("/hardware/display_attached", "display", flag, hardware.display_attached),
    leaf!("/hardware/cpu", "cpu", text, hardware.cpu),
    leaf!("/hardware/ram_gib", "ram", integer RAM_GIB, hardware.ram_gib),
    leaf!("/hardware/storage", "storage", text, hardware.storage),
    leaf!("/hardware/storage_count", "drives", integer STORAGE_COUNT, hardware.storage_count),
    leaf!("/hardware/os", "os", choice OperatingSystem, hardware.os),
    leaf!("/hardware/circuit", "circuit", choice Circuit, hardware.circuit),
    leaf!("/hardware/case", "case", choice CaseStyle, hardware.case),
    leaf!(@row "/hardware/owned", "owned", Kind::Owned, read_owned, write_owned),
    leaf!(@row "/hardware/parts", "parts", Kind::Parts, read_parts, write_parts),

    leaf!("/model/id", "model", text, model.id),
    part!(config/config_mut, "/model/config/model_type", "config.type", text, model_type),
    part!(config/config_mut, "/model/config/vocab_size", "config.vocab", integer CONFIG_VOCAB, vocab_size),
    part!(config/config_mut, "/model/config/hidden_size", "config.hidden", integer CONFIG_WIDTH, hidden_size),
    part!(config/config_mut, "/model/config/intermediate_size", "config.intermediate", integer CONFIG_INTERMEDIATE, intermediate_size),
    part!(config/config_mut, "/model/config/num_hidden_layers", "config.layers", integer CONFIG_LAYERS, num_hidden_layers),
    part!(config/config_mut, "/model/config/num_attention_heads", "config.heads", integer CONFIG_HEADS, num_attention_heads),
    part!(config/config_mut, "/model/config/num_key_value_heads", "config.kv_heads", integer CONFIG_HEADS, num_key_value_heads),
    part!(config/config_mut, "/model/config/head_dim", "config.head_dim", integer CONFIG_WIDTH, head_dim),
    part!(config/config_mut, "/model/config/max_position_embeddings", "config.positions", integer CONFIG_POSITIONS, max_position_embeddings),
    part!(config/config_mut, "/model/config/type_vocab_size", "config.segments", integer CONFIG_SEGMENTS, type_vocab_size),
    part!(config/config_mut, "/model/config/num_labels", "config.labels", integer NUM_CLASSES, num_labels),
    part!(config/config_mut, "/model/config/tie_word_embeddings", "config.tied", flag, tie_word_embeddings),
    part!(config/config_mut, "/model/config/attention_bias", "config.bias", flag, attention_bias),
    part!(config/config_mut, "/model/config/num_experts", "config.experts", integer CONFIG_EXPERTS_OR_NONE, num_experts),
    part!(config/config_mut, "/model/config/num_experts_per_tok", "config.experts_per_tok", integer CONFIG_EXPERTS, num_experts_per_tok),
    part!(config/config_mut, "/model/config/moe_intermediate_size", "config.moe_intermediate", integer CONFIG_INTERMEDIATE, moe_intermediate_size),
    part!(config/config_mut, "/model/config/shared_expert_intermediate_size", "config.shared_expert", integer CONFIG_SHARED_EXPERT, shared_expert_intermediate_size),
    part!(config/config_mut, "/model/config/decoder_sparse_step", "config.sparse_step", integer CONFIG_SPARSE_STEP, decoder_sparse_step),
    part!(config/config_mut, "/model/config/norm_topk_prob", "config.norm_topk", flag, norm_topk_prob),
    part!(config/config_mut, "/model/config/num_decoder_layers", "config.decoder_layers", integer CONFIG_LAYERS, num_decoder_layers),
    part!(config/config_mut, "/model/config/relative_attention_num_buckets", "config.buckets", integer CONFIG_BUCKETS, relative_attention_num_buckets),
    part!(config/config_mut, "/model/config/feed_forward_proj", "config.feed_forward", text, feed_forward_proj),
    part!(config/config_mut, "/model/config/scale_decoder_outputs", "config.scaled_output", flag, scale_decoder_outputs),
    part!(config/config_mut, "/model/config/hidden_act", "config.act", text, hidden_act),
    part!(config/config_mut, "/model/config/mlp_bias", "config.mlp_bias", flag, mlp_bias),
    part!(config/config_mut, "/model/config/qkv_bias", "config.qkv_bias", flag, qkv_bias),
    part!(config/config_mut, "/model/config/attention_dropout", "config.attention_dropout", number SHARE, attention_dropout),
    part!(config/config_mut, "/model/config/hidden_dropout_prob", "config.dropout", number SHARE, hidden_dropout_prob),
    part!(config/config_mut, "/model/config/embd_pdrop", "config.embedding_dropout", number SHARE, embd_pdrop),
    part!(config/config_mut, "/model/config/activation_dropout", "config.activation_dropout", number SHARE, activation_dropout),
    part!(config/config_mut, "/model/config/classifier_dropout", "config.classifier_dropout", number SHARE, classifier_dropout),
    part!(config/config_mut, "/model/config/partial_rotary_factor", "config.rotary", number SHARE, partial_rotary_factor),
    part!(config/config_mut, "/model/config/sliding_window", "config.window", integer CONFIG_WINDOW, sliding_window),
    part!(config/config_mut, "/model/config/use_sliding_window", "config.use_window", flag, use_sliding_window),
    part!(config/config_mut, "/model/config/max_window_layers", "config.window_layers", integer CONFIG_SOME_LAYERS, max_window_layers),
    leaf!(@row "/model/config/layer_types", "config.layer_types", Kind::Choices(LAYER_TYPES), |s| config(s)?.layer_types.clone().map(Value::List), |s, v| {
        if let Some(part) = config_mut(s, v.is_some()) { part.layer_types = v.and_then(Value::list) }
    }),
    part!(config/config_mut, "/model/config/attn_logit_softcapping", "config.softcap", number CONFIG_SOFTCAP, attn_logit_softcapping),
    part!(config/config_mut, "/model/config/final_logit_softcapping", "config.final_softcap", number CONFIG_SOFTCAP, final_logit_softcapping),
    leaf!(@row "/model/config/mlp_only_layers", "config.mlp_layers", Kind::Integers(limits::CONFIG_LAYER), |s| config(s)?.mlp_only_layers.clone().map(Value::Integers), |s, v| {
        if let Some(part) = config_mut(s, v.is_some()) { part.mlp_only_layers = v.and_then(Value::integers) }
    }),
    leaf!(@row "/model/config/no_rope_layers", "config.no_rope", Kind::Integers(limits::CONFIG_LAYER), |s| config(s)?.no_rope_layers.clone().map(Value::Integers), |s, v| {
        if let Some(part) = config_mut(s, v.is_some()) { part.no_rope_layers = v.and_then(Value::integers) }
    }),
    part!(config/config_mut, "/model/config/no_rope_layer_interval", "config.no_rope_interval", integer CONFIG_SPARSE_STEP, no_rope_layer_interval),
    part!(config/config_mut, "/model/config/use_qk_norm", "config.qk_norm", flag, use_qk_norm),
    part!(config/config_mut, "/model/config/use_parallel_residual", "config.parallel", flag, use_parallel_residual),
    part!(config/config_mut, "/model/config/embedding_size", "config.embedding", integer CONFIG_WIDTH, embedding_size),
    part!(config/config_mut, "/model/config/local_attention", "config.local", integer CONFIG_LOCAL, local_attention),
    part!(config/config_mut, "/model/config/classifier_pooling", "config.pooling", text, classifier_pooling),
    part!(config/config_mut, "/model/config/global_attn_every_n_layers", "config.global", integer CONFIG_SPARSE_STEP, global_attn_every_n_layers),
    part!(config/config_mut, "/model/config/rotary_dim", "config.rotary_dim", integer CONFIG_ROTARY, rotary_dim),
    leaf!(@row "/model/config/mlp_layer_types", "config.mlp_types", Kind::Choices(MLP_LAYER_TYPES), |s| config(s)?.mlp_layer_types.clone().map(Value::List), |s, v| {
        if let Some(part) = config_mut(s, v.is_some()) { part.mlp_layer_types = v.and_then(Value::list) }
    }),
    part!(config/config_mut, "/model/config/n_shared_experts", "config.shared_experts", integer CONFIG_SHARED_COUNT, n_shared_experts),
    part!(config/config_mut, "/model/config/first_k_dense_replace", "config.dense_layers", integer CONFIG_SOME_LAYERS, first_k_dense_replace),
    part!(config/config_mut, "/model/config/q_lora_rank", "config.q_rank", integer CONFIG_RANK, q_lora_rank),
    part!(config/config_mut, "/model/config/kv_lora_rank", "config.kv_rank", integer CONFIG_WIDTH, kv_lora_rank),
    part!(config/config_mut, "/model/config/qk_nope_head_dim", "config.nope", integer CONFIG_WIDTH, qk_nope_head_dim),
    part!(config/config_mut, "/model/config/qk_rope_head_dim", "config.rope", integer CONFIG_WIDTH, qk_rope_head_dim),
    part!(config/config_mut, "/model/config/v_head_dim", "config.value", integer CONFIG_WIDTH, v_head_dim),
    part!(config/config_mut, "/model/config/full_attention_interval", "config.full_interval", integer CONFIG_SPARSE_STEP, full_attention_interval),
    part!(config/config_mut, "/model/config/linear_num_key_heads", "config.linear_keys", integer CONFIG_HEADS, linear_num_key_heads),
    part!(config/config_mut, "/model/config/linear_num_value_heads", "config.linear_values", integer CONFIG_HEADS, linear_num_value_heads),
    part!(config/config_mut, "/model/config/linear_key_head_dim", "config.linear_key", integer CONFIG_WIDTH, linear_key_head_dim),
    part!(config/config_mut, "/model/config/linear_value_head_dim", "config.linear_value", integer CONFIG_WIDTH, linear_value_head_dim),
    part!(config/config_mut, "/model/config/linear_conv_kernel_dim", "config.linear_conv", integer CONFIG_SPARSE_STEP, linear_conv_kernel_dim),
    part!(config/config_mut, "/model/config/mamba_ssm_dtype", "config.state_dtype", text, mamba_ssm_dtype),
    part!(config/config_mut, "/model/config/global_head_dim", "config.global_head", integer CONFIG_WIDTH, global_head_dim),
    part!(config/config_mut, "/model/config/num_global_key_value_heads", "config.global_kv_heads", integer CONFIG_HEADS, num_global_key_value_heads),
    part!(config/config_mut, "/model/config/attention_k_eq_v", "config.k_eq_v", flag, attention_k_eq_v),
    part!(config/config_mut, "/model/config/num_kv_shared_layers", "config.kv_shared", integer CONFIG_SOME_LAYERS, num_kv_shared_layers),
    part!(config/config_mut, "/model/config/use_double_wide_mlp", "config.double_mlp", flag, use_double_wide_mlp),
    part!(config/config_mut, "/model/config/hidden_size_per_layer_input", "config.per_layer", integer CONFIG_RANK, hidden_size_per_layer_input),
    part!(config/config_mut, "/model/config/vocab_size_per_layer_input", "config.per_layer_vocab", integer CONFIG_VOCAB, vocab_size_per_layer_input),
    part!(config/config_mut, "/model/config/enable_moe_block", "config.moe_block", flag, enable_moe_block),
    part!(config/config_mut, "/model/config/block_auto_adjust_ff_dim", "config.adjust_mlp", flag, block_auto_adjust_ff_dim),
    part!(config/config_mut, "/model/config/image_size", "config.image", integer IMAGE_SIDE, image_size),
    part!(config/config_mut, "/model/config/patch_size", "config.patch", integer CONFIG_PATCH, patch_size),
    part!(config/config_mut, "/model/config/mlp_ratio", "config.mlp_ratio", integer CONFIG_RATIO, mlp_ratio),
    part!(config/config_mut, "/model/config/use_swiglu_ffn", "config.swiglu", flag, use_swiglu_ffn),
    part!(config/config_mut, "/model/config/drop_path_rate", "config.drop_path", number SHARE, drop_path_rate),
    part!(config/config_mut, "/model/config/num_register_tokens", "config.registers", integer CONFIG_RANK, num_register_tokens),
    part!(config/config_mut, "/model/config/use_mask_token", "config.mask_token", flag, use_mask_token),
    part!(config/config_mut, "/model/config/vision_use_head", "config.vision_head", flag, vision_use_head),
    part!(config/config_mut, "/model/config/text_model_type", "config.text_type", text, text_model_type),
    part!(config/config_mut, "/model/config/vision_depth", "config.vision_depth", integer CONFIG_LAYERS, vision_depth),
    part!(config/config_mut, "/model/config/vision_hidden_size", "config.vision_width", integer CONFIG_WIDTH, vision_hidden_size),
    part!(config/config_mut, "/model/config/vision_intermediate_size", "config.vision_mlp", integer CONFIG_INTERMEDIATE, vision_intermediate_size),
    part!(config/config_mut, "/model/config/vision_num_heads", "config.vision_heads", integer CONFIG_HEADS, vision_num_heads),
    leaf!(@row "/model/config/vision_deepstack_visual_indexes", "config.vision_deepstack", Kind::Integers(limits::CONFIG_LAYER), |s| config(s)?.vision_deepstack_visual_indexes.clone().map(Value::Integers), |s, v| {
        if let Some(part) = config_mut(s, v.is_some()) { part.vision_deepstack_visual_indexes = v.and_then(Value::integers) }
    }),
    part!(config/config_mut, "/model/config/unread_keys", "config.unread", text, unread_keys),

    leaf!("/training/method", "method", choice Method, training.method),
    leaf!("/training/lora/rank", "rank", integer LORA_RANK, training.lora.rank),
    leaf!(@row "/training/lora/targets", "targets", Kind::Targets, read_targets, write_targets),
    leaf!("/training/lora/dropout", "dropout", number LORA_DROPOUT, training.lora.dropout),
    leaf!("/training/lora/adapter_dtype", "adapter", choice AdapterDtype, training.lora.adapter_dtype),
    leaf!("/training/lora/use_dora", "dora", flag, training.lora.use_dora),
    leaf!("/training/quantization/bits", "bits", integer QUANTIZATION_BITS, training.quantization.bits),
    leaf!("/training/quantization/double_quantization", "dq", flag, training.quantization.double_quantization),
    leaf!("/training/quantization/upcast_unquantized", "upcast", flag, training.quantization.upcast_unquantized),
    leaf!("/training/precision", "precision", choice Precision, training.precision),
    leaf!("/training/optimizer", "optimizer", choice Optimizer, training.optimizer),
    leaf!("/training/optimizer_implementation", "impl", choice OptimizerImplementation, training.optimizer_implementation),
    leaf!("/training/weight_decay", "wd", number WEIGHT_DECAY, training.weight_decay),
    leaf!("/training/embedding_states_32bit", "embed32", flag, training.embedding_states_32bit),
    leaf!("/training/activation_checkpointing", "checkpointing", choice ActivationCheckpointing, training.activation_checkpointing),
    leaf!("/training/alignment", "alignment", choice Alignment, training.alignment),
    leaf!("/training/vision_tower", "vision", choice VisionTower, training.vision_tower),
    leaf!("/training/attention", "attention", choice Attention, training.attention),
    leaf!("/training/linear_attention", "linear", choice LinearAttention, training.linear_attention),
    leaf!("/training/attention_mask", "mask", choice AttentionMask, training.attention_mask),
    leaf!("/training/loss_logits", "loss", choice LossLogits, training.loss_logits),
    leaf!("/training/memory_format", "format", choice MemoryFormat, training.memory_format),
    leaf!("/training/resident_frozen_models", "resident", flag, training.resident_frozen_models),
    leaf!("/training/micro_batch_size", "batch", integer MICRO_BATCH_SIZE, training.micro_batch_size),
    leaf!("/training/gradient_accumulation_steps", "accumulation", integer GRADIENT_ACCUMULATION_STEPS, training.gradient_accumulation_steps),
    leaf!("/training/sharding", "sharding", choice Sharding, training.sharding),
    leaf!("/training/implementation", "implementation", choice Implementation, training.implementation),
    leaf!("/training/offload", "offload", choice Offload, training.offload),
    leaf!("/training/framework", "framework", choice Framework, training.framework),
    leaf!("/training/loader/num_workers", "workers", integer NUM_WORKERS, training.loader.num_workers),
    leaf!("/training/loader/prefetch_factor", "prefetch", integer PREFETCH_FACTOR, training.loader.prefetch_factor),
    leaf!("/training/loader/pin_memory", "pin", flag, training.loader.pin_memory),
    leaf!("/training/loader/persistent_workers", "persistent", flag, training.loader.persistent_workers),
    leaf!("/training/loader/cache", "cache", choice Cache, training.loader.cache),
    leaf!("/training/loader/batched_preprocessing", "batched", flag, training.loader.batched_preprocessing),
    leaf!("/training/epochs", "epochs", integer EPOCHS, training.epochs),

    leaf!("/serving/engine", "engine", choice ServingEngine, serving.engine),
    leaf!("/serving/weights_format", "weights", choice WeightsFormat, serving.weights_format),
    leaf!("/serving/kv_cache_dtype", "kv", choice KvCacheDtype, serving.kv_cache_dtype),
    leaf!("/serving/context_length", "context", integer CONTEXT_LENGTH, serving.context_length),
    leaf!("/serving/prompt_tokens", "prompt", integer REQUEST_TOKENS, serving.prompt_tokens),
    leaf!("/serving/output_tokens", "output", integer REQUEST_TOKENS, serving.output_tokens),
    leaf!("/serving/images_per_prompt", "images", integer IMAGES_PER_PROMPT, serving.images_per_prompt),
    leaf!("/serving/shared_prefix_tokens", "prefix", integer SHARED_PREFIX, serving.shared_prefix_tokens),
    leaf!("/serving/length_spread", "spread", number LENGTH_SPREAD, serving.length_spread),
    leaf!("/serving/concurrency", "concurrency", integer CONCURRENCY, serving.concurrency),
    leaf!("/serving/request_rate", "request_rate", number REQUEST_RATE, serving.request_rate),
    leaf!("/serving/min_tokens_per_second", "pace", number REQUEST_PACE, serving.min_tokens_per_second),
    leaf!("/serving/max_time_to_first_token_seconds", "first_token", number FIRST_TOKEN, serving.max_time_to_first_token_seconds),
    leaf!("/serving/speculative", "speculative", choice Speculative, serving.speculative),
    leaf!("/serving/draft_model", "draft_model", text, serving.draft_model),
    leaf!("/serving/speculative_tokens", "drafts", integer DRAFTS, serving.speculative_tokens),
    leaf!("/serving/speculative_acceptance", "acceptance", number ACCEPTANCE, serving.speculative_acceptance),
    leaf!("/serving/max_num_seqs", "seqs", integer CONCURRENCY, serving.max_num_seqs),
    leaf!("/serving/max_batched_tokens", "batched_tokens", integer BATCHED_TOKENS, serving.max_batched_tokens),
    leaf!("/serving/memory_utilization", "utilization", number MEMORY_UTILIZATION, serving.memory_utilization),
    leaf!("/serving/offload", "host", choice ServingOffload, serving.offload),
    leaf!("/serving/offload_layers", "host_layers", integer OFFLOAD_LAYERS, serving.offload_layers),
    leaf!("/serving/parallel/data", "data_parallel", integer SERVING_CARDS, serving.parallel.data),
    leaf!("/serving/parallel/tensor", "tensor_parallel", integer SERVING_CARDS, serving.parallel.tensor),
    leaf!("/serving/parallel/pipeline", "pipeline_parallel", integer SERVING_CARDS, serving.parallel.pipeline),
    leaf!("/serving/parallel/expert", "expert_parallel", integer SERVING_CARDS, serving.parallel.expert),
    leaf!(@row "/serving/image_size", "picture", Kind::Size(limits::IMAGE_SIDE), |s| s.serving.image_size.map(Value::Size),
        |s, v| s.serving.image_size = v.and_then(Value::size)),
    leaf!("/serving/num_frames", "frames", integer VIDEO_FRAMES, serving.num_frames),
    leaf!("/serving/vae_tiling", "tiling", flag, serving.vae_tiling),
    leaf!("/serving/denoising_steps", "steps", integer DENOISING_STEPS, serving.denoising_steps),
    leaf!("/data/kind", "data", choice DataKind, data.kind),
    leaf!("/data/samples", "samples", integer SAMPLES, data.samples),
    leaf!(@row "/data/image_size", "image", Kind::Size(limits::IMAGE_SIDE), |s| s.data.image_size.map(Value::Size),
        |s, v| s.data.image_size = v.and_then(Value::size)),
    leaf!("/data/images_per_sample", "pictures", integer IMAGES_PER_SAMPLE, data.images_per_sample),
    leaf!("/data/sequence_length", "seq", integer SEQUENCE_LENGTH, data.sequence_length),
    leaf!("/data/target_length", "target", integer TARGET_LENGTH, data.target_length),
    leaf!("/data/text_tokens", "text", integer TEXT_TOKENS, data.text_tokens),
    leaf!("/data/task", "task", choice Task, data.task),
    leaf!("/data/num_classes", "classes", integer NUM_CLASSES, data.num_classes),
    leaf!("/data/objects_per_image", "objects", integer OBJECTS_PER_IMAGE, data.objects_per_image),
    leaf!("/data/bytes_on_disk", "bytes", integer BYTES_ON_DISK, data.bytes_on_disk),

    leaf!("/constraints/global_batch_size", "global_batch", integer GLOBAL_BATCH_SIZE, constraints.global_batch_size),
    leaf!(@row "/constraints/methods", "methods", Kind::Choices(Method::WORDS), read_methods, write_methods),
    leaf!("/constraints/deadline_seconds", "deadline", number DEADLINE_SECONDS, constraints.deadline_seconds),
    leaf!(@row "/constraints/budget/amount", "budget", Kind::Number(limits::BUDGET), read_budget, write_budget),
    leaf!(@row "/constraints/budget/currency", "currency", Kind::Currency, read_currency, write_currency),
    leaf!(@row "/constraints/budget/per_usd", "per_usd", Kind::Number(limits::PER_USD), read_rate, write_rate),
    leaf!("/constraints/max_gpus", "max_gpus", integer MAX_GPUS, constraints.max_gpus),
    leaf!(@row "/constraints/excluded_vendors", "without", Kind::Choices(Vendor::WORDS), read_excluded, write_excluded),

    leaf!("/measured/peak_memory_gib", "peak", number MEASURED_PEAK_GIB, measured.peak_memory_gib),
    leaf!("/measured/peak_memory_of", "peak_of", choice PeakMemoryOf, measured.peak_memory_of),
    leaf!("/measured/samples_per_second", "rate", number MEASURED_RATE, measured.samples_per_second),
    leaf!("/measured/gpu_utilization", "util", number SHARE, measured.gpu_utilization),
    leaf!("/measured/micro_batch_size", "at_batch", integer MICRO_BATCH_SIZE, measured.micro_batch_size),
    leaf!("/measured/of_this_run", "this_run", flag, measured.of_this_run),
    leaf!("/measured/factors/memory", "factor.memory", number MEMORY_FACTOR, measured.factors.memory),
    leaf!("/measured/factors/compute", "factor.compute", number COMPUTE_FACTOR, measured.factors.compute),
    leaf!("/measured/factors/storage", "factor.storage", number PATH_FACTOR, measured.factors.storage),
    leaf!("/measured/factors/preprocess", "factor.preprocess", number PATH_FACTOR, measured.factors.preprocess),
    leaf!("/measured/factors/collate", "factor.collate", number PATH_FACTOR, measured.factors.collate),
    leaf!("/measured/factors/pcie", "factor.pcie", number PATH_FACTOR, measured.factors.pcie),
];
