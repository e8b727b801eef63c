//! What a build plan needs beside the figures of a run: boards, power supplies, networks, rules, rented machines, sizes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Confidence, Evidence, Price, SupplyProduct};

/// How an accelerator is mounted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GpuForm {
    /// A card in a PCI Express slot.
    Card,
    /// A module of NVIDIA's baseboards.
    Sxm,
    /// A module of the Open Compute Project's accelerator baseboards, or of a vendor's own like them.
    Oam,
    /// A package with its processor, sold as a node.
    Superchip,
    /// A part of a computer that cannot be bought alone.
    Computer,
}

/// Who moves the air through an accelerator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cooling {
    /// Its own fans, which leave the warm air in the case.
    Fans,
    /// Its own fan, which blows the warm air out at the back.
    Blower,
    /// The fans of a server chassis; in a desktop it overheats.
    Passive,
    /// The server that the module is part of.
    Server,
}

/// What an accelerator needs of the case and the power supply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GpuBody {
    /// How it is mounted.
    pub form: GpuForm,
    /// Who moves the air.
    pub cooling: Cooling,
    /// Slots that the maker's own card covers.
    pub slot_width: Option<f64>,
    /// Length of the maker's own card.
    pub length_mm: Option<f64>,
    /// Sizes of the cards that other companies sell.
    pub partner_cards: Option<PartnerCards>,
    /// Power connectors of the maker's own card, as the source has them.
    pub connectors: Option<String>,
    /// Power connectors of the maker's own card by kind; null where the source does not say how many.
    pub power_inputs: Option<PowerInputs>,
    /// Rating of the power supply that is recommended for a machine with one such card.
    pub recommended_supply_w: Option<f64>,
    /// Who recommends it.
    pub recommended_by: Option<String>,
    /// Where sizes and connectors come from.
    pub source: Option<String>,
}

/// Sizes of the cards that other companies than the chip's vendor sell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PartnerCards {
    /// Median length.
    pub median_length_mm: f64,
    /// Length of the longest.
    pub longest_mm: f64,
    /// Slots that the thickest covers.
    pub most_slots: f64,
}

/// Power connectors, counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PowerInputs {
    /// 16-pin connectors (12VHPWR, 12V-2x6).
    pub pin16: u64,
    /// 12-pin connectors.
    pub pin12: u64,
    /// 8-pin (6+2-pin) PCI Express connectors.
    pub pin8: u64,
    /// 6-pin PCI Express connectors.
    pub pin6: u64,
    /// 8-pin connectors of the processor's kind (EPS).
    pub eps8: u64,
}

/// Whether memory errors are corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ecc {
    /// Always, with the memory that it takes.
    Yes,
    /// With memory for it, on some boards.
    SomeBoards,
    /// Never.
    No,
}

/// How fast memory may run, in million transfers a second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MemoryRates {
    /// With one module a channel.
    pub one_per_channel: Option<u64>,
    /// With two modules a channel of two ranks.
    pub two_per_channel: Option<u64>,
    /// With two modules a channel of one rank, where that is faster.
    pub two_single_rank: Option<u64>,
    /// Boards take one module a channel.
    pub one_only: bool,
    /// The rates with two modules are remembered rather than read.
    pub unverified: bool,
}

/// A dated price of the past, or a range of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PricePoint {
    /// Lowest; none where the source says "below" a figure.
    pub low: Option<f64>,
    /// Highest, the same as the lowest for a single price; none where the source says "above" a figure.
    pub high: Option<f64>,
    /// ISO 4217 code.
    pub currency: String,
    /// Day or month of the price.
    pub date: String,
    /// Who listed it.
    pub source: String,
    /// Trust in the price.
    pub confidence: Confidence,
}

/// What the parts of a class once cost: listings of one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PriceRange {
    /// A low price: the lowest listing, or where `high` is given too, the tenth percentile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The ninetieth percentile.
    pub high: Option<f64>,
    /// ISO 4217 code.
    pub currency: String,
    /// Day or month of the listings.
    pub date: String,
    /// Who listed them.
    pub source: String,
}

