//! The run with each capacity of host memory that comes into question.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The run with each capacity of host memory that comes into question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RamLadder {
    /// Ascending: the steps around the need, with what is installed and what is recommended among them.
    pub rungs: Vec<RamRung>,
    /// Rate at which pages come back from the drive where memory is short.
    pub page_in_bytes_per_second: f64,
    /// Sustained rate of the memory itself, all channels together.
    pub memory_bytes_per_second: f64,
}

/// The run with one capacity: what was asked, answered with `hardware.ram_gib` set to this one. Its figures are those of that
/// estimate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RamRung {
    /// The memory, per node.
    pub ram_gib: u64,
    /// It is what the plan has.
    pub installed: bool,
    /// It is what the plan is recommended.
    pub recommended: bool,
    /// Whether it holds the run: `ram.minimum_gib` is no more.
    pub holds: bool,
    /// What the run needs of it at its fullest.
    pub peak_bytes: u64,
    /// What programs can use of it.
    pub usable_bytes: u64,
    /// The micro-batch of this run: where that was left open, it follows the memory.
    pub micro_batch_size: u64,
    /// Workers per GPU of this run.
    pub num_workers: u64,
    /// The most workers per GPU with which training fits, all else as it is, and no more than the cores are for (or were asked
    /// for); null if even loading without any does not fit.
    pub largest_num_workers: Option<u64>,
    /// Time in which drive and memory give the whole data set once, in epochs after the first, if nothing else takes time.
    pub reading_seconds: f64,
    /// Share of the data set that epochs after the first find in memory, 0 to 1.
    pub cached_share: f64,
    /// One optimizer step, paging included.
    pub step_seconds: f64,
    /// How much of a step is paging, because the memory is too small.
    pub paging_seconds: f64,
    /// How much of an epoch after the first is paging.
    pub paging_epoch_seconds: f64,
    /// What paging adds to each loading or saving of the weights.
    pub staging_paging_seconds: f64,
    /// In epochs after the first.
    pub samples_per_second: f64,
    /// An epoch after the first.
    pub epoch_seconds: f64,
    /// The kit to buy, as a bill of the run with this memory lists it; left out where the processor takes no kit of this size.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kit: Option<RamKit>,
}

/// Kits of memory and what they cost by the catalog; own prices are for bills.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RamKit {
    /// Id of the kit in the catalog.
    #[schema(example = "ddr5-udimm-2x16")]
    pub id: String,
    /// Its name.
    #[schema(example = "DDR5 UDIMM 2 x 16 GB")]
    pub name: String,
    /// How many, for all nodes.
    pub quantity: u64,
    /// How many of them are not there already.
    pub to_buy: u64,
    /// What those cost together; null where nobody lists a price, or where none has to be bought.
    pub amount: Option<f64>,
    /// Its currency.
    #[schema(example = "USD")]
    pub currency: String,
    /// Month of the price (`YYYY-MM`), where there is one.
    pub as_of: Option<String>,
}
