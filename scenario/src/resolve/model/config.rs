//! A Hugging Face `config.json`: what each kind of model must say, and what its figures must suit.

use engine::architecture::{Activation, Architecture};

use super::build;
use super::keys;
use super::model_type::{MODEL_TYPES, ModelType};
use super::nearest;
use super::towers::TowerKind;
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::fields::FIELDS;
use crate::limits;
use crate::pointer::CONFIG_KEYS;
use crate::resolve::errors::Errors;
use wire::v1::Scenario;
use wire::v1::scenario::ModelConfig;

/// What states may be kept in.
const STATE_TYPES: [&str; 3] = ["float32", "bfloat16", "float16"];
/// What may be classified of a text.
const POOLINGS: [&str; 2] = ["cls", "mean"];
/// Rows of the smallest table of positions that `RoBERTa` can read a token with.
const ROBERTA_POSITIONS: u64 = 3;

/// The hyper-parameters of a configuration; none where it is at fault.
pub(super) fn resolve(config: &ModelConfig, errors: &mut Errors) -> Option<Architecture> {
    let kind = kind(config, errors);
    let config = &filled(config, kind);
    let tower = tower(config);
    check_required(config, kind, errors);
    let kind = kind.filter(|_| fine(errors))?;
    // The ranges hold from here on, so that nothing is zero.
    positions(config, kind, errors);
    heads(config, kind, errors);
    widths(config, kind, errors);
    experts(config, kind, errors);
    words(config, kind, errors);
    layers(config, errors);
    patches(config, kind, errors);
    states(config, kind, errors);
    if let Some(tower) = tower {
        tower.check(config, errors);
    }
    if fine(errors) {
        shared_keys(config, kind, errors);
    }
    let mut architecture = if fine(errors) { build::architecture(config, kind)? } else { return None };
    if let (Architecture::Decoder(decoder), Some(tower)) = (&mut architecture, tower) {
        decoder.options.tower = tower.tower(config);
    }
    Some(architecture)
}

/// The configuration with what files of its kind leave out, and their class says.
fn filled(config: &ModelConfig, kind: Option<ModelType>) -> ModelConfig {
    let mut config = read(config, kind);
    if let Some(tower) = tower(&config) {
        tower.fill(&mut config, kind);
    }
    if kind == Some(ModelType::Gemma3) {
        config.vocab_size = config.vocab_size.or(Some(defaults::GEMMA3_VOCABULARY));
        config.num_attention_heads = config.num_attention_heads.or(Some(defaults::GEMMA3_HEADS));
    }
    if let Some(kind) = kind.filter(|kind| kind.reads_pictures()) {
        build::filled_with_pictures(&mut config, kind);
    }
    if kind == Some(ModelType::Glm4MoeLite) {
        let [queries, passing, values] = defaults::GLM4_LITE_WIDTHS;
        config.q_lora_rank = config.q_lora_rank.or(Some(queries));
        config.qk_nope_head_dim = config.qk_nope_head_dim.or(Some(passing));
        config.v_head_dim = config.v_head_dim.or(Some(values));
    }
    config
}

/// The tower that reads pictures before the decoder.
fn tower(config: &ModelConfig) -> Option<TowerKind> {
    config.model_type.as_deref().and_then(TowerKind::of_word)
}

/// What a kind reads of its configuration: fields of other kinds, which are named as unread, change nothing.
fn read(config: &ModelConfig, kind: Option<ModelType>) -> ModelConfig {
    let mut scenario = Scenario::default();
    scenario.model.config = Some(Box::new(config.clone()));
    let model_type = config.model_type.as_deref().unwrap_or_default();
    let names = FIELDS.iter().filter_map(|field| Some((field, field.pointer.strip_prefix(CONFIG_KEYS)?)));
    for (field, _) in names.filter(|(_, name)| kind.is_some() && !keys::reads(model_type, name)) {
        field.clear(&mut scenario);
    }
    scenario.model.config.map(|config| *config).unwrap_or_default()
}

fn fine(errors: &Errors) -> bool {
    errors.0.iter().all(|error| !error.pointer.starts_with("/model/config"))
}

fn kind(config: &ModelConfig, errors: &mut Errors) -> Option<ModelType> {
    let pointer = "/model/config/model_type";
    let Some(given) = config.model_type.as_deref() else {
        errors.push(pointer, Reason::Required);
        return None;
    };
    let known = ModelType::of_word(given);
    if known.is_none() {
        let allowed = MODEL_TYPES.iter().map(|&(word, _)| word.to_owned()).collect();
        let nearest = nearest::nearest(given).map(str::to_owned);
        errors.push(pointer, Reason::UnknownKind { given: given.chars().take(60).collect(), nearest, allowed });
    }
    match TowerKind::of_word(given) {
        Some(tower) => tower.decoder(config, errors).or(known),
        None => known,
    }
}