/// A class of boards: what the boards of a socket and chipset can hold. The counts of cards are judgment from typical boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Platform {
    /// Id of the catalog.
    pub id: String,
    /// Name with the chipsets.
    pub name: String,
    /// Who makes its processors.
    pub vendor: String,
    /// `desktop`, `workstation`, `server` or `baseboard`.
    #[schema(example = "desktop")]
    pub kind: String,
    /// Sockets that its boards come with.
    pub sockets: Vec<String>,
    /// Processors on a board.
    pub processors: u64,
    /// Families of processors, for readers.
    pub families: String,
    /// Accelerators at 16 lanes each.
    pub max_gpus_x16: u64,
    /// Accelerators at 8 lanes each.
    pub max_gpus_x8: u64,
    /// Cards of two slots that fit a typical board side by side; zero where modules take their place.
    pub dual_slot_cards: u64,
    /// What boards of the class differ in.
    pub gpu_note: String,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Memory that its boards take.
    pub memory_type: String,
    /// Most memory.
    pub max_memory_gib: u64,
    /// Memory channels over all its processors; none where the processors decide.
    pub memory_channels: Option<u64>,
    /// Whether its boards correct memory errors.
    pub ecc: Ecc,
    /// Generation of PCI Express; none where the processors decide.
    pub pcie_gen: Option<u64>,
    /// Lanes of PCI Express from the processors; none where they decide.
    pub pcie_lanes: Option<u64>,
    /// Form of the board, or height of the chassis.
    pub board_form: String,
    /// Price of a board.
    pub board_price: Option<PriceRange>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A power supply as it is sold, or a class of them: a rating and an efficiency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PowerSupply {
    /// Id of the catalog.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it delivers inside the machine, without end.
    pub power_w: f64,
    /// Efficiency class.
    pub efficiency_class: String,
    /// Share of the power from the wall that arrives at half load and 115 V, 0 to 1.
    pub efficiency_115v: Option<f64>,
    /// Share of the power from the wall that arrives at half load and 230 V, 0 to 1.
    pub efficiency_230v: Option<f64>,
    /// 16-pin connectors of a typical supply of this rating that has any, where a listing counts them.
    pub pin16: Option<u64>,
    /// Models of this rating that list a 16-pin connector.
    pub models_with_pin16: u64,
    /// All models that were counted.
    pub models_counted: u64,
    /// 8-pin PCI Express connectors, where a source counts them.
    pub pin8: Option<u64>,
    /// Delivers its rating at 200 to 240 V only, as a rule.
    pub needs_200v: bool,
    /// What supplies of the class cost.
    pub price: Option<PriceRange>,
    /// What is known of it as a product; none of a class.
    pub product: Option<SupplyProduct>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A class of links between nodes: one port and the adapter that it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Network {
    /// Id of the catalog.
    pub id: String,
    /// Name.
    pub name: String,
    /// `ethernet` or `infiniband`.
    #[schema(example = "ethernet")]
    pub kind: String,
    /// Rate of a port in one direction, before protocol overhead.
    pub rate_gb_per_s: f64,
    /// The standard that sets the rate.
    pub standard: String,
    /// Generation of the narrowest slot that carries the rate.
    pub pcie_gen: u64,
    /// Lanes of that slot.
    pub pcie_lanes: u64,
    /// Latest known price of an adapter with one port.
    pub price: Option<Price>,
    /// Where the rate comes from.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// What a rented machine once cost an hour: history, not an offer of today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudOffer {
    /// Id of the catalog.
    pub id: String,
    /// Who rents it out.
    pub provider: String,
    /// The provider's name of it.
    pub instance: String,
    /// Id of the accelerator.
    pub gpu: String,
    /// Accelerators of the machine.
    pub gpu_count: u64,
    /// Threads of the processors that come with it.
    pub vcpus: Option<u64>,
    /// Memory that comes with it.
    pub memory_gib: Option<f64>,
    /// Price of an hour on demand.
    pub price_per_hour: f64,
    /// Price of an hour that can end at any time.
    pub spot_price_per_hour: Option<f64>,
    /// ISO 4217 code.
    pub currency: String,
    /// Where it stands, as the provider names it.
    pub region: String,
    /// Day or month of the price; none where the list has no date.
    pub date: Option<String>,
    /// Who listed it.
    pub source: String,
    /// Trust in the row.
    pub confidence: Confidence,
}

/// A figure or a custom of power: what a connector, a supply or a circuit carries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rule {
    /// Id of the catalog.
    pub id: String,
    /// The figure; none where the rule is a custom without one.
    pub value: Option<f64>,
    /// `W`, `W at the wall` or `% of rating`; empty where there is no figure.
    #[schema(example = "W")]
    pub unit: String,
    /// Volts of a circuit.
    pub volts: Option<f64>,
    /// Amperes of a circuit or inlet.
    pub amperes: Option<f64>,
    /// How long an excursion may last, in milliseconds.
    pub milliseconds: Option<f64>,
    /// Most of the time that such excursions may take up, in percent.
    pub duty_percent: Option<f64>,
    /// The rule in a sentence.
    pub statement: String,
    /// Whether it was read or remembered.
    pub evidence: Evidence,
    /// Trust in it.
    pub confidence: Confidence,
    /// Where it comes from.
    pub source: String,
}
