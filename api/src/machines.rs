//! What to buy for a workload: machines of the catalog's parts, each with the plan that runs on it, by price and time.
//!
//! The model behind it: every card that is still sold, one to eight of it, is put into the cheapest machine that feeds
//! it (processor by lanes, cores and memory; memory by the plan's own need; a drive that holds the data); the engine
//! plans the run on it; and of all that hold the run, within budget and deadline, the front of price and time is kept.
//! Prices are the catalog's, history with a date each: an unknown one is counted and never taken for nothing.

mod bound;
mod build;
mod drive;
mod failure;
mod market;
mod memory;
mod part;
mod plan;
mod platform;
mod rank;
mod refusal;
mod relax;
mod wire;
mod words;

pub use build::Build;
pub use failure::Failure;
pub use part::{Bill, Part, PartKind, PartNote, PartReason};
pub use rank::{Label, Machine};
pub use refusal::{Refusal, Rejected, What};
pub use wire::recommend;
pub use words::{
    about_prices, duration, label_name, label_why, money, objective, part_kind, part_note, part_reason, refusal_reason,
};

use std::collections::BTreeMap;

use engine::estimate::run_time;
use engine::units::{Bytes, GIB};

use crate::error::{FieldError, Reason};
use crate::v1::Scenario;
use market::{Candidate, Prospect};

/// The currency of the catalog's prices.
pub const CURRENCY: &str = "USD";

/// Machines that hold a workload, ranked, and what was dropped.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// At least one; the first is the recommended one.
    pub machines: Vec<Machine>,
    /// Grouped by reason, the nearest miss of each first.
    pub rejected: Vec<Rejected>,
}

/// What the search must respect beside what the engine respects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Limits {
    /// Most that a machine may cost, in [`CURRENCY`].
    budget: Option<f64>,
    /// Longest run, in seconds.
    deadline: Option<f64>,
}

impl Limits {
    fn of(asked: &Scenario) -> Self {
        let budget = asked.constraints.budget.as_ref().and_then(|budget| budget.amount);
        Self { budget, deadline: asked.constraints.deadline_seconds }
    }

    const NONE: Self = Self { budget: None, deadline: None };

    /// Why a machine breaks a limit, where it does.
    fn refusal(&self, build: &Build) -> Option<Refusal> {
        let bill = build.bill();
        if let Some(budget) = self.budget {
            if bill.amount > budget {
                return Some(Refusal::OverBudget { price: bill.amount, over: bill.amount - budget });
            }
            if bill.unknown_parts > 0 {
                return Some(Refusal::PriceUnknown { known: bill.amount });
            }
        }
        let run = run_time(&build.answer).get();
        self.deadline.filter(|&deadline| run > deadline).map(|deadline| Refusal::TooSlow { run, deadline })
    }
}

/// Machines for a scenario that names no card.
///
/// # Errors
/// Every field at fault, or every constraint that no machine of the catalog keeps, with how far to relax it.
pub fn search(asked: &Scenario) -> Result<Outcome, Failure> {
    let work = workload(asked)?;
    let limits = Limits::of(asked);
    let found = survey(&work, limits);
    if found.builds.is_empty() {
        return Err(Failure::Contradictory(relax::contradictions(&work, limits, &found)));
    }
    let machines = rank::ranked(&found.builds);
    let rejected = refusal::grouped(&found, &machines);
    Ok(Outcome { machines, rejected })
}

/// A workload that the engine can plan on any card.
#[derive(Debug)]
pub(crate) struct Workload {
    /// What was asked, without constraints that only machines have.
    asked: Scenario,
    /// Most GPUs per node.
    most: u64,
    /// Machines that train together.
    nodes: u64,
    /// The drive's least capacity in bytes.
    on_drive: f64,
    /// Weights in all.
    parameters: u64,
    /// Host memory of a plan on one card, in GiB: what machines are first looked at with.
    ram_gib: u64,
    /// What no card can undercut.
    shortest: bound::Shortest,
}

