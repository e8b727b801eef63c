//! Why there is no machine to name.

use scenario::error::FieldError;
use wire::v1::ProblemCode;

/// Why there is no machine to name.
#[derive(Debug, Clone, PartialEq)]
pub enum Failure {
    /// Fields at fault.
    Invalid(Vec<FieldError>),
    /// Constraints that no machine of the catalog keeps, each with how far to relax it so that the others can be kept.
    Contradictory(Vec<FieldError>),
    /// Constraints of which relaxing one is not enough: how far to relax all of them.
    Apart(Vec<FieldError>),
}

impl Failure {
    /// The fields to change.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        match self {
            Self::Invalid(errors) | Self::Contradictory(errors) | Self::Apart(errors) => errors,
        }
    }

    /// The kind of problem.
    #[must_use]
    pub const fn code(&self) -> ProblemCode {
        match self {
            Self::Invalid(_) => ProblemCode::InvalidInput,
            Self::Contradictory(_) | Self::Apart(_) => ProblemCode::ContradictoryConstraints,
        }
    }
}
