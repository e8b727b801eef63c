//! Products of the catalog: boards, coolers, cases, whole systems, and what is known of a power supply as it is sold.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Confidence, Evidence, Price};

/// A board as it is sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Board {
    /// Id of the catalog.
    #[schema(example = "asus-proart-x870e-creator-wifi")]
    pub id: String,
    /// Full name with the maker's.
    pub name: String,
    /// Who makes it.
    pub maker: String,
    /// The maker's number of it.
    pub part_number: Option<String>,
    /// Id of its class.
    pub platform: String,
    /// Chipset.
    pub chipset: String,
    /// Size: `Mini-ITX`, `Micro-ATX`, `ATX`, `SSI-CEB`, `E-ATX` or `SSI-EEB`.
    #[schema(example = "ATX")]
    pub form: String,
    /// Month in which it came out (`YYYY-MM`).
    pub launch: Option<String>,
    /// Memory that it takes.
    #[schema(example = "DDR5 UDIMM")]
    pub memory_type: String,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Most memory that its maker lists.
    pub max_memory_gib: u64,
    /// It passes the correction of memory errors on.
    pub ecc: Option<bool>,
    /// Slots for cards, in the order in which they are filled.
    pub slots: Vec<BoardSlot>,
    /// Lanes of each filled slot with one card, with two, and so on.
    pub lanes: Vec<Vec<u64>>,
    /// Generations of its M.2 slots for drives.
    pub m2_pcie_gens: Vec<u64>,
    /// How many of these take lanes from a slot for cards when they are used.
    pub m2_sharing_lanes: u64,
    /// Ports for drives in U.2 form.
    pub u2_ports: u64,
    /// Ports for SATA drives.
    pub sata_ports: u64,
    /// Outputs that show the processor's own graphics.
    pub display_outputs: u64,
    /// A controller for remote management with a picture of its own.
    pub has_bmc: bool,
    /// Takes new firmware without a processor.
    pub flashes_alone: Option<bool>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether the wiring of its slots was read or remembered.
    pub wiring: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A long slot of a board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BoardSlot {
    /// Row at the back of the case, 1 the nearest to the processor.
    pub row: u64,
    /// Generation of PCI Express.
    pub pcie_gen: u64,
    /// Its lanes are the processor's, not the chipset's.
    pub is_of_processor: bool,
}

