//! `nvidia-smi` as a table and as a list (`-L`); `-q` has labels, and [`super::csv`] reads the rest.
//!
//! The table has three lines a card: index, name and address; memory in the middle; whether it is divided. Names longer than the
//! column end in dots.

use crate::fact::{Fact, Lister, Place};
use crate::reading::Reading;
use crate::value::{MIB, after, number, version, whole};

/// What follows a card's name in its cell: persistence mode, or on Windows the model of the driver.
const AFTER_NAME: [&str; 8] = ["On", "Off", "N/A", "WDDM", "TCC", "MCDM", "Enabled", "Disabled"];

/// The table, as far as its lines before say.
#[derive(Default)]
pub(super) struct Table {
    /// The card whose memory comes next.
    card: Option<u64>,
    /// The card whose last line comes next.
    ending: Option<u64>,
}

pub(super) const fn place(index: u64) -> Place {
    Place { lister: Lister::NvidiaSmi, index }
}

impl Table {
    pub(super) fn read(&mut self, line: &str) -> Reading {
        if line.contains("NVIDIA-SMI") && line.contains("Driver Version") {
            return Reading::Own(versions(line));
        }
        let Some(inside) = line.trim_start().strip_prefix('|') else { return Reading::Foreign };
        let cells: Vec<&str> = inside.split('|').collect();
        if let Some((index, name, is_shown)) = card(&cells) {
            (self.card, self.ending) = (Some(index), None);
            let is_cut = name.ends_with("...");
            let name = name.trim_end_matches('.').trim_end().to_owned();
            let card = Fact::Card { place: place(index), name, is_cut };
            return Reading::Own(if is_shown { vec![card, Fact::Display] } else { vec![card] });
        }
        let memory = cells.get(1).and_then(|cell| cell.split_once("MiB /")).and_then(|(_, total)| number(total));
        if let (Some(index), Some((mib, _))) = (self.card.take(), memory) {
            self.ending = Some(index);
            return Reading::Own(vec![Fact::CardMemory { place: place(index), mib }]);
        }
        match self.ending.take() {
            Some(index) if cells.get(2).is_some_and(|cell| cell.trim() == "Enabled") => {
                Reading::Own(vec![Fact::Divided { place: place(index) }])
            }
            _ => Reading::NOTHING,
        }
    }
}

fn versions(line: &str) -> Vec<Fact> {
    let driver = after(line, "Driver Version:").and_then(version).map(Fact::Driver);
    let cuda = after(line, "CUDA Version:").and_then(version).map(Fact::Cuda);
    driver.into_iter().chain(cuda).collect()
}

/// Index and name of a card, and whether a screen is lit by it.
fn card(cells: &[&str]) -> Option<(u64, String, bool)> {
    let address = cells.get(1)?.split_whitespace().next()?;
    if address.matches(':').count() != 2 || !address.contains('.') {
        return None;
    }
    let mut words: Vec<&str> = cells.first()?.split_whitespace().collect();
    if words.last().is_some_and(|last| AFTER_NAME.contains(last)) {
        words.pop();
    }
    let (index, name) = words.split_first()?;
    let is_shown = cells.get(1)?.split_whitespace().nth(1) == Some("On");
    Some((whole(index)?, name.join(" "), is_shown)).filter(|(_, name, _)| !name.is_empty())
}

/// The list (`-L`), as far as its lines before say.
#[derive(Default)]
pub(super) struct List {
    /// The last card: instances stand below the one that they are of.
    card: Option<u64>,
}

impl List {
    pub(super) fn read(&mut self, line: &str) -> Reading {
        let line = line.trim_start();
        if line.starts_with("MIG ") && line.contains("(UUID: MIG-") {
            return Reading::Own(self.card.map(|index| Fact::Divided { place: place(index) }).into_iter().collect());
        }
        let Some((index, rest)) = line.strip_prefix("GPU ").and_then(|rest| rest.split_once(':')) else {
            return Reading::Foreign;
        };
        let (Some(index), Some((name, _))) = (whole(index), rest.split_once("(UUID: GPU-")) else { return Reading::Foreign };
        self.card = Some(index);
        Reading::Own(vec![Fact::Card { place: place(index), name: name.trim().to_owned(), is_cut: false }])
    }
}

/// Memory of a card in MiB, from bytes.
pub(super) fn card_memory(index: u64, bytes: f64) -> Fact {
    Fact::CardMemory { place: place(index), mib: bytes / MIB }
}
