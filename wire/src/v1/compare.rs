//! Scenarios side by side: the figures to choose by, what differs, and which is best in what.

mod running;

pub use running::{AnyComparison, ComparedRun, RunComparison, RunLimits, RunSpeed, RunVram};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bom::Price;
use super::estimate::{Bound, BoundDetail, Limits, Note, Verdict};
use super::prices::Prices;
use super::scenario::Scenario;

/// What is to be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// Two to six scenarios; each is answered as an estimate of it, so that whatever it leaves open takes the estimate's
    /// default: the same fields left open may be decided differently on different machines, and `inputs` says how.
    #[schema(min_items = 2, max_items = 6)]
    pub scenarios: Vec<Scenario>,
    /// Own prices, as bills take them: `currency`, `rates`, `parts` (`id`, `unit_price`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub prices: Option<Prices>,
}

/// Scenarios side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    /// Version of the formulas.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenarios in the order of the request.
    pub scenarios: Vec<Compared>,
    /// Every value that is not the same in all scenarios, by its place; names are left out.
    pub differences: Vec<Difference>,
    /// Which scenarios are best in each measure.
    pub best: Vec<Best>,
}

/// The figures of one scenario; whatever an estimate has too stands at the same place and is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Compared {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// The caller's name, or the cards; those that would be called the same also say what they were asked differently.
    #[schema(example = "2 × GeForce RTX 3090")]
    pub label: String,
    /// The scenario with every default filled in.
    pub inputs: Scenario,
    /// Whether the run works: the cards, the host's memory and the drives hold what they have to.
    pub holds: bool,
    /// Memory of the fullest GPU.
    pub vram: VramSummary,
    /// What is the most that fits.
    pub limits: Limits,
    /// Memory of the host, per node.
    pub ram: RamSummary,
    /// Time of a step and of an epoch.
    pub speed: SpeedSummary,
    /// What the machine costs, by the bill of materials of `inputs`: the sum of its known prices, for all nodes. Where the
    /// catalog has no parts around such cards, the machine around them counts as one part without a price.
    pub price: Price,
    /// What the run draws at the wall, by the same bill of materials.
    pub energy: Energy,
    /// What a reader should know of the run.
    pub notes: Vec<Note>,
    /// What an order of the machine must respect, by the same bill of materials.
    pub order_notes: Vec<Note>,
}

/// Memory of the fullest GPU, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct VramSummary {
    /// What `nvidia-smi` shows for the process at the peak.
    pub device_peak_bytes: u64,
    /// Low and high of `device_peak_bytes`.
    pub range_bytes: [u64; 2],
    /// What the driver reports for the card.
    pub capacity_bytes: u64,
    /// `device_peak_bytes` and what the system takes of the card are within its capacity.
    pub fits: bool,
    /// Whether it also fits at the high end of the range.
    pub verdict: Verdict,
    /// Capacity less need; negative by what is missing.
    pub headroom_bytes: i64,
}

/// Host memory, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RamSummary {
    /// What the fullest phase of the run needs.
    pub peak_bytes: u64,
    /// The smallest kit that holds the peak.
    pub minimum_gib: u64,
    /// The kit that holds the peak and the reserve.
    pub recommended_gib: u64,
}

/// Time, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SpeedSummary {
    /// One optimizer step, of as many samples as `inputs` say.
    pub step_seconds: f64,
    /// With the data path, epochs after the first.
    pub samples_per_second: f64,
    /// The first epoch, from a cold page cache.
    pub first_epoch_seconds: f64,
    /// A later epoch.
    pub epoch_seconds: f64,
    /// Low and high of `epoch_seconds`.
    pub range: [f64; 2],
    /// The first epoch and all later ones.
    pub total_seconds: f64,
    /// Share of the time that the GPUs compute, 0 to 1.
    pub gpu_utilization: f64,
    /// What limits the run.
    pub bound_by: Bound,
    /// Which of its causes, where `bound_by` has several.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bound_detail: Option<BoundDetail>,
    /// What limits the run, in words.
    #[schema(example = "preprocessing on the CPU")]
    pub bound_text: String,
}

/// What a run draws, on all nodes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Energy {
    /// An epoch after the first, in kilowatt-hours; none where a part's power is not known.
    pub epoch_kwh: Option<f64>,
    /// The whole run, in kilowatt-hours; none where a part's power is not known.
    pub run_kwh: Option<f64>,
}

/// A value that is not the same in all scenarios.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Difference {
    /// JSON pointer of the value in an entry of `scenarios`; a list is one value.
    #[schema(example = "/inputs/hardware/gpu")]
    pub pointer: String,
    /// What each scenario has there, in their order; null where it has nothing.
    pub values: Vec<serde_json::Value>,
}

/// The best in one measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Best {
    /// JSON pointer of the measure in an entry of `scenarios`.
    #[schema(example = "/speed/epoch_seconds")]
    pub pointer: String,
    /// Which end is the better one.
    pub better: Better,
    /// Numbers of the best ones, counted from 0; all of those that share the best value (times, rates and energies that
    /// differ by less than a thousandth do).
    ///
    /// A scenario whose value is not known takes no part, and neither does one that does not hold the run, except in room
    /// and batch size; nobody is best where nobody takes part.
    pub scenarios: Vec<u64>,
}

/// Which end of a measure is the better one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The more, the better.
    Higher,
    /// The less, the better.
    Lower,
}
