//! Machines to buy for running a model.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::v1::bom::{Part, Price};
use crate::v1::estimate::{Note, Served};
use crate::v1::scenario::Hardware;

/// Machines of the catalog's parts that run a model for all its users, by price; none is beaten by another in
/// price, speed and bits of the weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RunningMachines {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// Tokens a second that every request gets at least.
    pub min_tokens_per_second: f64,
    /// The machines; of each set of cards the cheapest that does as asked, without those that another beats in price and speed.
    pub machines: Vec<RunningMachine>,
    /// What a reader should know of this answer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<Note>,
}

/// A machine of the catalog's parts and how the model runs on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RunningMachine {
    /// `cheapest`, `best-value` (most tokens a second for its price), `fastest`, or `alternative`.
    #[schema(example = "cheapest")]
    pub label: String,
    /// Whether speeds of its engine on such cards were compared with published ones; names go to others only where there is none.
    pub checked: bool,
    /// The machine, as in a scenario, all filled in.
    pub hardware: Hardware,
    /// What it is made of, as far as the catalog knows prices of such parts.
    pub parts: Vec<Part>,
    /// What it costs.
    pub price: Price,
    /// What the whole machine draws at the wall at full load; absent where the draw of a part is not known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub draw_watts: Option<f64>,
    /// The most energy at the wall that a million tokens of answers take with as many requests as were asked for, the machine at full load all
    /// the while; absent where cards work one after another or wait for the host, and draw far less.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kwh_per_million_output_tokens: Option<f64>,
    /// How the model runs on it: asked of `estimate` with this hardware it is the same.
    pub serving: Served,
}
