//! The body of a diagnosis: a scenario, a symptom, and what was observed.

use serde_json::{Map, Value as Json};

use super::bodies::unknown_members;
use super::document::document;
use super::scenario;
use crate::diagnose::{self, FIGURES, keep};
use crate::error::{Expected, FieldError, Reason};
use crate::limits;
use crate::problem;
use wire::v1::code::CommentLanguage;
use wire::v1::diagnose::{DiagnoseRequest, Observed};
use wire::v1::{Problem, Scenario};

/// A scenario with a symptom.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_diagnose(body: &[u8]) -> Result<DiagnoseRequest, Problem> {
    let document = document(body)?;
    let wrong = |pointer: &str, expected| FieldError::new(pointer, Reason::WrongType { expected });
    let members = document.as_object().ok_or_else(|| problem::invalid(&[wrong("", Expected::Object)]))?;
    let mut errors = unknown_members(members, &["scenario", "symptom", "observed", "language"]);
    let mut symptom = None;
    match present(members, "symptom") {
        None => errors.push(FieldError::new("/symptom", Reason::Required)),
        Some(Json::String(word)) => keep(diagnose::symptom(word), &mut symptom, &mut errors),
        Some(_) => errors.push(wrong("/symptom", Expected::Text)),
    }
    let observed = match present(members, "observed") {
        None => Observed::default(),
        Some(Json::Object(members)) => read_observed(members, &mut errors),
        Some(_) => {
            errors.push(wrong("/observed", Expected::Object));
            Observed::default()
        }
    };
    let language = match present(members, "language") {
        None => None,
        Some(Json::String(word)) if word == "en" => Some(CommentLanguage::En),
        Some(Json::String(word)) if word == "zh" => Some(CommentLanguage::Zh),
        Some(Json::String(word)) => {
            let given = word.chars().take(limits::TEXT_LENGTH).collect();
            let allowed = vec!["en".to_owned(), "zh".to_owned()];
            errors.push(FieldError::new("/language", Reason::UnknownValue { given, allowed }));
            None
        }
        Some(_) => {
            errors.push(wrong("/language", Expected::Text));
            None
        }
    };
    let scenario = match present(members, "scenario") {
        None => {
            errors.push(FieldError::new("/scenario", Reason::Required));
            Scenario::default()
        }
        Some(value) => {
            let (scenario, faults) = scenario(value);
            let faults = if faults.is_empty() { crate::resolve(&scenario).err().unwrap_or_default() } else { faults };
            errors.extend(faults.into_iter().map(|error| error.under("/scenario")));
            scenario
        }
    };
    match symptom {
        Some(symptom) if errors.is_empty() => Ok(DiagnoseRequest { scenario, symptom, observed, language }),
        _ => Err(problem::invalid(&errors)),
    }
}

fn read_observed(members: &Map<String, Json>, errors: &mut Vec<FieldError>) -> Observed {
    let unknown = unknown_members(members, &FIGURES.map(|figure| figure.name));
    errors.extend(unknown.into_iter().map(|error| error.under("/observed")));
    let mut observed = Observed::default();
    for figure in &FIGURES {
        let Some(value) = present(members, figure.name) else { continue };
        let wrong = || figure.at_fault(Reason::WrongType { expected: Expected::Number });
        let read = value.as_f64().ok_or_else(wrong).and_then(|value| figure.put(value, &mut observed));
        errors.extend(read.err());
    }
    errors.extend(diagnose::contradictions(&observed));
    observed
}

/// A member that says something; null says the same as one left out.
fn present<'a>(members: &'a Map<String, Json>, name: &str) -> Option<&'a Json> {
    members.get(name).filter(|value| !value.is_null())
}