fn check_required(config: &ModelConfig, kind: Option<ModelType>, errors: &mut Errors) {
    let is = |asked: ModelType| kind == Some(asked);
    let experts = kind.is_some_and(|kind| has_experts(config, kind));
    for (pointer, value, asked) in [
        ("/model/config/vocab_size", config.vocab_size, !kind.is_some_and(ModelType::reads_pictures)),
        ("/model/config/hidden_size", config.hidden_size, true),
        // The MLPs of GPT-2 and GPT-J are four times as wide as the model where their configurations say nothing of them.
        (
            "/model/config/intermediate_size",
            config.intermediate_size,
            !is(ModelType::Gpt2)
                && !is(ModelType::GptJ)
                && !is(ModelType::GraniteMoeHybrid)
                && !kind.is_some_and(|kind| kind.has_experts_alone() || kind.reads_pictures()),
        ),
        ("/model/config/num_hidden_layers", config.num_hidden_layers, true),
        ("/model/config/num_attention_heads", config.num_attention_heads, true),
        ("/model/config/num_experts", config.num_experts, experts || is(ModelType::GraniteMoeHybrid)),
        ("/model/config/num_experts_per_tok", config.num_experts_per_tok, experts),
        (
            "/model/config/moe_intermediate_size",
            config.moe_intermediate_size,
            experts && !kind.is_some_and(ModelType::has_wide_experts),
        ),
        ("/model/config/position_buckets", config.relative_attention_num_buckets, is(ModelType::DebertaV2)),
        ("/model/config/shared_expert_intermediate_size", config.shared_expert_intermediate_size, is(ModelType::Qwen2Moe)),
    ] {
        if asked && value.is_none() {
            errors.push(pointer, Reason::Required);
        }
    }
    // Its class has no list of its own where it is given none.
    if (is(ModelType::Lfm2Moe) || is(ModelType::GraniteMoeHybrid)) && config.layer_types.is_none() {
        errors.push("/model/config/layer_types", Reason::Required);
    }
}

/// Positions of `RoBERTa` and `MPNet` begin after their padding index: a table of two rows has none.
fn positions(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    if matches!(kind, ModelType::Roberta | ModelType::Mpnet)
        && config.max_position_embeddings.is_some_and(|rows| rows < ROBERTA_POSITIONS)
    {
        let (min, max) = (ROBERTA_POSITIONS as f64, limits::CONFIG_POSITIONS.max as f64);
        errors.push("/model/config/max_position_embeddings", Reason::OutOfRange { min, max, unit: Unit::Tokens });
    }
}

/// Heads must divide what they share.
fn heads(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    let (Some(hidden_size), Some(heads)) = (config.hidden_size, config.num_attention_heads) else { return };
    let given = kind.has_head_dim() || kind.may_have_head_dim() && config.head_dim.is_some();
    if !given && !hidden_size.is_multiple_of(heads) {
        errors.push("/model/config/hidden_size", Reason::NotAMultiple { of: heads, unit: Unit::None });
    }
    // The way back of Helium's attention is as wide as the model, whatever its heads are.
    let head = config.head_dim.unwrap_or(defaults::QWEN3_HEAD_DIM);
    if kind == ModelType::Helium && heads.saturating_mul(head) != hidden_size {
        let width = heads.saturating_mul(head) as f64;
        errors.push("/model/config/hidden_size", Reason::OutOfRange { min: width, max: width, unit: Unit::None });
    }
    let shared = build::key_value_heads(config, kind, heads);
    if kind.may_have_head_dim() && !matches!(kind, ModelType::T5 | ModelType::Mt5) && !heads.is_multiple_of(shared) {
        errors.push("/model/config/num_attention_heads", Reason::NotAMultiple { of: shared, unit: Unit::None });
    }
}

/// A picture must have room for a patch.
fn patches(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    let (true, Some(image), Some(patch)) = (kind.reads_pictures(), config.image_size, config.patch_size) else { return };
    if patch > image {
        let (min, max) = (limits::CONFIG_PATCH.min as f64, image as f64);
        errors.push("/model/config/patch_size", Reason::OutOfRange { min, max, unit: Unit::Pixels });
    }
}

