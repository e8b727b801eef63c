//! Files that join a decoder and the tower that reads pictures, as members of one object.

use super::json::{self, Member};
use crate::resolve::{TEXT_KEYS, TIED, TowerKind, VISION_KEY};

/// The members of a file: those of the decoder and, by the names `vision_config.depth`, of its tower side by side; any other file as
/// it is.
pub(super) fn flat(document: Vec<Member>) -> Vec<Member> {
    let said = |name: &str| document.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_deref());
    let inner = |name: &str| json::members(said(name)?).ok().flatten();
    if said("model_type").and_then(TowerKind::of_word).is_none() {
        return document;
    }
    let Some(tower) = inner(VISION_KEY) else { return document };
    // Older files have the text's keys beside the tower.
    let mut members = inner(TEXT_KEYS[0]).unwrap_or_default();
    members.retain(|(key, _)| key != "model_type");
    let is_silent = !members.iter().any(|(key, value)| key == TIED && value.is_some());
    if is_silent || said(TIED) == Some("true") {
        members.retain(|(key, _)| key != TIED);
    }
    let is_left = |key: &str| key != VISION_KEY && key != TEXT_KEYS[0] && !members.iter().any(|(text, _)| text == key);
    let whole: Vec<Member> = document.iter().filter(|(key, _)| is_left(key)).cloned().collect();
    members.extend(whole);
    members.extend(tower.into_iter().map(|(key, value)| (format!("{VISION_KEY}.{key}"), value)));
    members
}
