//! What a search must respect beside what the engine respects.

use wire::v1::Scenario;

use super::build::Build;
use super::hosts::Cost;
use super::purse::Purse;
use super::refusal::Refusal;

/// What the search must respect beside what the engine respects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Most that a machine may cost, in [`CURRENCY`](super::CURRENCY).
    pub budget: Option<f64>,
    /// Longest run, in seconds.
    pub deadline: Option<f64>,
}

impl Limits {
    /// Those of a question.
    pub fn of(asked: &Scenario) -> Self {
        let amount = asked.constraints.budget.as_ref().and_then(|budget| budget.amount);
        let budget = amount.map(|amount| Purse::of(asked).in_dollars(amount));
        Self { budget, deadline: asked.constraints.deadline_seconds }
    }

    /// Whether a machine with these least figures could keep the limits.
    pub fn could_keep(&self, cost: &Cost) -> bool {
        self.budget.is_none_or(|budget| cost.unknown == 0 && cost.price <= budget)
            && self.deadline.is_none_or(|deadline| cost.run <= deadline)
    }

    /// Why a machine breaks a limit, where it does.
    pub fn refusal(&self, build: &Build) -> Option<Refusal> {
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
