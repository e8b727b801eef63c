//! Why a machine of the answer carries its label, or none though it looks better than one that does.

use super::{Label, Machine};

/// What decided on a machine's label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It has the lowest price.
    LowestPrice,
    /// It has the smallest product of price and time.
    LowestPriceTimesRun,
    /// It has the shortest run.
    ShortestRun,
    /// It is the fastest for its price, between the cheapest and the fastest.
    FastestForPrice,
    /// Its figures rest on a data sheet alone, so that it takes no label from a machine whose figures were measured.
    UnconfirmedPlatform,
    /// A part of it has no known price, so that it is neither cheap nor dear.
    IncompletePrice,
    /// It holds the run without a reserve.
    NoReserve,
    /// Its host does not suit its cards, or they are sold used.
    Unbalanced,
}

impl Reason {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LowestPrice => "lowest-price",
            Self::LowestPriceTimesRun => "lowest-price-times-run",
            Self::ShortestRun => "shortest-run",
            Self::FastestForPrice => "fastest-for-price",
            Self::UnconfirmedPlatform => "unconfirmed-platform",
            Self::IncompletePrice => "incomplete-price",
            Self::NoReserve => "no-reserve",
            Self::Unbalanced => "unbalanced",
        }
    }
}

impl Machine {
    /// Why it is labelled as it is; of a machine without a name, what keeps one from it.
    #[must_use]
    pub fn reason(&self) -> Reason {
        match self.label {
            Label::Cheapest => Reason::LowestPrice,
            Label::BestValue => Reason::LowestPriceTimesRun,
            Label::Fastest => Reason::ShortestRun,
            Label::Alternative if self.by_data_sheet.is_some() => Reason::UnconfirmedPlatform,
            Label::Alternative if self.build.bill().whole().is_none() => Reason::IncompletePrice,
            Label::Alternative if !self.build.is_backed() => Reason::UnconfirmedPlatform,
            Label::Alternative if self.build.short_of_reserve().is_some() => Reason::NoReserve,
            Label::Alternative if self.build.open_imbalance.is_some() => Reason::Unbalanced,
            Label::Alternative => Reason::FastestForPrice,
        }
    }
}
