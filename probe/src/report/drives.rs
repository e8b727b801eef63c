//! `lsblk`: a table by its head, or with `-P` names and values in quotes.

use crate::fact::{Drive, DriveKind, Fact};
use crate::reading::Reading;
use crate::value::{bytes, number};

/// Columns that tell the head of this table from others.
const COLUMNS: [&str; 8] = ["SIZE", "TYPE", "MODEL", "ROTA", "TRAN", "MAJ:MIN", "MOUNTPOINT", "MOUNTPOINTS"];

/// The rows below a head.
#[derive(Default)]
pub(super) struct Rows {
    columns: Vec<String>,
}

impl Rows {
    pub(super) fn end(&mut self) {
        self.columns.clear();
    }

    pub(super) fn read(&mut self, line: &str) -> Reading {
        if line.starts_with("NAME=\"") {
            let values = quoted(line);
            return Reading::Own(drive(|name| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"NAME") && words.iter().any(|word| COLUMNS.contains(word)) {
            self.columns = words.iter().map(|&word| word.to_owned()).collect();
            return Reading::NOTHING;
        }
        if self.columns.is_empty() {
            return Reading::Foreign;
        }
        let Some(values) = self.cells(&words) else {
            // A row with empty cells, a partition, or the end of the table.
            return if is_device(words.first()) { Reading::NOTHING } else { Reading::Foreign };
        };
        Reading::Own(drive(|name| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())))
    }

    /// The cells of a row by their columns: those of a model are as many words as are left over.
    fn cells(&self, words: &[&str]) -> Option<Vec<(String, String)>> {
        let open = self.columns.iter().position(|column| column == "MODEL");
        let extra = words.len().checked_sub(self.columns.len());
        let extra = match open {
            Some(_) => extra?,
            // What is mounted nowhere has no last cell, what is mounted twice two of them.
            None => extra.unwrap_or(0),
        };
        if !is_device(words.first()) {
            return None;
        }
        let mut values = Vec::new();
        let mut next = 0;
        for (place, column) in self.columns.iter().enumerate() {
            let end = next + 1 + if open == Some(place) { extra } else { 0 };
            let Some(cell) = words.get(next..end.min(words.len())).filter(|cell| !cell.is_empty()) else { break };
            values.push((column.clone(), cell.join(" ")));
            next = end;
        }
        Some(values)
    }
}

/// Names of whole drives and their parts as the kernel gives them.
fn is_device(word: Option<&&str>) -> bool {
    let name = word.map_or("", |word| word.trim_start_matches(['├', '└', '│', '─', '`', '|', '-', ' ']));
    ["nvme", "sd", "hd", "vd", "xvd", "mmcblk", "loop", "sr", "dm-", "md", "zram"].iter().any(|start| name.starts_with(start))
}

fn quoted(line: &str) -> Vec<(String, String)> {
    let mut rest = line;
    let mut values = Vec::new();
    while let Some((name, value)) = rest.split_once("=\"") {
        let Some((value, further)) = value.split_once('"') else { break };
        values.push((name.trim().to_owned(), value.trim().to_owned()));
        rest = further;
    }
    values
}

/// The drive of a row; nothing where it is a part of one, or no drive of the machine.
fn drive<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Vec<Fact> {
    let name = value("NAME").unwrap_or_default();
    let is_whole = value("TYPE").is_none_or(|kind| kind == "disk");
    let is_own = ["nvme", "sd", "hd"].iter().any(|start| name.starts_with(start));
    if !is_whole || !is_own || value("TRAN") == Some("usb") || value("TYPE").is_none() && value("MODEL").is_none() {
        return Vec::new();
    }
    let turns = value("ROTA").map(|turns| turns == "1");
    let kind = match (value("TRAN"), turns) {
        _ if name.starts_with("nvme") => Some(DriveKind::Nvme),
        (Some("nvme"), _) => Some(DriveKind::Nvme),
        (_, Some(true)) => Some(DriveKind::Hdd),
        (Some("sata" | "ata"), Some(false)) => Some(DriveKind::SataSsd),
        (_, Some(false)) => Some(DriveKind::Ssd),
        _ => None,
    };
    let model = value("MODEL").filter(|model| !model.is_empty()).map(str::to_owned);
    let size = value("SIZE").and_then(|size| bytes(size).or_else(|| number(size).map(|(bytes, _)| bytes)));
    vec![Fact::Drive(Drive { model, kind, bytes: size })]
}
