//! What a diagnosis is asked with: a symptom and what was seen of the run, from JSON or a query.

use engine::diagnosis::Symptom as Seen;
use engine::units::SamplesPerSecond;

use crate::error::{Expected, FieldError, Reason, Unit};
use crate::number::{no_number, parse_integer, parse_number};
use crate::query;
use wire::v1::diagnose::{Observed, Symptom};

/// Parameter of a query that names the symptom.
pub const SYMPTOM_NAME: &str = "see";
/// Parameter of a query with the measured samples per second.
pub const RATE_NAME: &str = "seen_rate";
/// Parameter of a query with the step in which it happened.
pub const STEP_NAME: &str = "seen_step";

/// Slowest and fastest rate that can be observed: a sample in eleven days, and far more than any drive reads.
pub const RATE_RANGE: (f64, f64) = (1e-6, 1e12);
/// The last step that can be observed: no run has had as many.
pub const LAST_STEP: u64 = 1_000_000_000_000;

/// The engine's symptom, with what was observed of it.
#[must_use]
pub fn engine_symptom(symptom: Symptom, observed: Observed) -> Seen {
    match symptom {
        Symptom::LowUtilization => Seen::LowUtilization,
        Symptom::OutOfMemory => Seen::OutOfMemory { step: observed.step },
        Symptom::BatchCannotGrow => Seen::BatchCannotGrow,
        Symptom::ThroughputBelowEstimate => {
            Seen::ThroughputBelowEstimate { measured: observed.samples_per_second.map(SamplesPerSecond::new) }
        }
        Symptom::SecondCardIdle => Seen::SecondCardIdle,
        Symptom::SystemFreezes => Seen::SystemFreezes,
    }
}

/// Checks a rate.
///
/// # Errors
/// It is out of range.
pub fn rate(value: f64) -> Result<f64, FieldError> {
    let (min, max) = RATE_RANGE;
    let reason = Reason::OutOfRange { min, max, unit: Unit::Samples };
    if (min..=max).contains(&value) { Ok(value) } else { Err(FieldError::new("/observed/samples_per_second", reason)) }
}

/// Checks a step.
///
/// # Errors
/// It is out of range.
pub fn step(value: u64) -> Result<u64, FieldError> {
    let reason = Reason::OutOfRange { min: 0.0, max: LAST_STEP as f64, unit: Unit::None };
    if value <= LAST_STEP { Ok(value) } else { Err(FieldError::new("/observed/step", reason)) }
}

/// The symptom of a word.
///
/// # Errors
/// There is none of that name.
pub fn symptom(word: &str) -> Result<Symptom, FieldError> {
    Symptom::from_word(word).ok_or_else(|| {
        let given = word.chars().take(crate::limits::TEXT_LENGTH).collect();
        let allowed = Symptom::WORDS.iter().map(|&word| word.to_owned()).collect();
        FieldError::new("/symptom", Reason::UnknownValue { given, allowed })
    })
}

/// What a query says of a symptom.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// The symptom; none where the query names none, or one that is not known.
    pub symptom: Option<Symptom>,
    /// What was observed.
    pub observed: Observed,
    /// Parameters at fault.
    pub errors: Vec<FieldError>,
}

/// Reads the parameters of a diagnosis out of an encoded query; the scenario's own are for [`query`].
#[must_use]
pub fn parse_query(encoded: &str) -> Asked {
    let mut asked = Asked::default();
    let pairs: Vec<(String, String)> = query::decode(encoded).collect();
    // Of two with the same name the last one counts, as for the scenario's.
    let text = |name: &str| {
        let found = pairs.iter().rev().find(|(found, _)| found == name);
        found.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
    };
    if let Some(word) = text(SYMPTOM_NAME) {
        keep(symptom(word), &mut asked.symptom, &mut asked.errors);
    }
    if let Some(text) = text(RATE_NAME) {
        let wrong = || FieldError::new("/observed/samples_per_second", no_number(text));
        let read = parse_number(text).ok_or_else(wrong).and_then(rate);
        keep(read, &mut asked.observed.samples_per_second, &mut asked.errors);
    }
    if let Some(text) = text(STEP_NAME) {
        let wrong = || FieldError::new("/observed/step", Reason::WrongType { expected: Expected::Integer });
        let read = parse_integer(text).ok_or_else(wrong).and_then(step);
        keep(read, &mut asked.observed.step, &mut asked.errors);
    }
    asked
}

/// Puts what could be read into its place, and what could not among the errors.
pub(crate) fn keep<T>(read: Result<T, FieldError>, place: &mut Option<T>, errors: &mut Vec<FieldError>) {
    match read {
        Ok(value) => *place = Some(value),
        Err(error) => errors.push(error),
    }
}
