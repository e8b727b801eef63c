//! The parts of a file that joins a decoder and the tower that reads pictures before it, as one flat configuration. Both readers of
//! files go by it, whatever they keep a value in.

use super::keys;
use super::towers::{TEXT_TYPE, TIED, TOWER_KEYS, TowerKind};

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
    /// Whether it is true or false.
    fn is_flag(&self) -> bool;
}

/// The kind of a file of Gemma 3 that has no tower.
pub(crate) const TEXT_ALONE: &str = "gemma3_text";

/// A key and what it says.
pub(crate) type Member<V> = (String, V);

/// The parts of a file.
pub(crate) struct Parts<V> {
    /// What the whole is, or the text where the file has nothing else.
    pub kind: String,
    /// Keys of the whole, beside those of its parts.
    pub whole: Vec<Member<V>>,
    /// Those of the decoder; none in older files, which have them among the whole's.
    pub text: Option<Vec<Member<V>>>,
    /// Those of the tower; none in a file of the text alone.
    pub tower: Option<Vec<Member<V>>>,
}

impl<V: Value> Parts<V> {
    /// One configuration under the kind of the whole, or of the text where the file has no tower, and the keys of the whole that say of
    /// the decoder what its own part does not: the library passes over them.
    pub(crate) fn flat(self, tower: TowerKind) -> (Vec<Member<V>>, Vec<String>) {
        let tied = self.tied(tower);
        let Self { kind, whole, text, tower: seen } = self;
        let mut passed_over = Vec::new();
        let text_type = text.iter().flatten().find(|(key, value)| key == "model_type" && !value.is_null());
        let text_type = text_type.filter(|_| tower.has_text_of_its_own());
        let text_type = text_type.map(|(_, value)| (TEXT_TYPE.to_owned(), value.clone()));
        let mut members = match text {
            None => whole,
            Some(mut members) => {
                for (key, value) in whole {
                    let said = members.iter().find(|(own, _)| *own == key);
                    let is_of_decoder = key != TIED && (keys::field(&kind, &key).is_some() || tower.passes_over(&key));
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
        members.extend(text_type);
        members.extend([("model_type".to_owned(), V::of_word(kind)), (TIED.to_owned(), tied)]);
        if let Some(mut seen) = seen {
            // The whole has other defaults for a tower that it says nothing of.
            let class_defaults = if seen.is_empty() { tower.whole_defaults() } else { tower.class_defaults() };
            for &(key, text) in class_defaults {
                if !seen.iter().any(|(own, value)| own == key && !value.is_null()) {
                    seen.push((key.to_owned(), V::of_json(text)));
                }
            }
            members.extend(seen.into_iter().map(|(key, value)| (format!("{TOWER_KEYS}{key}"), value)));
        }
        (members, passed_over)
    }

    /// Whether the head shares the embedding's weight: the whole says it, where null is no, Qwen2.5-VL's text as well, and else the class
    /// of the whole; what is neither yes nor no stays, to be refused. Where the whole of Mistral's says nothing, its text does, or there is
    /// a head of its own: the class would share it, but loading keeps two that a repository has.
    fn tied(&self, tower: TowerKind) -> V {
        let said = |members: &[Member<V>]| members.iter().find(|(key, _)| key == TIED).map(|(_, value)| value.clone());
        let of_text = self.text.as_deref().and_then(said).filter(|_| matches!(tower, TowerKind::Qwen25 | TowerKind::Pixtral));
        let of_whole = said(&self.whole);
        if let Some(odd) = [&of_whole, &of_text].into_iter().flatten().find(|value| !value.is_null() && !value.is_flag()) {
            return odd.clone();
        }
        let of_text = of_text.filter(|_| tower == TowerKind::Qwen25 || of_whole.is_none());
        let is_tied = of_whole.map_or(tower == TowerKind::Siglip, |value| value.is_true());
        V::of_json(if is_tied || of_text.is_some_and(|value| value.is_true()) { "true" } else { "false" })
    }
}