/// Positions cannot turn more features than a head has, and no class of OPT that is built projects its embeddings.
fn widths(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    if kind == ModelType::GptJ {
        return gptj(config, errors);
    }
    let head = config.head_dim.unwrap_or(defaults::QWEN3_HEAD_DIM);
    if config.rotary_dim.is_some_and(|turned| turned > head) {
        let (min, max) = (limits::CONFIG_ROTARY.min as f64, head as f64);
        errors.push("/model/config/rotary_dim", Reason::OutOfRange { min, max, unit: Unit::None });
    }
    // Their classes take no configuration without a window.
    if (kind == ModelType::ExaoneMoe || kind.is_gemma4()) && config.sliding_window == Some(0) {
        let (min, max) = (1.0, limits::CONFIG_WINDOW.max as f64);
        errors.push("/model/config/sliding_window", Reason::OutOfRange { min, max, unit: Unit::Tokens });
    }
    // The only MLP of its blocks, where mixtures of the same field may have none beside their experts.
    if kind == ModelType::GraniteMoeHybrid && config.shared_expert_intermediate_size == Some(0) {
        let (min, max) = (1.0, limits::CONFIG_SHARED_EXPERT.max as f64);
        errors.push("/model/config/shared_expert_intermediate_size", Reason::OutOfRange { min, max, unit: Unit::None });
    }
    // Two thirds of it in whole features: one alone leaves none.
    if kind == ModelType::Lfm2 && config.intermediate_size == Some(1) && config.block_auto_adjust_ff_dim != Some(false) {
        let (min, max) = (2.0, limits::CONFIG_INTERMEDIATE.max as f64);
        errors.push("/model/config/intermediate_size", Reason::OutOfRange { min, max, unit: Unit::None });
    }
    let Some(hidden) = config.hidden_size.filter(|_| kind == ModelType::Opt) else { return };
    if config.embedding_size.is_some_and(|width| width != hidden) {
        let of_model = hidden as f64;
        errors.push("/model/config/embedding_size", Reason::OutOfRange { min: of_model, max: of_model, unit: Unit::None });
    }
}

/// GPT-J's positions turn pairs of a head's features, 64 where its configuration says nothing.
fn gptj(config: &ModelConfig, errors: &mut Errors) {
    let (Some(hidden), Some(heads)) = (config.hidden_size, config.num_attention_heads) else { return };
    let (head, turned) = (hidden / heads, config.rotary_dim.unwrap_or(defaults::GPTJ_ROTARY));
    if head < limits::CONFIG_ROTARY.min {
        let (min, max) = ((limits::CONFIG_ROTARY.min * heads) as f64, limits::CONFIG_WIDTH.max as f64);
        errors.push("/model/config/hidden_size", Reason::OutOfRange { min, max, unit: Unit::None });
    } else if turned > head {
        let (min, max) = (limits::CONFIG_ROTARY.min as f64, head as f64);
        errors.push("/model/config/rotary_dim", Reason::OutOfRange { min, max, unit: Unit::None });
    } else if !turned.is_multiple_of(2) {
        errors.push("/model/config/rotary_dim", Reason::NotAMultiple { of: 2, unit: Unit::None });
    }
}

/// Whether blocks have experts, in place of their MLPs or, where a configuration of Gemma 4 says so, beside them.
fn has_experts(config: &ModelConfig, kind: ModelType) -> bool {
    kind.has_experts() || kind == ModelType::Gemma4 && config.enable_moe_block == Some(true)
}

/// A mixture has experts, and a token cannot visit more than there are; Granite 4's blocks beside such as keep a state have none.
fn experts(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    let (has, none) = (has_experts(config, kind), kind == ModelType::GraniteMoeHybrid);
    if has && config.num_experts == Some(0) || none && config.num_experts.is_some_and(|experts| experts > 0) {
        let (min, max) = if none { (0.0, 0.0) } else { (1.0, limits::CONFIG_EXPERTS.max as f64) };
        errors.push("/model/config/num_experts", Reason::OutOfRange { min, max, unit: Unit::None });
        return;
    }
    let (true, Some(experts), Some(chosen)) = (has_experts(config, kind), config.num_experts, config.num_experts_per_tok) else {
        return;
    };
    if chosen > experts {
        let reason = Reason::OutOfRange { min: 1.0, max: experts as f64, unit: Unit::None };
        errors.push("/model/config/num_experts_per_tok", reason);
    }
}

