//! Items of the catalog lists.

mod found;
mod parts;
mod products;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use utoipa::ToSchema;

use super::choices::DataKind;

pub use found::{Found, Match, MatchReason, NearestWord};
pub use parts::{
    CloudOffer, Cooling, Ecc, GpuBody, GpuForm, MemoryRates, Network, PartnerCards, Platform, PowerInputs, PowerSupply,
    PricePoint, PriceRange, Rule,
};
pub use products::{Board, BoardSlot, Case, Cooler, Server, SupplyProduct};

/// A list with the version of its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct List<T> {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The items, sorted by id; where words were asked for, those that have them, the likeliest first.
    pub items: Vec<T>,
    /// Why each item is there, in their order, where words were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<Match>>,
}

/// One item with the version of its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Single<T> {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The item.
    pub item: T,
}

/// The whole catalog as one file; each list is sorted by id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Catalog {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// Accelerators.
    pub gpus: Vec<Gpu>,
    /// Processors.
    pub cpus: Vec<Cpu>,
    /// Drives and classes of drives.
    pub storage: Vec<Storage>,
    /// Memory kits.
    pub memory: Vec<MemoryKit>,
    /// Models.
    pub models: Vec<Model>,
    /// Classes of boards.
    pub platforms: Vec<Platform>,
    /// Boards as they are sold.
    pub boards: Vec<Board>,
    /// Coolers as they are sold.
    pub coolers: Vec<Cooler>,
    /// Power supplies as they are sold, and classes of them.
    pub power_supplies: Vec<PowerSupply>,
    /// Cases as they are sold.
    pub cases: Vec<Case>,
    /// Whole systems for several accelerators.
    pub servers: Vec<Server>,
    /// Links between nodes.
    pub networks: Vec<Network>,
    /// Rented machines.
    pub cloud: Vec<CloudOffer>,
    /// Rules of power and circuits.
    pub rules: Vec<Rule>,
    /// Ids that are no longer listed.
    pub retired: Vec<Retired>,
    /// Collections that the figures were taken from, to be named wherever they are shown.
    pub attributions: Vec<Attribution>,
}

/// An id that is no longer listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Retired {
    /// The id.
    pub id: String,
    /// The list that it was in, by the name that the list has here.
    pub list: String,
    /// The listed id that stands closest to it, where there is one.
    pub successor: Option<String>,
    /// Why it is gone.
    pub reason: String,
}

/// A collection that figures were taken from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Attribution {
    /// Stable id.
    pub id: String,
    /// Name to print.
    pub name: String,
    /// Where to find it.
    pub url: String,
    /// License as the collection states it, or empty.
    pub license: String,
    /// What was taken from it.
    pub used_for: String,
}

/// What something cost once: history, not an offer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CatalogPrice)]
pub struct Price {
    /// Amount, without taxes.
    pub amount: f64,
    /// ISO 4217 code.
    pub currency: String,
    /// Day or month of the price.
    pub date: String,
    /// Who listed it.
    pub source: String,
}

/// How far the figures of an item can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Several sources agree, or the maker's document was read.
    High,
    /// One good source, or several that agree roughly.
    Medium,
    /// Sources are thin or contradict each other.
    Low,
}

/// Where a figure comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// Read in the named source.
    Opened,
    /// Computed as units x clock x rate per unit.
    Derived,
    /// From a named document of the vendor that could not be opened again: unverified.
    Recalled,
    /// There is no figure.
    None,
}

