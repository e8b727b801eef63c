//! The network for text, or for pictures, inside of a `config.json` that joins several.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use crate::resolve::{TEXT_KEYS, TIED, TowerKind, VISION_KEY, model_types};

/// Files of a tower for pictures beside one for text, of which the first is classified with.
const TWO_TOWERS: [&str; 2] = ["clip", "siglip"];

/// A network inside of a file.
#[derive(Debug)]
pub struct Inside<'a> {
    /// Its configuration, with what the file says of its head.
    pub members: Cow<'a, Map<String, Json>>,
    /// The keys that lead to it, the outermost first.
    pub path: Vec<&'static str>,
    /// The keys of the networks that stand beside it in the file, which say nothing of it.
    pub beside: Vec<&'a str>,
    /// Whether the tower that reads pictures before it is read as well.
    pub has_tower: bool,
}

/// The network for text inside of a file, or that for pictures where it is one of two towers; none where the file itself is of a
/// kind that is modelled, or holds no such network.
#[must_use]
pub fn inner_network(document: &Map<String, Json>) -> Option<Inside<'_>> {
    let kind = document.get("model_type").and_then(Json::as_str);
    if let Some(joined) = kind.filter(|kind| TowerKind::of_word(kind).is_some()).and_then(|kind| joined(document, kind)) {
        return Some(joined);
    }
    // Where a file has the text alone, it is planned as such.
    let has_tower = kind.is_some_and(|kind| TowerKind::of_word(kind).is_some()) && document.contains_key(TEXT_KEYS[0]);
    if is_known(document) && !has_tower {
        return None;
    }
    let has_towers = kind.is_some_and(|kind| TWO_TOWERS.contains(&kind));
    let keys: &[&str] = if has_towers { &[VISION_KEY] } else { &TEXT_KEYS };
    let (key, members) = keys.iter().find_map(|key| Some((*key, document.get(*key)?.as_object()?)))?;
    let others = document.iter().filter(|(name, value)| *name != key && is_network(name, value));
    let beside = others.map(|(name, _)| name.as_str()).collect();
    // The library's own classes give the text a kind that the file need not name.
    let part = if has_towers { "vision_model" } else { "text" };
    let named = kind.map(|kind| format!("{kind}_{part}"));
    let named = named.filter(|kind| !members.contains_key("model_type") && model_types().any(|known| known == kind));
    // It may be inside of one that hears and sees.
    let mut inside = match inner_network(members) {
        Some(deeper) => Inside { path: [vec![key], deeper.path].concat(), beside, ..deeper },
        None => Inside { members: Cow::Borrowed(members), path: vec![key], beside, has_tower: false },
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
    if !has_towers && is_known(&inside.members) {
        tie(document, &mut inside.members);
    }
    Some(inside)
}

/// The library asks the whole file; where only the text says that the head is shared, its weights have none of their own.
fn tie(document: &Map<String, Json>, members: &mut Cow<'_, Map<String, Json>>) {
    let is_silent = members.get(TIED).is_none_or(Json::is_null);
    if let Some(tied) = document.get(TIED).filter(|tied| is_silent || tied.as_bool() == Some(true)) {
        members.to_mut().insert(TIED.to_owned(), tied.clone());
    }
}

/// A decoder and its tower, side by side under the kind of the whole; none where the file has no tower of its own. Older files have the
/// text's keys beside the tower.
fn joined<'a>(document: &'a Map<String, Json>, kind: &str) -> Option<Inside<'a>> {
    let tower = document.get(VISION_KEY)?.as_object()?;
    let text = document.get(TEXT_KEYS[0]).and_then(Json::as_object);
    let outer = || document.iter().filter(|(key, _)| *key != VISION_KEY && *key != TEXT_KEYS[0]);
    let is_beside = |key: &str, value: &Json| text.is_some() && is_network(key, value);
    let whole = outer().filter(|(key, value)| !is_beside(key, value)).map(|(key, value)| (key.clone(), value.clone()));
    let mut members: Map<String, Json> = whole.collect();
    members.extend(text.into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    members.insert("model_type".to_owned(), Json::from(kind));
    members.extend(tower.iter().map(|(key, value)| (format!("{VISION_KEY}.{key}"), value.clone())));
    let mut members = Cow::Owned(members);
    tie(document, &mut members);
    let beside = outer().filter(|(key, value)| is_beside(key, value)).map(|(key, _)| key.as_str());
    let path = text.iter().map(|_| TEXT_KEYS[0]).collect();
    Some(Inside { members, path, beside: beside.collect(), has_tower: true })
}

/// Whether a key holds a network.
fn is_network(key: &str, value: &Json) -> bool {
    key.ends_with("_config") && key != "quantization_config" && value.is_object()
}

/// Whether models of a file's kind are modelled.
#[must_use]
pub fn is_known(members: &Map<String, Json>) -> bool {
    members.get("model_type").and_then(Json::as_str).is_some_and(|kind| model_types().any(|known| known == kind))
}
