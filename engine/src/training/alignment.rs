//! Learning what people prefer.

/// How a language model is aligned with what people prefer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Not: it learns texts, token by token.
    None,
    /// By direct preference optimization: which of two answers is the better one, against what the model says without its
    /// adapters (Rafailov et al. 2023).
    Dpo,
}

impl Alignment {
    /// Texts of a sample: an answer, or two of which one is better.
    #[must_use]
    pub const fn texts(self) -> u64 {
        match self {
            Self::None => 1,
            Self::Dpo => 2,
        }
    }

    /// Forward passes of a micro-step.
    #[must_use]
    pub const fn forward_passes(self) -> u64 {
        match self {
            Self::None => 1,
            // That of the reference comes first.
            Self::Dpo => 2,
        }
    }
}
