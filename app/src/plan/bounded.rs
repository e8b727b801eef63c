//! A plan in a framework that is not modeled.

use engine::estimate::{LowerBound, Note};
use scenario::query;
use wire::v1::Scenario;

/// A plan of which only a lower bound is known.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundedPlan {
    /// What the reader asked.
    pub asked: Scenario,
    /// The reader's parameters that are not ours; links keep them.
    pub unknown: Vec<(String, String)>,
    /// The scenario with the defaults that its program takes.
    pub pinned: Scenario,
    /// What is sure of it.
    pub bound: LowerBound,
}

impl BoundedPlan {
    /// The encoded query of what was asked, without a question mark.
    #[must_use]
    pub fn query(&self) -> String {
        query::to_string(&self.asked, &self.unknown)
    }

    /// The encoded query for the API, which refuses parameters that are not its own.
    #[must_use]
    pub fn call_query(&self) -> String {
        query::to_string(&self.asked, &[])
    }

    /// Where the planner answers the same in the framework that is modeled.
    #[must_use]
    pub fn modeled_href(&self) -> String {
        let mut modeled = self.asked.clone();
        modeled.training.framework = None;
        format!("/plan?{}", query::to_string(&modeled, &self.unknown))
    }

    /// What a reader should know.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        api::notes::with_unread_keys(&self.asked, &self.bound.notes)
    }
}
