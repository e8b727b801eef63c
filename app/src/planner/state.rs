//! What the planner knows: the answer that it shows, and what is wrong with the fields.

use std::sync::Arc;

use engine::models::Families;
use scenario::FieldError;
use scenario::form::Reset;
use wire::v1::Scenario;

use crate::plan::typed::query_of;
use crate::plan::{Advice, BoundedPlan, Plan, Reading, read};

/// What the planner shows.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// The last valid plan; none only where even the preset has no answer.
    pub plan: Option<Arc<Plan>>,
    /// The plan where its framework is not modeled; then there is no other.
    pub bounded: Option<Arc<BoundedPlan>>,
    /// The slower half of an answer.
    pub advice: Option<Arc<Advice>>,
    /// Whether the advice belongs to the plan, and not to the one before it.
    pub advice_is_current: bool,
    /// Why the advice did not come, where it was asked for.
    pub advice_failed: Option<Failed>,
    /// What is wrong with the fields.
    pub errors: Vec<FieldError>,
    /// The encoded query that the form is drawn from.
    pub query: String,
    /// The encoded query of what was typed, as links and the address say it: fields at fault as they were typed.
    pub link: Option<String>,
    /// What the form says.
    pub said: Scenario,
    /// What went back to automatic with the last choice of a model or a method.
    pub reset: Option<Reset>,
    /// The networks that the model is one of, where one is read.
    pub families: Option<Families>,
}

impl State {
    /// The answer to a query, without advice.
    #[must_use]
    pub fn of_query(encoded: &str) -> Self {
        Self::of(read(scenario::query::decode(encoded)))
    }

    /// The state that a reading comes to, without advice.
    #[must_use]
    pub fn of(reading: Reading) -> Self {
        let Reading { plan, bounded, errors, query, said, reset, families } = reading;
        let (plan, bounded) = (plan.map(Arc::new), bounded.map(Arc::new));
        let asked = plan.as_deref().map(|plan| (&plan.asked, &plan.unknown));
        let asked = asked.or_else(|| bounded.as_deref().map(|bounded| (&bounded.asked, &bounded.unknown)));
        let link = asked.map(|(asked, unknown)| query_of(asked, unknown, &errors, &query));
        Self { plan, bounded, errors, query, link, said, reset, families, ..Self::default() }
    }

    /// Works out the advice for the plan, in the browser as far as no search is needed.
    #[must_use]
    pub fn with_advice(mut self) -> Self {
        self.advice = self.plan.as_deref().and_then(crate::plan::advice::advise).map(Arc::new);
        self.advice_is_current = cfg!(feature = "ssr");
        self
    }
}

/// Why the advisor's cards did not come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failed {
    /// The server has too much to do.
    Busy,
    /// There was no answer, or none that can be shown.
    Unanswered,
}
