//! What can be wrong with a field, typed, so that it can be worded in either language.

mod detail;
mod reason;
mod relax;
#[cfg(feature = "json")]
mod table;

#[cfg(feature = "json")]
pub use reason::Misfit;
pub use reason::{Expected, Reason, Unit};
pub use relax::Relax;

use engine::estimate::Contradiction;
use wire::locale::Locale;
use wire::v1::choices::Method;

/// A field at fault and why.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldError {
    /// JSON pointer (RFC 6901) of the field in the scenario: `/training/micro_batch_size`; empty for the whole.
    pub pointer: String,
    /// What is wrong with it.
    pub reason: Reason,
}

impl FieldError {
    /// An error of the field at `pointer`.
    #[must_use]
    pub fn new(pointer: impl Into<String>, reason: Reason) -> Self {
        Self { pointer: pointer.into(), reason }
    }

    /// The field's name as people write it, such as `training.precision`; empty for the whole document.
    #[must_use]
    pub fn name(&self) -> String {
        self.pointer.trim_start_matches('/').replace('/', ".")
    }

    /// A stable code for tools.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// One sentence without full stop: what is wrong and what is allowed.
    #[must_use]
    pub fn detail(&self, locale: Locale) -> String {
        detail::detail(&self.reason, locale)
    }

    /// The error with its pointer under `prefix`, where the scenario is part of a larger document.
    #[must_use]
    pub fn under(mut self, prefix: &str) -> Self {
        self.pointer.insert_str(0, prefix);
        self
    }
}

/// A contradiction as an error of the field to relax.
impl From<&Contradiction> for FieldError {
    fn from(contradiction: &Contradiction) -> Self {
        let (pointer, relax) = match contradiction {
            Contradiction::GlobalBatch { multiple_of, nearest } => {
                ("global_batch_size", Relax::MultipleOf { of: *multiple_of, below: nearest.0, above: nearest.1 })
            }
            Contradiction::GlobalBatchSet { given } => ("global_batch_size", Relax::Exactly { value: *given }),
            Contradiction::Method { given } => ("methods", Relax::OneOf { words: vec![Method::from(*given).as_str()] }),
            Contradiction::NoMethod { suited } => {
                ("methods", Relax::OneOf { words: suited.iter().map(|&kind| Method::from(kind).as_str()).collect() })
            }
            Contradiction::Deadline { shortest } => ("deadline_seconds", Relax::Seconds { least: shortest.get() }),
            Contradiction::MaxGpus { given } => ("max_gpus", Relax::Gpus { least: *given }),
        };
        Self::new(format!("/constraints/{pointer}"), Reason::Contradictory(relax))
    }
}
