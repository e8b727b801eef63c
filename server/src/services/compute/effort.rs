//! What is computed, as far as it decides where, and on which account.

use wire::v1::Scenario;

/// How long an answer may take, as far as what is asked tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Some tens of milliseconds.
    Page,
    /// Up to seconds.
    Search,
}

impl Effort {
    /// Where no card is named, the whole catalog is searched for one.
    #[must_use]
    pub const fn of(scenario: &Scenario) -> Self {
        if scenario.hardware.gpu.is_some() { Self::Page } else { Self::Search }
    }
}

/// What is computed, as far as it decides where and on which account.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One estimate.
    Estimate,
    /// A page, or what takes as long.
    Page,
    /// A search through the catalog.
    Search,
    /// This many scenarios of a batch that was admitted as a whole.
    Scenarios(u32),
}

impl From<Effort> for Kind {
    fn from(effort: Effort) -> Self {
        match effort {
            Effort::Page => Self::Page,
            Effort::Search => Self::Search,
        }
    }
}

impl Kind {
    /// Its place among the kinds.
    pub const fn index(self) -> usize {
        match self {
            Self::Estimate => 0,
            Self::Page => 1,
            Self::Search => 2,
            Self::Scenarios(_) => 3,
        }
    }
}
