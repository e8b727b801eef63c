//! Why a part is in the list: the figure of the run, or of the parts beside it, that asked for it.

/// Which figure asked for a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PartReason {
    /// The run's memory on each card, and what the card has for it, in bytes.
    Holds {
        /// What the run takes.
        needed: u64,
        /// The high end of that.
        high: u64,
        /// What the driver leaves of the card.
        room: u64,
    },
    /// The cheapest processor with lanes for the cards.
    Lanes {
        /// Lanes of each card.
        per_card: u64,
        /// Cards.
        cards: u64,
    },
    /// A processor that shortens the run beside the cheapest.
    Feeds {
        /// Samples per second that it prepares.
        rate: f64,
    },
    /// The memory that the plan asks for.
    Ram {
        /// What it needs at the fullest moment, in bytes.
        peak: u64,
        /// The capacity that also has a reserve, in GiB.
        recommended_gib: u64,
    },
    /// The memory that a model which runs takes of the host, in bytes.
    RamOfModel {
        /// What it takes.
        peak: u64,
    },
    /// The most that the processor takes, where a model needs more, in bytes.
    RamShort {
        /// What it needs.
        peak: u64,
    },
    /// The cheapest drive that holds data and checkpoints, in bytes.
    Room {
        /// What lies on it.
        bytes: f64,
    },
    /// Drives that shorten the run beside the cheapest.
    Serves {
        /// Samples per second that they read in the first epoch.
        rate: f64,
    },
    /// What the machine starts from, apart from the hard disks of its data.
    StartsFrom,
    /// The class of boards that the processor's socket asks for, with slots for the cards and the memory.
    Carries {
        /// Cards.
        cards: u64,
        /// Memory modules.
        modules: u64,
        /// Slots for them.
        slots: u64,
        /// The most memory, in GiB.
        most_gib: u64,
    },
    /// The supplies whose rating leaves a reserve over what the node draws for long, in watts.
    Delivers {
        /// What it draws inside.
        sustained: f64,
        /// What a reserve makes of that.
        wanted: f64,
        /// What its cards may pull for a moment, with the rest.
        transient: f64,
    },
    /// The chassis brings supplies for what the node draws, in watts.
    Comes {
        /// What it draws inside.
        sustained: f64,
        /// The parts that are missing in that, in English and Chinese.
        without: Option<(&'static str, &'static str)>,
    },
    /// The cards' power is not published, or more than supplies for towers deliver.
    Unsized,
    /// What houses the cards.
    Houses {
        /// Cards.
        cards: u64,
        /// Length of a usual one in millimeters, where it is known.
        length_mm: Option<f64>,
        /// Slots that one covers, where they are known.
        slots: Option<f64>,
        /// What must be cooled, in watts.
        heat: f64,
        /// The parts that are missing in that, in English and Chinese.
        without: Option<(&'static str, &'static str)>,
    },
    /// What takes away what a processor draws, in watts.
    Cools {
        /// What the processor draws for long.
        watts: f64,
        /// What the cooler takes away, where that is known, and whether its maker says so.
        takes: Option<(f64, bool)>,
    },
    /// A system that is sold as a unit, with board, supplies and air.
    System {
        /// Accelerators that it holds.
        accelerators: u64,
        /// Its height in rack units, 0 for a tower.
        height_u: u64,
        /// The most that it draws by its maker, in watts.
        power: Option<f64>,
        /// What the node draws by its parts, in watts.
        sustained: f64,
    },
    /// What carries the estimate's traffic between nodes, in bytes per second.
    Joins {
        /// Nodes.
        nodes: u64,
        /// What the estimate counts with.
        rate: f64,
    },
    /// The ring over a node's cards.
    Bridges {
        /// Cards that it joins.
        cards: u64,
        /// The run is on all of them, and its time counts with it.
        is_counted: bool,
    },
    /// It was asked for.
    Asked,
    /// Nobody named one: what an estimate counts with where that is left out.
    Default,
}
