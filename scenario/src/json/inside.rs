//! The network for text, or for pictures, or both, inside of a `config.json` that joins several.

use std::borrow::Cow;

use serde_json::{Map, Value as Json};

use crate::resolve::joined::{Parts, TEXT_ALONE, Value};
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
    /// Whether the tower that reads pictures before the decoder is read as well.
    pub has_tower: bool,
}

/// The network for text inside of a file, or that for pictures where it is one of two towers; none where the file itself is of a
/// kind that is modelled, or holds no such network.
#[must_use]
pub fn inner_network(document: &Map<String, Json>) -> Option<Inside<'_>> {
    let kind = document.get("model_type").and_then(Json::as_str);
    let tower = kind.and_then(TowerKind::of_word);
    if let Some((kind, tower)) = kind.zip(tower)
        && let Some(joined) = joined(document, kind, tower)
    {
        return Some(joined);
    }
    if is_known(document) {
        return None;
    }
    let is_pair_of_towers = kind.is_some_and(|kind| TWO_TOWERS.contains(&kind));
    let keys: &[&str] = if is_pair_of_towers { &[VISION_KEY] } else { &TEXT_KEYS };
    let (key, members) = keys.iter().find_map(|key| Some((*key, document.get(*key)?.as_object()?)))?;
    let others = document.iter().filter(|(name, value)| *name != key && is_network(name, value));
    let beside = others.map(|(name, _)| name.as_str()).collect();
    // The library's own classes give the text a kind that the file need not name.
    let part = if is_pair_of_towers { "vision_model" } else { "text" };
    let named = kind.map(|kind| format!("{kind}_{part}"));
    let named = named.filter(|kind| !members.contains_key("model_type") && model_types().any(|known| known == kind));
    // It may be inside of one that hears and sees.
    let mut inside = match inner_network(members) {
        Some(deeper) => Inside { path: [vec![key], deeper.path].concat(), beside, ..deeper },
        None => Inside { members: Cow::Borrowed(members), path: vec![key], beside, has_tower: false },
    };
    // How many classes a classifier has the file says of the whole.
    for labels in ["num_labels", "id2label"].into_iter().filter(|_| is_pair_of_towers) {
        inside.members.to_mut().remove(labels);
        if let Some(said) = document.get(labels) {
            inside.members.to_mut().insert(labels.to_owned(), said.clone());
        }
    }
    if let Some(kind) = named {
        inside.members.to_mut().insert("model_type".to_owned(), Json::from(kind));
    }
    if !is_pair_of_towers && is_known(&inside.members) {
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

/// A decoder and its tower, side by side under the kind of the whole; none where the file has no such parts. Older files of Qwen2.5-VL
/// have the text's keys beside the tower; where a file says nothing of a tower, its class has one, and a file of Gemma 3 is planned as
/// its text.
fn joined<'a>(document: &'a Map<String, Json>, kind: &str, tower: TowerKind) -> Option<Inside<'a>> {
    let part = |key: &str| document.get(key).filter(|part| !part.is_null());
    let list = |part: Option<&Json>| {
        let members = part.and_then(Json::as_object).into_iter().flatten();
        members.map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>()
    };
    let (said, written) = (part(VISION_KEY), part(TEXT_KEYS[0]));
    if said.is_none() && written.is_none() {
        return None;
    }
    let is_older = written.is_none() && tower == TowerKind::Qwen25;
    let is_text_alone = said.is_none() && tower == TowerKind::Siglip;
    // What is no object is named, and says nothing.
    let is_part = |key: &str, value: &Json| [VISION_KEY, TEXT_KEYS[0]].contains(&key) && (value.is_object() || value.is_null());
    let is_beside = |key: &str, value: &Json| !is_older && is_network(key, value) || [VISION_KEY, TEXT_KEYS[0]].contains(&key);
    let outer = || document.iter().filter(|(key, value)| !is_part(key, value));
    let whole = outer().filter(|(key, value)| !is_beside(key, value)).map(|(key, value)| (key.clone(), value.clone()));
    let parts = Parts {
        kind: if is_text_alone { TEXT_ALONE } else { kind }.to_owned(),
        whole: whole.collect(),
        text: (!is_older).then(|| list(written)),
        tower: (!is_text_alone).then(|| list(said)),
    };
    let (members, passed_over) = parts.flat(tower);
    let is_unread = |key: &str, value: &Json| is_beside(key, value) || passed_over.iter().any(|other| other == key);
    let beside = outer().filter(|(key, value)| is_unread(key, value)).map(|(key, _)| key.as_str()).collect();
    let path = written.iter().map(|_| TEXT_KEYS[0]).collect();
    Some(Inside { members: Cow::Owned(members.into_iter().collect()), path, beside, has_tower: !is_text_alone })
}

impl Value for Json {
    fn of_json(text: &'static str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    fn of_word(word: String) -> Self {
        Self::String(word)
    }

    fn is_null(&self) -> bool {
        self.is_null()
    }

    fn is_true(&self) -> bool {
        self.as_bool() == Some(true)
    }

    fn is_flag(&self) -> bool {
        self.is_boolean()
    }
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
