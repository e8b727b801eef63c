//! Words that the planner needs in the browser and the bundle has no room for: the page brings them along, a line each.
//! [`crate::carried`] reads them there.

use crate::fields::hidden::{LABELS, WORDS};
use crate::locale::Locale;
use crate::messages::formulas::TERMS;

/// What the page carries for its language: labels by the pointers of their leaves, names of their words, and in Chinese what the engine calls in
/// English.
#[must_use]
pub fn lines(locale: Locale) -> String {
    let labels = LABELS.iter().chain(WORDS).map(|(pointer, english, chinese)| (*pointer, locale.pick(*english, *chinese)));
    let terms = TERMS.iter().copied().filter(|_| locale == Locale::Zh);
    labels.chain(terms).fold("\n".to_owned(), |lines, (key, word)| lines + key + "\t" + word + "\n")
}

#[cfg(test)]
mod tests {
    use crate::fields::hidden;
    use crate::locale::Locale;
    use crate::messages::formulas::chinese;

    #[test]
    fn a_page_carries_every_word_in_a_line() {
        for locale in Locale::ALL {
            let lines = super::lines(locale);
            assert!(lines.starts_with('\n') && lines.ends_with('\n'));
            for line in lines.trim().lines() {
                let (key, word) = line.split_once('\t').expect("two columns");
                let named = hidden::WORDS.iter().find(|(other, ..)| *other == key);
                let named = named.map(|(_, english, chinese)| locale.pick(*english, *chinese).to_owned());
                let known = if key.starts_with('/') { hidden::label(key, locale) } else { chinese(key).map(str::to_owned) };
                let known = known.or(named);
                assert_eq!(known.as_deref(), Some(word), "{line}");
            }
        }
    }
}