/// Activations and poolings must be among those that the engine builds.
fn words(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    if let Some(given) = config.classifier_pooling.as_deref().filter(|given| !POOLINGS.contains(given)) {
        let reason =
            Reason::UnknownValue { given: given.chars().take(60).collect(), allowed: POOLINGS.map(str::to_owned).to_vec() };
        errors.push("/model/config/classifier_pooling", reason);
    }
    if let Some(given) = config.mamba_ssm_dtype.as_deref().filter(|given| !STATE_TYPES.contains(given)) {
        let reason =
            Reason::UnknownValue { given: given.chars().take(60).collect(), allowed: STATE_TYPES.map(str::to_owned).to_vec() };
        errors.push("/model/config/mamba_ssm_dtype", reason);
    }
    let mut refuse = |pointer: &str, given: &str, prefixes: &[&str]| {
        let words = prefixes.iter().flat_map(|prefix| Activation::WORDS.iter().map(move |(word, _)| format!("{prefix}{word}")));
        let given = given.chars().take(60).collect();
        errors.push(pointer, Reason::UnknownValue { given, allowed: words.collect() });
    };
    if let Some(given) = config.hidden_act.as_deref().filter(|given| Activation::from_word(given).is_none()) {
        refuse("/model/config/hidden_act", given, &[""]);
    }
    let given = config.feed_forward_proj.as_deref().filter(|_| matches!(kind, ModelType::T5 | ModelType::Mt5));
    if let Some(given) = given.filter(|given| build::feed_forward(given).is_none()) {
        refuse("/model/config/feed_forward_proj", given, &["", "gated-"]);
    }
}

/// Blocks keep a state or have a convolution in kinds that are made so, and look back over a window in others; a value's heads share those of a key.
fn states(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    let own = match kind {
        _ if kind.is_hybrid() => build::LINEAR,
        _ if kind.has_short_convolutions() => build::CONVOLUTION,
        // Blocks with a state are not modelled.
        ModelType::GraniteMoeHybrid => build::FULL,
        _ => build::SLIDING,
    };
    let allowed = if own == build::FULL { vec![build::FULL] } else { vec![build::FULL, own] };
    if let Some(given) = config.layer_types.iter().flatten().find(|word| !allowed.contains(&word.as_str())) {
        let reason = Reason::UnknownValue { given: given.clone(), allowed: allowed.into_iter().map(str::to_owned).collect() };
        errors.push("/model/config/layer_types", reason);
    }
    if !kind.is_hybrid() {
        return;
    }
    let keys = config.linear_num_key_heads.unwrap_or(defaults::LINEAR_KEY_HEADS);
    if !config.linear_num_value_heads.unwrap_or(defaults::LINEAR_VALUE_HEADS).is_multiple_of(keys) {
        errors.push("/model/config/linear_num_value_heads", Reason::NotAMultiple { of: keys, unit: Unit::None });
    }
}

/// Heads of Gemma 4 in blocks that attend to all tokens, and blocks that read what others of their kind before them made.
fn shared_keys(config: &ModelConfig, kind: ModelType, errors: &mut Errors) {
    let (true, Some(layers), Some(heads)) = (kind.is_gemma4(), config.num_hidden_layers, config.num_attention_heads) else {
        return;
    };
    let Some(Architecture::Decoder(model)) = build::architecture(config, kind) else { return };
    let Some(gemma4) = model.options.gemma4 else { return };
    if !heads.is_multiple_of(gemma4.num_global_key_value_heads) {
        let reason = Reason::NotAMultiple { of: gemma4.num_global_key_value_heads, unit: Unit::None };
        errors.push("/model/config/num_attention_heads", reason);
    }
    // The first block of each kind makes keys and values of its own.
    let first = |global: bool| (0..layers).find(|&block| model.is_global(block) == global);
    let own = [true, false].into_iter().filter_map(first).max().map_or(1, |block| block + 1);
    // Its class cuts what a second embedding gives to such blocks, also where there is none (`_maybe_slice_kv_shared_inputs`).
    let has_inputs = kind != ModelType::Gemma4 || gemma4.hidden_size_per_layer_input > 0;
    let most = if has_inputs { layers - own } else { 0 };
    if gemma4.num_kv_shared_layers > most {
        let reason = Reason::OutOfRange { min: 0.0, max: most as f64, unit: Unit::None };
        errors.push("/model/config/num_kv_shared_layers", reason);
    }
}

/// Blocks that are named must be there.
fn layers(config: &ModelConfig, errors: &mut Errors) {
    let Some(layers) = config.num_hidden_layers else { return };
    if config.mlp_only_layers.iter().flatten().any(|&layer| layer >= layers) {
        let reason = Reason::OutOfRange { min: 0.0, max: layers.saturating_sub(1) as f64, unit: Unit::None };
        errors.push("/model/config/mlp_only_layers", reason);
    }
    let lists = [
        ("/model/config/layer_types", config.layer_types.as_ref().map(Vec::len)),
        ("/model/config/mlp_layer_types", config.mlp_layer_types.as_ref().map(Vec::len)),
        ("/model/config/no_rope_layers", config.no_rope_layers.as_ref().map(Vec::len)),
    ];
    for (pointer, length) in lists {
        if length.is_some_and(|length| length as u64 != layers) {
            let count = layers as usize;
            errors.push(pointer, Reason::WrongCount { min: count, max: count });
        }
    }
}
