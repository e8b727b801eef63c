//! Files that join a decoder and the tower that reads pictures, as members of one object.

use super::json::{self, Member};
use crate::resolve::joined::{Parts, TEXT_ALONE, Value};
use crate::resolve::{TEXT_KEYS, TowerKind, VISION_KEY};

/// The members of a file: those of the decoder and, by the names `vision_config.depth`, of its tower side by side; any other file as
/// it is. And keys that say nothing of either.
pub(super) fn flat(document: Vec<Member>) -> (Vec<Member>, Vec<String>) {
    let said = |name: &str| document.iter().find(|(key, _)| key == name).and_then(|(_, value)| value.as_deref());
    let inner = |name: &str| json::members(said(name)?).ok().flatten();
    let kind = said("model_type").and_then(|kind| Some((kind, TowerKind::of_word(kind)?)));
    let (seen, written) = (said(VISION_KEY), said(TEXT_KEYS[0]));
    let Some((kind, tower)) = kind.filter(|_| seen.is_some() || written.is_some()) else { return (document, Vec::new()) };
    // As the reader of bodies has it.
    let is_older = written.is_none() && tower == TowerKind::Qwen25;
    let is_text_alone = seen.is_none() && tower == TowerKind::Siglip;
    let is_part = |key: &str| [VISION_KEY, TEXT_KEYS[0]].contains(&key);
    let is_read = |key: &str| is_part(key) && (said(key).is_none() || inner(key).is_some());
    let is_network = |key: &str| key.ends_with("_config") && key != "quantization_config" && inner(key).is_some();
    let is_beside = |key: &str| !is_older && is_network(key) || is_part(key);
    let outer = || document.iter().filter(|(key, _)| !is_read(key));
    let beside: Vec<String> = outer().filter(|(key, _)| is_beside(key)).map(|(key, _)| key.clone()).collect();
    let parts = Parts {
        kind: if is_text_alone { TEXT_ALONE } else { kind }.to_owned(),
        whole: outer().filter(|(key, _)| !is_beside(key)).cloned().collect(),
        text: (!is_older).then(|| inner(TEXT_KEYS[0]).unwrap_or_default()),
        tower: (!is_text_alone).then(|| inner(VISION_KEY).unwrap_or_default()),
    };
    let (members, passed_over) = parts.flat(tower);
    (members, beside.into_iter().chain(passed_over).collect())
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

    fn is_flag(&self) -> bool {
        matches!(self.as_deref(), Some("true" | "false"))
    }
}
