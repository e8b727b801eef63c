//! Bodies that make plans: one to be stored, and what changes in a copy of one.
//!
//! When a plan expires is checked by the caller, which knows the time; its fault is named along with all others.

use serde_json::{Map, Value as Json};

use super::bodies::{at, unknown_members};
use super::document::document;
use super::{leaf, scenario};
use crate::error::{Expected, FieldError, Reason};
use crate::fields::{Kind, Value};
use crate::limits;
use crate::problem;
use crate::visible::{line, paragraphs};
use wire::v1::plan::{ForkRequest, PlanRequest};
use wire::v1::{Problem, Scenario};

const PLAN: [&str; 5] = ["title", "note", "scenario", "prices", "expires"];
const FORK: [&str; 5] = ["revision", "title", "note", "change", "expires"];

/// A plan to be stored. The scenario is checked as an estimate would check it: what is stored can be shown.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_plan(body: &[u8]) -> Result<PlanRequest, Problem> {
    parse_plan_with(body, |_| None)
}

/// A plan to be stored, as [`parse_plan`], with a check of when it expires.
///
/// # Errors
/// As [`parse_plan`].
pub fn parse_plan_with(body: &[u8], expiry: impl Fn(&str) -> Option<Reason>) -> Result<PlanRequest, Problem> {
    let document = document(body)?;
    let members = document.as_object().ok_or_else(|| at("", Reason::WrongType { expected: Expected::Object }))?;
    let mut walk = Walk { members, errors: unknown_members(members, &PLAN) };
    let (title, note) = (walk.title(), walk.note());
    let (expires, prices) = (walk.expires(expiry), walk.prices());
    let mut plan = PlanRequest { title, note, scenario: Scenario::default(), prices, expires };
    match members.get("scenario") {
        None | Some(Json::Null) => walk.push("/scenario", Reason::Required),
        Some(value) => match check(value) {
            // The planner reads addresses, and a traced network is too long for one.
            Ok(scenario) if scenario.model.graph.is_some() => walk.push("/scenario/model/graph", Reason::NotKept),
            Ok(scenario) => plan.scenario = scenario,
            Err(faults) => walk.errors.extend(faults.into_iter().map(|fault| fault.under("/scenario"))),
        },
    }
    walk.done(plan)
}

/// What changes in a copy of a plan; an empty body, or null, changes nothing.
///
/// # Errors
/// The body is not JSON, or every field at fault; whether the change fits the plan is [`fork`]'s to say.
pub fn parse_fork_with(body: &[u8], expiry: impl Fn(&str) -> Option<Reason>) -> Result<ForkRequest, Problem> {
    if body.iter().all(u8::is_ascii_whitespace) {
        return Ok(ForkRequest::default());
    }
    let document = document(body)?;
    if document.is_null() {
        return Ok(ForkRequest::default());
    }
    let members = document.as_object().ok_or_else(|| at("", Reason::WrongType { expected: Expected::Object }))?;
    let mut walk = Walk { members, errors: unknown_members(members, &FORK) };
    let fork = ForkRequest {
        revision: walk.revision(),
        title: walk.title(),
        note: walk.note(),
        change: walk.object("change").cloned(),
        expires: walk.expires(expiry),
    };
    walk.done(fork)
}

/// A stored scenario with a change merged into it (RFC 7396).
///
/// # Errors
/// Every field at fault: under `/change` what the change says, under `/scenario` what was there before it.
pub fn fork(mut stored: Json, change: &Json) -> Result<Scenario, Problem> {
    crate::json::apply_merge_patch(&mut stored, change);
    check(&stored).map_err(|faults| {
        let place = |fault: FieldError| {
            let prefix = if says(change, &fault.pointer) { "/change" } else { "/scenario" };
            fault.under(prefix)
        };
        problem::invalid(&faults.into_iter().map(place).collect::<Vec<_>>())
    })
}

/// A scenario that can be estimated.
fn check(document: &Json) -> Result<Scenario, Vec<FieldError>> {
    let (scenario, faults) = scenario(document);
    if !faults.is_empty() {
        return Err(faults);
    }
    let faults = super::faults(&scenario);
    if faults.is_empty() { Ok(scenario) } else { Err(faults) }
}

/// Whether a merge patch says what stands at a pointer, also by a value of a part around it.
fn says(change: &Json, pointer: &str) -> bool {
    let mut value = change;
    for token in pointer.split('/').skip(1) {
        let Json::Object(members) = value else { return true };
        let Some(member) = members.get(&token.replace("~1", "/").replace("~0", "~")) else { return false };
        value = member;
    }
    true
}

struct Walk<'a> {
    members: &'a Map<String, Json>,
    errors: Vec<FieldError>,
}

impl<'a> Walk<'a> {
    fn push(&mut self, pointer: &str, reason: Reason) {
        self.errors.push(FieldError::new(pointer, reason));
    }

    fn done<T>(mut self, read: T) -> Result<T, Problem> {
        self.errors.truncate(limits::ERRORS);
        if self.errors.is_empty() { Ok(read) } else { Err(problem::invalid(&self.errors)) }
    }

    fn title(&mut self) -> Option<String> {
        self.text("title", line, limits::PLAN_TITLE_LENGTH)
    }

    fn note(&mut self) -> Option<String> {
        self.text("note", paragraphs, limits::PLAN_NOTE_LENGTH)
    }

    /// A text as it is stored; its limit counts characters of that.
    fn text(&mut self, name: &str, written: impl Fn(&str) -> String, max: usize) -> Option<String> {
        let text = match self.members.get(name)? {
            Json::Null => return None,
            Json::String(text) => written(text),
            _ => {
                self.push(&format!("/{name}"), Reason::WrongType { expected: Expected::Text });
                return None;
            }
        };
        if text.chars().count() > max {
            self.push(&format!("/{name}"), Reason::TooLong { max });
            return None;
        }
        Some(text)
    }

    fn expires(&mut self, check: impl Fn(&str) -> Option<Reason>) -> Option<String> {
        let text = self.text("expires", |text| text.trim().to_owned(), limits::TEXT_LENGTH)?;
        match check(&text) {
            None => Some(text),
            Some(reason) => {
                self.push("/expires", reason);
                None
            }
        }
    }

    fn object(&mut self, name: &str) -> Option<&'a Json> {
        let value = self.members.get(name).filter(|value| !value.is_null())?;
        if value.is_object() {
            return Some(value);
        }
        self.push(&format!("/{name}"), Reason::WrongType { expected: Expected::Object });
        None
    }

    fn revision(&mut self) -> Option<u64> {
        let value = self.members.get("revision").filter(|value| !value.is_null())?;
        let range = limits::PLAN_REVISION;
        let read = leaf::value(Kind::Integer(range), value).and_then(|read| match read {
            Value::Integer(number) if range.contains(number) => Ok(number),
            _ => Err(crate::fields::integer_out_of_range(range)),
        });
        read.map_err(|reason| self.push("/revision", reason)).ok()
    }

    /// Prices are checked as bills check them: what is stored is what the plan's bill is worked out with.
    fn prices(&mut self) -> Option<Json> {
        let prices = self.object("prices")?;
        let (_, faults) = super::prices(prices);
        self.errors.extend(faults.into_iter().map(|fault| fault.under("/prices")));
        Some(prices.clone())
    }
}
