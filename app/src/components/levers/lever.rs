//! One change: a switch, its price and what it does.

use engine::estimate::{Lever, Recommendation};

use super::compare::{Scale, comparison};
use super::links::switch;
use super::price::price;
use crate::components::source::source;
use crate::locale::{Locale, colon};
use crate::messages::{advice as words, lever_names, results as text};
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Draws the change into an item of the list, or into a box of its own.
pub(super) fn lever_view(
    item: Element,
    plan: &Plan,
    advice: &Recommendation,
    lever: &Lever,
    scale: &Scale,
    locale: Locale,
) -> Element {
    let turns = !plan.estimate.vram.fit.fits() && advice.single_change_fits.contains(&lever.id);
    let name = wording::lever_title(lever, locale);
    let href = plan.href_with(lever.change.iter().chain(&lever.follows));
    let heading = classed("div", "lever-head")
        .with(switch(format!("switch-{}", lever.id), false, href, name))
        .with(classed("span", "tag").with(wording::effect(lever.effect_on_results, locale)))
        .with(price(plan, &lever.change, locale).map(|price| classed("span", "tag").with(price)))
        .with(turns.then(|| classed("span", "tag good").with(text::makes_it_fit(locale))));
    let item = item.with(heading).with(why(lever, locale)).with(Vec::from(comparison(
        &lever.before,
        &lever.after,
        &lever.change,
        scale,
        locale,
    )));
    let others = [(words::needs(locale), &lever.requires), (words::excludes(locale), &lever.conflicts)];
    others.into_iter().fold(item, |item, (label, ids)| item.with(others_named(label, ids, advice, locale)))
}

/// The reason in a sentence with its source.
fn why(lever: &Lever, locale: Locale) -> Element {
    classed("p", "fine")
        .with(classed("span", "sentence").with(wording::lever_why(lever, locale)))
        .with(" · ")
        .with(el("cite").with(source(lever.source, locale)))
}

/// Other changes by name, as the list names them where they are in it.
fn others_named(label: &'static str, ids: &[&'static str], advice: &Recommendation, locale: Locale) -> Option<Element> {
    let name = |id: &&'static str| {
        let found = advice.levers.iter().find(|lever| lever.id == *id);
        found.map_or_else(|| lever_names::name(id, locale), |lever| wording::lever_title(lever, locale))
    };
    let names: Vec<String> = ids.iter().map(name).collect();
    (!names.is_empty()).then(|| classed("p", "fine").with(label).with(colon(locale)).with(names.join(locale.pick("; ", "；"))))
}
