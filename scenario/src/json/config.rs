//! A Hugging Face `config.json` key by key: what fills a field, what changes nothing, what is refused, what nobody knows.

use serde_json::{Map, Value as Json};

use super::walk::{Walk, escaped};
use crate::defaults::GEMMA_HEAD_DIM;
use crate::error::Reason;
use crate::fields::{Field, Kind};
use crate::limits::CONFIG_LAYERS;
use crate::pointer::CONFIG;
use crate::resolve::keys::{
    LAST_WITH_EXPERTS, LAYER_TYPES, Meaning, NUM_LABELS, SHOWN, ZERO_FOR_NULL, counts_labels, is_read, meaning, names,
    newer_word, of_null, width_of_key,
};

/// Width of a head in blocks of Gemma 4 that attend to all tokens, their heads of keys and values, and those of all others.
pub(super) const GLOBAL_HEAD_DIM: &str = "global_head_dim";
const GLOBAL_HEADS: &str = "num_global_key_value_heads";
const KEY_VALUE_HEADS: &str = "num_key_value_heads";
/// What transformers writes in place of `global_head_dim` and `num_global_key_value_heads`, block by block.
pub(super) const PER_LAYER_CONFIG: &str = "per_layer_config";
/// Where LFM2 attends, in the words of older files: its blocks by their index.
pub(super) const FULL_ATTENTION_BLOCKS: &str = "full_attn_idxs";
/// What LFM2 alone says, and its mixtures do not.
const ADJUSTED: &str = "block_auto_adjust_ff_dim";

