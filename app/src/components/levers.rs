//! What would change the plan: the way out first, then the switches, ranked, with what each does.

mod compare;
mod contradictions;
mod lead;
mod lever;
mod links;
mod price;
mod pulled;
pub mod quick;

use engine::estimate::Recommendation;
use scenario::FieldError;

use super::card;
use crate::locale::{Locale, colon};
use crate::messages::{advice as words, lever_names, results as text};
use crate::plan::Plan;
use compare::Scale;
use markup::{Element, Node, classed, el};

/// Changes that are shown before the others are folded.
const SHOWN: usize = 6;

/// Draws the card; while a recommendation is being worked out, what the page shows stays.
#[must_use]
pub fn levers_card(plan: &Plan, advice: Option<&Result<Recommendation, Vec<FieldError>>>, locale: Locale) -> Element {
    let card = card("levers", text::levers(locale), None::<Element>);
    match advice {
        Some(Ok(advice)) => card.with(draw_advice(plan, advice, locale)),
        Some(Err(errors)) => {
            card.with(contradictions::contradictions(plan, errors, locale)).with(pulled::draw_pulled(plan, locale))
        }
        None => card.with(Node::Rest),
    }
}

fn draw_advice(plan: &Plan, advice: &Recommendation, locale: Locale) -> Vec<Element> {
    let scale = Scale::of(plan, advice);
    // The one that stands out above the list is not in it again.
    let fits = plan.estimate.vram.fit.fits();
    let single = advice.levers.iter().position(|lever| !fits && advice.single_change_fits.contains(&lever.id));
    let mut views = lead::lead(plan, advice, single.map(|place| &advice.levers[place]), &scale, locale);
    views.extend(pulled::draw_pulled(plan, locale));
    let others = advice.levers.iter().enumerate().filter(|(place, _)| Some(*place) != single).map(|(_, lever)| lever);
    let mut levers: Vec<Element> =
        others.map(|lever| lever::lever_view(classed("li", "lever"), plan, advice, lever, &scale, locale)).collect();
    let folded = if levers.len() > SHOWN + 1 { levers.split_off(SHOWN) } else { Vec::new() };
    if advice.levers.is_empty() {
        views.push(classed("p", "summary").with(text::levers_empty(locale)));
    } else if !levers.is_empty() {
        views.push(classed("ol", "levers").with(levers));
    }
    if !folded.is_empty() {
        let first = (SHOWN + 1).to_string();
        let summary = el("summary").with(words::more_changes(locale, &folded.len().to_string()));
        views.push(classed("details", "more").with(summary).with(classed("ol", "levers").attr("start", first).with(folded)));
    }
    views.extend(draw_rejected(advice, locale));
    views
}

fn draw_rejected(advice: &Recommendation, locale: Locale) -> Option<Element> {
    let items: Vec<Element> = advice
        .rejected
        .iter()
        .map(|rejection| {
            let reason = wording::rejection_reason(rejection.reason, locale);
            classed("li", "sentence-item").with(lever_names::name(rejection.what, locale)).with(colon(locale)).with(reason)
        })
        .collect();
    (!items.is_empty()).then(|| {
        classed("details", "more").with(el("summary").with(text::gains_nothing(locale))).with(classed("ul", "fine").with(items))
    })
}

#[cfg(test)]
mod tests;
