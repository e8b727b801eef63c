//! Whole bodies: a scenario, or many of them.

use serde_json::Value as Json;

use super::document::document;
use super::scenario;
use crate::error::{Expected, FieldError, Reason};
use crate::limits;
use crate::problem;
use wire::v1::choices::Framework;
use wire::v1::code::{CodeRequest, CommentLanguage};
use wire::v1::{Problem, Scenario};

/// One scenario.
///
/// # Errors
/// The text is not JSON, or fields are unknown or of another type; ranges and ids are checked when it is resolved.
pub fn parse_scenario(body: &[u8]) -> Result<Scenario, Problem> {
    read(&document(body)?)
}

/// An array of scenarios; each is read by itself, so that one at fault does not spoil the others.
///
/// # Errors
/// The body as a whole is not JSON, not an array, or too long.
pub fn parse_batch(body: &[u8]) -> Result<Vec<Result<Scenario, Problem>>, Problem> {
    let document = document(body)?;
    let items = document.as_array().ok_or_else(|| at("", Reason::WrongType { expected: Expected::List }))?;
    if items.is_empty() || items.len() > limits::BATCH_ITEMS {
        return Err(at("", Reason::WrongCount { min: 1, max: limits::BATCH_ITEMS }));
    }
    Ok(items.iter().map(read).collect())
}

/// A scenario to write programs for.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_code(body: &[u8]) -> Result<CodeRequest, Problem> {
    let document = document(body)?;
    let members = document.as_object().ok_or_else(|| at("", Reason::WrongType { expected: Expected::Object }))?;
    let mut errors = unknown_members(members, &["scenario", "framework", "language"]);
    let mut word = |name: &str, allowed: &[&str]| match members.get(name) {
        None | Some(Json::Null) => None,
        Some(Json::String(text)) if allowed.contains(&text.as_str()) => Some(text.clone()),
        Some(Json::String(text)) => {
            let given = text.chars().take(limits::TEXT_LENGTH).collect();
            let allowed = allowed.iter().map(|&word| word.to_owned()).collect();
            errors.push(FieldError::new(format!("/{name}"), Reason::UnknownValue { given, allowed }));
            None
        }
        Some(_) => {
            errors.push(FieldError::new(format!("/{name}"), Reason::WrongType { expected: Expected::Text }));
            None
        }
    };
    let framework = word("framework", Framework::WORDS).as_deref().and_then(Framework::from_word);
    let language =
        word("language", &["en", "zh"]).map(|word| if word == "zh" { CommentLanguage::Zh } else { CommentLanguage::En });
    let mut request = CodeRequest { scenario: Scenario::default(), framework, language };
    match members.get("scenario") {
        None | Some(Json::Null) => errors.push(FieldError::new("/scenario", Reason::Required)),
        Some(value) => {
            let (scenario, faults) = scenario(value);
            let faults = if faults.is_empty() { of_code(&scenario, framework) } else { faults };
            errors.extend(faults.into_iter().map(|error| match error.pointer.as_str() {
                // Here the framework is asked for beside the scenario.
                "/training/framework" if framework.is_some() => FieldError { pointer: "/framework".into(), ..error },
                _ => error.under("/scenario"),
            }));
            request.scenario = scenario;
        }
    }
    if errors.is_empty() { Ok(request) } else { Err(problem::invalid(&errors)) }
}

pub(super) fn read(document: &Json) -> Result<Scenario, Problem> {
    let (scenario, errors) = scenario(document);
    if errors.is_empty() {
        return Ok(scenario);
    }
    Err(problem::invalid(&with_ranges(&scenario, errors)).of(scenario.id))
}

/// Ranges and ids of what could be read are named along with what could not, but a field is blamed once.
pub(super) fn with_ranges(scenario: &Scenario, mut errors: Vec<FieldError>) -> Vec<FieldError> {
    for error in super::faults(scenario) {
        let is_known = |known: &FieldError| {
            known.pointer == error.pointer
                || (error.reason == Reason::Required && known.pointer.starts_with(&error.pointer))
                || known.pointer.is_empty()
        };
        if errors.len() < limits::ERRORS && !errors.iter().any(is_known) {
            errors.push(error);
        }
    }
    errors
}

pub(super) fn at(pointer: &str, reason: Reason) -> Problem {
    problem::invalid(&[FieldError::new(pointer, reason)])
}

pub(super) fn unknown_members(members: &serde_json::Map<String, Json>, known: &[&'static str]) -> Vec<FieldError> {
    let unknown = members.keys().filter(|key| !known.contains(&key.as_str())).take(limits::SUGGESTIONS);
    let error = |key: &String| {
        let nearest = catalog::nearest(key, known.iter().copied()).map(str::to_owned);
        FieldError::new(format!("/{}", super::walk::escaped(key)), Reason::UnknownField { nearest })
    };
    unknown.map(error).collect()
}

/// What keeps programs of this framework from being written for a scenario.
fn of_code(scenario: &Scenario, framework: Option<Framework>) -> Vec<FieldError> {
    let mut wanted = scenario.clone();
    if scenario.model.graph.is_some() {
        return vec![FieldError::new("/model/graph", Reason::NoProgram)];
    }
    wanted.training.framework = framework.or(wanted.training.framework);
    crate::resolve::resolve_any(&wanted).err().unwrap_or_default()
}
