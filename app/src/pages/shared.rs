//! A stored plan: its figures as they were stored, with its versions, its revisions, and ways to share, copy and change it.

pub mod card;
pub mod controls;
mod created;
mod difference;
mod head;
mod kept;
mod notices;
mod owner;
mod panel;
mod parts;
mod refused;
mod revisions;
mod revoke;
mod stored;
mod stored_why;
pub mod summary;

use leptos::prelude::*;
use scenario::FieldError;
use scenario::query;
use serde_json::Value;
use wire::v1::{Estimate, Scenario};

use super::not_found::NotFound;
use crate::components::bound::Bound;
use crate::components::save::api_call;
use crate::components::verdict::verdict;
use crate::components::{card as card_of, head as head_of, row_head};
use crate::context::{PlanTask, SharedView, StoredPlan, request_locale, request_origin};
use crate::draw::view::{drawn, inside};
use crate::draw::{Element, classed, el};
use crate::fields;
use crate::locale::Locale;
use crate::messages::pages as text;
use crate::messages::shared as shared_text;
use crate::plan::instead::{Instead, instead};
use crate::plan::{BoundedPlan, Plan, Reading, advice, read, read_or_preset, words};
use crate::planner::results::title_of;
use crate::planner::{form, results};

/// Draws the plan that the server found, a page about it, or the page that says there is none.
#[component]
pub fn SharedPlan() -> impl IntoView {
    let Some(stored) = use_context::<StoredPlan>() else { return view! { <NotFound /> }.into_any() };
    let page = Page::new(stored, use_context::<SharedView>().unwrap_or_default());
    match use_context::<PlanTask>() {
        None => page.draw(),
        Some(PlanTask::Parts(bill)) => parts::page(&page, &bill),
        Some(PlanTask::Compare) => revisions::compare_page(&page),
        Some(PlanTask::Revoke) => revoke::page(&page),
        Some(PlanTask::Refused(refusal)) => refused::page(&page, &refusal),
    }
}

/// What the parts of the page are drawn from.
#[derive(Debug)]
pub struct Page {
    stored: StoredPlan,
    view: SharedView,
    /// The stored query as the planner writes it, whatever stood in the database.
    query: String,
    /// The stored answer.
    result: Value,
    origin: String,
    locale: Locale,
}