impl Walk {
    /// One member of a configuration.
    pub(super) fn config_member(&mut self, siblings: &Map<String, Json>, key: &str, value: &Json) {
        let kind = siblings.get("model_type").and_then(Json::as_str).unwrap_or_default();
        let text = match value {
            Json::Null => None,
            Json::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        match meaning(kind, key, text.as_deref()) {
            // Nothing but `per_layer_config` tells of these where it stands.
            Meaning::Field(GLOBAL_HEAD_DIM | GLOBAL_HEADS) if siblings.get(PER_LAYER_CONFIG).is_some_and(Json::is_object) => {}
            Meaning::Field(field) => match first_value_of(siblings, kind, field) {
                Some((first, said)) if first != key => self.check_repeated(key, field, said, value),
                _ if value.is_null() => self.null_field(siblings, kind, field),
                _ => self.config_field(field, value),
            },
            Meaning::Inert => {
                self.turned_features(siblings, kind, key, value);
                self.labels(siblings, kind, key, value);
                self.global_heads(siblings, kind, key, value);
                self.attention_blocks(siblings, kind, key, value);
            }
            Meaning::Refused(_) if key == LAST_WITH_EXPERTS && is_last_block(siblings, value) => {}
            Meaning::Refused(_) if is_width_of_model(siblings, key, value) => {}
            Meaning::Refused(only) => {
                let given = text.unwrap_or_default().chars().take(SHOWN).collect();
                // A width is told by its number, where the file has what it follows from.
                let width = width_of_model(siblings, key).map(|width| width.to_string());
                let reason = Reason::UnknownValue { given, allowed: vec![width.unwrap_or_else(|| only.to_owned())] };
                self.push(&format!("{CONFIG}/{}", escaped(key)), reason);
            }
            // What is said to be none says nothing.
            Meaning::Unknown if value.is_null() => {}
            Meaning::Unknown => self.unread(key),
        }
    }

    /// A field that is null: what its class makes of it, or a field left out.
    fn null_field(&mut self, siblings: &Map<String, Json>, kind: &str, field: &str) {
        let number = |name: &str| first_value_of(siblings, kind, name).and_then(|(_, value)| value.as_u64());
        self.config_field(field, &of_null(kind, field, number).map_or(Json::Null, Json::from));
    }

    /// A field by another of its names, which must say the same: nobody knows which of two values the model has.
    fn check_repeated(&mut self, key: &str, field: &str, said: &Json, value: &Json) {
        let is_number = |value: &Json| value.as_f64().filter(|_| value.is_number());
        let is_same = said == value || (is_number(said).is_some() && is_number(said) == is_number(value));
        if let (false, false, Some(field)) = (value.is_null(), is_same, Field::at(&format!("{CONFIG}/{field}"))) {
            self.push(&format!("{CONFIG}/{}", escaped(key)), Reason::Conflict { with: field.pointer });
        }
    }

    fn config_field(&mut self, name: &str, value: &Json) {
        let Some(field) = Field::at(&format!("{CONFIG}/{name}")) else { return };
        match value {
            Json::Null if ZERO_FOR_NULL.contains(&name) => self.leaf(field, &Json::from(0)),
            // Null says the same as a field left out.
            Json::Null => {}
            // Sides of a square may be listed one by one.
            Json::Array(sides) if matches!(name, "image_size" | "patch_size") && sides.len() == 2 && sides[0] == sides[1] => {
                self.leaf(field, &sides[0]);
            }
            Json::Array(_) if matches!(name, "image_size" | "patch_size") => {
                let given = value.to_string().chars().take(SHOWN).collect();
                let allowed = ["224", "[224, 224]"].map(str::to_owned).to_vec();
                self.push(field.pointer, Reason::UnknownValue { given, allowed });
            }
            // So does a list of nothing.
            Json::Array(items) if items.is_empty() && matches!(field.kind, Kind::Integers(_) | Kind::Choices(_)) => {}
            Json::Array(words) if name == LAYER_TYPES => {
                let newer = |word: &Json| word.as_str().map_or_else(|| word.clone(), |word| Json::from(newer_word(word)));
                self.leaf(field, &words.iter().map(newer).collect());
            }
            value => self.leaf(field, value),
        }
    }

    /// Newer files say inside `rope_parameters` how many features positions turn, older ones beside it.
    fn turned_features(&mut self, siblings: &Map<String, Json>, kind: &str, key: &str, value: &Json) {
        const NAME: &str = "partial_rotary_factor";
        if let ("rope_parameters" | "rope_scaling", Some(share)) = (key, value.get(NAME))
            && is_read(kind, NAME)
            && !siblings.contains_key(NAME)
        {
            self.config_field(NAME, share);
        }
    }

    /// Files that were saved again say block by block what tells heads of those that attend to all tokens apart, one like the other;
    /// what is not told there is as in all others.
    fn global_heads(&mut self, siblings: &Map<String, Json>, kind: &str, key: &str, value: &Json) {
        if key != PER_LAYER_CONFIG || value.is_null() || !is_read(kind, GLOBAL_HEAD_DIM) {
            return;
        }
        let blocks = value.as_object();
        let first = blocks.and_then(|blocks| blocks.values().next()).and_then(Json::as_object);
        let number =
            |name: &str| first.and_then(|first| first.get(name)).or_else(|| siblings.get(name)).filter(|said| !said.is_null());
        let is_gated = siblings.get("attention_k_eq_v") == Some(&Json::Bool(true));
        let has_heads = first.is_some_and(|first| first.contains_key(KEY_VALUE_HEADS));
        if !blocks.is_some_and(|blocks| tells_of_global_blocks(siblings, blocks)) || has_heads && !is_gated {
            let given = value.to_string().chars().take(SHOWN).collect();
            let allowed = vec!["{\"5\": {\"head_dim\": 512}, …}".to_owned()];
            self.push(&format!("{CONFIG}/{key}"), Reason::UnknownValue { given, allowed });
            return;
        }
        self.config_field(GLOBAL_HEAD_DIM, number("head_dim").unwrap_or(&Json::from(GEMMA_HEAD_DIM)));
        if let Some(heads) = number(KEY_VALUE_HEADS).filter(|_| is_gated) {
            self.config_field(GLOBAL_HEADS, heads);
        }
    }

    /// Older files of LFM2 list the blocks that attend by their index, where newer ones list all; the class reads them where those are
    /// left out.
    fn attention_blocks(&mut self, siblings: &Map<String, Json>, kind: &str, key: &str, value: &Json) {
        if key != FULL_ATTENTION_BLOCKS || value.is_null() || !lists_blocks(siblings, kind) {
            return;
        }
        let blocks =
            first_value_of(siblings, kind, "num_hidden_layers").and_then(|(_, value)| value.as_u64()).unwrap_or_default();
        let listed: Option<Vec<u64>> = value.as_array().and_then(|list| list.iter().map(Json::as_u64).collect());
        let Some(listed) = listed else {
            let given = value.to_string().chars().take(SHOWN).collect();
            let reason = Reason::UnknownValue { given, allowed: vec!["[2, 5, 8, …]".to_owned()] };
            self.push(&format!("{CONFIG}/{key}"), reason);
            return;
        };
        let word = |block: &u64| if listed.contains(block) { "full_attention" } else { "conv" };
        let words: Vec<Json> = (0..blocks.min(CONFIG_LAYERS.max)).map(|block| Json::from(word(&block))).collect();
        self.config_field(LAYER_TYPES, &Json::from(words));
    }

    /// Saved files name each label in place of their number.
    fn labels(&mut self, siblings: &Map<String, Json>, kind: &str, key: &str, value: &Json) {
        if let Some(names) = value.as_object().filter(|_| counts_labels(kind, key) && !siblings.contains_key(NUM_LABELS)) {
            self.config_field(NUM_LABELS, &Json::from(names.len()));
        }
    }

    /// Puts a key that nobody knows aside, as far as there is room for its name.
    pub(super) fn unread(&mut self, key: &str) {
        let Some(config) = self.scenario.model.config.as_deref_mut() else { return };
        let aside = config.unread_keys.take().unwrap_or_default();
        config.unread_keys = Some(names(aside.split(", ").filter(|name| !name.is_empty()).chain([key])));
    }
}

/// Whether a kind's blocks that attend go by their indices: where no list of all blocks says more.
pub(super) fn lists_blocks(siblings: &Map<String, Json>, kind: &str) -> bool {
    let is_left_out = |words: &Json| words.is_null() || words.as_array().is_some_and(Vec::is_empty);
    is_read(kind, ADJUSTED) && siblings.get(LAYER_TYPES).is_none_or(is_left_out)
}

/// Whether members are those blocks that attend to all tokens, each with the same to say of its heads, or there are none at all.
fn tells_of_global_blocks(siblings: &Map<String, Json>, blocks: &Map<String, Json>) -> bool {
    let words = siblings.get("layer_types").and_then(Json::as_array).into_iter().flatten();
    let global = words.enumerate().filter(|(_, word)| word.as_str() != Some("sliding_attention")).map(|(block, _)| Some(block));
    // Their names may have leading zeros.
    let mut named: Vec<Option<usize>> = blocks.keys().map(|name| name.parse().ok()).collect();
    named.sort_unstable();
    let Some(first) = blocks.values().next() else { return true };
    let is_known = |name: &String| ["head_dim", KEY_VALUE_HEADS].contains(&name.as_str());
    global.eq(named)
        && blocks.values().all(|block| block == first)
        && first.as_object().is_some_and(|first| first.keys().all(is_known))
}

/// Whether a number is the place of the last block, or lies behind it.
fn is_last_block(siblings: &Map<String, Json>, value: &Json) -> bool {
    let blocks = siblings.get("num_hidden_layers").and_then(Json::as_u64);
    blocks.zip(value.as_u64()).is_some_and(|(blocks, place)| place.saturating_add(1) >= blocks)
}

/// Whether a width that a class takes apart is that of the model, or of its heads, as it is where nothing says otherwise.
pub(super) fn is_width_of_model(siblings: &Map<String, Json>, key: &str, value: &Json) -> bool {
    // What it would follow from is missing, and told so.
    let is_open = || width_of_key(key, |_| Some(1)).is_some();
    width_of_model(siblings, key).map_or_else(is_open, |width| value.as_u64() == Some(width))
}

/// That width; none of a key that says something else.
fn width_of_model(siblings: &Map<String, Json>, key: &str) -> Option<u64> {
    width_of_key(key, |name| siblings.get(name).and_then(Json::as_u64))
}

/// The first key that says something of a field, and what.
fn first_value_of<'a>(siblings: &'a Map<String, Json>, kind: &str, field: &str) -> Option<(&'a str, &'a Json)> {
    let fills = |key: &str| matches!(meaning(kind, key, None), Meaning::Field(filled) if filled == field);
    siblings.iter().find(|(key, value)| !value.is_null() && fills(key)).map(|(key, value)| (key.as_str(), value))
}
