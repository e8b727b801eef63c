//! What a buyer should know of a part, in groups that each have their own sentences.

use engine::hardware::Pcie;

/// What a buyer should know of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PartNote {
    /// No price is known.
    PriceUnknown,
    /// A whole computer: processor, memory and drive are in its price.
    WholeComputer,
    /// Not a CUDA device: its figures rest on data sheets, and programs need its maker's build of the framework.
    OtherThanCuda,
    /// A board that is there takes the cards too, in slots that are slower than the estimate counts with.
    SlowerSlots {
        /// Its name.
        board: &'static str,
        /// The slowest link that it gives a card.
        link: Pcie,
    },
    /// How much memory there is beside what the run needs.
    Room(RoomNote),
    /// The board holds this many devices.
    DevicesPerBoard {
        /// Devices.
        devices: u64,
    },
    /// It has no fans, or is a module of a server's board.
    NeedsServer,
    /// More than two such cards want risers or an open frame where they are wider than two slots.
    NeedsRisers,
    /// The kit's own price is older than the market's; that of another kit, per GB, stands in.
    PricedAs {
        /// That kit.
        kit: &'static str,
    },
    /// Several drives in place of one.
    SeveralDrives,
    /// A class of parts, and its price the median of listings.
    ClassOfParts,
    /// The server comes with this many processors; the estimate counts with one.
    ProcessorsOfServer {
        /// Processors.
        processors: u64,
    },
    /// The board has sockets for this many processors; one is planned.
    MoreSockets {
        /// Sockets.
        sockets: u64,
    },
    /// A package of accelerator and processor, sold as a node: the lines for processor and memory stand for its own.
    SoldAsNode,
    /// Kits beyond what any board takes, or more than was asked for, in GiB.
    OtherCapacity {
        /// What was asked for.
        asked_gib: u64,
    },
    /// Kits that are there already and hold more than was asked for, in GiB.
    LargerOwned {
        /// What was asked for, or planned with.
        planned_gib: u64,
    },
    /// Each card's connectors, as its maker lists them.
    Connectors {
        /// `1x 16-pin`.
        list: &'static str,
    },
    /// Such supplies deliver their rating at 200 to 240 V only.
    NeedsHighVoltage,
    /// Several supplies share the node.
    SeveralSupplies,
    /// The cooler of the processor is not in the list.
    CoolerApart {
        /// What it must cool, in watts.
        watts: f64,
    },
    /// A switch, and cables, come on top.
    SwitchApart,
    /// The board that they sit on joins all of them.
    JoinedByBoard,
    /// Cards of other makers than the chip's are larger.
    LargerCards {
        /// Slots of the thickest.
        slots: f64,
        /// Length of the longest in millimeters.
        length_mm: f64,
    },
    /// A case takes cards up to a length, in millimeters.
    TakesCards {
        /// The length.
        length_mm: f64,
    },
    /// No product of the catalog's takes the cards, memory and drives together.
    NoProductFits,
    /// It comes in the system, which is not sold without it.
    SoldInSystem,
    /// Others of the catalog would do as well.
    OneOfSystems {
        /// How many there are in all.
        count: u64,
    },
    /// What a shop of the price list says beside its price.
    Shop(ShopNote),
    /// Boards of the class differ in what they do for several cards.
    BoardsDiffer {
        /// How.
        en: &'static str,
        /// How, in Chinese.
        zh: &'static str,
    },
}

/// How much memory there is beside what a run needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomNote {
    /// The card does not hold the run, in bytes.
    CardTooSmall {
        /// What the run takes.
        needed: u64,
        /// What the card has for it.
        room: u64,
    },
    /// The host has less memory than the run needs to work at all, in GiB.
    HostTooSmall {
        /// What it needs.
        minimum_gib: u64,
    },
    /// The run fits, and the high end of what it may take of the card is more than the card has, in bytes.
    TightCard {
        /// The high end.
        high: u64,
        /// What the card has for it.
        room: u64,
    },
    /// The host has less memory than is recommended.
    TightHost {
        /// What is recommended, in GiB.
        recommended_gib: u64,
    },
    /// The host has more memory than the run asks for: as much as one card has.
    AsMuchAsCard {
        /// What one card has, in GiB.
        card_gib: u64,
    },
}

/// What a shop of the price list says beside its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShopNote {
    /// The shop's price includes tax; the catalog's do not.
    TaxIncluded,
    /// The shop says that it has none.
    SoldOut,
}
