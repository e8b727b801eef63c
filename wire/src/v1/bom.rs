//! The bill of materials: what a machine is made of, what it costs and what it draws.

mod price;

pub use price::Price;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choices::Workload;
use super::estimate::{Answer, Note};
use super::money::{Money, TokenMoney};
use super::prices::Prices;
use super::scenario::{Constraints, Data, Hardware, Measured, Model, Serving, Training, is_empty};

/// A machine as a list of parts that one can order, with the run that asked for them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Bom {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The machine, as in a scenario, all filled in.
    pub hardware: Hardware,
    /// What it is made of, for all nodes.
    pub parts: Vec<Part>,
    /// What it costs.
    pub price: Price,
    /// What it draws, at the wall and inside.
    pub power: Power,
    /// What an order must respect: lanes, slots, connectors, circuits, memory.
    pub notes: Vec<Note>,
    /// What the figures rest on beside the catalog: shares and rules with their source.
    pub assumptions: Vec<Assumption>,
    /// The run on it; of a model that runs, how it runs there.
    pub estimate: Answer,
    /// What energy, rent and upgrades cost.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub money: Option<Box<Money>>,
    /// What tokens cost, of a model that writes them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tokens: Option<Box<TokenMoney>>,
    /// The stored plan that the bill is of; left out where it is of a scenario alone.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub plan: Option<Box<BomPlan>>,
}

/// The stored plan that a bill is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BomPlan {
    /// Id of the plan.
    pub id: String,
    /// Number of its revision, from 1.
    pub revision: u64,
    /// Page of the revision, with scheme and host.
    pub url: String,
    /// When the revision was made, in UTC (RFC 3339).
    #[schema(example = "2026-11-21T09:30:00Z")]
    pub created_at: String,
    /// A line to tell the plan by.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub title: Option<String>,
    /// Anything else that its readers should know.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
}

/// A scenario to list the parts for, with prices of one's own beside its members.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BomRequest {
    /// The caller's own name for it; comes back in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200)]
    pub id: Option<String>,
    /// What the machine is for; default training.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub task: Option<Workload>,
    /// The machine.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub hardware: Hardware,
    /// The model: a catalog id or a configuration.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub model: Model,
    /// The settings.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub training: Training,
    /// The data set.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub data: Data,
    /// How a model runs, where the task is inference.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub serving: Serving,
    /// What a recommended machine must respect, where no card is named.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub constraints: Constraints,
    /// What was measured on such a run.
    #[serde(default, skip_serializing_if = "is_empty")]
    #[schema(nullable)]
    pub measured: Measured,
    /// Own prices, currency, price of electricity and hours of use.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub prices: Option<Prices>,
}

/// A line of a machine's parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Part {
    /// `gpu`, `cpu`, `cooler`, `board`, `memory`, `storage`, `system-drive`, `psu`, `case`, `server`, `bridge` or `network`.
    #[schema(example = "gpu")]
    pub kind: String,
    /// Id in the catalog.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Who makes it, where the catalog says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "NVIDIA")]
    pub maker: Option<String>,
    /// How many.
    pub quantity: u64,
    /// How many of them are there already and are not paid for.
    #[serde(skip_serializing_if = "is_none", default)]
    pub owned: u64,
    /// Which figure asked for it.
    pub reason: String,
    /// Price of one, where one is known.
    pub unit_price: Option<f64>,
    /// Currency of the price (`USD`, or what was asked for).
    pub currency: String,
    /// Month of the price (`YYYY-MM`); none for an own price.
    pub price_date: Option<String>,
    /// Where the price comes from.
    pub price_source: Option<String>,
    /// Who sells it, where the price list or the note of an own price says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub vendor: Option<String>,
    /// The shop's own number of it, where the price list says so, or else the maker's, where the catalog has it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part_number: Option<String>,
    /// Where it is sold on the web, where the note of an own price says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shop_url: Option<String>,
    /// Its price is within that of another line, as a module's in the system that it is sold in: it is not counted as unknown.
    #[serde(skip_serializing_if = "is_not", default)]
    pub included: bool,
    /// What the line costs, `quantity` less `owned` times `unit_price`; null where that is not known, or an earlier version stored
    /// the bill.
    #[serde(default)]
    pub line_total: Option<f64>,
    /// What a buyer should know of it.
    pub notes: Vec<String>,
}

/// Whether a number says nothing.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(number: &u64) -> bool {
    *number == 0
}

/// Whether something is not so.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_not(flag: &bool) -> bool {
    !*flag
}

impl Part {
    /// How many are paid for.
    #[must_use]
    pub const fn bought(&self) -> u64 {
        self.quantity.saturating_sub(self.owned)
    }

    /// What the line costs: nothing where all of it is there; none where some are bought whose price is not known.
    #[must_use]
    pub fn price(&self) -> Option<f64> {
        match (self.bought(), self.unit_price) {
            (0, _) => Some(0.0),
            (_, None) if self.included => Some(0.0),
            // No currency has more than four decimals (ISO 4217); what is beyond is none of the price's.
            (bought, unit) => unit.map(|unit| (unit * bought as f64 * 1e4).round() / 1e4),
        }
    }
}

/// What a node draws, which is a figure only where it is whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(from = "StoredPower")]
pub struct Power {
    /// All parts of a node at their sustained most, inside the power supply, in watts; null unless the power of every part is
    /// known.
    #[schema(required)]
    pub node_dc_w: Option<f64>,
    /// All parts of a node at their sustained most, at the wall, in watts: more than inside by the supply's losses; null as
    /// above.
    #[schema(required)]
    pub node_wall_w: Option<f64>,
    /// What a node's cards may pull for a moment, together with the rest of it, in watts; null as above.
    #[schema(required)]
    pub node_transient_w: Option<f64>,
    /// Whether the power of every part is known.
    pub complete: bool,
    /// Sum of the powers that are known, inside the power supply, in watts: less than a node draws where parts are missing in
    /// it.
    pub known_dc_w: f64,
    /// Nodes that draw it.
    pub nodes: u64,
    /// Energy of an epoch of the run on all nodes, in kilowatt-hours; none where a part's power is not known,
    /// or where the machine does not hold the run.
    pub epoch_kwh: Option<f64>,
    /// Energy of the whole run on all nodes, in kilowatt-hours; none where a part's power is not known,
    /// or where the machine does not hold the run.
    pub run_kwh: Option<f64>,
}

/// Power as any version wrote it: earlier ones had the sum of what was known as what a node draws.
#[derive(Deserialize)]
struct StoredPower {
    node_dc_w: Option<f64>,
    node_wall_w: Option<f64>,
    node_transient_w: Option<f64>,
    complete: Option<bool>,
    known_dc_w: Option<f64>,
    nodes: u64,
    epoch_kwh: Option<f64>,
    run_kwh: Option<f64>,
}

impl From<StoredPower> for Power {
    fn from(stored: StoredPower) -> Self {
        let StoredPower { node_dc_w, node_wall_w, node_transient_w, complete, known_dc_w, nodes, epoch_kwh, run_kwh } = stored;
        Self {
            node_dc_w,
            node_wall_w,
            node_transient_w,
            complete: complete.unwrap_or(node_dc_w.is_some()),
            known_dc_w: known_dc_w.or(node_dc_w).unwrap_or(0.0),
            nodes,
            epoch_kwh,
            run_kwh,
        }
    }
}

/// A figure that is neither measured nor of the catalog's rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Assumption {
    /// Stable name (`psu-sustained-share`).
    pub id: String,
    /// What is assumed, in a sentence with the figure.
    pub detail: String,
    /// Where it comes from.
    pub source: String,
}
