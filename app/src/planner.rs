//! The planner: the one part of the site that lives in the browser.
//!
//! On the server it renders the form and the whole answer. In the browser the form stays the truth: each change reads
//! all fields, answers them with the same engine and redraws what differs; only the advisor's cards come from the server.
//! Nothing is worked out before the first change, because the page that the server sent is complete.

pub mod advice;
pub mod form;
#[cfg(feature = "hydrate")]
pub mod live;
pub mod results;
pub mod start;
pub mod terms;

use std::sync::Arc;

use scenario::FieldError;
use scenario::form::Reset;
use wire::v1::Scenario;

use crate::components::bound::Bound;
use crate::components::verdict::verdict;
use crate::draw::{Element, classed, el};
use crate::locale::Locale;
use crate::messages::{faults as fault_text, inputs as text};
use crate::plan::{Advice, BoundedPlan, Plan, Reading, read, words};
use crate::{faults, fields};
use start::Start;

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
    pub advice_failed: Option<advice::Failed>,
    /// What is wrong with the fields.
    pub errors: Vec<FieldError>,
    /// The encoded query that the form is drawn from.
    pub query: String,
    /// What the form says.
    pub said: Scenario,
    /// What went back to automatic with the last choice of a model or a method.
    pub reset: Option<Reset>,
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
        let Reading { plan, bounded, errors, query, said, reset } = reading;
        Self { plan: plan.map(Arc::new), bounded: bounded.map(Arc::new), errors, query, said, reset, ..Self::default() }
    }

    /// Works out the advice for the plan, in the browser as far as no search is needed.
    #[must_use]
    pub fn with_advice(mut self) -> Self {
        self.advice = self.plan.as_deref().and_then(crate::plan::advice::advise).map(Arc::new);
        self.advice_is_current = cfg!(feature = "ssr");
        self
    }

    /// "Showing batch 8": which value of the first field at fault the answer still stands for.
    fn stale_line(&self, locale: Locale) -> Option<String> {
        let first = self.errors.first()?;
        let pinned = self.plan.as_deref().map(|plan| &plan.pinned).or(self.bounded.as_deref().map(|bounded| &bounded.pinned));
        let shown = fields::by_pointer(&first.pointer).zip(pinned);
        let spoken = shown.and_then(|(field, pinned)| Some((field, words::spoken(field, pinned, locale)?)));
        Some(spoken.map_or_else(
            || text::showing_last(locale).to_owned(),
            |(field, value)| text::showing_last_field(locale, (field.label)(locale), &value),
        ))
    }

    /// The encoded query of the plan that is shown.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let bounded = || self.bounded.as_deref().map(BoundedPlan::query);
        self.plan.as_deref().map(Plan::query).or_else(bounded)
    }

    /// The plan that the answer is for; where that is not the one in the form, in so many words.
    fn title(&self, locale: Locale) -> Option<String> {
        let title = match (self.plan.as_deref(), self.bounded.as_deref()) {
            (Some(plan), _) => results::title(plan),
            (None, Some(bounded)) => results::bounded_title(bounded),
            (None, None) => return None,
        };
        Some(if self.errors.is_empty() { title } else { fault_text::showing(locale, &title) })
    }

    /// The way on where the address names what the catalog does not list; a list never does, so the browser needs none.
    #[cfg(feature = "ssr")]
    fn instead(&self, start: &Start) -> Option<Element> {
        crate::plan::instead::offer(&self.query, &self.errors, start.locale)
    }

    #[cfg(not(feature = "ssr"))]
    #[expect(clippy::unused_self, reason = "the server's twin reads it")]
    const fn instead(&self, _start: &Start) -> Option<Element> {
        None
    }

    /// Everything inside of the planner.
    #[must_use]
    pub fn draw(&self, start: &Start) -> Element {
        let locale = start.locale;
        let (plan, bounded) = (self.plan.as_deref(), self.bounded.as_deref());
        let inputs = classed("details", "inputs")
            .attr("id", "inputs")
            .flag("open", !self.errors.is_empty())
            .with(el("summary").with(text::inputs(locale)))
            .with(form::form(self, start));
        let results = classed("div", if self.errors.is_empty() { "results" } else { "results dimmed" })
            .with(form::error_summary_at(&self.errors, Some(&self.query), locale))
            .with(self.instead(start))
            .with(plan.and_then(|plan| form::unknown_names(&plan.unknown, locale)))
            .with(plan.map(|plan| results::results(plan, self, &start.origin, locale)))
            .with(bounded.and_then(|bounded| form::unknown_names(&bounded.unknown, locale)))
            .with(bounded.map(|bounded| results::bounded(bounded, &start.origin, locale)));
        let title = self.title(locale).unwrap_or_else(|| fault_text::no_answer(locale).to_owned());
        let place = if self.errors.is_empty() { "verdict-place" } else { "verdict-place dimmed" };
        let reset = classed("p", "reset")
            .attr("data-testid", "reset")
            .attr("role", "status")
            .with(self.reset.as_ref().map(|reset| faults::reset_line(reset, &self.said, locale)));
        el("div")
            .with(el("h1").with(title))
            .with(
                classed("div", place)
                    .with(plan.map(|plan| verdict(plan, self.stale_line(locale), locale)))
                    .with(bounded.map(|bounded| Bound::of(&bounded.bound).verdict(self.stale_line(locale), locale)))
                    .with(reset),
            )
            .with(inputs)
            .with(results)
    }
}

/// The planner of the page's address.
#[cfg(feature = "ssr")]
#[must_use]
pub fn served() -> Element {
    let start = Start::of_page();
    State::of_query(&start.query).with_advice().draw(&start)
}
