//! What tokens cost.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::v1::prices::Currency;

/// What tokens of a model that runs cost, under the load that was asked for: energy on the machine, and after how many of them the
/// machine has cost as much as others ask for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TokenMoney {
    /// Currency of every amount.
    pub currency: Currency,
    /// Tokens of answers in a second that everything here is told for.
    pub output_tokens_per_second: f64,
    /// Kilowatt-hours at the wall for a million tokens of answers at the most, all parts at their sustained most; none where a part's
    /// power is not known, or where cards work one after another or wait for the host and draw far less.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kwh_per_million_tokens: Option<f64>,
    /// What that energy costs, with what the site draws beside the machine where that is given (`pue`); none as above, and where no
    /// price of electricity is given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub electricity_per_million_tokens: Option<f64>,
    /// The cheapest rented machine, and the API whose prices were given.
    pub against: Vec<TokenBreakEven>,
}

/// Another way to get the same tokens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TokenBreakEven {
    /// Id of the rented machine's offer in the catalog; none of an API.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub offer: Option<String>,
    /// What a million tokens of answers costs there, prompts included.
    pub per_million_tokens: f64,
    /// Millions of tokens of answers after which the machine has cost as much, with the energy where its cost is known; none where
    /// that never is, and where the price of a part is not known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub break_even_million_tokens: Option<f64>,
    /// Days of that, day and night at this load.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub break_even_days: Option<f64>,
}
