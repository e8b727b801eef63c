//! Machines that were dropped, a few rows a reason.

use std::collections::BTreeMap;

use super::build::Build;
use super::candidate::{Candidate, is_backed};
use super::hosts::Cost;
use super::limits::Limits;
use super::market::Prospect;
use super::rank::Machine;
use super::refusal::Refusal;
use super::survey::{Aim, Known, Survey};

/// Rows that a reason gets, the rest being counted: more where the machine holds the run.
const ROWS_OF_A_MISS: usize = 3;
/// The last of the reasons that are a miss, in their order.
const LAST_MISS: u64 = 5;
/// Rows of a reason that has little to tell apart.
const ROWS_OF_OTHERS: usize = 1;

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
    /// A set of equal cards.
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
pub fn group(market: &mut Survey, limits: Limits, machines: &[Machine]) -> Vec<Rejected> {
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
            rows.push(Rejected { what, reason: with_figures(market, limits, candidate, *reason) });
        }
    }
    rows
}

/// A reason with the figures of the cheapest machine with the cards in place of the least that it can cost and take.
fn with_figures(market: &mut Survey, limits: Limits, candidate: &Candidate, reason: Refusal) -> Refusal {
    let Refusal::LeadsInNothing { .. } = reason else { return reason };
    let is_own =
        |other: &Candidate, cost: &Cost| other == candidate && !cost.is_tight && !cost.is_wanting && limits.could_keep(cost);
    let is_sound = |build: &Build| build.is_comfortable() && limits.refusal(build).is_none();
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
