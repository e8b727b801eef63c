//! The errors of a scenario while it is read.

use crate::error::{FieldError, Reason};
use crate::fields::FIELDS;

/// The errors so far.
pub struct Errors(pub Vec<FieldError>);

impl Errors {
    /// Blames a field, unless it is blamed already.
    pub fn push(&mut self, pointer: &str, reason: Reason) {
        // A field that is out of its own range is not blamed again for what follows from it.
        if self.0.iter().all(|error| error.pointer != pointer) {
            self.0.push(FieldError::new(pointer, reason));
        }
    }

    /// The errors in the order in which a scenario is written.
    pub fn sorted(mut self) -> Vec<FieldError> {
        // A pointer that is no leaf (`/model`) stands where its first leaf does.
        engine::order::sort_by_key(&mut self.0, |error| {
            FIELDS.iter().position(|field| field.pointer.starts_with(&error.pointer)).unwrap_or(FIELDS.len())
        });
        self.0
    }
}
