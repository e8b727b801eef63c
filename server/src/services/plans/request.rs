//! A plan as it is sent, by a program or by a form.

use api::plans::{line, paragraphs};
use jiff::Timestamp;
use scenario::limits::{PLAN_NOTE_LENGTH, PLAN_TITLE_LENGTH};
use scenario::{FieldError, Reason};
use wire::v1::plan::{ForkRequest, PlanRequest};
use wire::v1::{Prices, Problem, Scenario};

/// Where the scenario stands in the document.
const SCENARIO: &str = "/scenario";

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

/// What changes in a copy of a plan; fields that are none are copied.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ForkBody {
    /// The revision to copy; none: the newest.
    pub revision: Option<u64>,
    /// A line to tell the copy by.
    pub title: Option<String>,
    /// Anything else that its readers should know.
    pub note: Option<String>,
    /// Merged into the scenario (RFC 7396); with it the copy is estimated again.
    pub change: Option<serde_json::Value>,
    /// When the copy stops being shown; none: never.
    pub expires: Option<Timestamp>,
}

/// Reads a plan from JSON.
///
/// # Errors
/// A problem that names every member at fault, those of the scenario included.
pub fn parse(body: &[u8], now: Timestamp) -> Result<PlanBody, Problem> {
    let PlanRequest { title, note, scenario, prices, expires } =
        scenario::json::parse_plan_with(body, |text| expiry(text, now).err())?;
    let (title, note) = (title.unwrap_or_default(), note.unwrap_or_default());
    Ok(PlanBody { title, note, scenario, prices, expires: expires.and_then(|text| expiry(&text, now).ok()) })
}

/// Reads from JSON what changes in a copy; an empty body changes nothing.
///
/// # Errors
/// A problem that names every member at fault.
pub fn parse_fork(body: &[u8], now: Timestamp) -> Result<ForkBody, Problem> {
    let ForkRequest { revision, title, note, change, expires } =
        scenario::json::parse_fork_with(body, |text| expiry(text, now).err())?;
    Ok(ForkBody { revision, title, note, change, expires: expires.and_then(|text| expiry(&text, now).ok()) })
}

/// A plan from the planner's form.
///
/// # Errors
/// A problem that names a text that is too long.
pub fn from_form(title: &str, note: &str, scenario: Scenario) -> Result<PlanBody, Problem> {
    let (title, note) = (line(title), paragraphs(note));
    let texts = [("/title", &title, PLAN_TITLE_LENGTH), ("/note", &note, PLAN_NOTE_LENGTH)];
    let too_long = texts.into_iter().filter(|(_, text, max)| text.chars().count() > *max);
    let errors: Vec<_> = too_long.map(|(pointer, _, max)| FieldError::new(pointer, Reason::TooLong { max })).collect();
    if errors.is_empty() {
        Ok(PlanBody { title, note, scenario, prices: None, expires: None })
    } else {
        Err(scenario::problem::invalid(&errors))
    }
}

/// Own prices as they are stored with a plan; nothing where nothing was said of them.
#[must_use]
pub fn own_prices(prices: &Prices) -> Option<serde_json::Value> {
    if *prices == Prices::default() { None } else { serde_json::to_value(prices).ok() }
}

/// The problem of a scenario inside a plan: its pointers lead through the plan.
#[must_use]
pub fn inside_plan(mut problem: Problem) -> Problem {
    for error in &mut problem.errors {
        error.pointer.insert_str(0, SCENARIO);
    }
    problem
}

/// A time to come in RFC 3339, in whole seconds as it is stored. The last one that the words for [`Reason::NotATime`] name is
/// `Timestamp::MAX`, which leaves room for any offset in the year 9999.
fn expiry(text: &str, now: Timestamp) -> Result<Timestamp, Reason> {
    let time: Timestamp = text.parse().map_err(|_| Reason::NotATime)?;
    Timestamp::from_second(time.as_second()).ok().filter(|time| *time > now).ok_or(Reason::Past)
}
