//! Sums of prices.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A sum of prices, which is an amount only where it is whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(from = "StoredPrice")]
pub struct Price {
    /// What all parts cost together; null unless the price of every part is known.
    #[schema(required)]
    pub amount: Option<f64>,
    /// Sum of the prices that are known: less than the machine costs where parts are missing in it.
    pub known_amount: f64,
    /// Whether the price of every part is known.
    pub complete: bool,
    /// Currency (`USD`, or what was asked for).
    pub currency: String,
    /// Lines of the parts whose price is not known: they cost more than nothing and are not in the sum.
    pub unknown_parts: u64,
    /// The price of the cards is among those that are not known: the sum of the others says little of the whole.
    #[serde(skip_serializing_if = "is_false", default)]
    pub cards_unpriced: bool,
    /// Month of the oldest price in the sum (`YYYY-MM`), where there is one.
    pub as_of: Option<String>,
}

/// Whether a word need not be said.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(word: &bool) -> bool {
    !*word
}

impl Price {
    /// The price of parts of which so many are without one.
    #[must_use]
    pub fn of(known_amount: f64, unknown_parts: u64, currency: &str, as_of: Option<String>) -> Self {
        let complete = unknown_parts == 0;
        Self {
            amount: complete.then_some(known_amount),
            known_amount,
            complete,
            currency: currency.to_owned(),
            unknown_parts,
            cards_unpriced: false,
            as_of,
        }
    }

    /// Says whether the price of the cards may be among those that are not known.
    #[must_use]
    pub fn with_cards(mut self, are_unpriced: bool) -> Self {
        self.cards_unpriced = are_unpriced && !self.complete;
        self
    }
}

/// A price as any version wrote it: earlier ones had the sum of what was known as the amount.
#[derive(Deserialize)]
struct StoredPrice {
    amount: Option<f64>,
    known_amount: Option<f64>,
    currency: String,
    #[serde(default)]
    unknown_parts: u64,
    #[serde(default)]
    cards_unpriced: bool,
    as_of: Option<String>,
}

impl From<StoredPrice> for Price {
    fn from(stored: StoredPrice) -> Self {
        let known = stored.known_amount.or(stored.amount).unwrap_or(0.0);
        Self::of(known, stored.unknown_parts, &stored.currency, stored.as_of).with_cards(stored.cards_unpriced)
    }
}
