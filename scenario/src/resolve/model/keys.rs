//! The keys of a Hugging Face `config.json`, kind by kind: what each one fills, why it changes nothing, or which of its
//! values are modelled.
//!
//! Taken from the configuration classes and models of transformers 5.23 and 5.24 and from published configurations; a test asks
//! for every key of every class.

mod inert;
mod table;

#[cfg(feature = "json")]
pub(crate) use inert::LAST_WITH_EXPERTS;

use super::model_type::{MODEL_TYPES, ModelType};
use super::towers::{DEEPSTACK_KEY, FIELDS_PREFIX, OUT_WIDTH, TOWER_KEYS, TowerKind};
use crate::defaults;
use crate::fields::FIELDS;
use crate::limits;
use crate::pointer::CONFIG_KEYS;
use crate::visible::is_visible;
use wire::v1::Scenario;
use wire::v1::scenario::ModelConfig;

/// The field of a configuration that names the keys which nobody reads.
pub(crate) const UNREAD_KEYS: &str = "unread_keys";

/// Fields whose null means none rather than the default, which they write as zero.
pub(crate) const ZERO_FOR_NULL: [&str; 4] =
    ["sliding_window", "attn_logit_softcapping", "final_logit_softcapping", "q_lora_rank"];

/// The field of a configuration that says how many classes a head has.
pub(crate) const NUM_LABELS: &str = "num_labels";

/// Fields of the scenario's own beside those of a `config.json`.
const OURS: [&str; 2] = ["model_type", UNREAD_KEYS];

/// The width that a key must say, where it is that of the model or of its heads; `number` reads another key of the file.
pub(crate) fn width_of_key(key: &str, number: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    match key {
        "pooler_hidden_size" | "embedding_size" | OUT_WIDTH => number("hidden_size"),
        "attention_head_size" | "head_dim" => {
            number("hidden_size").zip(number("num_attention_heads")).and_then(|(width, heads)| width.checked_div(heads))
        }
        _ => None,
    }
}

/// What classes make of a field that is null: as many heads of keys and values as of queries, and heads that share the width of the
/// model; `number` reads another field of the file.
pub(crate) fn of_null(kind: &str, field: &str, number: impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let heads = number("num_attention_heads").filter(|&heads| heads > 0);
    match field {
        "num_key_value_heads" => heads,
        // Heads of the Gemmas, of T5 and of gpt-oss are of a width of their own.
        "head_dim" if !["gemma", "t5", "mt5", "gpt_oss"].iter().any(|other| kind.starts_with(other)) => {
            number("hidden_size").zip(heads).map(|(hidden, heads)| hidden / heads).filter(|&width| width > 0)
        }
        _ => None,
    }
}

/// The field that says what each block is made of.
pub(crate) const LAYER_TYPES: &str = "layer_types";

/// What a block is made of, by the word that older files have for it.
const OLDER_WORDS: [(&str, &str); 2] = [("attention", "full_attention"), ("mamba", "linear_attention")];

/// The word of a block as newer files have it.
pub(crate) fn newer_word(word: &str) -> &str {
    OLDER_WORDS.iter().find(|(older, _)| *older == word).map_or(word, |(_, newer)| newer)
}

/// Longest part of a key, and of its value, that a message repeats.
pub(crate) const SHOWN: usize = 60;

