//! The pasted text as one line.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::amount;

/// A text with single spaces in place of all white space, so that a message reads alike however it was wrapped; without colors,
/// and without what a launcher or a log puts before each line.
pub(crate) struct Flow {
    /// As it was written.
    written: String,
    /// A byte for each letter, so that it is searched in a pass: what is not ASCII is no part of any message.
    plain: String,
}

/// How far behind its first words the figures of a message may stand.
const REACH: usize = 1500;
/// How far before them the words that say how it is meant.
const BEFORE: usize = 24;
/// How much of a message is quoted.
const QUOTED: usize = 240;

/// What terminals take for colors, titles and places.
static CONTROL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\x1b\[[0-9;:?]*[@-~]|\x1b\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]",
    )
});
/// What stands before each line of a log: the process, a time, the kernel's clock.
static PREFIX: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:(?:\[(?:rank|default) ?\d+\]:?|\d{1,4}:|\[ *\d+\.\d{6}\]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)?\]?|pod/\S+)\s+)+",
    )
});

impl Flow {
    pub(crate) fn new(text: &str) -> Self {
        let mut written = String::with_capacity(text.len());
        let text = CONTROL.replace_all(text, "");
        for line in text.lines() {
            let line = PREFIX.replace(line, "");
            for word in line.split_whitespace() {
                // Lines of tables and of the kernel's log keep their bars; what draws a progress bar goes.
                let word = word.trim_matches(|letter| ('\u{2580}'..='\u{259f}').contains(&letter));
                if !word.is_empty() {
                    written.push_str(word);
                    written.push(' ');
                }
            }
        }
        let plain = written.chars().map(|letter| if letter.is_ascii() { letter } else { '~' }).collect();
        Self { written, plain }
    }

    pub(crate) fn text(&self) -> &str {
        &self.plain
    }

    /// What follows a place, as far as a message reaches.
    pub(crate) fn after(&self, place: usize) -> &str {
        &self.plain[place..self.plain.len().min(place.saturating_add(REACH))]
    }

    /// The words before a place.
    pub(crate) fn before(&self, place: usize) -> &str {
        &self.plain[place.saturating_sub(BEFORE)..place]
    }

    /// The words of a message from its first on.
    pub(crate) fn quote(&self, place: usize) -> String {
        let words: String = self.written.chars().skip(place).take(QUOTED).collect();
        let is_all = place + QUOTED >= self.plain.trim_end().len();
        let words = words.trim();
        if is_all { words.to_owned() } else { [words, "…"].concat() }
    }
}

/// The amount that a pattern finds: its groups `n` and `u`.
pub(crate) fn amount(pattern: &Regex, text: &str) -> Option<u64> {
    pattern.captures(text).and_then(|found| amount_of(&found))
}

/// The amount of groups `n` and `u`.
pub(crate) fn amount_of(found: &Captures<'_>) -> Option<u64> {
    amount::bytes(found.name("n")?.as_str(), found.name("u")?.as_str())
}

/// The number of a pattern's first group.
pub(crate) fn number(pattern: &Regex, text: &str) -> Option<f64> {
    pattern.captures(text)?.get(1)?.as_str().replace(',', "").parse().ok().filter(|number: &f64| number.is_finite())
}

/// A pattern of this crate's own.
pub(crate) fn pattern(text: &str) -> Regex {
    Regex::new(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
