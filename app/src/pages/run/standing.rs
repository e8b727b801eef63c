//! Whether a model runs, in a word: the same for its own page, a plan, its picture, and a comparison.

use wire::v1::choices::ServingOffload;
use wire::v1::compare::ComparedRun;
use wire::v1::estimate::{Note, RunFigures, Verdict};

use crate::locale::Locale;
use crate::messages::run as text;

/// How good a verdict is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Nothing is to be said against it.
    Good,
    /// With a reservation.
    Fair,
    /// Not like this.
    Bad,
}

impl Tone {
    /// The style sheet's words for it.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "verdict comfortable",
            Self::Fair => "verdict tight",
            Self::Bad => "verdict short",
        }
    }
}

/// Whether a model runs, by the first that is to be said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It does not.
    Short,
    /// More requests come than are finished.
    Overloaded,
    /// Users do not get what was asked for.
    Slow,
    /// Not at the high end of its range.
    Tight,
    /// Models are moved to the card and back.
    Moves,
    /// Part of it is computed in the host's memory.
    Spills,
    /// It does.
    Runs,
}

impl Standing {
    /// That of an answer.
    #[must_use]
    pub fn of(run: &RunFigures) -> Self {
        Self::from((run.fits, run.is_overloaded, run.verdict), run.notes, run.inputs.serving.offload)
    }

    /// That of one among others.
    #[must_use]
    pub fn of_compared(side: &ComparedRun) -> Self {
        Self::from((side.fits, side.is_overloaded(), side.vram.verdict), &side.notes, side.inputs.serving.offload)
    }

    fn from((fits, is_overloaded, verdict): (bool, bool, Verdict), notes: &[Note], offload: Option<ServingOffload>) -> Self {
        let is_slow = || notes.iter().any(|note| matches!(&*note.code, "slower-than-asked" | "later-than-asked"));
        match (verdict, offload.unwrap_or(ServingOffload::None)) {
            _ if !fits => Self::Short,
            _ if is_overloaded => Self::Overloaded,
            _ if is_slow() => Self::Slow,
            (Verdict::Tight, _) => Self::Tight,
            (_, ServingOffload::Model) => Self::Moves,
            (_, ServingOffload::Layers | ServingOffload::Experts) => Self::Spills,
            (_, ServingOffload::None) => Self::Runs,
        }
    }

    /// How good that is.
    #[must_use]
    pub const fn tone(self) -> Tone {
        match self {
            Self::Short => Tone::Bad,
            Self::Runs => Tone::Good,
            _ => Tone::Fair,
        }
    }

    /// The reader's word for it.
    #[must_use]
    pub const fn word(self, locale: Locale) -> &'static str {
        match self {
            Self::Short => text::short(locale),
            Self::Overloaded => text::overloaded(locale),
            Self::Slow => text::slow(locale),
            Self::Tight => text::tight(locale),
            Self::Moves => text::moves(locale),
            Self::Spills => text::spills(locale),
            Self::Runs => text::runs(locale),
        }
    }
}
