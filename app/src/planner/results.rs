//! The answer: its first screen and the cards below it, a tab at a time in the planner, all of them on a stored plan's page.

use wire::v1::Scenario;

use super::advice;
use super::start::Start;
use super::state::{Failed, State};
use super::tab::Tab;
use crate::components::batch::batch_card;
use crate::components::bound::Bound;
use crate::components::glance::{Cards, Glance, Links};
use crate::components::notes::notes_card;
use crate::components::path::path_card;
use crate::components::ram::{Prices, ram_card};
use crate::components::rules::rules_card;
use crate::components::save::{bounded_save_card, faulty_card, save_card};
use crate::components::timeline::{step_card, timeline_card};
use crate::components::vram::vram_card;
use crate::components::why::{Reasons, figures_card};
use crate::fields::{Catalog, options};
use crate::locale::Locale;
use crate::plan::{Advice, BoundedPlan, Plan};
use markup::Element;

/// Model and card, as far as they are given.
#[must_use]
pub fn title(plan: &Plan) -> String {
    title_of(&plan.asked, plan.estimate.scenario.hardware.total_gpus())
}

/// Model and card of a plan whose framework is not modeled.
#[must_use]
pub fn bounded_title(bounded: &BoundedPlan) -> String {
    title_of(&bounded.asked, bounded.bound.scenario.hardware.total_gpus())
}

/// Model and card of a scenario, and how many cards where there are several.
#[must_use]
pub fn title_of(scenario: &Scenario, cards: u64) -> String {
    let model = model_of(scenario);
    let gpu = scenario.hardware.gpu.as_ref();
    let gpu = match gpu.and_then(|gpu| gpu.id()) {
        Some(id) => options::name_of(Catalog::Gpus, id).unwrap_or(id),
        None => gpu.and_then(|gpu| gpu.custom()?.name.as_deref()).unwrap_or("GPU"),
    };
    match cards {
        1 => format!("{model} · {gpu}"),
        count => format!("{model} · {count} × {gpu}"),
    }
}

/// The name of a model that is known for running alone.
#[cfg(feature = "ssr")]
fn answering(id: &str) -> Option<&'static str> {
    options::name_of(Catalog::Answering, id)
}

/// The planner trains, and does not know their names.
#[cfg(not(feature = "ssr"))]
const fn answering(_: &str) -> Option<&'static str> {
    None
}

/// The model's name, the same in every language.
#[must_use]
pub fn model_of(scenario: &Scenario) -> String {
    let own = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref());
    match (&scenario.model.id, own) {
        (Some(id), _) => options::name_of(Catalog::Models, id).or_else(|| answering(id)).unwrap_or(id).to_owned(),
        (None, Some(kind)) => format!("{kind} (config.json)"),
        (None, None) => "config.json".to_owned(),
    }
}

/// What decides, above the planner's tabs.
#[must_use]
pub fn first(plan: &Plan, state: &State, tab: Tab, locale: Locale) -> Vec<Element> {
    in_planner(plan, state, tab, locale).first()
}

/// The cards of a tab of the planner, and the one that keeps the plan.
#[must_use]
pub fn results(plan: &Plan, state: &State, start: &Start, locale: Locale) -> Vec<Element> {
    let mut cards = in_planner(plan, state, start.tab, locale).tab(start.tab);
    // What would be kept is not what the fields say.
    let is_faulty = !state.errors.is_empty();
    cards.push(if is_faulty { faulty_card(locale) } else { save_card(plan, &start.origin, locale) });
    cards
}

/// Every card of the planner where the framework is not modeled.
#[must_use]
pub fn bounded_cards(bounded: &BoundedPlan, origin: &str, locale: Locale) -> Vec<Element> {
    let mut cards = bounded_answer(bounded, locale);
    cards.push(bounded_save_card(bounded, origin, locale));
    cards
}

/// The cards of such an answer itself.
#[must_use]
pub fn bounded_answer(bounded: &BoundedPlan, locale: Locale) -> Vec<Element> {
    let mut cards: Vec<Element> = notes_card(&bounded.notes(), locale).into_iter().collect();
    cards.push(Bound::of(&bounded.bound).card(Some(bounded.modeled_href()), locale));
    cards
}

fn in_planner<'a>(plan: &'a Plan, state: &'a State, tab: Tab, locale: Locale) -> Answer<'a> {
    let links = Links {
        cards: Cards::Tabs(plan.query(), Some(tab)),
        parts: Some(plan.href_of_parts()),
        machines: Some(plan.href_of_machines()),
    };
    let (advice, is_current) = (state.advice.as_deref(), state.advice_is_current);
    Answer { plan, advice, is_current, failed: state.advice_failed, links, locale }
}

