//! A machine while it is put together from facts.

use crate::fact::{DriveKind, Fact, Seen};
use crate::machine::{Finding, Item, Machine, Note, Origin, Stranger};
use crate::report;

/// A machine while it is put together.
pub struct Found<'a> {
    text: &'a str,
    /// What the lines say, in their order.
    pub facts: &'a [Seen],
    /// What is found so far.
    pub machine: Machine,
}

/// Most lines that a finding names, and most strangers and notes of one kind: a text may hold thousands of cards.
pub const MOST_NAMED: usize = 16;
/// Longest line that is repeated, in characters.
pub const MOST_LETTERS: usize = 120;

impl<'a> Found<'a> {
    /// Nothing yet, of these facts.
    pub fn new(text: &'a str, facts: &'a [Seen]) -> Self {
        Self { text, facts, machine: Machine::default() }
    }

    /// A line to be shown.
    fn origin(&self, line: usize) -> Origin {
        let text = self.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let text: Vec<&str> = report::start(text, 4 * MOST_LETTERS).split_whitespace().collect();
        Origin { line, text: text.join(" ").chars().take(MOST_LETTERS).collect() }
    }

    /// Adds a value with the lines that say it.
    pub fn find(&mut self, item: Item, value: String, name: String, lines: &[usize]) {
        let origins = lines.iter().take(MOST_NAMED).map(|line| self.origin(*line)).collect();
        self.machine.findings.push(Finding { item, value, name, origins });
    }

    /// Adds what a reader has to know, once.
    pub fn note(&mut self, note: Note) {
        if self.machine.notes.len() < MOST_NAMED && !self.machine.notes.contains(&note) {
            self.machine.notes.push(note);
        }
    }

    /// Something that the catalog does not have; the nearest row is looked for once a name.
    pub fn stranger(
        &mut self,
        item: Item,
        name: &str,
        line: usize,
        nearest: impl FnOnce() -> Option<(&'static str, &'static str)>,
    ) {
        let name: String = name.chars().take(MOST_LETTERS).collect();
        let is_said = self.machine.strangers.iter().any(|stranger| stranger.item == item && stranger.name == name);
        if self.machine.strangers.len() < MOST_NAMED && !is_said {
            let (origin, nearest) = (self.origin(line), nearest());
            self.machine.strangers.push(Stranger { item, name, nearest, origin });
        }
    }

    /// What the facts of one kind say, each with its line.
    pub fn all<T>(&self, pick: impl Fn(&Fact) -> Option<T>) -> Vec<(usize, T)> {
        self.facts.iter().filter_map(|seen| Some((seen.line, pick(&seen.fact)?))).collect()
    }

    /// The first of a kind as a finding.
    pub fn first(&mut self, item: Item, pick: impl Fn(&Fact) -> Option<(String, String)>) {
        if let Some((line, (value, name))) = self.all(pick).into_iter().next() {
            self.find(item, value, name, &[line]);
        }
    }
}

/// A kind of drives and how many: `NVMe SSD × 2`.
pub fn drives_name(kind: DriveKind, count: usize) -> String {
    if count > 1 { format!("{count} × {}", kind.name()) } else { kind.name().to_owned() }
}
