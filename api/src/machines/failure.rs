//! Why there is no machine to name.

use crate::error::FieldError;
use crate::v1::{Problem, ProblemCode};

/// Why there is no machine to name.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// Fields at fault.
    Invalid(Vec<FieldError>),
    /// Constraints that no machine of the catalog keeps, each with how far to relax it.
    Contradictory(Vec<FieldError>),
}

impl Failure {
    /// The fields to change.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        match self {
            Self::Invalid(errors) | Self::Contradictory(errors) => errors,
        }
    }

    /// The kind of problem.
    #[must_use]
    pub const fn code(&self) -> ProblemCode {
        match self {
            Self::Invalid(_) => ProblemCode::InvalidInput,
            Self::Contradictory(_) => ProblemCode::ContradictoryConstraints,
        }
    }
}

impl From<&Failure> for Problem {
    fn from(failure: &Failure) -> Self {
        // The words for the first field at fault are those of bad input everywhere.
        let Self { errors, detail, .. } = Self::invalid(failure.errors());
        Self { errors, ..Self::new(failure.code(), detail) }
    }
}
