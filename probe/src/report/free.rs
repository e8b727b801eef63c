//! `free`, in whatever unit it was asked for.
//!
//! Bytes and KiB are told apart by what the kernel counts in: pages of 4 KiB, so that all figures in bytes divide by 1,024.

use crate::fact::{Fact, Reported};
use crate::reading::Reading;
use crate::value::{GIB, KIB, MIB, number, unit};

/// Longest figure that is repeated, in characters.
const MOST_PRINTED: usize = 20;
/// First words of the line, in the languages that the program is translated to here.
const MEMORY: [&str; 3] = ["Mem:", "内存：", "内存:"];
const OTHERS: [&str; 5] = ["Swap:", "交换：", "交换:", "-/+ buffers", "Total:"];

pub(super) fn read(line: &str) -> Reading {
    let line = line.trim_start();
    if OTHERS.iter().any(|other| line.starts_with(other)) || is_head(line) {
        return Reading::NOTHING;
    }
    let Some(rest) = MEMORY.iter().find_map(|label| line.strip_prefix(label)) else { return Reading::Foreign };
    let cells: Vec<&str> = rest.split_whitespace().collect();
    // "Mem: 31Gi" alone is no line of the program.
    if cells.len() < 3 {
        return Reading::Foreign;
    }
    Reading::Own(total(&cells).map(Fact::Memory).into_iter().collect())
}

fn is_head(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    matches!(words[..], ["total", "used", "free", ..] | ["总计", "已用", "空闲", ..])
}

/// The machine's memory, between the bounds that the printed digits leave.
fn total(cells: &[&str]) -> Option<Reported> {
    let (value, suffix) = number(cells.first()?)?;
    let between = |low: f64, high: f64| Some(Reported { low, high, is_installed: false, printed: None });
    let rounded = |low: f64, high: f64, printed: String| {
        Some(Reported { low, high, is_installed: false, printed: Some(printed.chars().take(MOST_PRINTED).collect()) })
    };
    if let Some(unit) = unit(suffix) {
        // One digit behind the point is rounded; whole numbers are, by version, rounded or cut.
        let step = if cells[0].contains('.') { 0.06 } else { 1.0 };
        let below = if cells[0].contains('.') { step } else { 0.5 };
        return rounded((value - below).max(0.0) * unit, (value + step) * unit, cells[0].to_owned());
    }
    let figures: Vec<f64> = cells.iter().filter_map(|cell| number(cell)).map(|(value, _)| value).collect();
    let all_divide_by = |divisor: f64| figures.iter().all(|figure| figure % divisor == 0.0);
    if value >= GIB && all_divide_by(KIB) {
        between(value, value)
    } else if value >= 4.0 * MIB {
        between(value * KIB, value * KIB)
    } else if value < KIB {
        rounded(value * GIB, (value + 1.0) * GIB, format!("{} GiB", cells[0]))
    } else if value < MIB || !all_divide_by(4.0) {
        between(value * MIB, (value + 1.0) * MIB)
    } else {
        // A small machine in KiB, or a very large one in MiB.
        None
    }
}
