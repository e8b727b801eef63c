//! Machines that were dropped, with the figure that decided.

use std::collections::BTreeMap;

use super::build::is_backed;
use super::hosts::Cost;
use super::market::{Candidate, Prospect};
use super::survey::{Aim, Known, Survey};
use super::{Build, Limits, Machine};

/// Rows that a reason gets, the rest being counted: more where the machine holds the run.
const ROWS_OF_A_MISS: usize = 3;
/// The last of the reasons that are a miss, in their order.
const LAST_MISS: u64 = 5;
/// Rows of a reason that has little to tell apart.
const ROWS_OF_OTHERS: usize = 1;

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
            Self::Dominated { dearer, .. } => (2, dearer.unwrap_or(f64::INFINITY)),
            Self::LeadsInNothing { price, .. } => (6, price.unwrap_or(f64::INFINITY)),
            Self::TightCard { high, room, .. } => (3, high - room),
            Self::TightHost { recommended_gib } => (4, recommended_gib as f64),
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
pub fn grouped(market: &mut Survey, limits: Limits, machines: &[Machine]) -> Vec<Rejected> {
    let mut groups: BTreeMap<u64, Vec<(Candidate, Refusal)>> = BTreeMap::new();
    let planned =
        market.outcomes().filter_map(|(prospect, known)| Some((prospect.candidate, why(prospect, &known, limits, machines)?)));
    for (candidate, refusal) in market.refused.iter().copied().chain(planned) {
        groups.entry(refusal.order().0).or_default().push((candidate, refusal));
    }
    let mut rows = Vec::new();
    for mut group in groups.into_values() {
        group.sort_by(|a, b| {
            let by_miss = a.1.order().1.total_cmp(&b.1.order().1);
            by_miss.then(a.0.count.cmp(&b.0.count)).then(a.0.entry.id.cmp(b.0.entry.id))
        });
        // A row that says "and one more" is no shorter than the one.
        let rows_of = if group.first().is_some_and(|(_, refusal)| refusal.order().0 <= LAST_MISS) {
            ROWS_OF_A_MISS
        } else {
            ROWS_OF_OTHERS
        };
        let shown = if group.len() == rows_of + 1 { group.len() } else { rows_of.min(group.len()) };
        for (place, (candidate, reason)) in group.iter().take(shown + 1).enumerate() {
            let others = || What::Others { count: group.len() - shown, such_as: candidate.name() };
            let what = if place < shown { What::Cards(candidate.name()) } else { others() };
            rows.push(Rejected { what, reason: settled(market, limits, candidate, *reason) });
        }
    }
    rows
}

/// A reason with the figures of the cheapest machine with the cards in place of the least that it can cost and take.
fn settled(market: &mut Survey, limits: Limits, candidate: &Candidate, reason: Refusal) -> Refusal {
    let Refusal::LeadsInNothing { .. } = reason else { return reason };
    let is_own = |other: &Candidate, _: &Cost| other == candidate;
    let is_sound = |build: &Build| build.lacks().is_none() && limits.refusal(build).is_none();
    let cheapest = market.least(Aim::Price, is_own, is_sound);
    cheapest.map_or(reason, |build| Refusal::LeadsInNothing {
        price: build.bill().whole(),
        run: build.run_seconds(),
        is_least: false,
    })
}

/// Why a prospect is not among the answers, where it is not: what none of its machines has, or what all of them cost and take at
/// the least.
fn why(prospect: &Prospect, known: &Known, limits: Limits, machines: &[Machine]) -> Option<Refusal> {
    if machines.iter().any(|machine| machine.build.candidate == prospect.candidate) {
        return None;
    }
    let tried = || known.tried.iter().copied();
    let refused = || known.refusal.or_else(|| tried().find_map(|tried| tried.as_ref().err().copied()));
    if known.refusal.is_some() || (tried().next().is_some() && tried().all(Result::is_err)) {
        return refused();
    }
    let (price, run) = (prospect.price, known.run);
    match (limits.budget, price) {
        (Some(budget), None) if prospect.known > budget => {
            return Some(Refusal::OverBudget { price: prospect.known, over: prospect.known - budget });
        }
        (Some(_), None) => return Some(Refusal::PriceUnknown { known: prospect.known }),
        (Some(budget), Some(price)) if price > budget => return Some(Refusal::OverBudget { price, over: price - budget }),
        _ => {}
    }
    if let Some(deadline) = limits.deadline.filter(|&deadline| run > deadline) {
        return Some(Refusal::TooSlow { run, deadline });
    }
    let builds = || tried().filter_map(|tried| tried.as_ref().ok());
    if builds().next().is_some()
        && let Some(lack) = builds().map(Build::lacks).reduce(|held, lack| if held.is_none() { None } else { lack }).flatten()
    {
        return Some(lack);
    }
    let better = better(machines, &prospect.candidate, price, run);
    Some(better.unwrap_or(Refusal::LeadsInNothing { price, run, is_least: true }))
}

/// That a machine of the answer costs no more and is no slower than all with some cards, by what they cost and take at the
/// least.
fn better(machines: &[Machine], candidate: &Candidate, price: Option<f64>, run: f64) -> Option<Refusal> {
    let backed = is_backed(candidate);
    let beats = |machine: &&Machine| {
        let bill = machine.build.bill();
        // A data sheet alone beats no card that was measured.
        let comparable = machine.build.is_backed() || !backed;
        comparable
            && bill.unknown_parts == 0
            && price.is_none_or(|price| bill.amount <= price)
            && machine.build.run_seconds() <= run
    };
    // The nearest in price tells most.
    let better = machines.iter().filter(beats).max_by(|a, b| a.build.bill().amount.total_cmp(&b.build.bill().amount));
    better.map(|better| Refusal::Dominated {
        dearer: price.map(|price| price - better.build.bill().amount),
        slower: run - better.build.run_seconds(),
        by: (better.build.candidate.entry.id, better.build.cards()),
    })
}
