//! The network for text, or for pictures, inside of a `config.json` that joins several.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use crate::resolve::model_types;

/// The keys below which such files keep it.
const TEXT_KEYS: [&str; 5] = ["text_config", "llm_config", "language_config", "text_model_config", "thinker_config"];

/// Files of a tower for pictures beside one for text, of which the first is classified with.
const TWO_TOWERS: [&str; 2] = ["clip", "siglip"];
/// The key below which they keep the tower for pictures.
pub const VISION_KEY: &str = "vision_config";

/// What joined files say of the head, beside their networks.
const TIED: &str = "tie_word_embeddings";

/// A network inside of a file.
#[derive(Debug)]
pub struct Inside<'a> {
    /// Its configuration, with what the file says of its head.
    pub members: Cow<'a, Map<String, Json>>,
    /// The keys that lead to it, the outermost first.
    pub path: Vec<&'static str>,
    /// The keys of the networks that stand beside it in the file, which say nothing of it.
    pub beside: Vec<&'a str>,
}

/// The network for text inside of a file, or that for pictures where it is one of two towers; none where the file itself is of a
/// kind that is modelled, or holds no such network.
#[must_use]
pub fn inner_network(document: &Map<String, Json>) -> Option<Inside<'_>> {
    if is_known(document) {
        return None;
    }
    let kind = document.get("model_type").and_then(Json::as_str);
    let has_towers = kind.is_some_and(|kind| TWO_TOWERS.contains(&kind));
    let keys: &[&str] = if has_towers { &[VISION_KEY] } else { &TEXT_KEYS };
    let (key, members) = keys.iter().find_map(|key| Some((*key, document.get(*key)?.as_object()?)))?;
    let is_network = |name: &&String| {
        name.ends_with("_config") && *name != key && *name != "quantization_config" && document[name.as_str()].is_object()
    };
    let beside = document.keys().filter(is_network).map(String::as_str).collect();
    // The library's own classes give the text a kind that the file need not name.
    let part = if has_towers { "vision_model" } else { "text" };
    let named = kind.map(|kind| format!("{kind}_{part}"));
    let named = named.filter(|kind| !members.contains_key("model_type") && model_types().any(|known| known == kind));
    // It may be inside of one that hears and sees.
    let mut inside = match inner_network(members) {
        Some(deeper) => Inside { members: deeper.members, path: [vec![key], deeper.path].concat(), beside },
        None => Inside { members: Cow::Borrowed(members), path: vec![key], beside },
    };
    // How many classes a classifier has the file says of the whole.
    for labels in ["num_labels", "id2label"].into_iter().filter(|_| has_towers) {
        inside.members.to_mut().remove(labels);
        if let Some(said) = document.get(labels) {
            inside.members.to_mut().insert(labels.to_owned(), said.clone());
        }
    }
    if let Some(kind) = named {
        inside.members.to_mut().insert("model_type".to_owned(), Json::from(kind));
    }
    // The library asks the whole file; where only the text says that the head is shared, its weights have none of their own.
    let is_silent = inside.members.get(TIED).is_none_or(Json::is_null);
    let outer = document.get(TIED).filter(|tied| is_silent || tied.as_bool() == Some(true));
    if let Some(tied) = outer.filter(|_| !has_towers && is_known(&inside.members)) {
        inside.members.to_mut().insert(TIED.to_owned(), tied.clone());
    }
    Some(inside)
}

/// Whether models of a file's kind are modelled.
#[must_use]
pub fn is_known(members: &Map<String, Json>) -> bool {
    members.get("model_type").and_then(Json::as_str).is_some_and(|kind| model_types().any(|known| known == kind))
}
