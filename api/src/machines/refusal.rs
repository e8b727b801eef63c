//! Machines that were dropped, with the figure that decided.

use std::collections::BTreeMap;

use super::market::Candidate;
use super::{Machine, Survey};

/// Rows that a reason gets, the rest being counted: more where the machine holds the run.
const ROWS_OF_A_MISS: usize = 4;
/// Rows of a reason that has little to tell apart.
const ROWS_OF_OTHERS: usize = 2;

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
    /// Host memory that no kits of the catalog give, or that was not asked for.
    NoMemory {
        /// What the run needs, in GiB.
        needed_gib: u64,
    },
    /// No processor has lanes for the cards.
    NoProcessor {
        /// Cards of the machine.
        cards: u64,
    },
    /// It costs more than the budget, in dollars.
    OverBudget {
        /// What it costs, or its known parts at the least.
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
        /// The whole run.
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
        /// What it costs more.
        dearer: f64,
        /// What it takes longer, in seconds.
        slower: f64,
        /// The other's card, and how many.
        by: (&'static str, u64),
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
    /// Too old to be sold, and without a price.
    OffTheMarket {
        /// Month of its launch.
        launch: &'static str,
    },
}

impl Refusal {
    /// Reasons in the order in which they are told, and how near a miss each is: less is nearer.
    fn order(&self) -> (u64, f64) {
        match *self {
            Self::OverBudget { over, .. } => (0, over),
            Self::TooSlow { run, .. } => (1, run),
            Self::Dominated { dearer, .. } => (2, dearer),
            Self::DoesNotFit { needed, capacity, .. } => (3, needed - capacity),
            Self::TooSmall { needed, capacity } => (4, needed - capacity),
            Self::NoMemory { needed_gib } => (5, needed_gib as f64),
            Self::BatchIndivisible { cards, .. } => (6, cards as f64),
            Self::NoProcessor { cards } => (7, cards as f64),
            Self::PriceUnknown { known } => (8, -known),
            Self::Beaten { .. } => (9, 0.0),
            Self::Unsupported => (10, 0.0),
            Self::OffTheMarket { .. } => (11, 0.0),
        }
    }
}

/// A row of what was dropped.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejected {
    /// The cards, as `2 x rtx-4090`, or of the rest the number.
    pub what: What,
    /// Why.
    pub reason: Refusal,
}

/// What a row speaks of.
#[derive(Debug, Clone, PartialEq)]
pub enum What {
    /// So many of a card.
    Cards(String),
    /// So many machines more, of which one is named.
    Others {
        /// How many.
        count: usize,
        /// One of them.
        such_as: String,
    },
}

/// What was dropped, a few rows a reason: machines that hold the run first, then those that do not.
pub fn grouped(found: &Survey, machines: &[Machine]) -> Vec<Rejected> {
    let mut groups: BTreeMap<u64, Vec<(Candidate, Refusal)>> = BTreeMap::new();
    for (candidate, refusal) in &found.refused {
        groups.entry(refusal.order().0).or_default().push((*candidate, *refusal));
    }
    for (candidate, refusal) in dominated(found, machines) {
        groups.entry(refusal.order().0).or_default().push((candidate, refusal));
    }
    let mut rows = Vec::new();
    for mut group in groups.into_values() {
        group.sort_by(|a, b| {
            let by_miss = a.1.order().1.total_cmp(&b.1.order().1);
            by_miss.then(a.0.count.cmp(&b.0.count)).then(a.0.entry.id.cmp(b.0.entry.id))
        });
        // A row that says "and one more" is no shorter than the one.
        let rows_of = if group.first().is_some_and(|(_, refusal)| refusal.order().0 <= 3) { ROWS_OF_A_MISS } else { ROWS_OF_OTHERS };
        let shown = if group.len() == rows_of + 1 { group.len() } else { rows_of.min(group.len()) };
        rows.extend(group[..shown].iter().map(|(candidate, reason)| Rejected { what: What::Cards(candidate.name()), reason: *reason }));
        if let Some((next, reason)) = group.get(shown) {
            let what = What::Others { count: group.len() - shown, such_as: next.name() };
            rows.push(Rejected { what, reason: *reason });
        }
    }
    rows
}

/// Machines that hold the run and keep every limit, but are not among the answers: each beside the answer that beats it.
fn dominated(found: &Survey, machines: &[Machine]) -> Vec<(Candidate, Refusal)> {
    let mut dominated: Vec<(Candidate, Refusal)> = Vec::new();
    for build in &found.builds {
        let is_listed = machines.iter().any(|machine| machine.build.candidate == build.candidate);
        if is_listed || dominated.iter().any(|(candidate, _)| *candidate == build.candidate) {
            continue;
        }
        let (price, run) = (build.bill(), build.run_seconds());
        let beats = |machine: &&Machine| {
            let bill = machine.build.bill();
            bill.unknown_parts == 0 && bill.amount <= price.amount && machine.build.run_seconds() <= run
        };
        if let Some(better) = machines.iter().find(beats) {
            let reason = Refusal::Dominated {
                dearer: price.amount - better.build.bill().amount,
                slower: run - better.build.run_seconds(),
                by: (better.build.candidate.entry.id, better.build.candidate.count),
            };
            dominated.push((build.candidate, reason));
        }
    }
    dominated
}
