//! Whether a run fits its card, as far as anybody can know.

/// Whether a run fits its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The expected need is within the capacity.
    Fits,
    /// It is not, or what is sure alone is beyond it.
    DoesNotFit,
    /// Nobody here knows: the framework's memory is not modeled, and what is sure is within the capacity.
    NotModeled,
}

impl Verdict {
    /// Yes, no, or not known.
    #[must_use]
    pub const fn fits(self) -> Option<bool> {
        match self {
            Self::Fits => Some(true),
            Self::DoesNotFit => Some(false),
            Self::NotModeled => None,
        }
    }
}