/// An accelerator; rates are dense.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Gpu {
    /// Id of the catalog.
    pub id: String,
    /// Name of the product.
    pub name: String,
    /// Name of the vendor.
    pub vendor: String,
    /// Name of the architecture.
    pub architecture: String,
    /// `consumer`, `workstation`, `datacenter`, `unified` or `laptop`.
    pub segment: String,
    /// Month of launch, or empty.
    pub launch: String,
    /// Capacity as the box says it, in GB.
    pub marketing_gb: u64,
    /// Capacity that the engine computes with.
    pub memory_bytes: u64,
    /// Whether that was read off a driver.
    pub memory_is_measured: bool,
    /// Kind of device memory.
    pub memory_type: String,
    /// Bandwidth of the device memory.
    pub memory_bandwidth_gb_per_s: f64,
    /// Vector rate in FP32.
    pub fp32_tflops: f64,
    /// Tensor rate in TF32, where the card has it.
    pub tf32_dense_tflops: Option<f64>,
    /// Tensor rate in FP16 with FP32 accumulation, where the card has it.
    pub fp16_dense_tflops: Option<f64>,
    /// Tensor rate in BF16, where the card has it.
    pub bf16_dense_tflops: Option<f64>,
    /// Where the tensor rates come from.
    pub tensor_evidence: Evidence,
    /// PCI Express generation.
    pub pcie_gen: u64,
    /// PCI Express lanes.
    pub pcie_lanes: u64,
    /// Link to the other cards of a node per direction, where there is one.
    pub nvlink_gb_per_s: Option<f64>,
    /// Board power, where it is published.
    pub tdp_w: Option<f64>,
    /// Devices that one board shows; its price is for all of them.
    pub devices_per_board: u64,
    /// Latest known price of the board.
    pub price: Option<Price>,
    /// What its maker asked for it at launch.
    pub launch_price: Option<Price>,
    /// Older prices and ranges, oldest first.
    pub price_history: Vec<PricePoint>,
    /// What it needs of the case and the power supply.
    pub body: GpuBody,
    /// Trust in the core figures.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A processor, one socket of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Cpu {
    /// Id of the catalog.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Name of the vendor.
    pub vendor: String,
    /// Socket.
    pub socket: String,
    /// Month of launch, or empty.
    pub launch: String,
    /// Full cores.
    pub performance_cores: u64,
    /// Efficiency cores.
    pub efficiency_cores: u64,
    /// Hardware threads.
    pub threads: u64,
    /// Highest clock of a core.
    pub boost_ghz: f64,
    /// Memory channels.
    pub memory_channels: u64,
    /// Memory that it takes.
    pub memory_type: String,
    /// Most memory that it takes.
    pub max_memory_gib: u64,
    /// Generation of its own PCI Express lanes.
    pub pcie_gen: u64,
    /// Its own PCI Express lanes.
    pub pcie_lanes: u64,
    /// Which of them cards can use.
    pub lane_note: String,
    /// Power at base clock, which vendors print as TDP.
    pub base_power_w: Option<f64>,
    /// The most that it draws for long under load.
    pub boost_power_w: Option<f64>,
    /// How fast its memory may run.
    pub memory_rates: MemoryRates,
    /// Whether memory errors are corrected.
    pub ecc: Ecc,
    /// Processors that can share a board.
    pub max_sockets: u64,
    /// Latest known price.
    pub price: Option<Price>,
    /// What its maker asked for it at launch.
    pub launch_price: Option<Price>,
    /// Older prices and ranges, oldest first.
    pub price_history: Vec<PricePoint>,
    /// Trust in the figures.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A drive, or a class of drives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Storage {
    /// Id of the catalog.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Class of drives that it belongs to.
    pub class: String,
    /// Link to the host.
    pub interface: String,
    /// Usable capacity.
    pub capacity_bytes: u64,
    /// Sequential reads.
    pub sequential_read_bytes_per_second: f64,
    /// Sequential writes.
    pub sequential_write_bytes_per_second: f64,
    /// Random reads of 4 KiB a second.
    pub random_read_iops: f64,
    /// Random reads are those of the class.
    pub random_read_from_class: bool,
    /// Random writes of 4 KiB a second.
    pub random_write_iops: Option<f64>,
    /// Form; none for classes.
    pub form: Option<String>,
    /// Kind of cells or recording; none for classes.
    pub media: Option<String>,
    /// What may be written to it within its warranty.
    pub endurance_bytes: Option<u64>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Older prices and ranges, oldest first.
    pub price_history: Vec<PricePoint>,
    /// Trust in the figures.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// Memory as it is sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MemoryKit {
    /// Id of the catalog.
    pub id: String,
    /// `DDR4` or `DDR5`.
    pub memory_type: String,
    /// Form of the modules.
    pub form: String,
    /// Corrects errors.
    pub ecc: bool,
    /// Modules of the kit.
    pub modules: u64,
    /// Capacity of a module.
    pub module_gib: u64,
    /// Capacity of the kit.
    pub total_gib: u64,
    /// Rate of the slowest kit of this kind that is sold, in million transfers a second.
    pub slowest_mt_per_s: u64,
    /// Rate of the fastest kit of this kind that is sold.
    pub fastest_mt_per_s: u64,
    /// Latest known price of one GB.
    pub price_per_gb: Option<Price>,
    /// Older prices and ranges of the whole kit, oldest first.
    pub price_history: Vec<PricePoint>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the row comes from.
    pub source: String,
}

/// A model with its usual data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = CatalogModel)]
pub struct Model {
    /// Id of the catalog.
    pub id: String,
    /// Name.
    pub name: String,
    /// Group.
    pub family: ModelFamily,
    /// Parameters as published, with the default head.
    pub parameters: u64,
    /// What it is trained on.
    pub data_kind: DataKind,
    /// Classes of the default head, where it has one.
    pub default_num_classes: Option<u64>,
    /// Side of the default image, where it reads images.
    pub default_image_size: Option<u64>,
    /// Tokens that a text has by default, where it reads texts.
    pub default_sequence_length: Option<u64>,
    /// What can be asked of it.
    pub tasks: Vec<super::choices::Workload>,
    /// Methods that it can be trained by; none where it is known for running alone.
    pub methods: Vec<super::choices::Method>,
    /// Published hyper-parameters by name, as configurations write them.
    #[schema(value_type = Object)]
    pub hyper_parameters: BTreeMap<String, Json>,
    /// Its published repository, as the library that loads it and its name there; empty where no library has it.
    pub load_as: String,
    /// Where the hyper-parameters and the count come from.
    pub source: String,
}

/// Groups of models. More may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModelFamily {
    /// Convolutional classifiers, and those with windows of attention on maps.
    Cnn,
    /// Vision transformers that classify.
    VisionTransformer,
    /// A class for every pixel.
    Segmentation,
    /// Boxes, and masks in them.
    Detection,
    /// Text encoders.
    Encoder,
    /// Causal language models.
    Decoder,
    /// Encoder-decoder language models.
    Seq2seq,
    /// Networks that write down what is said.
    Speech,
    /// Latent diffusion.
    Diffusion,
}
