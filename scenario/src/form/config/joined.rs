//! Files that join a decoder and the tower that reads pictures, as members of one object.

use super::json::{self, Member};
use crate::resolve::joined::{Parts, Value};
use crate::resolve::{TEXT_KEYS, TIED, TowerKind, VISION_KEY};

/// The members of a file: those of the decoder and, by the names `vision_config.depth`, of its tower side by side; any other file as
/// it is. And keys that say nothing of either.
pub(super) fn flat(document: Vec<Member>) -> (Vec<Member>, Vec<String>) {
    let said = |name: &str| document.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_deref());
    let inner = |name: &str| json::members(said(name)?).ok().flatten();
    let Some((kind, tower)) = said("model_type").and_then(|kind| Some((kind.to_owned(), TowerKind::of_word(kind)?))) else {
        return (document, Vec::new());
    };
    let text = inner(TEXT_KEYS[0]);
    let is_left = |key: &str| key != VISION_KEY && key != TEXT_KEYS[0];
    let whole = document.iter().filter(|(key, _)| is_left(key)).cloned();
    let seen = match (said(VISION_KEY), inner(VISION_KEY), &text) {
        (Some(_), Some(seen), _) => seen,
        // What is no object is named, and says nothing.
        (Some(_), None, Some(_)) => Vec::new(),
        (None, _, Some(_)) if tower != TowerKind::Siglip => Vec::new(),
        (None, _, Some(text)) => return (text_alone(text, said(TIED)), Vec::new()),
        _ => return (document, Vec::new()),
    };
    let is_nested = text.is_some();
    let is_network = |(key, _): &&Member| is_nested && key.ends_with("_config") && key != "quantization_config";
    let is_no_tower = |key: &str| key == VISION_KEY && is_nested && said(VISION_KEY).is_some() && inner(VISION_KEY).is_none();
    let beside = document.iter().filter(|member| is_no_tower(&member.0) || is_left(&member.0) && is_network(member));
    let beside = beside.map(|(key, _)| key.clone());
    let whole = whole.filter(|member| !is_network(&member)).collect();
    let (members, passed_over) = Parts { kind, whole, text, tower: seen }.flat(tower);
    (members, beside.chain(passed_over).collect())
}

/// A file of Gemma 3 without a tower is its text.
fn text_alone(text: &[Member], tied: Option<&str>) -> Vec<Member> {
    let is_silent = !text.iter().any(|(key, value)| key == TIED && value.is_some());
    let mut members: Vec<Member> = text.iter().filter(|(key, _)| key != "model_type").cloned().collect();
    members.push(("model_type".to_owned(), Some("gemma3_text".to_owned())));
    if let Some(tied) = tied.filter(|&tied| is_silent || tied == "true") {
        members.retain(|(key, _)| key != TIED);
        members.push((TIED.to_owned(), Some(tied.to_owned())));
    }
    members
}

impl Value for Option<String> {
    fn of_json(text: &'static str) -> Self {
        Some(text.to_owned())
    }

    fn of_word(word: String) -> Self {
        Some(word)
    }

    fn is_null(&self) -> bool {
        self.is_none()
    }

    fn is_true(&self) -> bool {
        self.as_deref() == Some("true")
    }
}
