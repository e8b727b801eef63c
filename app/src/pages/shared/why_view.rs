//! How the figures of a stored plan come about: every explanation, the step in numbers, practitioners' rules, the settings.

use scenario::{json, query};

use super::page::Page;
use super::settings::settings;
use super::stored_step;
use super::stored_why::StoredReasons;
use crate::components::rules::rules_card;
use crate::components::timeline::step_card;
use crate::plan::read;
use markup::{Element, el};

/// Draws the cards, one below the other.
pub fn cards(page: &Page) -> Element {
    let locale = page.locale;
    let asked = page.scenario();
    let pinned = page.result.get("inputs").map(|inputs| json::scenario(inputs).0);
    let points = stored_step::points(&page.result);
    el("div")
        .with(StoredReasons::of(page).card(locale))
        .with(rules(page))
        .with((!points.is_empty()).then(|| step_card(&points, locale)))
        .with(settings(&asked, pinned.as_ref().unwrap_or(&asked), locale))
}

/// What practitioners' rules say of the plan. They are of the version that speaks: beside figures of another they would judge
/// what nobody sees.
fn rules(page: &Page) -> Option<Element> {
    let is_of_today = !page.is_old() && !page.is_newer();
    let plan = is_of_today.then(|| read(query::decode(&page.query)).plan).flatten()?;
    rules_card(&plan.estimate.rules, page.locale)
}