/// An answer with its advice, and where its links lead.
#[derive(Debug)]
pub struct Answer<'a> {
    /// The plan and what it needs.
    pub plan: &'a Plan,
    /// The slower half, of this plan or of the one before it.
    pub advice: Option<&'a Advice>,
    /// Whether the advice belongs to this plan; else its cards are marked as being renewed.
    pub is_current: bool,
    /// Why the advice did not come.
    pub failed: Option<Failed>,
    /// Where its cards and its machine are.
    pub links: Links,
    /// The reader's language.
    pub locale: Locale,
}

impl Answer<'_> {
    /// What decides, before all that explains: the tiles and the changes that pay most.
    #[must_use]
    pub fn first(&self) -> Vec<Element> {
        let quick = match self.failed {
            Some(failed) => advice::failed_quick(self.plan, failed, self.locale),
            None => advice::quick(self.plan, self.advice, &self.links.cards, self.locale),
        };
        vec![
            Glance::of(&self.plan.estimate, self.plan.asked.hardware.ram_gib.is_some()).draw(
                &self.links,
                self.advice,
                self.locale,
            ),
            self.renewing(quick),
        ]
    }

    /// Every card, top to bottom, without those that a saved plan has views of their own for.
    #[must_use]
    pub fn all(&self) -> Vec<Element> {
        let Plan { estimate, explanations, .. } = self.plan;
        let (plan, locale) = (self.plan, self.locale);
        let reasons = self.reasons();
        let mut cards = self.notes();
        cards.extend([vram_card(estimate, &reasons, locale), timeline_card(estimate, &reasons, locale), self.batch()]);
        if reasons.are_here() {
            cards.extend(self.improve());
        }
        cards.extend([path_card(plan, &reasons, locale), self.ram()]);
        // What explains the figures stands together, here or on the page for it.
        if reasons.are_here() {
            cards.push(figures_card(explanations, locale));
            cards.extend(rules_card(&estimate.rules, locale));
        }
        cards
    }

    /// The cards of a tab.
    #[must_use]
    pub fn tab(&self, tab: Tab) -> Vec<Element> {
        let Plan { estimate, explanations, .. } = self.plan;
        let (plan, locale) = (self.plan, self.locale);
        let reasons = self.reasons();
        match tab {
            Tab::Memory => {
                let mut cards = self.notes();
                cards.extend([vram_card(estimate, &reasons, locale), self.ram(), self.batch()]);
                cards.push(timeline_card(estimate, &reasons, locale));
                cards
            }
            Tab::Speed => vec![path_card(plan, &reasons, locale)],
            Tab::Improve => self.improve(),
            Tab::Why => {
                let mut cards = vec![figures_card(explanations, locale)];
                cards.extend(rules_card(&estimate.rules, locale));
                cards.push(step_card(&estimate.vram.timeline, locale));
                cards
            }
        }
    }

    /// Where its figures are explained: in a tab or on a page of their own, or on the page.
    fn reasons(&self) -> Reasons<'_> {
        match &self.links.cards {
            Cards::Tabs(query, _) => Reasons::in_tab(&self.plan.explanations, query),
            Cards::Saved(plan) => Reasons::in_view(&self.plan.explanations, [plan, "/why"].concat()),
            Cards::Here => Reasons::here(&self.plan.explanations),
        }
    }

    fn notes(&self) -> Vec<Element> {
        notes_card(&api::notes::notes(&self.plan.asked, &self.plan.estimate), self.locale).into_iter().collect()
    }

    fn batch(&self) -> Element {
        self.renewing(batch_card(&self.plan.estimate, &self.reasons(), self.advice, self.locale))
    }

    fn ram(&self) -> Element {
        let prices = match self.failed {
            _ if self.is_current => Prices::Shown,
            Some(_) => Prices::Missing,
            None => Prices::Awaited,
        };
        ram_card(self.plan, &self.reasons(), prices, self.locale)
    }

    fn improve(&self) -> Vec<Element> {
        let cards = match self.failed {
            Some(_) => advice::failed_cards(self.locale),
            None => advice::cards(self.plan, self.advice, self.locale),
        };
        cards.map(|card| self.renewing(card)).to_vec()
    }

    fn renewing(&self, card: Element) -> Element {
        if self.is_current || self.failed.is_some() { card } else { card.attr("aria-busy", "true") }
    }
}
