//! What all facts together leave beyond doubt.

mod cards;
mod drives;
mod host;

use crate::found::Found;
use crate::machine::{Item, Machine, Missing, Note};
use crate::report;

/// Reads what programs print of a machine; any text has an answer.
#[must_use]
pub fn read(text: &str) -> Machine {
    let report = report::read(text);
    let mut found = Found::new(text, &report.facts);
    found.machine.lines = report.lines;
    found.machine.not_understood = report.not_understood;
    cards::decide(&mut found);
    host::decide(&mut found);
    drives::decide(&mut found);
    let Found { mut machine, .. } = found;
    if report.is_cut {
        machine.notes.push(Note::TextCut);
    }
    machine.findings.sort_by_key(|finding| finding.item);
    let is_found = |item: Item| machine.findings.iter().any(|finding| finding.item == item);
    let shares = machine.notes.iter().any(|note| matches!(note, Note::SharedMemory(_)));
    let needed = [Item::Gpu, Item::Ram, Item::Cpu, Item::Storage];
    let missing = needed.into_iter().filter(|item| !(is_found(*item) || shares && matches!(item, Item::Ram | Item::Cpu)));
    machine.missing = missing.map(Missing).collect();
    machine
}
