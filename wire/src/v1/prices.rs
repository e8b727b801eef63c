//! Prices of one's own, and what energy and use cost: what a machine's money is worked out with.

mod currency;

pub use currency::Currency;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a bill's money is worked out with; every field can be left out.
///
/// The catalog's prices are US dollars of the past. Own prices go before them, and are in `currency` where they name no
/// other. There is no built-in rate of exchange: it is an input wherever two currencies meet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Prices {
    /// Currency of every amount of the answer, any of ISO 4217; default `USD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Yuan for a US dollar, as `rates` has it for every currency. Required where `currency` is `CNY`, because the catalog's prices are in dollars, and where an
    /// own price is in another currency than the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0.01, maximum = 1000, example = 7.1)]
    pub cny_per_usd: Option<f64>,
    /// What a US dollar is in other currencies (`{"EUR": 0.92}`); required, like `cny_per_usd` for yuan, for the currency of the
    /// answer and for each currency of an own price that is another.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, f64>, example = json!({"EUR": 0.92}))]
    pub rates: BTreeMap<Currency, f64>,
    /// Own prices, which go before the catalog's; at most 10,000. For short, a part's id or kind with a number may also stand
    /// as a member beside this one: `{"rtx-4090": 1599}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<OwnPrice>,
    /// Own prices as a table of text, in place of `parts`: a header `id,unit_price` and, if wanted, `currency` and `note`, then
    /// a row a part; set off by commas, semicolons or tabs. At most 1 MiB. Read into `parts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "id,unit_price\nrtx-4090,1599")]
    pub parts_csv: Option<String>,
    /// Price of a kilowatt-hour in `currency`; left out: energy has no cost in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1000, example = 0.15)]
    pub electricity_per_kwh: Option<f64>,
    /// Hours a day that the machine trains; left out: nothing is said of a year.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 24, example = 8)]
    pub hours_per_day: Option<f64>,
    /// Days a year that it trains so long; default 365.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 366)]
    pub days_per_year: Option<f64>,
    /// Power usage effectiveness: what the site draws, cooling included, for a watt of the machine; default 1, no cooling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 5)]
    pub pue: Option<f64>,
    /// Amounts in `currency` for which the best next upgrade is looked up; default what 100, 300 and 1,000 US dollars are in it, rounded; at most six.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 6, example = json!([100, 300, 1000]))]
    pub steps: Vec<f64>,
    /// What one of a part that is there would sell for in `currency`, by id (`{"rtx-3060-12gb": 150}`): it goes off what an
    /// upgrade costs that puts another in its place. Never assumed; at most 32.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(example = json!({"rtx-3060-12gb": 150}))]
    pub resale: BTreeMap<String, f64>,
    /// What an API asks for a million tokens of prompts in `currency`, to set beside a machine that runs such a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1_000_000, example = 0.5)]
    pub api_input_per_million_tokens: Option<f64>,
    /// What it asks for a million tokens of answers, likewise; compared where both are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 1_000_000, example = 1.5)]
    pub api_output_per_million_tokens: Option<f64>,
}

/// The caller's own price of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnPrice {
    /// Id of the part as bills list it (`rtx-4090`), or a kind (`gpu`, `cpu`, `cooler`, `board`, `memory`, `storage`,
    /// `system-drive`, `psu`, `case`, `server`, `bridge`, `network`) for the part of that kind on the bill, such as a card that was described by its figures.
    #[schema(example = "rtx-4090")]
    pub id: String,
    /// Price of one; zero for one that is there already. `hardware.owned` says how many are.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub unit_price: f64,
    /// Its currency; default that of the answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub currency: Option<Currency>,
    /// Where it is from; shown with the price.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(max_length = 200)]
    pub note: Option<String>,
}

impl Prices {
    /// Currency of the answer.
    #[must_use]
    pub fn currency(&self) -> Currency {
        self.currency.unwrap_or_default()
    }

    /// What a US dollar is in a currency, where the rate was given.
    #[must_use]
    pub fn per_usd(&self, currency: Currency) -> Option<f64> {
        match currency {
            Currency::USD => Some(1.0),
            Currency::CNY => self.cny_per_usd.or_else(|| self.rates.get(&currency).copied()),
            _ => self.rates.get(&currency).copied(),
        }
    }

    /// Every rate that was given, by its currency.
    #[must_use]
    pub fn all_rates(&self) -> BTreeMap<Currency, f64> {
        let yuan = self.cny_per_usd.map(|rate| (Currency::CNY, rate));
        self.rates.iter().map(|(currency, rate)| (*currency, *rate)).chain(yuan).collect()
    }

    /// Hours a year that the machine trains, where it was said.
    #[must_use]
    pub fn hours_per_year(&self) -> Option<f64> {
        self.hours_per_day.map(|hours| hours * self.days_per_year.unwrap_or(365.0))
    }
}