/// What a key with its value means for a kind of model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It fills the configuration's field of this name.
    Field(&'static str),
    /// No figure depends on it.
    Inert,
    /// It is not modelled but at this value.
    Refused(&'static str),
    /// It is not known here.
    Unknown,
}

/// What `key` means in a configuration of `model_type`; `value` is its text, none for null.
pub(crate) fn meaning(model_type: &str, key: &str, value: Option<&str>) -> Meaning {
    let known = FIELDS.iter().filter_map(|field| field.pointer.strip_prefix(CONFIG_KEYS)).find(|name| *name == key);
    let Some(kind) = ModelType::of_word(model_type) else {
        // There is an error anyway: its fields are read as far as their names say enough.
        return known.or_else(|| model_types().find_map(|word| field(word, key))).map_or(Meaning::Inert, Meaning::Field);
    };
    // A list of nothing is a field left out elsewhere; here it says that there are none.
    if key == DEEPSTACK_KEY && value == Some("[]") && field(model_type, key).is_some() {
        return Meaning::Refused(defaults::DEEPSTACK);
    }
    if let Some(field) = field(model_type, key).or(known.filter(|name| OURS.contains(name))) {
        return Meaning::Field(field);
    }
    let tower = TowerKind::of_word(model_type);
    let shared = || key.strip_prefix(TOWER_KEYS).and_then(inert::shared);
    let of_tower = tower.and_then(|tower| tower.other(key).or_else(shared));
    match of_tower.or_else(|| inert::other(kind, key)) {
        Some(only) if only.is_empty() || value.is_none_or(|value| only.contains(&value)) => Meaning::Inert,
        Some(only) => Meaning::Refused(only.first().copied().unwrap_or_default()),
        // A field of other kinds: its value is checked, and what reads the scenario names it as unread.
        None => known.map_or(Meaning::Unknown, Meaning::Field),
    }
}

/// Whether a kind reads a field.
pub(super) fn reads(model_type: &str, name: &str) -> bool {
    OURS.contains(&name) || field(model_type, name).is_some()
}

/// Whether a model of this kind reads a key; of a kind that is not known, a name is taken at its word.
#[cfg(feature = "json")]
pub(crate) fn is_read(model_type: &str, key: &str) -> bool {
    ModelType::of_word(model_type).is_none() || reads(model_type, key)
}

/// Whether a key that fills no field changes nothing; of a kind that is not known, what changes nothing in some other.
#[cfg(feature = "json")]
pub(crate) fn is_inert(model_type: &str, key: &str) -> bool {
    ModelType::of_word(model_type).is_some() || ModelType::all().any(|kind| inert::other(kind, key).is_some())
}

/// Whether a key that fills no field lists the classes of such a model, whose number is one.
pub(crate) fn counts_labels(model_type: &str, key: &str) -> bool {
    key == "id2label" && field(model_type, NUM_LABELS).is_some()
}

/// Names in a field of bounded length, comma-separated, as far as there is room for them.
pub(crate) fn names<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    let mut all = String::new();
    for key in keys {
        let name: String = key.chars().filter(|letter| is_visible(*letter) && *letter != ',').take(SHOWN).collect();
        let more = if all.is_empty() { name } else { format!(", {}", name.trim()) };
        if all.chars().count() + more.chars().count() <= limits::TEXT_LENGTH {
            all.push_str(&more);
        }
    }
    all
}

/// The field that a key of this kind fills; a field that the kind reads answers to its own name as well.
pub(super) fn field(model_type: &str, key: &str) -> Option<&'static str> {
    let named = || fields(model_type).find(|(name, _)| *name == key);
    named().or_else(|| fields(model_type).find(|(_, field)| *field == key)).map(|(_, field)| field)
}

/// Keys that fill fields, of a kind that is known: those of its blocks, and of its tower.
fn fields(model_type: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let tower = TowerKind::of_word(model_type);
    let blocks = ModelType::of_word(model_type).into_iter().flat_map(table::fields);
    let read = blocks.filter(move |(key, _)| !tower.is_some_and(|tower| tower.passes_over(key)));
    read.chain(tower.into_iter().flat_map(TowerKind::fields))
}

/// What configurations of a kind call a field: a name of their own where they have one.
#[must_use]
pub fn key_of(model_type: &str, name: &'static str) -> &'static str {
    // A name that files of Qwen3's mixtures may have, though the class has the usual one.
    if ModelType::of_word(model_type) == Some(ModelType::Qwen3Moe) && !name.starts_with(FIELDS_PREFIX) {
        return name;
    }
    fields(model_type).find(|(key, field)| *field == name && key != field).map_or(name, |(key, _)| key)
}

/// Whether zero in a field says that there is none of it.
#[must_use]
pub fn may_be_none(name: &str) -> bool {
    ZERO_FOR_NULL.contains(&name)
}

/// The words of `model_type` that are modelled.
pub fn model_types() -> impl Iterator<Item = &'static str> {
    MODEL_TYPES.iter().map(|&(word, _)| word)
}

/// Names of the configuration's keys that nobody reads: those that its reader put aside, and fields that say nothing of a
/// model of its kind.
#[must_use]
pub fn unread(scenario: &Scenario) -> Vec<String> {
    let Some(config) = scenario.model.config.as_deref() else { return Vec::new() };
    let ModelConfig { model_type: Some(model_type), unread_keys, .. } = config else { return Vec::new() };
    if ModelType::of_word(model_type).is_none() {
        return Vec::new();
    }
    let aside = unread_keys.iter().flat_map(|keys| keys.split(", ")).map(str::to_owned);
    let mut names: Vec<String> = aside.filter(|name| !name.is_empty()).collect();
    for name in
        FIELDS.iter().filter(|field| field.get(scenario).is_some()).filter_map(|field| field.pointer.strip_prefix(CONFIG_KEYS))
    {
        if !reads(model_type, name) {
            names.push(name.to_owned());
        }
    }
    names
}
