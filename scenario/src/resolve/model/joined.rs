//! The parts of a file that joins a decoder and the tower that reads pictures before it, as one flat configuration. Both readers of
//! files go by it, whatever they keep a value in.

use super::keys;
use super::towers::{TIED, TOWER_KEYS, TowerKind};

/// A value as a reader of files keeps it.
pub(crate) trait Value: Clone + PartialEq {
    /// The value that a text of JSON says.
    fn of_json(text: &'static str) -> Self;
    /// A word.
    fn of_word(word: String) -> Self;
    /// Whether it is null.
    fn is_null(&self) -> bool;
    /// Whether it is true.
    fn is_true(&self) -> bool;
}

/// A key and what it says.
pub(crate) type Member<V> = (String, V);

/// The parts of a file.
pub(crate) struct Parts<V> {
    /// What the whole is, a kind with a tower.
    pub kind: String,
    /// Keys of the whole, beside those of its parts.
    pub whole: Vec<Member<V>>,
    /// Those of the decoder; none in older files, which have them among the whole's.
    pub text: Option<Vec<Member<V>>>,
    /// Those of the tower.
    pub tower: Vec<Member<V>>,
}

impl<V: Value> Parts<V> {
    /// One configuration under the kind of the whole, and the keys of the whole that say of the decoder what its own part does not:
    /// the library passes over them.
    pub(crate) fn flat(self, tower: TowerKind) -> (Vec<Member<V>>, Vec<String>) {
        let tied = V::of_json(if self.is_tied(tower) { "true" } else { "false" });
        let Self { kind, whole, text, tower: mut seen } = self;
        let mut passed_over = Vec::new();
        let mut members = match text {
            None => whole,
            Some(mut members) => {
                for (key, value) in whole {
                    let said = members.iter().find(|(own, _)| *own == key);
                    let is_of_decoder = key != TIED && keys::field(&kind, &key).is_some();
                    if is_of_decoder && said.is_none_or(|(_, own)| *own != value) && !value.is_null() {
                        passed_over.push(key);
                    } else if !is_of_decoder && said.is_none() {
                        members.push((key, value));
                    }
                }
                members
            }
        };
        members.retain(|(key, _)| key != TIED && key != "model_type");
        members.extend([("model_type".to_owned(), V::of_word(kind)), (TIED.to_owned(), tied)]);
        for &(key, text) in tower.class_defaults() {
            if !seen.iter().any(|(own, value)| own == key && !value.is_null()) {
                seen.push((key.to_owned(), V::of_json(text)));
            }
        }
        members.extend(seen.into_iter().map(|(key, value)| (format!("{TOWER_KEYS}{key}"), value)));
        (members, passed_over)
    }

    /// Whether the head shares the embedding's weight: the whole says it, Qwen2.5-VL's text as well, and else the class of the whole.
    fn is_tied(&self, tower: TowerKind) -> bool {
        let said = |members: &[Member<V>]| {
            members.iter().find(|(key, value)| key == TIED && !value.is_null()).map(|(_, value)| value.is_true())
        };
        let of_text = self.text.as_deref().and_then(said);
        let of_whole = said(&self.whole).unwrap_or(tower == TowerKind::Siglip);
        of_whole || tower == TowerKind::Qwen25 && of_text == Some(true)
    }
}
