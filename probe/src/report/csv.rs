//! `nvidia-smi --query-gpu=... --format=csv`, with its head or without.

use super::smi::{card_memory, place};
use crate::fact::Fact;
use crate::reading::Reading;
use crate::value::{MIB, bytes, number, version, whole};

/// Words that a card's name begins with where no head says which column it is.
const MAKERS: [&str; 5] = ["NVIDIA ", "Tesla ", "Quadro ", "GeForce ", "TITAN "];

/// The rows below a head.
#[derive(Default)]
pub(super) struct Rows {
    columns: Vec<String>,
    row: u64,
}

impl Rows {
    pub(super) fn end(&mut self) {
        self.columns.clear();
        self.row = 0;
    }

    pub(super) fn read(&mut self, line: &str) -> Reading {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if is_head(&cells) {
            self.columns = cells.iter().map(|cell| cell.to_lowercase()).collect();
            self.row = 0;
            return Reading::NOTHING;
        }
        let facts = if self.columns.is_empty() { self.bare(&cells) } else { self.below_head(&cells) };
        if facts.is_none() {
            self.end();
        }
        self.row += u64::from(facts.is_some());
        facts.map_or(Reading::Foreign, Reading::Own)
    }

    fn below_head(&self, cells: &[&str]) -> Option<Vec<Fact>> {
        // A single column would take any line.
        let is_row = cells.len() == self.columns.len() && (cells.len() > 1 || begins_with_maker(cells[0]));
        let at = |name: &str| {
            let column = self.columns.iter().position(|column| column.split_whitespace().next() == Some(name));
            column.and_then(|column| cells.get(column).copied())
        };
        let name = at("name").or_else(|| at("gpu_name")).filter(|name| is_row && !name.is_empty())?;
        let index = at("index").and_then(whole).unwrap_or(self.row);
        let mut facts = vec![Fact::Card { place: place(index), name: name.to_owned(), is_cut: false }];
        // `nounits` leaves the unit to the head.
        let memory = at("memory.total").and_then(|cell| bytes(cell).or_else(|| Some(number(cell)?.0 * MIB)));
        facts.extend(memory.map(|memory| card_memory(index, memory)));
        facts.extend(at("driver_version").and_then(version).map(Fact::Driver));
        if at("mig.mode.current") == Some("Enabled") {
            facts.push(Fact::Divided { place: place(index) });
        }
        if at("display_active") == Some("Enabled") {
            facts.push(Fact::Display);
        }
        Some(facts)
    }

    /// A row that says by itself what it is: a maker's name beside memory.
    fn bare(&self, cells: &[&str]) -> Option<Vec<Fact>> {
        let name = cells.iter().position(|cell| begins_with_maker(cell))?;
        let memory = cells.iter().find(|cell| cell.ends_with("MiB")).and_then(|cell| bytes(cell))?;
        let index = cells.first().filter(|_| name > 0).and_then(|cell| whole(cell)).unwrap_or(self.row);
        let mut facts = vec![Fact::Card { place: place(index), name: cells[name].to_owned(), is_cut: false }];
        facts.push(card_memory(index, memory));
        facts.extend(cells[name + 1..].iter().find_map(|cell| version(cell)).map(Fact::Driver));
        Some(facts)
    }
}

fn begins_with_maker(cell: &str) -> bool {
    MAKERS.iter().any(|maker| cell.starts_with(maker))
}

/// Names of properties alone, the card's name among them.
fn is_head(cells: &[&str]) -> bool {
    let is_property = |cell: &&str| {
        let (name, unit) = cell.split_once(' ').unwrap_or((cell, "[]"));
        let is_name = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '_' | '.');
        !name.is_empty() && name.chars().all(is_name) && unit.starts_with('[') && unit.ends_with(']')
    };
    cells.iter().any(|cell| matches!(*cell, "name" | "gpu_name")) && cells.iter().all(is_property)
}
