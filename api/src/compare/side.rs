//! A scenario beside others.

use engine::estimate::Estimate;
use wire::v1::bom::Price;
use wire::v1::compare::Energy;
use wire::v1::{self, Scenario};
use workstation::bom::Finding;

use crate::verdict::Standing;

/// One of the scenarios with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// What was asked.
    pub asked: Scenario,
    /// What to call it among the others.
    pub label: String,
    /// The scenario with every default filled in.
    pub pinned: Scenario,
    /// What it needs.
    pub estimate: Estimate,
    /// The estimate as the API gives it.
    pub answer: v1::Estimate,
    /// What its machine costs.
    pub price: Price,
    /// What its run draws.
    pub energy: Energy,
    /// What an order of it must respect.
    pub findings: Vec<Finding>,
}

impl Side {
    /// How the plan stands in a word.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::of(&self.estimate, &self.asked.constraints)
    }

    /// Whether the run works: the cards, the host's memory and the drives hold what they have to.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.standing().holds()
    }

    /// The price, where that of every part is known.
    #[must_use]
    pub fn whole_price(&self) -> Option<f64> {
        self.price.amount
    }
}
