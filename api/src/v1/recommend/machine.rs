//! Machines to buy for a workload.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::v1::estimate::Estimate;
use crate::v1::scenario::{Hardware, Scenario};

/// A machine of the catalog's parts with the plan that runs on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Machine {
    /// `cheapest`, `best-value`, `fastest`, or `alternative`.
    #[schema(example = "cheapest")]
    pub label: String,
    /// Why it carries that label, with the figure that decided.
    pub why: String,
    /// The machine, as in a scenario, all filled in.
    pub hardware: Hardware,
    /// What it is made of, as far as the catalog knows prices of such parts.
    pub parts: Vec<MachinePart>,
    /// What it costs.
    pub price: Price,
    /// The plan on it, fully pinned.
    pub scenario: Scenario,
    /// What that plan needs.
    pub estimate: Estimate,
    /// The whole run: the first epoch and all later ones.
    pub run_seconds: f64,
}

/// A line of a machine's parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MachinePart {
    /// `gpu`, `cpu`, `memory` or `storage`.
    #[schema(example = "gpu")]
    pub kind: String,
    /// Id in the catalog.
    pub id: String,
    /// Full name.
    pub name: String,
    /// How many.
    pub quantity: u64,
    /// Which figure asked for it.
    pub reason: String,
    /// Price of one, where one is known.
    pub unit_price: Option<f64>,
    /// Currency of the price (`USD`).
    pub currency: String,
    /// Month of the price (`YYYY-MM`).
    pub price_date: Option<String>,
    /// Where the price comes from.
    pub price_source: Option<String>,
    /// What a buyer should know of it.
    pub notes: Vec<String>,
}

/// A sum of prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Price {
    /// Sum of the prices that are known.
    pub amount: f64,
    /// Currency (`USD`).
    pub currency: String,
    /// Parts whose price is not known: they cost more than nothing and are not in the sum.
    pub unknown_parts: u64,
    /// Month of the oldest price in the sum (`YYYY-MM`), where there is one.
    pub as_of: Option<String>,
}
