//! A machine as the rules see it: the figures that decide whether its parts go together, and nothing else.

mod fits;
mod of;

pub use fits::{Cooled, Firmware, Fits, Room, Slots, System};

use catalog::{Cooling, GpuForm, PowerInputs};
use engine::estimate::Bound;

use crate::machines::{Circuit, Housing};

/// A machine as the rules see it. Counts and powers are those of one node.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Nodes.
    pub nodes: u64,
    /// The cards.
    pub cards: Cards,
    /// Cores of the host; none where the cards bring their processor.
    pub cores: Option<u64>,
    /// Drives of a node, and places that usual boards have for such; none in a whole computer.
    pub drives: Option<(u64, u64)>,
    /// What the drives of a node are and take; none in a whole computer.
    pub drive: Option<Drive>,
    /// Processors of a node that are bought with the cards.
    pub sockets: u64,
    /// The class of the board; none in a whole computer.
    pub board: Option<Board>,
    /// Host memory; none in a whole computer.
    pub memory: Option<Memory>,
    /// What it is built into.
    pub housing: Housing,
    /// How its products go together.
    pub fits: Fits,
    /// What it draws, and what feeds it.
    pub power: Power,
    /// The run; none where a model runs, for which no run that trains is planned.
    pub run: Option<Run>,
    /// What is known of its prices.
    pub prices: Prices,
    /// Parts that are there already and of no line, as `2 x rtx-3090`.
    pub idle_owned: Vec<String>,
    /// Names of parts whose figures are uncertain.
    pub uncertain: Vec<String>,
}

/// The drives of a node as one volume.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drive {
    /// What a run writes, in 10^12 bytes: the data set once, and a checkpoint after every epoch.
    pub written_tb: f64,
    /// What may be written within the warranty, in 10^12 bytes, where the maker says it.
    pub endurance_tb: Option<f64>,
}

/// The cards of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Cards {
    /// Devices as a training process sees them.
    pub devices: u64,
    /// Cards or modules that hold them.
    pub boards: u64,
    /// Memory of each, in GiB.
    pub memory_gib: u64,
    /// How each is mounted.
    pub form: GpuForm,
    /// Who moves the air through it.
    pub cooling: Cooling,
    /// Slots that each covers, where they are known.
    pub slots: Option<f64>,
    /// Lanes that each gets.
    pub lanes: u64,
    /// Lanes that each has.
    pub own_lanes: u64,
    /// Power connectors of each, where they are counted.
    pub inputs: Option<PowerInputs>,
    /// The power supply that is recommended for a machine with one, in watts.
    pub advised_supply: Option<f64>,
    /// A link of their own joins all of them.
    pub is_linked: bool,
    /// The most of them that a bridge joins; 0 where their kind has no such link, or has one that needs no bridge.
    pub bridged: u64,
    /// Months since the launch, where its month is known.
    pub age_months: Option<u64>,
    /// Month of the launch, or empty.
    pub launch: String,
}

/// What boards of the class hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Cards with eight lanes each.
    pub most_cards: u64,
    /// Cards of two slots that stand side by side.
    pub side_by_side: u64,
    /// Accelerators are modules of it.
    pub takes_modules: bool,
    /// It has its lanes from a desktop processor.
    pub is_desktop: bool,
}

/// Host memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Memory {
    /// Installed as asked or planned, in GiB.
    pub installed_gib: u64,
    /// What the listed kits add up to, in GiB.
    pub listed_gib: u64,
    /// The most that processor and board take, in GiB.
    pub most_gib: u64,
    /// Modules.
    pub modules: u64,
    /// Slots for them.
    pub slots: u64,
    /// Channels of the processor.
    pub channels: u64,
    /// Transfers of one module a channel and of two, in million a second, where both are known.
    pub rates: Option<(u64, u64)>,
    /// Errors are corrected.
    pub has_ecc: bool,
}

/// What a node draws, in watts, and what feeds it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    /// Inside, at the sustained most.
    pub inside: f64,
    /// At the wall.
    pub wall: f64,
    /// Inside, while all cards take their excursions.
    pub transient: f64,
    /// The power of the cards is known.
    pub is_card_known: bool,
    /// The power of the processors is known.
    pub is_processor_known: bool,
    /// What feeds it.
    pub supply: Supply,
    /// The circuit that it stands on, where that is known.
    pub circuit: Option<Circuit>,
}

/// What feeds a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Supply {
    /// It comes with the computer or the chassis.
    Included,
    /// Supplies that are bought, alike.
    Bought {
        /// How many.
        count: u64,
        /// Rating of each, in watts.
        rating: f64,
        /// 16-pin connectors of each, where they are counted.
        pin16: Option<u64>,
        /// 8-pin connectors of each beside these, where they are counted.
        pin8: Option<u64>,
        /// They survive the excursions that ATX 3 asks for.
        is_atx3: bool,
    },
    /// Nothing was found that is enough.
    Unsized,
}

/// The run on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// All of it, in seconds.
    pub seconds: f64,
    /// GPUs that train together.
    pub training_gpus: u64,
    /// Share of a step that traffic between GPUs takes and nothing hides.
    pub communication_share: f64,
    /// What limits it.
    pub bound: Bound,
    /// Share of each card's room that the run takes.
    pub vram_share: f64,
    /// Share of the host's memory that it takes at its fullest.
    pub ram_share: f64,
    /// Host memory that is recommended for it, in GiB.
    pub recommended_gib: u64,
    /// Low and high of what rule C1 says of host memory, in GiB, where it was asked.
    pub c1_gib: Option<(f64, f64)>,
}

/// What is known of a machine's prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// Lines without a price.
    pub unknown: u64,
    /// Ids of own prices, or kinds, that are of no line.
    pub unused: Vec<String>,
    /// Month of the oldest (`YYYY-MM`), or empty.
    pub as_of: String,
    /// Months since then.
    pub age_months: Option<u64>,
}
