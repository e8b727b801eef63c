//! The changes that pay most, a line each: what the first screen shows of the advice.

use engine::estimate::{Change, Estimate, Fit, Lever, Recommendation};
use engine::units::{Bytes, GIB};
use scenario::FieldError;
use wording::format;

use super::lead::nearest_view;
use super::links::{link, switch};
use super::price::price;
use super::pulled::switches;
use crate::components::card;
use crate::components::glance::{Cards, quick_heading};
use crate::locale::Locale;
use crate::messages::{advice as text, glance as words};
use crate::plan::Plan;
use markup::{Element, Node, classed, el};

/// A share of an epoch below which changes are not worth a line of their own.
const WORTHWHILE: f64 = 0.005;
/// Lines that are shown.
const SHOWN: usize = 3;
/// Before the ids of these switches, which the list of all changes has as well.
pub const PREFIX: &str = "quick-";

/// Before the ids of those that are on.
const ON_PREFIX: &str = "quick-on-";

/// Draws the card, whose last line leads to all changes; while a recommendation is being worked out, what the page shows stays.
#[must_use]
pub fn quick_card(
    plan: &Plan,
    advice: Option<&Result<Recommendation, Vec<FieldError>>>,
    cards: &Cards,
    locale: Locale,
) -> Element {
    let card = card("quick", quick_heading(plan, locale), None::<Element>);
    let Some(advice) = advice else { return card.with(Node::Rest) };
    let all = el("p").with(el("a").attr("href", cards.address("levers")).with(words::all_changes(locale)));
    let lines = match advice {
        // Where a plan fits, what frees memory alone is no gain.
        Ok(advice) if plan.estimate.vram.fit.fits() => {
            let faster = advice.levers.iter().filter(|lever| lever.after.epoch < lever.before.epoch);
            let single = faster.take(SHOWN).map(|lever| line(plan, lever, locale));
            all_together(plan, advice, locale).into_iter().chain(single).collect()
        }
        Ok(advice) => ways_out(plan, advice, locale),
        Err(_) => vec![el("li").with(text::contradiction(locale))],
    };
    let none = lines.is_empty().then(|| classed("p", "fine").with(words::improve_none(locale)));
    let list = |class: &'static str, lines: Vec<Element>| (!lines.is_empty()).then(|| classed("ul", class).with(lines));
    // What was switched on here stays here, so that it can be switched off.
    let on = list("quick-lines on", switches(plan, ON_PREFIX, locale));
    card.with(none).with(list("quick-lines", lines)).with(on).with(all)
}

/// The advisor's plan where it is faster than this one by more than a change is worth, and more than one change away.
fn all_together(plan: &Plan, advice: &Recommendation, locale: Locale) -> Option<Element> {
    let (now, then) = (&plan.estimate, &advice.recommended);
    let is_faster = then.vram.fit.fits() && then.speed.epoch.get() < now.speed.epoch.get() * (1.0 - WORTHWHILE);
    if !is_faster || advice.changes.len() < 2 {
        return None;
    }
    Some(advised(plan, then, locale))
}

/// The line that takes a plan of the advisor's, and what it does to memory and time.
fn advised(plan: &Plan, then: &Estimate, locale: Locale) -> Element {
    let now = &plan.estimate;
    let time = |time| format::duration(time, locale);
    let facts = [
        moved(&format::gib(now.vram.device_peak), &format::gib(then.vram.device_peak), |was, is| {
            words::vram_change(locale, was, is)
        }),
        moved(&time(now.speed.epoch), &time(then.speed.epoch), |was, is| words::epoch_change(locale, was, is)),
        bought(now, then.scenario.hardware.ram, locale),
        matches!(then.vram.fit, Fit::Tight { .. }).then(|| words::fits_tightly(locale).to_owned()),
    ];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>();
    let open = link("button apply", plan.href_of_answer(&[], &then.scenario)).with(words::advised(locale));
    el("li").with(open).with(" ").with(classed("span", "fine").with(facts.join(" · ")))
}

/// What makes a plan fit: the advisor's plan and single changes, else hardware.
fn ways_out(plan: &Plan, advice: &Recommendation, locale: Locale) -> Vec<Element> {
    let is_way_out = advice.recommended.vram.fit.fits() && (advice.changes.len() > 1 || advice.single_change_fits.is_empty());
    let together = is_way_out.then(|| {
        let titles: Vec<String> =
            advice.changes.iter().map(|change| wording::changes_title(std::slice::from_ref(change), locale)).collect();
        let changes = classed("span", "sentence").with(titles.join(locale.pick(", ", "，")));
        advised(plan, &advice.recommended, locale).with(" ").with(changes)
    });
    let single = advice.levers.iter().filter(|lever| advice.single_change_fits.contains(&lever.id));
    let mut lines: Vec<Element> = together.into_iter().chain(single.take(SHOWN).map(|lever| line(plan, lever, locale))).collect();
    if lines.is_empty() {
        lines.extend(advice.nearest.iter().take(SHOWN).map(|nearest| nearest_view(plan, nearest, locale)));
    }
    lines
}

/// What is said of the memory to install, where a link changes it.
fn bought(now: &Estimate, then: Bytes, locale: Locale) -> Option<String> {
    let gib = |ram: Bytes| format::count(ram.0 / GIB);
    moved(&gib(now.scenario.hardware.ram), &gib(then), |was, is| words::ram_change(locale, was, is))
}

/// What is said of a figure that changes; one that reads the same before and after does not.
fn moved(was: &str, is: &str, said: impl Fn(&str, &str) -> String) -> Option<String> {
    (was != is).then(|| said(was, is))
}

/// One change: its switch, and what it does to memory, time and results.
fn line(plan: &Plan, lever: &Lever, locale: Locale) -> Element {
    let changes = || lever.change.iter().chain(&lever.follows);
    let href = plan.href_with(changes());
    let ram = changes().rev().find_map(|change| if let Change::Ram(ram) = change { Some(*ram) } else { None });
    let name = wording::lever_title(lever, locale);
    let (was, is) = (&lever.before, &lever.after);
    let time = |time| format::duration(time, locale);
    let facts = [
        moved(&format::gib(was.vram), &format::gib(is.vram), |was, is| words::vram_change(locale, was, is)),
        moved(&time(was.epoch), &time(is.epoch), |was, is| words::epoch_change(locale, was, is)),
        ram.and_then(|ram| bought(&plan.estimate, ram, locale)),
        price(plan, &lever.change, locale),
        Some(wording::effect(lever.effect_on_results, locale).to_owned()),
    ];
    let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    el("li").with(switch(format!("{PREFIX}{}", lever.id), false, href, name)).with(" ").with(classed("span", "fine").with(facts))
}
