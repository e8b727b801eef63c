//! What the rules find, with the figures that decided.

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The machine does not work as it stands.
    Problem,
    /// It works, with a cost or a risk.
    Warning,
    /// Good to know.
    Note,
}

/// What a rule finds. Powers are in watts.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the fields' names say what they are, the variants in which unit")]
pub enum Finding {
    /// Each card gets fewer than eight lanes.
    NarrowLink { lanes: u64, own: u64, cards: u64 },
    /// Each card gets fewer lanes than it has; whether the run feels it, where there is one that trains.
    SharedLink { lanes: u64, own: u64, cards: u64, slows: Option<bool> },
    /// More cards than the board has slots of eight lanes.
    TooManyCards { cards: u64, most: u64 },
    /// Cards do not stand side by side in the board's slots.
    Risers { cards: u64, side_by_side: u64, slots: Option<f64>, blows_inside: bool },
    /// Cards of more than two slots want boards whose slots lie apart.
    SlotSpacing { cards: u64, slots: f64 },
    /// More modules than the board has slots.
    TooManyModules { modules: u64, slots: u64 },
    /// More memory than processor and board take, in GiB.
    TooMuchMemory { asked: u64, most: u64 },
    /// No kits give just what was asked for, in GiB.
    NotAKit { asked: u64, listed: u64 },
    /// Two modules a channel run slower, in million transfers a second.
    SlowModules { modules: u64, rates: Option<(u64, u64)> },
    /// Channels without a module.
    EmptyChannels { modules: u64, channels: u64 },
    /// Fewer 16-pin connectors than the cards need.
    TooFewConnectors { needed: u64, available: u64 },
    /// The card's connector needs an adapter from those of usual supplies.
    Adapter { is_12pin: bool },
    /// The supply delivers less than the node draws.
    SupplyTooSmall { inside: f64, rating: f64 },
    /// The supply delivers it without the usual reserve.
    SupplyAtLimit { inside: f64, rating: f64 },
    /// The cards' excursions may trip the supply.
    Excursion { transient: f64, survives: f64, is_atx3: bool },
    /// The card's maker advises a larger supply.
    BelowAdvice { rating: f64, advised: f64 },
    /// Several supplies share a node.
    SeveralSupplies { count: u64 },
    /// No supply was found that is enough.
    SupplyUnsized { inside: f64 },
    /// The node draws more than a circuit carries without end.
    Circuit { wall: f64, carries: f64, volts: u64, amperes: u64 },
    /// Cards without fans in a case without a server's.
    PassiveCard,
    /// Modules without the board that they are made for.
    NoBaseboard,
    /// Several whole computers in one node.
    SeveralComputers { count: u64 },
    /// Memory does not correct errors, and the run is long or on many nodes.
    NoEcc { hours: f64, nodes: u64 },
    /// GPUs that train together have no link of their own.
    NoLink { cards: u64, share: f64, bridged: u64 },
    /// What the network takes of a step.
    Network { nodes: u64, share: f64 },
    /// All slots are taken, and the network wants one.
    NoNetworkSlot { cards: u64 },
    /// Host memory is below the practitioners' tier, in GiB; the model asks for less.
    BelowTier { installed: u64, low: f64, high: f64, recommended: u64 },
    /// Host memory is below that of one card, in GiB.
    BelowCard { installed: u64, card: u64 },
    /// Fewer cores than the cards want (rule D5).
    FewCores { cores: u64, cards: u64, wanted: u64 },
    /// More drives than usual boards have places for.
    TooManyDrives { drives: u64, places: u64 },
    /// A run writes much of what the drives endure, in 10^12 bytes.
    Worn { written: f64, endurance: f64 },
    /// Several processors: channels, modules and cards of each.
    Sockets { sockets: u64, channels: u64, modules: u64, cards: u64 },
    /// Cards that leave their warm air in the case, side by side in a rack.
    OpenFans { cards: u64 },
    /// Device memory lies idle while host memory is full (rule C5).
    VramIdle { vram: f64, ram: f64 },
    /// Host memory lies idle while device memory is full (rule C5).
    RamIdle { vram: f64, ram: f64 },
    /// Cards longer than the case takes, in millimeters: a usual one, or the longest that makers sell.
    LongCard { length: f64, takes: f64, is_usual: bool },
    /// Cards cover more rows than the case has.
    FewRows { rows: u64, filled: u64 },
    /// The board is too large for the case.
    LargeBoard,
    /// The supplies are too large, or too many, for the case.
    LargeSupply,
    /// The case has no room for the cooler.
    LargeCooler,
    /// It does not stand in the kind of case that was asked for.
    OtherCase,
    /// The cooler takes away less than the processor draws.
    WeakCooler { watts: f64, takes: f64 },
    /// Nobody says what the cooler takes away.
    UnratedCooler { watts: f64 },
    /// A slot gives a card less than the estimate counts with; lanes and generation of that.
    SlotLanes { lanes: u64, generation: u64, counted: (u64, u64) },
    /// Cards are thicker than the rows between their slots.
    CloseSlots { gap: u64, rows: u64 },
    /// Drives take lanes from the cards.
    SharedM2 { drives: u64 },
    /// The board came out before its processor.
    OldFirmware { board: String, processor: String, flashes_alone: bool },
    /// The system is not sold with such modules, or holds fewer cards.
    OtherSystem { accelerators: u64, cards: u64 },
    /// The system's supplies deliver less than its parts draw.
    SystemPower { inside: f64, delivers: f64 },
    /// Nothing of the machine shows a picture.
    NoPicture,
    /// Fewer 8-pin connectors than the cards need.
    Few8Pin { needed: u64, available: u64 },
    /// The power of a part is not known.
    PowerUnknown { cards: bool, processors: bool },
    /// The card was launched long ago.
    OldCard { launch: String, years: u64 },
    /// Prices are old.
    OldPrices { as_of: String, months: u64 },
    /// Parts without a price.
    UnknownPrices { parts: u64 },
    /// Own prices of parts that no line of the bill has: the first few of so many.
    UnusedPrices { ids: Vec<String>, count: u64 },
    /// Parts that are there already and that no line of the bill uses: the first few of so many.
    IdleOwned { ids: Vec<String>, count: u64 },
    /// Figures of parts have thin sources.
    Uncertain { parts: Vec<String> },
}

