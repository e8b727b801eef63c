//! A plan as it is sent, by a program or by a form.

use api::limits::{PLAN_NOTE_LENGTH, PLAN_TITLE_LENGTH};
use api::v1::plan::PlanRequest;
use api::v1::{Problem, Scenario};
use api::{FieldError, Reason};
use jiff::Timestamp;

/// Where the scenario stands in the document.
const SCENARIO: &str = "/scenario";
/// What a time looks like, for the message.
const EXAMPLE_TIME: &str = "a time to come such as 2030-12-31T00:00:00Z";

/// A plan to be stored, all its members checked but the scenario's ranges.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanBody {
    /// A line to tell it by; may be empty.
    pub title: String,
    /// Anything else that its readers should know; may be empty.
    pub note: String,
    /// The plan itself.
    pub scenario: Scenario,
    /// Prices of parts that its author knows better.
    pub prices: Option<serde_json::Value>,
    /// When the plan stops being shown.
    pub expires: Option<Timestamp>,
}

/// Reads a plan from JSON.
///
/// # Errors
/// A problem that names every member at fault, those of the scenario included.
pub fn parse(body: &[u8], now: Timestamp) -> Result<PlanBody, Problem> {
    let PlanRequest { title, note, scenario, prices, expires } = api::json::parse_plan(body)?;
    let expires = expires.map(|text| expiry(text, now)).transpose()?;
    Ok(PlanBody { title: title.unwrap_or_default(), note: note.unwrap_or_default(), scenario, prices, expires })
}

/// A plan from the planner's form.
///
/// # Errors
/// A problem that names a text that is too long.
pub fn from_form(title: String, note: String, scenario: Scenario) -> Result<PlanBody, Problem> {
    let texts = [("/title", &title, PLAN_TITLE_LENGTH), ("/note", &note, PLAN_NOTE_LENGTH)];
    let too_long = texts.into_iter().filter(|(_, text, max)| text.chars().count() > *max);
    let errors: Vec<_> = too_long.map(|(pointer, _, max)| FieldError::new(pointer, Reason::TooLong { max })).collect();
    if errors.is_empty() {
        Ok(PlanBody { title, note, scenario, prices: None, expires: None })
    } else {
        Err(Problem::invalid(&errors))
    }
}

/// The problem of a scenario inside a plan: its pointers lead through the plan.
#[must_use]
pub fn inside_plan(mut problem: Problem) -> Problem {
    for error in &mut problem.errors {
        error.pointer.insert_str(0, SCENARIO);
    }
    problem
}

/// A time to come, in RFC 3339.
fn expiry(text: String, now: Timestamp) -> Result<Timestamp, Problem> {
    text.parse().ok().filter(|expires| *expires > now).ok_or_else(|| {
        let reason = Reason::UnknownValue { given: text, allowed: vec![EXAMPLE_TIME.to_owned()] };
        Problem::invalid(&[FieldError::new("/expires", reason)])
    })
}
