//! The parts of a machine, and what they cost together.

use std::cmp::Ordering;

use catalog::Price;
use wire::v1::prices::Currency;
use wording::format::cents;

pub use scenario::parts::PartKind;
use wire::v1::scenario::OwnedPart;

/// The currency of the catalog's prices.
pub const CURRENCY: &str = Currency::USD.as_str();

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

/// What a buyer should know of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PartNote {
    /// No price is known.
    PriceUnknown,
    /// A whole computer: processor, memory and drive are in its price.
    WholeComputer,
    /// Not a CUDA device: its figures rest on data sheets, and programs need its maker's build of the framework.
    OtherThanCuda,
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
    /// The shop's price includes tax; the catalog's do not.
    TaxIncluded,
    /// The shop says that it has none.
    SoldOut,
    /// Boards of the class differ in what they do for several cards.
    BoardsDiffer {
        /// How.
        en: &'static str,
        /// How, in Chinese.
        zh: &'static str,
    },
}

/// A line of a machine's parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Id in the catalog.
    pub id: &'static str,
    /// Full name.
    pub name: String,
    /// How many, in all nodes.
    pub quantity: u64,
    /// Which figure asked for it.
    pub reason: PartReason,
    /// Price of one.
    pub price: Option<Price>,
    /// What a buyer should know.
    pub notes: Vec<PartNote>,
}

impl Part {
    /// How many of its line are there already.
    #[must_use]
    pub fn owned(&self, owned: &[OwnedPart]) -> u64 {
        there(owned, self.id).min(self.quantity)
    }

    /// Who makes it, where the catalog lists a product; of boards, supplies, kits and links it lists classes.
    #[must_use]
    pub fn maker(&self) -> Option<&'static str> {
        match self.kind {
            PartKind::Gpu => catalog::gpu(self.id).map(|entry| entry.vendor),
            PartKind::Cpu => catalog::cpu(self.id).map(|entry| entry.vendor),
            _ => None,
        }
    }
}

/// How many of a part are there already.
#[must_use]
pub fn there(owned: &[OwnedPart], id: &str) -> u64 {
    owned.iter().filter(|part| part.id == id).fold(0, |sum, part| sum.saturating_add(part.quantity))
}

/// A sum of prices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bill {
    /// Sum of those that are known: less than it costs where parts are missing in it.
    pub amount: f64,
    /// Parts without a price.
    pub unknown_parts: u64,
    /// Month of the oldest price (`YYYY-MM`).
    pub as_of: Option<&'static str>,
}

impl Bill {
    /// What all parts cost together, where the price of every part is known.
    #[must_use]
    pub const fn whole(&self) -> Option<f64> {
        if self.unknown_parts == 0 { Some(self.amount) } else { None }
    }

    /// The sum of parts, without those that are there already.
    #[must_use]
    pub fn of(parts: &[Part], owned: &[OwnedPart]) -> Self {
        let bought: Vec<(&Part, u64)> =
            parts.iter().map(|part| (part, part.quantity - part.owned(owned))).filter(|(_, bought)| *bought > 0).collect();
        let sum: f64 = bought
            .iter()
            .filter_map(|(part, bought)| Some(cents(part.price?.usd) * *bought as f64))
            .fold(0.0, |sum, price| sum + price);
        Self {
            amount: cents(sum),
            unknown_parts: bought.iter().filter(|(part, _)| part.price.is_none()).count() as u64,
            as_of: bought.iter().filter_map(|(part, _)| Some(month(part.price?.date))).min(),
        }
    }
}

/// `YYYY-MM` of a date.
pub(super) fn month(date: &'static str) -> &'static str {
    date.get(..7).unwrap_or(date)
}

/// Cheapest first, unknown prices last.
pub(super) fn known_first(a: Option<Price>, b: Option<Price>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => a.usd.total_cmp(&b.usd),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// The note of a part without a price.
pub fn price_unknown(is_known: bool) -> Vec<PartNote> {
    if is_known { Vec::new() } else { vec![PartNote::PriceUnknown] }
}