/// Share of a step from which on traffic between GPUs is worth a warning. Judgment.
pub const FELT_SHARE: f64 = 0.15;

impl Finding {
    /// The stable name.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NarrowLink { .. } => "lanes-below-8",
            Self::SharedLink { .. } => "lanes-shared",
            Self::TooManyCards { .. } => "slots-exceeded",
            Self::Risers { .. } => "needs-risers",
            Self::SlotSpacing { .. } => "slot-spacing",
            Self::TooManyModules { .. } => "memory-slots-exceeded",
            Self::TooMuchMemory { .. } => "memory-beyond-board",
            Self::NotAKit { .. } => "memory-not-a-kit",
            Self::SlowModules { .. } => "memory-two-per-channel",
            Self::EmptyChannels { .. } => "memory-channels-empty",
            Self::TooFewConnectors { .. } => "connectors-short",
            Self::Adapter { .. } => "connector-adapter",
            Self::SupplyTooSmall { .. } => "supply-too-small",
            Self::SupplyAtLimit { .. } => "supply-at-limit",
            Self::Excursion { .. } => "supply-excursions",
            Self::BelowAdvice { .. } => "supply-below-advice",
            Self::SeveralSupplies { .. } => "several-supplies",
            Self::SupplyUnsized { .. } => "supply-unsized",
            Self::Circuit { volts: 120, amperes: 20, .. } => "circuit-120v-20a",
            Self::Circuit { volts: 120, .. } => "circuit-120v-15a",
            Self::Circuit { volts: 100, .. } => "circuit-100v-15a",
            Self::Circuit { amperes: 10, .. } => "circuit-230v-10a",
            Self::Circuit { amperes: 13, .. } => "circuit-230v-13a",
            Self::Circuit { .. } => "circuit-230v-16a",
            Self::PassiveCard => "passive-card-in-tower",
            Self::NoBaseboard => "module-without-baseboard",
            Self::SeveralComputers { .. } => "computers-in-one-node",
            Self::NoEcc { .. } => "ecc-missing",
            Self::NoLink { .. } => "nvlink-missing",
            Self::Network { .. } => "network-between-nodes",
            Self::NoNetworkSlot { .. } => "no-slot-for-network",
            Self::BelowTier { .. } => "memory-below-c1",
            Self::BelowCard { .. } => "memory-below-card",
            Self::FewCores { .. } => "cores-below-cards",
            Self::TooManyDrives { .. } => "drives-exceeded",
            Self::Worn { .. } => "drive-endurance",
            Self::Sockets { .. } => "several-sockets",
            Self::OpenFans { .. } => "open-fans-in-rack",
            Self::VramIdle { .. } => "vram-idle",
            Self::RamIdle { .. } => "ram-idle",
            Self::LongCard { .. } => "card-beyond-case",
            Self::FewRows { .. } => "rows-beyond-case",
            Self::LargeBoard => "board-beyond-case",
            Self::LargeSupply => "supply-beyond-case",
            Self::LargeCooler => "cooler-beyond-case",
            Self::OtherCase => "case-not-as-asked",
            Self::WeakCooler { .. } => "cooler-too-weak",
            Self::UnratedCooler { .. } => "cooler-unrated",
            Self::SlotLanes { .. } => "slot-below-estimate",
            Self::CloseSlots { .. } => "slots-too-close",
            Self::SharedM2 { .. } => "drives-share-lanes",
            Self::OldFirmware { .. } => "firmware-update",
            Self::OtherSystem { .. } => "system-takes-other-cards",
            Self::SystemPower { .. } => "system-power-short",
            Self::NoPicture => "no-picture",
            Self::Few8Pin { .. } => "connectors-8pin-short",
            Self::PowerUnknown { .. } => "power-unknown",
            Self::OldCard { .. } => "card-old",
            Self::OldPrices { .. } => "prices-old",
            Self::UnknownPrices { .. } => "prices-unknown",
            Self::UnusedPrices { .. } => "own-prices-unused",
            Self::IdleOwned { .. } => "owned-not-used",
            Self::Uncertain { .. } => "figures-uncertain",
        }
    }

    /// Its severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        match self {
            Self::NarrowLink { .. }
            | Self::TooManyCards { .. }
            | Self::TooManyModules { .. }
            | Self::TooMuchMemory { .. }
            | Self::TooFewConnectors { .. }
            | Self::SupplyTooSmall { .. }
            | Self::PassiveCard
            | Self::NoBaseboard
            | Self::SeveralComputers { .. }
            | Self::LongCard { is_usual: true, .. }
            | Self::LargeBoard
            | Self::LargeSupply
            | Self::LargeCooler
            | Self::SlotLanes { .. }
            | Self::OtherSystem { .. }
            | Self::SystemPower { .. }
            | Self::Few8Pin { .. } => Severity::Problem,
            Self::SharedLink { slows: Some(true), .. }
            | Self::Risers { .. }
            | Self::NotAKit { .. }
            | Self::SlowModules { .. }
            | Self::EmptyChannels { modules: 1, .. }
            | Self::SupplyAtLimit { .. }
            | Self::SeveralSupplies { .. }
            | Self::OtherCase
            | Self::Excursion { .. }
            | Self::SupplyUnsized { .. }
            | Self::Circuit { .. }
            | Self::NoNetworkSlot { .. }
            | Self::BelowCard { .. }
            | Self::FewCores { .. }
            | Self::TooManyDrives { .. }
            | Self::Worn { .. }
            | Self::OpenFans { .. }
            | Self::VramIdle { .. }
            | Self::LongCard { .. }
            // Rows of slots are remembered for most boards.
            | Self::FewRows { .. }
            | Self::CloseSlots { .. }
            | Self::WeakCooler { .. }
            | Self::SharedM2 { .. }
            | Self::OldFirmware { flashes_alone: false, .. }
            | Self::PowerUnknown { .. } => Severity::Warning,
            Self::NoLink { share, .. } | Self::Network { share, .. } if *share >= FELT_SHARE => Severity::Warning,
            Self::SharedLink { .. }
            | Self::SlotSpacing { .. }
            | Self::EmptyChannels { .. }
            | Self::Adapter { .. }
            | Self::BelowAdvice { .. }
            | Self::NoEcc { .. }
            | Self::NoLink { .. }
            | Self::Network { .. }
            | Self::BelowTier { .. }
            | Self::RamIdle { .. }
            | Self::Sockets { .. }
            | Self::OldCard { .. }
            | Self::OldPrices { .. }
            | Self::UnknownPrices { .. }
            | Self::UnusedPrices { .. }
            | Self::IdleOwned { .. }
            | Self::UnratedCooler { .. }
            | Self::OldFirmware { .. }
            | Self::NoPicture
            | Self::Uncertain { .. } => Severity::Note,
        }
    }
}
