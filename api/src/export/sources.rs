//! What a bill rests on, numbered in the order in which its tables need it.

use super::table::{Cell, clean};
use super::words;
use wire::locale::Locale;
use wire::v1::bom::{Bom, Part};
use wire::v1::estimate::Answer;

/// A source and what rests on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What it is.
    pub text: String,
    /// What was taken from it.
    pub used_for: Vec<String>,
}

/// All sources of a bill; their numbers count from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    all: Vec<Source>,
    of_parts: usize,
}

impl Sources {
    /// The sources of prices, parts, assumptions and formulas, in this order.
    #[must_use]
    pub fn of(bom: &Bom, locale: Locale) -> Self {
        let mut sources = Self::default();
        for part in &bom.parts {
            if let Some(source) = &part.price_source {
                sources.add(source, words::price_of(&part.name, locale));
            }
        }
        for part in &bom.parts {
            if let Some(source) = figures_of(part) {
                sources.add(source, words::figures_of(&part.name, locale));
            }
        }
        for assumption in &bom.assumptions {
            sources.add(&assumption.source, assumption.id.clone());
        }
        sources.of_parts = sources.all.len();
        if let Answer::Estimate(estimate) = &bom.estimate {
            for explanation in &estimate.explain {
                sources.add(&explanation.source, explanation.id.clone());
            }
        }
        sources
    }

    /// The number of a source.
    #[must_use]
    pub fn number(&self, text: &str) -> Option<usize> {
        let text = clean(text);
        self.all.iter().position(|source| source.text == text).map(|place| place + 1)
    }

    /// A source as a cell that knows its number.
    #[must_use]
    pub fn cell(&self, text: Option<&str>) -> Cell {
        match text.and_then(|text| Some((self.number(text)?, text))) {
            Some((number, text)) => Cell::Source { number, text: clean(text) },
            None => Cell::Empty,
        }
    }

    /// The sources, the first one being number 1.
    #[must_use]
    pub fn all(&self) -> &[Source] {
        &self.all
    }

    /// The first of them: those of parts, their prices and assumptions, without what only formulas rest on.
    #[must_use]
    pub fn of_parts(&self) -> &[Source] {
        &self.all[..self.of_parts]
    }

    fn add(&mut self, text: &str, used_for: String) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        match self.all.iter_mut().find(|source| source.text == text) {
            Some(source) if source.used_for.contains(&used_for) => {}
            Some(source) => source.used_for.push(used_for),
            None => self.all.push(Source { text, used_for: vec![used_for] }),
        }
    }
}

/// Where the catalog has the figures of a part from.
fn figures_of(part: &Part) -> Option<&'static str> {
    match part.kind.as_str() {
        "gpu" => catalog::gpu(&part.id).map(|entry| entry.source),
        "cpu" => catalog::cpu(&part.id).map(|entry| entry.source),
        "memory" => catalog::memory_kit(&part.id).map(|entry| entry.source),
        "storage" | "system-drive" => catalog::storage(&part.id).map(|entry| entry.source),
        "board" => catalog::platform(&part.id).map(|entry| entry.source),
        "psu" => catalog::power_supply(&part.id).map(|entry| entry.source),
        "network" => catalog::network(&part.id).map(|entry| entry.source),
        _ => None,
    }
}