/// A processor's cooler as it is sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Cooler {
    /// Id of the catalog.
    #[schema(example = "noctua-nh-d15-g2")]
    pub id: String,
    /// Full name with the maker's.
    pub name: String,
    /// Who makes it.
    pub maker: String,
    /// The maker's number of it.
    pub part_number: String,
    /// `air` or `liquid`.
    #[schema(example = "air")]
    pub kind: String,
    /// Height above the board; of a cooler with fins.
    pub height_mm: Option<f64>,
    /// Length of the radiator by its fans; of a liquid cooler.
    pub radiator_mm: Option<u64>,
    /// Sockets that it fits.
    pub sockets: Vec<String>,
    /// What it takes away for long.
    pub sustained_w: Option<f64>,
    /// Who says so: `maker`, on the high side as a rule, or `reviews`.
    pub sustained_from: Option<String>,
    /// Its noise at most, as its maker states it.
    pub noise_dba: Option<f64>,
    /// It hangs over the first slot of usual boards.
    pub covers_first_slot: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Where kind, size and sockets come from.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A case as it is sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Case {
    /// Id of the catalog.
    #[schema(example = "fractal-design-north")]
    pub id: String,
    /// Full name with the maker's.
    pub name: String,
    /// Who makes it.
    pub maker: String,
    /// The maker's number of it.
    pub part_number: String,
    /// `mid-tower`, `full-tower`, `mini-tower`, `small`, `rack` or `open-frame`.
    #[schema(example = "mid-tower")]
    pub kind: String,
    /// Sizes of boards that it takes.
    pub boards: Vec<String>,
    /// Rows for slots at the back.
    pub rows: u64,
    /// The longest card that it takes, with fans in front.
    pub card_length_mm: Option<f64>,
    /// The highest cooler that it takes above the board.
    pub cooler_height_mm: Option<f64>,
    /// Radiators that it takes somewhere, by their length.
    pub radiators_mm: Option<Vec<u64>>,
    /// Forms of power supplies that it takes: `ATX`, `SFX`, `SFX-L`.
    pub supply_forms: Vec<String>,
    /// The longest power supply that it takes.
    pub supply_length_mm: Option<f64>,
    /// Power supplies that it takes.
    pub supplies: u64,
    /// Places for drives of 3.5 inches.
    pub bays_3_5: Option<u64>,
    /// Places for drives of 2.5 inches.
    pub bays_2_5: Option<u64>,
    /// Height in rack units.
    pub height_u: Option<u64>,
    /// Width, height and depth.
    pub size_mm: Option<[f64; 3]>,
    /// Volume.
    pub volume_l: Option<f64>,
    /// Fans that come with it.
    pub fans: Option<u64>,
    /// Its panels damp sound.
    pub is_silenced: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Where the sizes come from.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// A system for several accelerators, sold as a unit: chassis, board, supplies and air, to be filled with what it takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Server {
    /// Id of the catalog.
    #[schema(example = "nvidia-dgx-h100")]
    pub id: String,
    /// Full name with the maker's.
    pub name: String,
    /// Who makes it.
    pub maker: String,
    /// The maker's number of it.
    pub part_number: String,
    /// Modules that it is sold with, by id; empty where it takes cards.
    pub modules: Vec<String>,
    /// Modules, or cards of two slots, that it holds.
    pub accelerators: u64,
    /// Lanes of each to the host.
    pub pcie_lanes: u64,
    /// Generation of PCI Express.
    pub pcie_gen: u64,
    /// Cards share the processors' lanes over switches.
    pub has_switches: Option<bool>,
    /// Height in rack units; 0 for a tower.
    pub height_u: u64,
    /// Sockets that it comes with.
    pub sockets: Vec<String>,
    /// Processors.
    pub processors: u64,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Most memory.
    pub max_memory_gib: u64,
    /// Memory that it always comes with.
    pub installed_memory_gib: Option<u64>,
    /// Places for drives of NVM Express.
    pub nvme_bays: Option<u64>,
    /// Power supplies.
    pub supplies: Option<u64>,
    /// Rating of each.
    pub supply_w: Option<f64>,
    /// How many of these work and how many stand by.
    #[schema(example = "4+2")]
    pub redundancy: Option<String>,
    /// The most that it draws, by its maker.
    pub max_power_w: Option<f64>,
    /// Delivers its power at 200 to 240 V only.
    pub needs_200v: bool,
    /// What it brings of a network, or slots for one.
    pub network: Option<String>,
    /// Liquid takes the heat away.
    pub is_liquid_cooled: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Where the figures come from.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: String,
}

/// What is known of a power supply as it is sold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SupplyProduct {
    /// Who makes it.
    pub maker: String,
    /// The maker's number of it.
    pub part_number: Option<String>,
    /// Size: `ATX`, `SFX` or `SFX-L`.
    pub form: String,
    /// Length.
    pub length_mm: f64,
    /// Built to ATX 3.0 or later: it survives their excursions.
    pub is_atx3: bool,
    /// 8-pin PCI Express connectors that are left with all 16-pin ones in use.
    pub pin8_beside_pin16: Option<u64>,
    /// 8-pin connectors of the processor's kind (EPS).
    pub eps8: Option<u64>,
    /// Connectors for SATA drives.
    pub sata: Option<u64>,
    /// Class of its noise, such as `Cybenetics A`.
    pub noise_class: Option<String>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Where its figures come from.
    pub evidence: Evidence,
}
