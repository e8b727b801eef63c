//! Why a machine is dropped, with the figure that decided.

use wire::v1::choices::CaseStyle;

use super::balance::Imbalance;

/// Why a machine was dropped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Refusal {
    /// The weights alone are more than all its cards hold, in bytes.
    TooSmall {
        /// Weights in four bits.
        needed: f64,
        /// Memory of all cards.
        capacity: f64,
    },
    /// No plan fits a card, in bytes.
    DoesNotFit {
        /// What the smallest plan takes of each card.
        needed: f64,
        /// What the card has for it.
        capacity: f64,
        /// Cards of the machine.
        cards: u64,
    },
    /// A plan may fail: the high end of what it takes is more than the card has, in bytes.
    TightCard {
        /// The high end.
        high: f64,
        /// What the card has for it.
        room: f64,
        /// Cards of the machine.
        cards: u64,
    },
    /// The host cannot have the memory that is recommended.
    TightHost {
        /// What is recommended, in GiB.
        recommended_gib: u64,
    },
    /// Its host is none that one buys for such cards, or the cards are no longer bought.
    Unbalanced(Imbalance),
    /// Host memory that no kits of the catalog give, or that was not asked for.
    NoMemory {
        /// What the run needs, in GiB.
        needed_gib: u64,
    },
    /// The one drive of a whole computer does not hold the run, in bytes.
    DriveTooSmall {
        /// What the drive must hold.
        needed: f64,
        /// What it holds.
        capacity: f64,
    },
    /// No processor has lanes for the cards.
    NoProcessor {
        /// Cards of the machine.
        cards: u64,
    },
    /// It costs more than the budget, in dollars.
    OverBudget {
        /// What it costs at the least.
        price: f64,
        /// What is missing.
        over: f64,
    },
    /// A part's price is not known, so that it cannot be held against the budget.
    PriceUnknown {
        /// What the other parts cost; 0 where that was not worked out.
        known: f64,
    },
    /// It is not done by the deadline, in seconds.
    TooSlow {
        /// The whole run at the least.
        run: f64,
        /// The deadline.
        deadline: f64,
    },
    /// Another card is at least as good in every figure, and no dearer.
    Beaten {
        /// That card.
        by: &'static str,
        /// Prices of both are known.
        is_priced: bool,
    },
    /// Another machine is faster and no dearer.
    Dominated {
        /// What it costs more at the least; nothing where its price is not known.
        dearer: Option<f64>,
        /// What it takes longer at the least, in seconds.
        slower: f64,
        /// The other's card, and how many.
        by: (&'static str, u64),
    },
    /// Holds or may hold the run, but leads in nothing.
    LeadsInNothing {
        /// What it costs, where that is known.
        price: Option<f64>,
        /// What it takes, in seconds.
        run: f64,
        /// No machine was planned on: these are the least that it can be.
        is_least: bool,
    },
    /// Settings that were asked for do not exist on it.
    Unsupported,
    /// The global batch cannot be shared evenly.
    BatchIndivisible {
        /// The global batch.
        batch: u64,
        /// Cards in all.
        cards: u64,
    },
    /// It draws more at the wall than the circuit carries, in watts.
    OverCircuit {
        /// What it draws at the least.
        wall: f64,
        /// What the circuit carries without end.
        carries: f64,
    },
    /// Its supplies deliver their rating at 200 V and more.
    NeedsHighVoltage {
        /// Volts of the circuit.
        volts: u64,
    },
    /// It stands in no case of the kind that was asked for.
    NoCase {
        /// The kind.
        style: CaseStyle,
    },
    /// A part that was named has no place in it, or does not go together with the rest.
    WithoutNamed {
        /// The part.
        id: &'static str,
    },
    /// The power of a part is not published, so that it cannot be held against the circuit.
    PowerUnknown,
    /// Its maker is left out.
    ExcludedVendor {
        /// The maker.
        vendor: &'static str,
    },
    /// A package with a processor and memory of its own, which no board of the catalog carries: it is bought as a whole node.
    SoldAsNode,
    /// Too old to be sold, and without a price.
    OffTheMarket {
        /// Month of its launch.
        launch: &'static str,
    },
}

impl Refusal {
    /// Reasons in the order in which they are listed, and how near a miss each is: less is nearer.
    #[must_use]
    pub fn order(&self) -> (u64, f64) {
        match *self {
            Self::OverBudget { over, .. } => (0, over),
            Self::TooSlow { run, .. } => (1, run),
            Self::Dominated { dearer, .. } => (2, dearer.unwrap_or(f64::INFINITY)),
            Self::LeadsInNothing { price, .. } => (6, price.unwrap_or(f64::INFINITY)),
            Self::TightCard { high, room, .. } => (3, high - room),
            Self::TightHost { recommended_gib } => (4, recommended_gib as f64),
            Self::Unbalanced(_) => (4, f64::INFINITY),
            Self::DoesNotFit { needed, capacity, .. } => (5, needed - capacity),
            Self::TooSmall { needed, capacity } => (7, needed - capacity),
            Self::NoMemory { needed_gib } => (8, needed_gib as f64),
            Self::BatchIndivisible { cards, .. } => (9, cards as f64),
            Self::NoProcessor { cards } => (10, cards as f64),
            Self::PriceUnknown { known } => (11, -known),
            Self::DriveTooSmall { needed, capacity } => (9, needed - capacity),
            Self::Beaten { .. } => (12, 0.0),
            Self::Unsupported => (13, 0.0),
            Self::OffTheMarket { .. } => (14, 0.0),
            Self::OverCircuit { wall, carries } => (15, wall - carries),
            Self::NeedsHighVoltage { .. } => (16, 0.0),
            Self::PowerUnknown => (17, 0.0),
            Self::NoCase { .. } => (16, 1.0),
            Self::WithoutNamed { .. } => (16, 2.0),
            Self::ExcludedVendor { .. } => (18, 0.0),
            Self::SoldAsNode => (19, 0.0),
        }
    }
}
