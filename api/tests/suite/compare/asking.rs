//! A comparison, what to look for in it, and each of its columns held against an estimate.

use api::{comparison, estimate};
use scenario::query;
use serde_json::Value as Json;
use wire::Locale;
use wire::v1::compare::Compared;
use wire::v1::{Comparison, Prices, Problem, Scenario};

pub fn asked(text: &str) -> Scenario {
    let parsed = query::parse_string(text);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

pub fn scenarios(texts: &[&str]) -> Vec<Scenario> {
    texts.iter().map(|text| asked(text)).collect()
}

#[track_caller]
pub fn compared(texts: &[&str]) -> Comparison {
    comparison(&scenarios(texts), &Prices::default(), Locale::En).unwrap_or_else(|problem| panic!("{texts:?}: {problem:?}"))
}

#[track_caller]
pub fn refused(scenarios: &[Scenario]) -> Problem {
    comparison(scenarios, &Prices::default(), Locale::En).map_or_else(|problem| problem, |_| panic!("answered"))
}

pub fn pointers(problem: &Problem) -> Vec<(&str, &str)> {
    problem.errors.iter().map(|error| (error.pointer.as_str(), error.code.as_str())).collect()
}

pub fn best<'a>(answer: &'a Comparison, pointer: &str) -> &'a [u64] {
    &answer.best.iter().find(|best| best.pointer == pointer).unwrap_or_else(|| panic!("no {pointer}")).scenarios
}

/// Whatever an estimate has at the same place is the same.
#[track_caller]
pub fn check_against_estimate(asked: &Scenario, side: &Compared) {
    let estimate = json(&estimate(asked).unwrap_or_else(|problem| panic!("{problem:?}")));
    let side = json(side);
    let mut checked = 0;
    walk(&side, "", &mut |pointer, value| {
        if ["/label", "/holds", "/order_notes"].contains(&pointer)
            || pointer.starts_with("/price/")
            || pointer.starts_with("/energy/")
        {
            return;
        }
        assert_eq!(estimate.pointer(pointer), Some(value), "{pointer}");
        checked += 1;
    });
    assert!(checked > 40, "{checked}");
}

pub fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).expect("a document")
}

pub fn walk(value: &Json, pointer: &str, visit: &mut impl FnMut(&str, &Json)) {
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                walk(value, &format!("{pointer}/{name}"), visit);
            }
        }
        leaf => visit(pointer, leaf),
    }
}
