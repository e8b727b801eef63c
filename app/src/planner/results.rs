//! The whole answer, top to bottom; the shared plan shows the same.

use wire::v1::Scenario;

use super::state::{Failed, State};
use crate::components::batch::batch_card;
use crate::components::bound::Bound;
use crate::components::glance::{Glance, Links};
use crate::components::notes::notes_card;
use crate::components::path::path_card;
use crate::components::ram::{Prices, ram_card};
use crate::components::rules::rules_card;
use crate::components::save::{bounded_save_card, save_card};
use crate::components::timeline::timeline_card;
use crate::components::vram::vram_card;
use crate::draw::Element;
use crate::fields::{Catalog, options};
use crate::locale::Locale;
use crate::plan::{Advice, BoundedPlan, Plan};

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

/// The model's name, the same in every language.
#[must_use]
pub fn model_of(scenario: &Scenario) -> String {
    let own = scenario.model.config.as_ref().and_then(|config| config.model_type.as_deref());
    match (&scenario.model.id, own) {
        (Some(id), _) => options::name_of(Catalog::Models, id).unwrap_or(id).to_owned(),
        (None, Some(kind)) => format!("{kind} (config.json)"),
        (None, None) => "config.json".to_owned(),
    }
}

/// Every card of the planner.
#[must_use]
pub fn results(plan: &Plan, state: &State, origin: &str, locale: Locale) -> Vec<Element> {
    let mut cards = draw_cards(plan, state.advice.as_deref(), (state.advice_is_current, state.advice_failed), locale);
    cards.push(save_card(plan, origin, locale));
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

/// Every card that shows the answer itself; advice that belongs to an earlier plan is marked as being renewed.
#[must_use]
pub fn answer(plan: &Plan, advice: Option<&Advice>, advice_is_current: bool, locale: Locale) -> Vec<Element> {
    draw_cards(plan, advice, (advice_is_current, None), locale)
}

/// What decides, before all that explains: the tiles and the changes that pay most.
#[must_use]
pub fn first(plan: &Plan, advice: Option<&Advice>, is_settled: bool, failed: Option<Failed>, locale: Locale) -> Vec<Element> {
    let [_, _, quick] = advice_cards(plan, advice, failed, locale);
    let quick = if is_settled || failed.is_some() { quick } else { quick.attr("aria-busy", "true") };
    let links = Links { parts: Some(plan.query()), ..Links::default() };
    vec![Glance::of(&plan.estimate).draw(&links, advice, locale), quick]
}

fn advice_cards(plan: &Plan, advice: Option<&Advice>, failed: Option<Failed>, locale: Locale) -> [Element; 3] {
    match failed {
        Some(failed) => super::advice::failed_cards(plan, failed, locale),
        None => super::advice::cards(plan, advice, locale),
    }
}

fn draw_cards(
    plan: &Plan,
    advice: Option<&Advice>,
    (advice_is_current, failed): (bool, Option<Failed>),
    locale: Locale,
) -> Vec<Element> {
    let Plan { estimate, explanations, .. } = plan;
    let is_settled = advice_is_current || failed.is_some();
    let prices = match failed {
        _ if advice_is_current => Prices::Shown,
        Some(_) => Prices::Missing,
        None => Prices::Awaited,
    };
    let renewing = |card: Element| if is_settled { card } else { card.attr("aria-busy", "true") };
    let mut cards: Vec<Element> = notes_card(&api::notes::notes(&plan.asked, estimate), locale).into_iter().collect();
    let [levers, front, _] = advice_cards(plan, advice, failed, locale);
    cards.extend([
        vram_card(estimate, explanations, locale),
        timeline_card(estimate, explanations, locale),
        renewing(batch_card(estimate, explanations, advice, locale)),
        renewing(levers),
        renewing(front),
        path_card(plan, locale),
        ram_card(plan, prices, locale),
    ]);
    cards.extend(rules_card(&estimate.rules, locale));
    cards
}
