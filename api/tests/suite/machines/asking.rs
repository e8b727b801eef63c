//! A question about machines, and what to look for in its answer.

use wire::v1::recommend::Machine;
use wire::v1::{Problem, Recommendation, Scenario};

pub fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
pub fn recommended(query: &str) -> Recommendation {
    api::recommend(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

#[track_caller]
pub fn refused(query: &str) -> Problem {
    api::recommend(&asked(query)).map_or_else(|problem| problem, |answer| panic!("{query}: {:?}", answer.machines.len()))
}

pub fn labeled<'a>(answer: &'a Recommendation, label: &str) -> &'a Machine {
    answer.machines.iter().find(|machine| machine.label == label).unwrap_or_else(|| panic!("no {label}"))
}

/// Whether a machine's figures rest on more than a data sheet.
pub fn is_backed(machine: &Machine) -> bool {
    machine.parts.iter().all(|part| part.notes.iter().all(|note| !note.starts_with("no CUDA device")))
}
