//! A question about a bill, and what to look for in its answer.

use wire::v1::Scenario;
use wire::v1::bom::{Bom, Part};

pub fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
pub fn part<'a>(bom: &'a Bom, kind: &str) -> &'a Part {
    bom.parts.iter().find(|part| part.kind == kind).unwrap_or_else(|| panic!("no {kind}"))
}

pub fn codes(bom: &Bom) -> Vec<&str> {
    bom.notes.iter().map(|note| note.code.as_str()).collect()
}
