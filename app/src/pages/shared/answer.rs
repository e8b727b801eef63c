//! The answer of a stored plan: as it was stored, and as it is today.

use leptos::prelude::*;
use scenario::FieldError;
use scenario::query;
use wire::v1::{Estimate, Scenario};

use super::page::Page;
use super::settings::settings;
use super::stored_why::StoredReasons;
use super::{difference, kept, stored, summary};
use crate::components::bound::Bound;
use crate::components::card as card_of;
use crate::components::glance::{Cards, Links};
use crate::components::save::api_call;
use crate::components::verdict::verdict;
use crate::messages::pages as text;
use crate::messages::shared as shared_text;
use crate::plan::instead::instead;
use crate::plan::{BoundedPlan, Reading, advice, read};
use crate::planner::errors::error_summary_elsewhere;
use crate::planner::results::{self, Answer};
use crate::planner::tab::Tab;
use crate::view::{draw, inside};
use markup::{Element, classed, el};

impl Page {
    /// The answer as it was stored.
    pub(super) fn as_stored(&self) -> AnyView {
        let locale = self.locale;
        let verdict = self.summary().map(|summary| draw(&summary.draw(locale)));
        // A newer version may have stored settings that this one does not know; the figures are read all the same.
        let pinned = self.result.get("inputs").map(|inputs| scenario::json::scenario(inputs).0);
        let estimate = self.stored_estimate(pinned.as_ref());
        let asked = self.scenario();
        let reasons = StoredReasons::of(self);
        let cards = match (&estimate, summary::bound_of(&self.result)) {
            (Some(estimate), _) => {
                let tiles = stored::glance(estimate, asked.hardware.ram_gib.is_some()).draw(&Links::default(), None, locale);
                let cards = stored::cards(estimate, &reasons, (!self.is_newer()).then_some(&asked), locale);
                [vec![classed("div", "first").with(tiles)], cards].concat()
            }
            (None, Some(bound)) => vec![bound.card(None, locale)],
            (None, None) => {
                vec![classed("p", "remedy").with(shared_text::no_figures(locale)), kept::figures(&self.result, locale)]
            }
        };
        let missing = self.missing().map(|missing| kept::missing(&missing, locale));
        let newer = self.is_newer().then(|| kept::newer(&self.stored.unknown, locale));
        let cards = el("div").with(newer).with(missing).with(cards).with((!self.is_newer()).then(|| self.call()));
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

    /// The answer of this engine and this catalog. Where that is the stored one, its reasons and settings are in the view for
    /// them; figures that are computed on demand have theirs below, since that view keeps to what was stored.
    pub(super) fn as_of_today(&self) -> AnyView {
        let locale = self.locale;
        let Reading { plan, bounded, errors, .. } = read(query::decode(&self.query));
        // Figures of another card or model would not be the plan's own.
        if let Some(missing) = instead(&self.query, &errors) {
            return view! { <div class="results">{draw(&kept::missing(&missing, locale))}</div> }.into_any();
        }
        if let Some(bounded) = bounded {
            return self.bounded_of_today(&bounded, &errors);
        }
        let Some(plan) = plan else { return ().into_any() };
        let mut advice = advice::advise_with(&plan, &self.view.prices);
        // The sum of the bill that is stored, where that is the one that the other views show.
        let bill = self.view.bill.as_ref().filter(|_| !self.view.recomputed);
        if let (Some(advice), Some(bill)) = (advice.as_mut(), bill) {
            advice.price = Some(bill.bom.price.clone());
        }
        let unreadable = (!errors.is_empty()).then(|| classed("p", "remedy").with(text::shared_unreadable(locale)));
        let difference = self.difference();
        let cards = if self.view.recomputed { Cards::Here } else { Cards::Saved(self.here()) };
        let links = Links { cards, parts: Some(self.parts()), machines: None };
        let answer = Answer { plan: &plan, advice: advice.as_ref(), is_current: true, failed: None, links, locale };
        let cards = el("div")
            .with(unreadable)
            .with(error_summary_elsewhere(&errors, &self.query, locale))
            .with(difference)
            .with(classed("div", "first").with(answer.first()))
            .with(answer.all())
            .with(self.settings_of_today(&plan.asked, &plan.pinned))
            .with(self.call());
        view! {
            <div class="verdict-place">{draw(&verdict(&plan, None, locale))}</div>
            <div class="results">{inside(&cards)}</div>
        }
        .into_any()
    }

    /// Every change of the plan that pays by this engine and this catalog, and the plans to choose from.
    pub(super) fn improve(&self) -> AnyView {
        let locale = self.locale;
        let Some(plan) = read(query::decode(&self.query)).plan else { return ().into_any() };
        let advice = advice::advise_with(&plan, &self.view.prices);
        let links = Links { cards: Cards::Saved(self.here()), parts: Some(self.parts()), machines: None };
        let answer = Answer { plan: &plan, advice: advice.as_ref(), is_current: true, failed: None, links, locale };
        view! { <div class="results">{inside(&el("div").with(answer.tab(Tab::Improve)))}</div> }.into_any()
    }

    /// The lower bound of this engine and this catalog, where the framework is not modeled.
    fn bounded_of_today(&self, plan: &BoundedPlan, errors: &[FieldError]) -> AnyView {
        let locale = self.locale;
        let unreadable = (!errors.is_empty()).then(|| classed("p", "remedy").with(text::shared_unreadable(locale)));
        let cards = el("div")
            .with(unreadable)
            .with(error_summary_elsewhere(errors, &self.query, locale))
            .with(self.difference())
            .with(results::bounded_answer(plan, locale))
            .with(self.settings_of_today(&plan.asked, &plan.pinned))
            .with(self.call());
        view! {
            <div class="verdict-place">{draw(&Bound::of(&plan.bound).verdict(None, locale))}</div>
            <div class="results">{inside(&cards)}</div>
        }
        .into_any()
    }

    /// The settings, where the answer is not the one that their view is about.
    fn settings_of_today(&self, asked: &Scenario, pinned: &Scenario) -> Option<Element> {
        self.view.recomputed.then(|| settings(asked, pinned, self.locale))
    }

    /// What differs from the stored answer, where another version gave that.
    fn difference(&self) -> Option<Element> {
        let difference = self.view.difference.as_ref().filter(|_| self.is_old())?;
        Some(card_of("compared", shared_text::diff_title(self.locale), difference::tables(difference, self.locale)))
    }

    fn call(&self) -> Element {
        classed("section", "card").attr("data-testid", "api-call").with(api_call(&self.query, &self.origin, self.locale))
    }
}
