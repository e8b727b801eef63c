//! The state of a walk over a document.

use serde_json::Value as Json;
use wire::v1::Scenario;

use super::leaf;
use crate::error::{FieldError, Reason};
use crate::fields::{FIELDS, Field};
use crate::limits;

/// What was read of a document so far.
pub struct Walk {
    /// The leaves that it says.
    pub scenario: Scenario,
    /// What is wrong with it.
    pub errors: Vec<FieldError>,
    /// Names that were looked for among the known ones: each costs time.
    pub suggestions: usize,
}

impl Walk {
    /// Reads one leaf.
    pub fn leaf(&mut self, field: &Field, value: &Json) {
        let set = leaf::value(field.kind, value)
            .map_err(|reason| FieldError::new(field.pointer, reason))
            .and_then(|value| field.set(&mut self.scenario, value));
        if let Err(error) = set {
            self.push(&error.pointer, error.reason);
        }
    }

    /// Notes an error, unless there are as many as an answer names.
    pub fn push(&mut self, pointer: &str, reason: Reason) {
        if self.errors.len() < limits::ERRORS {
            self.errors.push(FieldError::new(pointer, reason));
        }
    }

    /// The member that was most likely meant.
    pub fn suggestion(&mut self, key: &str, parent: &str) -> Option<String> {
        if self.suggestions >= limits::SUGGESTIONS {
            return None;
        }
        self.suggestions += 1;
        let siblings = FIELDS.iter().filter_map(|field| field.pointer.strip_prefix(parent)?.strip_prefix('/')?.split('/').next());
        catalog::nearest(key, siblings).map(str::to_owned)
    }
}

/// A key as a segment of a JSON pointer (RFC 6901, section 3), short enough to be repeated in a message.
pub fn escaped(key: &str) -> String {
    key.chars().take(limits::TEXT_LENGTH).collect::<String>().replace('~', "~0").replace('/', "~1")
}
