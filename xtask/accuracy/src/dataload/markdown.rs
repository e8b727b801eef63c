//! The report's section on the data path.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Kind, Loading};
use crate::summary::middle;

/// A table by what was measured, on which machine or library, and the farthest misses.
#[must_use]
pub fn data_path(rows: &[Loading]) -> String {
    let mut text =
        String::from("| Figure | Group | Rows | Median | Worst | Bias | Within 25 % |\n|---|---|--:|--:|--:|--:|--:|\n");
    for kind in Kind::ALL {
        let name = match kind {
            Kind::DecodeDefault => "JPEG decoding, one thread, Pillow",
            Kind::DecodeOther => "JPEG decoding, one thread, other libraries",
            Kind::Loader => "`DataLoader` with workers",
            Kind::WorkerMemory => "Memory of workers",
        };
        let of_kind: Vec<&Loading> = rows.iter().filter(|row| row.kind == kind).collect();
        let mut groups: BTreeMap<&str, Vec<&Loading>> = BTreeMap::new();
        for row in &of_kind {
            let group = match kind {
                Kind::DecodeDefault | Kind::Loader => &row.machine,
                Kind::DecodeOther | Kind::WorkerMemory => &row.subject,
            };
            groups.entry(group).or_default().push(row);
        }
        for (group, rows) in groups {
            group_line(&mut text, name, group, &rows);
        }
        group_line(&mut text, name, "**all**", &of_kind);
    }
    text
}

fn group_line(text: &mut String, name: &str, group: &str, rows: &[&Loading]) {
    let mut signed: Vec<f64> = rows.iter().map(|row| row.relative()).collect();
    signed.sort_by(f64::total_cmp);
    let mut sizes: Vec<f64> = signed.iter().copied().map(f64::abs).collect();
    sizes.sort_by(f64::total_cmp);
    let Some(worst) = sizes.last() else { return };
    let within = sizes.iter().filter(|size| **size <= super::NEAR).count();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "| {name} | {group} | {} | {:.1} % | {:.1} % | {:+.1} % | {within} |",
        rows.len(),
        middle(&sizes) * 100.0,
        worst * 100.0,
        middle(&signed) * 100.0,
    );
}
