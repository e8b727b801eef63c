//! What is asked for.

use std::fmt;

use super::text::{self, Size, Word};

/// The most characters of a query: names that drivers print and repositories have are far shorter.
pub const LONGEST: usize = 200;

/// Words to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// As it was written, without what stands around it.
    pub(super) text: String,
    pub(super) words: Vec<Word>,
}

/// A text is too long for a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "a query has at most {LONGEST} characters")
    }
}

impl std::error::Error for TooLong {}

impl Query {
    /// The words of a text, each once.
    ///
    /// # Errors
    /// It has more than [`LONGEST`] characters.
    pub fn read(text: &str) -> Result<Self, TooLong> {
        if text.chars().nth(LONGEST).is_some() {
            return Err(TooLong);
        }
        let mut words: Vec<Word> = Vec::new();
        for word in text::words(text) {
            if words.iter().all(|known| known.text != word.text) {
                words.push(word);
            }
        }
        Ok(Self { text: text.trim().to_owned(), words })
    }

    /// Whether it asks for nothing in particular.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// A word of a query, with the terms of the vocabulary that each part of it may stand for.
#[derive(Debug)]
pub struct Sought<'a> {
    /// Its parts.
    pub parts: Vec<Wanted<'a>>,
    /// What it measures, if anything.
    pub size: Option<Size>,
    /// The number that it is, if nothing else.
    pub number: Option<u64>,
}

/// A part of a word.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// As it was written.
    pub given: &'a str,
    /// The terms that it may stand for, sorted, each with how far it is.
    pub terms: Vec<(u16, u32)>,
    /// Whether no row has it, so that all of these are only near.
    pub is_near: bool,
}

impl Wanted<'_> {
    /// How far a term is from it, if it may stand for it at all.
    pub fn cost_of(&self, term: u16) -> Option<u32> {
        self.terms.binary_search_by_key(&term, |(known, _)| *known).ok().map(|place| self.terms[place].1)
    }
}

impl Sought<'_> {
    /// Of the terms at its place, those that are only near, each with what was written.
    pub fn nearest_of(&self, terms: &[u16]) -> impl Iterator<Item = (&str, u16)> {
        self.parts.iter().zip(terms.to_vec()).filter(|(part, _)| part.is_near).map(|(part, term)| (part.given, term))
    }
}
