//! Problems of bad input, from the errors of its fields.

use engine::estimate::Contradiction;
use wire::Locale;
use wire::v1::problem::FieldProblem;
use wire::v1::{Problem, ProblemCode};

use crate::error::{FieldError, Reason};

/// Bad input, with every field at fault.
#[must_use]
pub fn invalid(errors: &[FieldError]) -> Problem {
    let mut problem = Problem::new(ProblemCode::InvalidInput, summary(errors));
    problem.errors = errors.iter().map(FieldProblem::from).collect();
    problem
}

/// Constraints that no plan can keep together, each with how far to relax it.
#[must_use]
pub fn contradictory(contradictions: &[Contradiction]) -> Problem {
    let errors: Vec<FieldError> = contradictions.iter().map(FieldError::from).collect();
    Problem {
        errors: errors.iter().map(FieldProblem::from).collect(),
        ..Problem::new(ProblemCode::ContradictoryConstraints, summary(&errors))
    }
}

/// A stored plan with settings that this version does not know.
#[must_use]
pub fn newer_plan(unknown: &[FieldError]) -> Problem {
    let names: Vec<String> = unknown.iter().map(FieldError::name).collect();
    let names = names.join(", ");
    let detail = format!(
        "a newer version of Rigwise stored this plan with settings that this one does not know: {names}; \
         read the plan as it was stored, or compute it with the version that stored it"
    );
    Problem { errors: unknown.iter().map(FieldProblem::from).collect(), ..Problem::new(ProblemCode::NewerPlan, detail) }
}

/// The first field at fault, and how many there are.
fn summary(errors: &[FieldError]) -> String {
    let first = errors.first().map_or_else(String::new, |error| {
        let name = if error.pointer.is_empty() { "the body".to_owned() } else { error.name() };
        format!("{name} {}", error.detail(Locale::En))
    });
    match errors.len() {
        0 | 1 => first,
        count => format!("{count} fields are at fault; the first: {first}"),
    }
}

impl From<&FieldError> for FieldProblem {
    fn from(error: &FieldError) -> Self {
        let reason = match &error.reason {
            Reason::InLine { reason, .. } => reason.as_ref(),
            reason => reason,
        };
        let (minimum, maximum) = match reason {
            Reason::OutOfRange { min, max, .. } => (Some(*min), Some(*max)),
            Reason::TooLong { max } => (None, Some(*max as f64)),
            Reason::WrongCount { min, max } => (Some(*min as f64), Some(*max as f64)),
            Reason::Contradictory(relax) => (relax.minimum(), None),
            _ => (None, None),
        };
        let allowed = match reason {
            Reason::UnknownValue { allowed, .. } | Reason::NotApplicable { allowed, .. } => allowed.clone(),
            _ => Vec::new(),
        };
        let nearest = match reason {
            Reason::UnknownId { nearest, .. }
            | Reason::UnknownField { nearest }
            | Reason::UnknownParameter { nearest }
            | Reason::UnknownColumn { nearest, .. } => nearest.clone(),
            _ => None,
        };
        Self {
            pointer: error.pointer.clone(),
            code: error.code().to_owned(),
            detail: error.detail(Locale::En),
            minimum,
            maximum,
            allowed,
            nearest,
        }
    }
}