/// Checks all that does not depend on the card.
pub(crate) fn workload(asked: &Scenario) -> Result<Workload, Failure> {
    let mut asked = crate::convert::constrained(asked);
    let nodes = asked.hardware.nodes.unwrap_or(1).max(1);
    let most = asked.constraints.max_gpus.map_or(market::MOST_CARDS, |gpus| (gpus / nodes).min(market::MOST_CARDS));
    let budget = asked.constraints.budget.as_ref();
    let foreign = budget.and_then(|budget| budget.currency.clone()).filter(|currency| currency != CURRENCY);
    let (request, mut errors) = market::any_card(&asked);
    if let Some(given) = foreign {
        let reason = Reason::UnknownValue { given, allowed: vec![CURRENCY.to_owned()] };
        errors.push(FieldError::new("/constraints/budget/currency", reason));
    }
    let Some(request) = request.filter(|_| errors.is_empty()) else { return Err(Failure::Invalid(errors)) };
    asked.constraints.deadline_seconds = None;
    asked.constraints.budget = None;
    asked.constraints.max_gpus = None;
    let answer = engine::estimate(&request);
    Ok(Workload {
        most,
        nodes,
        on_drive: drive::least_capacity(&answer),
        parameters: answer.parameters.total,
        ram_gib: answer.ram.recommended.0 / GIB,
        shortest: bound::Shortest::of(&asked, &request),
        asked,
    })
}

/// What a look over the whole market gave.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Machines that hold the run and keep the limits.
    builds: Vec<Build>,
    /// All others, with the reason.
    refused: Vec<(Candidate, Refusal)>,
}

/// Plans the workload on every machine that could be worth it under these limits.
///
/// The cheapest come first, so that what is dearer and slower than one of them need not be planned; those without a price
/// come last.
pub(crate) fn survey(work: &Workload, limits: Limits) -> Survey {
    let mut survey = Survey::default();
    let (priced, unpriced): (Vec<Candidate>, Vec<Candidate>) =
        market::candidates(work, &mut survey.refused).into_iter().partition(|candidate| candidate.entry.price.is_some());
    let mut failed = Failed::default();
    for candidates in [priced, unpriced] {
        for prospect in market::prospects(work, limits, candidates, &mut survey.refused) {
            let candidate = prospect.candidate;
            match survey.beaten(&prospect).or_else(|| failed.at(candidate)) {
                Some(refusal) => survey.refused.push((candidate, refusal)),
                None => survey.try_out(work, limits, candidate, &mut failed),
            }
        }
    }
    survey
}

impl Survey {
    /// The machine at hand that is cheaper than a prospect at its cheapest and faster than it at its fastest.
    fn beaten(&self, prospect: &Prospect) -> Option<Refusal> {
        let beats = |build: &&Build| {
            let bill = build.bill();
            // Whatever a machine without a price costs, one that is known and faster serves.
            let cheaper = bill.unknown_parts == 0 && prospect.price.is_none_or(|price| bill.amount <= price);
            cheaper && build.run_seconds() <= prospect.run
        };
        let by = self.builds.iter().find(beats)?;
        let dearer = prospect.price.map_or(0.0, |price| price - by.bill().amount);
        Some(Refusal::Dominated { dearer, slower: prospect.run - by.run_seconds(), by: (by.candidate.entry.id, by.cards()) })
    }

    /// Plans the workload on one machine, and puts it where it belongs.
    fn try_out(&mut self, work: &Workload, limits: Limits, candidate: Candidate, failed: &mut Failed) {
        match build::builds(work, candidate) {
            Ok(builds) => {
                let (kept, broken): (Vec<Build>, Vec<Build>) =
                    builds.into_iter().partition(|build| limits.refusal(build).is_none());
                if kept.is_empty() {
                    self.refused.extend(broken.iter().filter_map(|build| Some((candidate, limits.refusal(build)?))).take(1));
                }
                self.builds.extend(kept);
            }
            Err(refusal) => {
                failed.record(candidate, refusal);
                self.refused.push((candidate, refusal));
            }
        }
    }
}

/// The largest card that did not hold the run, by how many of it there were and whether it multiplies in BF16: a smaller
/// one of the kind does not either.
#[derive(Debug, Default)]
struct Failed(BTreeMap<(u64, bool), (Bytes, f64)>);

impl Failed {
    fn record(&mut self, candidate: Candidate, refusal: Refusal) {
        let Refusal::DoesNotFit { needed, .. } = refusal else { return };
        let memory = candidate.entry.spec.memory;
        let largest = self.0.entry(kind(candidate)).or_insert((memory, needed));
        if memory > largest.0 {
            *largest = (memory, needed);
        }
    }

    fn at(&self, candidate: Candidate) -> Option<Refusal> {
        let (memory, needed) = *self.0.get(&kind(candidate))?;
        let own = candidate.entry.spec.memory;
        (own <= memory).then(|| Refusal::DoesNotFit { needed, capacity: own.as_f64(), cards: candidate.count })
    }
}

fn kind(candidate: Candidate) -> (u64, bool) {
    (candidate.count, candidate.entry.spec.bf16.is_some())
}
