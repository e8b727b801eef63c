//! Which levers exclude each other, and which need another one.

use std::mem::discriminant;

use super::plan::Plan;
use crate::estimate::{Change, Lever};

/// Pairs that set different fields and still exclude each other.
const EXCLUDED: &[(&str, &str)] = &[
    // An offloaded optimizer steps on the processor, where neither runs.
    ("offload-optimizer", "adamw-8bit"),
    ("offload-optimizer", "fused-optimizer"),
    ("offload-all", "adamw-8bit"),
    ("offload-all", "fused-optimizer"),
    ("offload-optimizer", "adafactor"),
    ("offload-all", "adafactor"),
    // Quantized weights stay on the card.
    ("offload-all", "qlora"),
    ("offload-all", "eight-bit-base"),
    // Either of the two is the reason for the other's gain.
    ("next-card", "second-card"),
];

/// Writes conflicts and requirements into a list of levers.
pub(super) fn relate(plan: &Plan, levers: &mut [Lever]) {
    let all: Vec<(&'static str, Vec<Change>)> = levers.iter().map(|lever| (lever.id, lever.change.clone())).collect();
    for lever in levers {
        lever.conflicts = all
            .iter()
            .filter(|(id, change)| *id != lever.id && exclude((lever.id, &lever.change), (id, change)))
            .map(|(id, _)| *id)
            .collect();
        let ram = lever.change.iter().chain(&lever.follows).find_map(|change| match change {
            Change::Ram(ram) => Some(*ram),
            _ => None,
        });
        if lever.after.ram_minimum > ram.unwrap_or(plan.scenario.hardware.ram) {
            lever.requires.push("more-ram");
        }
    }
}

/// Whether two levers cannot both be pulled.
pub(super) fn exclude(one: (&str, &[Change]), other: (&str, &[Change])) -> bool {
    shares_field(one.1, other.1) || are_exclusive(one.0, other.0)
}

fn shares_field(a: &[Change], b: &[Change]) -> bool {
    a.iter().any(|a| b.iter().any(|b| discriminant(a) == discriminant(b)))
}

fn are_exclusive(a: &str, b: &str) -> bool {
    EXCLUDED.iter().any(|&(one, other)| (one, other) == (a, b) || (other, one) == (a, b))
}