impl Page {
    fn new(stored: StoredPlan, view: SharedView) -> Self {
        let pairs: Vec<_> = query::decode(stored.query.trim_start_matches('?')).collect();
        Self {
            query: query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))),
            result: serde_json::from_str(&stored.result_json).unwrap_or_default(),
            origin: request_origin(),
            locale: request_locale(),
            stored,
            view,
        }
    }

    /// Where the plan is on this site.
    fn path(&self) -> String {
        format!("/p/{}", self.stored.id)
    }

    /// Where this revision is on this site.
    fn revision_path(&self) -> String {
        format!("/p/{}/r/{}", self.stored.id, self.stored.revision)
    }

    /// Where what is shown is on this site: the newest revision is the plan itself.
    fn here(&self) -> String {
        if self.stored.revision == self.stored.newest { self.path() } else { self.revision_path() }
    }

    /// What its author called it, or that nobody did.
    fn title(&self) -> String {
        if self.stored.title.is_empty() { text::shared_untitled(self.locale).to_owned() } else { self.stored.title.clone() }
    }

    /// What was asked.
    fn asked(&self) -> Scenario {
        query::parse_string(&self.query).scenario
    }

    /// Model and card, by their ids where the catalog has no name.
    fn subject(&self) -> String {
        let asked = self.asked();
        title_of(&asked, asked.hardware.gpu_count.unwrap_or(1) * asked.hardware.nodes.unwrap_or(1))
    }

    /// Whether other versions than today's made the stored figures.
    fn is_old(&self) -> bool {
        self.stored.is_old()
    }

    /// The verdict as it was stored.
    fn summary(&self) -> Option<summary::Summary> {
        summary::summary(&self.result, self.locale)
    }

    /// Whether a newer version stored settings that this one does not know: nothing of such a plan is computed here, since
    /// what is left of it would be another plan.
    fn is_newer(&self) -> bool {
        !self.stored.unknown.is_empty()
    }

    fn draw(&self) -> AnyView {
        let answer = match (self.is_old(), self.view.recomputed) {
            _ if self.is_newer() => self.as_stored(),
            (true, false) => self.as_stored(),
            _ => self.as_of_today(),
        };
        let before = el("div").with(head::data(self)).with(created::card(self)).with(notices::notices(self));
        let after = el("div").with(panel::cards(self)).with(revisions::card(self)).with(owner::card(self));
        view! {
            {head::meta(self)}
            <article class="shared">
                {head::head(self)}
                <div class="results before">{inside(&before)}</div>
                {answer}
                <div class="results after">{inside(&after)}</div>
            </article>
        }
        .into_any()
    }

    /// The answer as it was stored.
    fn as_stored(&self) -> AnyView {
        let locale = self.locale;
        let verdict = self.summary().map(|summary| drawn(&summary.draw(locale)));
        // A newer version may have stored settings that this one does not know; the figures are read all the same.
        let pinned = self.result.get("inputs").map(|inputs| scenario::json::scenario(inputs).0);
        let estimate = self.stored_estimate(pinned.as_ref());
        let asked = self.asked();
        let cards = match (&estimate, summary::bound_of(&self.result)) {
            (Some(estimate), _) => stored::cards(estimate, locale),
            (None, Some(bound)) => vec![bound.card(None, locale)],
            (None, None) => {
                vec![classed("p", "remedy").with(shared_text::no_figures(locale)), kept::figures(&self.result, locale)]
            }
        };
        let missing = self.missing().map(|missing| kept::missing(&missing, locale));
        let newer = self.is_newer().then(|| kept::newer(&self.stored.unknown, locale));
        let cards = el("div")
            .with(newer)
            .with(missing)
            .with(cards)
            .with(settings(&asked, pinned.as_ref().unwrap_or(&asked), locale))
            .with((!self.is_newer()).then(|| self.call()));
        view! {
            <div class="verdict-place">{verdict}</div>
            <div class="results" data-testid="stored">{inside(&cards)}</div>
        }
        .into_any()
    }

    /// The stored answer with what this version knows of its inputs, unless its figures are of another shape.
    fn stored_estimate(&self, inputs: Option<&Scenario>) -> Option<Estimate> {
        let mut result = self.result.clone();
        *result.get_mut("inputs")? = serde_json::to_value(inputs?).ok()?;
        serde_json::from_value(result).ok()
    }

    /// The answer of this engine and this catalog.
    fn as_of_today(&self) -> AnyView {
        let locale = self.locale;
        let Reading { plan, bounded, errors, .. } = read(query::decode(&self.query));
        // Figures of another card or model would not be the plan's own.
        if let Some(missing) = instead(&self.query, &errors) {
            return view! { <div class="results">{drawn(&kept::missing(&missing, locale))}</div> }.into_any();
        }
        if let Some(bounded) = bounded {
            return self.bounded_of_today(&bounded, &errors);
        }
        let Some(plan) = plan else { return ().into_any() };
        let advice = advice::advise(&plan);
        let unreadable = (!errors.is_empty()).then(|| classed("p", "remedy").with(text::shared_unreadable(locale)));
        let difference = self.difference();
        let cards = el("div")
            .with(unreadable)
            .with(form::error_summary(&errors, locale))
            .with(difference)
            .with(results::answer(&plan, advice.as_ref(), true, locale))
            .with(settings(&plan.asked, &plan.pinned, locale))
            .with(self.call());
        view! {
            <div class="verdict-place">{drawn(&verdict(&plan, None, locale))}</div>
            <div class="results">{inside(&cards)}</div>
        }
        .into_any()
    }

    /// The lower bound of this engine and this catalog, where the framework is not modeled.
    fn bounded_of_today(&self, plan: &BoundedPlan, errors: &[FieldError]) -> AnyView {
        let locale = self.locale;
        let unreadable = (!errors.is_empty()).then(|| classed("p", "remedy").with(text::shared_unreadable(locale)));
        let cards = el("div")
            .with(unreadable)
            .with(form::error_summary(errors, locale))
            .with(self.difference())
            .with(results::bounded_answer(plan, locale))
            .with(settings(&plan.asked, &plan.pinned, locale))
            .with(self.call());
        view! {
            <div class="verdict-place">{drawn(&Bound::of(&plan.bound).verdict(None, locale))}</div>
            <div class="results">{inside(&cards)}</div>
        }
        .into_any()
    }

    /// What differs from the stored answer, where another version gave that.
    fn difference(&self) -> Option<Element> {
        let difference = self.view.difference.as_ref().filter(|_| self.is_old())?;
        Some(card_of("compared", shared_text::diff_title(self.locale), difference::tables(difference, self.locale)))
    }

    fn call(&self) -> Element {
        classed("section", "card").attr("data-testid", "api-call").with(api_call(&self.query, &self.origin, self.locale))
    }

    /// The plan of today, where this catalog has all of it.
    fn missing(&self) -> Option<Instead> {
        let (_, errors): (Option<Plan>, _) = read_or_preset(&self.query);
        instead(&self.query, &errors)
    }
}

/// Every setting of a plan, and which of them the advisor chose.
fn settings(asked: &Scenario, pinned: &Scenario, locale: Locale) -> Element {
    let rows: Vec<Element> = fields::all()
        .filter_map(|field| {
            let value = words::spoken(field, pinned, locale)?;
            let chosen = words::spoken(field, asked, locale).is_none();
            let by = chosen.then(|| classed("span", "fine").with(format!(" ({})", text::chosen_by_advisor(locale))));
            Some(el("tr").with(row_head().with((field.label)(locale))).with(el("td").with(value).with(by)))
        })
        .collect();
    let table = el("table").with(head_of(&[text::field(locale), text::value(locale)])).with(el("tbody").with(rows));
    card_of("settings", text::shared_settings(locale), table)
}
