//! What each key of a `config.json` is to us, for readers who want to know.

use serde_json::{Map, Value as Json, json};
use wire::v1::scenario::ModelConfig;

use super::config::{FULL_ATTENTION_BLOCKS, GLOBAL_HEAD_DIM, PER_LAYER_CONFIG, is_width_of_model, lists_blocks};
use crate::error::FieldError;
use crate::resolve::keys::{LAYER_TYPES, Meaning, NUM_LABELS, counts_labels, is_inert, is_read, meaning, names};

/// Words of a list that a key may be modelled at.
const FEW_WORDS: usize = 4;

/// What became of a key of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// It fills the field of this name.
    Read(&'static str),
    /// No figure depends on it.
    Ignored,
    /// It is not modelled but at this value.
    OnlyAt(&'static str),
    /// Nobody here knows what it says of such a model.
    Unknown,
}

/// What became of each key of a configuration, in its order. Of a kind of model that is not known, keys are told by their names
/// alone, as they are in models of all other kinds.
#[must_use]
pub fn key_uses(config: &Map<String, Json>) -> Vec<(&str, KeyUse)> {
    let kind = config.get("model_type").and_then(Json::as_str).unwrap_or_default();
    let names_labels = !config.contains_key(NUM_LABELS);
    config
        .iter()
        .map(|(key, value)| {
            let text = match value {
                Json::Null => None,
                Json::String(text) => Some(text.clone()),
                // Of an object, or a list of more than a few words, it only matters whether it is empty.
                Json::Object(members) if members.is_empty() => Some("{}".to_owned()),
                Json::Array(items)
                    if items.len() <= FEW_WORDS && items.iter().all(|item| item.is_string() || item.is_number()) =>
                {
                    Some(value.to_string())
                }
                Json::Object(_) | Json::Array(_) => Some("[...]".to_owned()),
                other => Some(other.to_string()),
            };
            let used = match meaning(kind, key, text.as_deref()) {
                Meaning::Field(field) if is_read(kind, key) => KeyUse::Read(field),
                Meaning::Inert if names_labels && value.is_object() && counts_labels(kind, key) => KeyUse::Read(NUM_LABELS),
                Meaning::Inert if key == PER_LAYER_CONFIG && value.is_object() => KeyUse::Read(GLOBAL_HEAD_DIM),
                Meaning::Inert if key == FULL_ATTENTION_BLOCKS && lists_blocks(config, kind) => KeyUse::Read(LAYER_TYPES),
                Meaning::Inert if is_inert(kind, key) => KeyUse::Ignored,
                Meaning::Refused(_) if is_width_of_model(config, key, value) => KeyUse::Ignored,
                Meaning::Refused(only) => KeyUse::OnlyAt(only),
                // What is said to be none says nothing.
                Meaning::Unknown if value.is_null() => KeyUse::Ignored,
                Meaning::Field(_) | Meaning::Inert | Meaning::Unknown => KeyUse::Unknown,
            };
            (key.as_str(), used)
        })
        .collect()
}

/// The configuration that an object says, and every field at fault. As on pages, a key that is modelled at one value alone and
/// has another is put aside with those that nobody knows, so that a plan can name it.
#[must_use]
pub fn configuration(config: &Map<String, Json>) -> (ModelConfig, Vec<FieldError>) {
    let aside = |used: KeyUse| matches!(used, KeyUse::OnlyAt(_));
    let refused: Vec<&str> = key_uses(config).into_iter().filter(|(_, used)| aside(*used)).map(|(key, _)| key).collect();
    let kept: Map<String, Json> = config
        .iter()
        .filter(|(key, _)| !refused.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let (scenario, errors) = super::scenario(&json!({ "model": { "config": kept } }));
    let mut config = scenario.model.config.map(|config| *config).unwrap_or_default();
    if !refused.is_empty() {
        let unread = config.unread_keys.take().unwrap_or_default();
        let unread = unread.split(", ").filter(|name| !name.is_empty());
        config.unread_keys = Some(names(unread.chain(refused.iter().copied())));
    }
    (config, errors)
}
