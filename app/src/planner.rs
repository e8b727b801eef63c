//! The planner: the one part of the site that lives in the browser.
//!
//! On the server it renders the form and the whole answer. In the browser the form stays the truth: each change reads
//! all fields, answers them with the same engine and redraws; no request leaves the page.

pub mod form;
pub mod live;
pub mod results;
pub mod start;

use std::sync::Arc;

use api::FieldError;
use leptos::ev;
use leptos::prelude::*;

use crate::components::verdict::verdict;
use crate::fields;
use crate::locale::Locale;
use crate::messages::inputs as text;
use crate::plan::{Advice, Plan, read_or_preset, words};
use start::Start;

/// What the planner shows.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// The last valid plan; none only where even the preset has no answer.
    pub plan: RwSignal<Option<Arc<Plan>>>,
    /// The slower half of its answer, while it is up to date.
    pub advice: RwSignal<Option<Arc<Advice>>>,
    /// What is wrong with the fields.
    pub errors: RwSignal<Vec<FieldError>>,
}

impl State {
    /// The answer to a query.
    #[must_use]
    pub fn from_query(encoded: &str) -> Self {
        let (plan, errors) = read_or_preset(encoded);
        let advice = plan.as_ref().and_then(crate::plan::advice::advise).map(Arc::new);
        Self { plan: RwSignal::new(plan.map(Arc::new)), advice: RwSignal::new(advice), errors: RwSignal::new(errors) }
    }

    /// "Showing batch 8": which value of the first field at fault the answer still stands for.
    fn stale_line(self, locale: Locale) -> Option<String> {
        let errors = self.errors.read();
        let first = errors.first()?;
        let plan = self.plan.read();
        let shown = fields::by_pointer(&first.pointer).zip(plan.as_ref());
        let spoken = shown.and_then(|(field, plan)| Some((field, words::spoken(field, &plan.pinned, locale)?)));
        Some(spoken.map_or_else(
            || text::showing_last(locale).to_owned(),
            |(field, value)| text::showing_last_field(locale, (field.label)(locale), &value),
        ))
    }
}

/// The planner of the page's address.
#[island]
pub fn Planner() -> impl IntoView {
    let start = Start::of_page();
    let locale = start.locale;
    let state = State::from_query(&start.query);
    let form = NodeRef::<leptos::html::Form>::new();
    let origin = start.origin.clone();
    let opened = !state.errors.read_untracked().is_empty();
    live::read_back(state, form);

    let title = move || state.plan.read().as_ref().map(|plan| results::title(plan));
    let verdict = move || {
        let plan = state.plan.read();
        plan.as_ref().map(|plan| verdict(&plan.estimate, state.stale_line(locale), locale))
    };
    let shown = move || {
        let plan = state.plan.read();
        plan.as_ref().map(|plan| results::results(plan, state.advice.read().as_deref(), &origin, locale))
    };
    view! {
        <div class="planner">
            <h1>{title}</h1>
            <div class="verdict-place">{verdict}</div>
            <details class="inputs" id="inputs" open=opened>
                <summary>{text::inputs(locale)}</summary>
                <form
                    id="planner-form"
                    method="get"
                    action="/plan"
                    node_ref=form
                    on:input=move |event| live::on_input(&event, state, form)
                    on:compositionend=move |_: ev::CompositionEvent| live::update(state, form)
                    on:submit=move |event| live::on_submit(&event, state, form)
                >
                    {form::body(state, &start)}
                </form>
            </details>
            <div class="results" class:dimmed=move || !state.errors.read().is_empty()>
                {move || form::error_summary(&state.errors.read(), locale)}
                {shown}
            </div>
        </div>
    }
}
