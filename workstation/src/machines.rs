//! What to buy for a workload: machines of the catalog's parts, each with the plan that runs on it, by price and time.
//!
//! The model behind it: every card that is still sold, one to eight of it, is put beside every processor that carries it, with
//! every kit and every volume of drives that holds the data; the engine plans the run on each such machine, bounds saying
//! which need no plan; and of all that hold the run, within budget and deadline, the front of price and time is kept.
//! Prices are the catalog's, history with a date each: an unknown one is counted and never taken for nothing.

mod board;
mod bound;
mod build;
mod changes;
/// What a node draws, part by part, with the judgments behind it.
pub mod draws {
    pub use super::draw::{
        DESKTOP_BOARD, DRIVE, EXCURSION, FURTHER_EXCURSION, LARGE_BOARD, MODULE_SERVER, RACK_FANS, REGISTERED_MODULE,
        UNBUFFERED_MODULE,
    };
}
mod draw;
mod drive;
mod failure;
mod given;
mod hosts;
mod housing;
mod listing;
mod market;
mod memory;
mod network;
mod part;
mod plan;
mod platform;
mod rank;
mod reason;
mod refusal;
mod relax;
mod supply;
mod survey;
mod words;

pub use build::{Build, Frame};
pub use changes::{Change, ChangeKind, changes};
pub use draw::Draw;
pub use failure::Failure;
pub use given::{given, given_at, of_figures};
pub use housing::Housing;
pub use listing::{named, parts, pinned, price};
pub use market::{Candidate, form};
pub use memory::Kits;
pub use part::{Bill, Part, PartKind, PartNote, PartReason, there};
pub use platform::Platform;
pub use rank::{Label, Machine};
pub use reason::Reason as LabelReason;
pub use refusal::{Refusal, Rejected, What};
pub use supply::{EXCURSION_ATX3, EXCURSION_OLDER, Fitted, OUTLET_120V, SUSTAINED_SHARE, Supplies, efficiency};
pub use words::{
    about_prices, duration, label_name, label_why, money, objective, owned_note, part_kind, part_name, part_note, part_reason,
    refusal_reason,
};

use engine::desk::Desk;

use hosts::Cost;
use memory::AtHand;
use survey::Survey;
use wire::v1::Scenario;
use wire::v1::scenario::OwnedPart;

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

    /// Whether a machine with these least figures could keep the limits.
    fn could_keep(&self, cost: &Cost) -> bool {
        self.budget.is_none_or(|budget| cost.unknown == 0 && cost.price <= budget)
            && self.deadline.is_none_or(|deadline| cost.run <= deadline)
    }

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
        let run = build.run_seconds();
        self.deadline.filter(|&deadline| run > deadline).map(|deadline| Refusal::TooSlow { run, deadline })
    }
}

/// Machines for a scenario that names no card.
///
/// # Errors
/// Every field at fault, or every constraint that no machine of the catalog keeps, with how far to relax it.
pub fn search(asked: &Scenario) -> Result<Outcome, Failure> {
    let limits = Limits::of(asked);
    let mut market = survey(asked)?;
    let machines = rank::ranked(&mut market, limits);
    if machines.is_empty() {
        return Err(Failure::Contradictory(relax::contradictions(&mut market, limits)));
    }
    let rejected = refusal::grouped(&mut market, limits, &machines);
    Ok(Outcome { machines, rejected })
}

/// What the parts around the cards must suit.
#[derive(Debug)]
pub(crate) struct Order {
    /// What was asked, without constraints that only machines have.
    asked: Scenario,
    /// Machines that train together.
    nodes: u64,
    /// The drive's least capacity in bytes.
    on_drive: f64,
}

impl Order {
    /// The same, and the nodes that share them.
    fn at_hand(&self) -> AtHand<'_> {
        AtHand { owned: self.owned(), nodes: self.nodes }
    }

    /// Parts that are there already.
    fn owned(&self) -> &[OwnedPart] {
        self.asked.hardware.owned.as_deref().unwrap_or_default()
    }
}

/// A workload that the engine can plan on any card.
#[derive(Debug)]
pub(crate) struct Workload {
    /// What every machine for it must suit.
    order: Order,
    /// Most GPUs per node.
    most: u64,
    /// Weights in all.
    parameters: u64,
    /// What no card can undercut.
    shortest: bound::Shortest,
    /// What the parts that are there already beside cards would cost; none where nothing is there.
    worth_around: Option<f64>,
}

/// The market for a scenario.
///
/// # Errors
/// Every field at fault.
pub(crate) fn survey(asked: &Scenario) -> Result<Survey, Failure> {
    let mut desk = Desk::default();
    let work = workload(asked, &mut desk)?;
    Ok(Survey::of(work, desk))
}

/// Checks all that does not depend on the card.
fn workload(asked: &Scenario, desk: &mut Desk) -> Result<Workload, Failure> {
    let mut asked = scenario::patch::constrained(asked);
    let nodes = asked.hardware.nodes.unwrap_or(1).max(1);
    let most = asked.constraints.max_gpus.map_or(market::MOST_CARDS, |gpus| (gpus / nodes).min(market::MOST_CARDS));
    let (request, errors) = market::any_card(&asked);
    let Some(request) = request.filter(|_| errors.is_empty()) else { return Err(Failure::Invalid(errors)) };
    asked.constraints.deadline_seconds = None;
    asked.constraints.budget = None;
    asked.constraints.max_gpus = None;
    let answer = desk.figures(&request);
    let shortest = bound::Shortest::of(&asked, &request);
    let order = Order { asked, nodes, on_drive: drive::least_capacity(&answer) };
    if let Some(error) = drive::too_few(&order) {
        return Err(Failure::Contradictory(vec![error]));
    }
    Ok(Workload { most, parameters: answer.parameters.total, shortest, worth_around: hosts::worth_around(&order), order })
}
