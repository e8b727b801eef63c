//! What parts once cost.

use crate::{Confidence, Price};

/// A dated price of the past, or a range of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricePoint {
    /// Id of the accelerator, processor, drive or memory kit; the price of a kit is that of all its modules.
    pub part: &'static str,
    /// Day (`YYYY-MM-DD`) or month (`YYYY-MM`).
    pub date: &'static str,
    /// Lowest in US dollars; none where the source says "below" a figure.
    pub low_usd: Option<f64>,
    /// Highest in US dollars, the same as the lowest for a single price; none where the source says "above" a figure.
    pub high_usd: Option<f64>,
    /// Who listed it.
    pub source: &'static str,
    /// Trust in the price.
    pub confidence: Confidence,
}

/// What the parts of a class once cost: listings of one day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceRange {
    /// A low price in US dollars: the lowest listing, or where `high_usd` is given too, the tenth percentile.
    pub low_usd: f64,
    /// The median in US dollars.
    pub median_usd: f64,
    /// The ninetieth percentile in US dollars.
    pub high_usd: Option<f64>,
    /// Day (`YYYY-MM-DD`) or month (`YYYY-MM`).
    pub date: &'static str,
    /// Who listed them.
    pub source: &'static str,
}

impl PriceRange {
    /// The median as a price.
    #[must_use]
    pub const fn median(&self) -> Price {
        Price { usd: self.median_usd, date: self.date, source: self.source }
    }
}
