//! From a text to facts: each line is offered to the forms that it may have.
//!
//! Reports follow each other in any order, and parts of them may be missing, so that a line is known by itself or by the head of
//! its table, never by where its report began. Lines without a fact count as understood while they look like the rest of a
//! report that has begun.

mod csv;
mod drives;
mod free;
mod labels;
mod pci;
mod rocm;
mod smi;

use crate::fact::{Fact, Seen};
use crate::reading::Reading;

/// As much of a text as is read: the longest reports (`lspci -vvv`, `dxdiag`) have some hundred KiB.
pub const MOST_BYTES: usize = 256 << 10;
/// As much of a line as is read; a processor's flags are longer and say nothing.
const MOST_OF_LINE: usize = 1000;
/// Cards, drives and other facts that are kept: more than any machine has.
const MOST_FACTS: usize = 2000;

/// All that a text says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// In the order of the lines.
    pub facts: Vec<Seen>,
    /// Lines that are not blank.
    pub lines: usize,
    /// Of these, what no program that is known here prints.
    pub not_understood: usize,
    /// The text goes on beyond what is read.
    pub is_cut: bool,
}

/// Reads a text.
pub fn read(text: &str) -> Report {
    let whole = start(text, MOST_BYTES);
    let mut report = Report { is_cut: whole.len() < text.len(), ..Report::default() };
    let mut forms = Forms::default();
    for (number, line) in whole.lines().enumerate() {
        let line = start(line, MOST_OF_LINE).trim_end();
        if line.trim_matches(['\u{feff}', ' ', '\t']).is_empty() {
            forms.pause();
            continue;
        }
        report.lines += 1;
        match forms.read(line) {
            Some(facts) => report.facts.extend(facts.into_iter().map(|fact| Seen { line: number + 1, fact })),
            None => report.not_understood += 1,
        }
        report.facts.truncate(MOST_FACTS);
    }
    report
}

/// The beginning of a text, so many bytes of it at most.
pub fn start(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The forms, and what each remembers of the lines before.
#[derive(Default)]
struct Forms {
    smi: smi::Table,
    list: smi::List,
    csv: csv::Rows,
    drives: drives::Rows,
    labels: labels::Labels,
    /// The line before was of a report.
    within: bool,
}

impl Forms {
    /// Facts of a line; none where it is of no form.
    fn read(&mut self, line: &str) -> Option<Vec<Fact>> {
        let readings: [&mut dyn FnMut() -> Reading; 8] = [
            &mut || self.smi.read(line),
            &mut || self.list.read(line),
            &mut || pci::read(line),
            &mut || rocm::read(line),
            &mut || free::read(line),
            &mut || self.drives.read(line),
            &mut || self.csv.read(line),
            &mut || self.labels.read(line),
        ];
        for reading in readings {
            if let Reading::Own(facts) = reading() {
                self.within = true;
                return Some(facts);
            }
        }
        self.within = self.within && is_loose(line) || is_prompt(line) || is_ornament(line);
        self.within.then(Vec::new)
    }

    /// A blank line ends tables; what labels say goes on.
    fn pause(&mut self) {
        self.csv.end();
        self.drives.end();
    }
}

/// A line such as reports have many: a label with its value, a border, a heading, something indented.
fn is_loose(line: &str) -> bool {
    let is_border = |letter: char| matches!(letter, '-' | '=' | '+' | '|' | '*' | '#' | '├' | '└' | '│' | '─');
    line.starts_with([' ', '\t']) || line.starts_with(is_border) || line.contains([':', '：'])
}

/// A border by itself, or the time that `nvidia-smi` begins with.
fn is_ornament(line: &str) -> bool {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    let is_border = line.trim().chars().all(|letter| matches!(letter, '-' | '=' | '+' | '|' | '*' | ' '));
    let words: Vec<&str> = line.split_whitespace().collect();
    is_border || words.len() == 5 && DAYS.contains(&words[0]) && words[3].matches(':').count() == 2
}

/// The command itself, as it was typed.
fn is_prompt(line: &str) -> bool {
    const PROGRAMS: [&str; 10] =
        ["nvidia-smi", "lscpu", "free", "lspci", "lsblk", "rocm-smi", "systeminfo", "dxdiag", "system_profiler", "cat"];
    let is_end = |letter: char| matches!(letter, '$' | '#' | '%' | '>');
    let Some((_, typed)) = line.split_once(is_end) else { return false };
    let typed = typed.trim_start();
    PROGRAMS.iter().any(|program| typed.starts_with(program))
}
