//! Machines to buy for a workload.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::v1::bom::{Part, Price};
use crate::v1::estimate::Estimate;
use crate::v1::scenario::{Hardware, Scenario};

/// A machine of the catalog's parts with the plan that runs on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Machine {
    /// `cheapest`, `best-value`, `fastest`, or `alternative`.
    #[schema(example = "cheapest")]
    pub label: String,
    /// Why it is labelled as it is: `lowest-price`, `lowest-price-times-run` or `shortest-run` of one with a name; of an
    /// alternative `fastest-for-price`, or what keeps a name from it: `unconfirmed-platform` (its figures rest on a data sheet
    /// alone), `incomplete-price` (a part has no known price), `no-reserve` or `unbalanced` (its host does not suit its cards).
    #[schema(example = "unconfirmed-platform")]
    pub reason_code: String,
    /// Why it is labelled as it is, in a sentence with the figure that decided.
    pub why: String,
    /// The machine, as in a scenario, all filled in.
    pub hardware: Hardware,
    /// What it is made of, as far as the catalog knows prices of such parts.
    pub parts: Vec<Part>,
    /// What it costs.
    pub price: Price,
    /// The plan on it, fully pinned.
    pub scenario: Scenario,
    /// What that plan needs.
    pub estimate: Estimate,
    /// The whole run: the first epoch and all later ones.
    pub run_seconds: f64,
}
