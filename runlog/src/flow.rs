//! The pasted text as one line.

use regex::{Captures, Regex};

use crate::amount;

/// A text with single spaces in place of all white space, so that a message reads alike however it was wrapped.
pub(crate) struct Flow(String);

/// How far behind its first words the figures of a message may stand.
const REACH: usize = 1500;
/// How much of a message is quoted.
const QUOTED: usize = 240;

impl Flow {
    pub(crate) fn new(text: &str) -> Self {
        let mut flow = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            // Lines of tables and of the kernel's log keep their bars; what draws a progress bar goes.
            let word = word.trim_matches(|letter| ('\u{2580}'..='\u{259f}').contains(&letter));
            if !word.is_empty() {
                flow.push_str(word);
                flow.push(' ');
            }
        }
        Self(flow)
    }

    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What follows a place, as far as a message reaches.
    pub(crate) fn after(&self, place: usize) -> &str {
        &self.0[place..self.boundary(place.saturating_add(REACH))]
    }

    /// The words of a message from its first on.
    pub(crate) fn quote(&self, place: usize) -> String {
        let end = self.boundary(place.saturating_add(QUOTED));
        let mut quoted = self.0[place..end].trim().to_owned();
        if end < self.0.trim_end().len() {
            quoted.push('…');
        }
        quoted
    }

    fn boundary(&self, at: usize) -> usize {
        let mut end = at.min(self.0.len());
        while !self.0.is_char_boundary(end) {
            end -= 1;
        }
        end
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
