//! What to do: the single change that makes it fit, the advisor's plan, or the nearest hardware.

use engine::estimate::{Change, Figures, Lever, Nearest, Recommendation};
use wording::format;

use super::compare::{Scale, comparison};
use super::lever::lever_view;
use super::links::link;
use super::price::price;
use crate::locale::{Locale, colon};
use crate::messages::{advice as words, results as text};
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Draws what stands above the list.
pub(super) fn lead(plan: &Plan, advice: &Recommendation, single: Option<&Lever>, scale: &Scale, locale: Locale) -> Vec<Element> {
    let fits = plan.estimate.vram.fit.fits();
    let mut views = Vec::new();
    if let Some(single) = single {
        let callout =
            classed("div", "advised callout").attr("data-testid", "single-change").with(title(words::single_fits(locale)));
        views.push(lever_view(callout, plan, advice, single, scale, locale));
    }
    // Hardware is the way out only where no change of settings is.
    if single.is_none() && !advice.nearest.is_empty() {
        let links: Vec<Element> = advice.nearest.iter().map(|nearest| nearest_view(plan, nearest, locale)).collect();
        let callout = classed("div", "advised callout")
            .attr("data-testid", "nearest")
            .with(title(words::nearest(locale)))
            .with(classed("ul", "choices").with(links));
        views.push(callout);
    }
    // A plan that does not fit either is no advice beside a change that does.
    if single.is_none() || advice.recommended.vram.fit.fits() {
        views.push(draw_recommended(plan, advice, !fits && single.is_none(), scale, locale));
    }
    views
}

fn title(text: &'static str) -> Element {
    el("h3").with(text)
}

/// The plan that the advisor would run; the way out where no single change is.
fn draw_recommended(plan: &Plan, advice: &Recommendation, way_out: bool, scale: &Scale, locale: Locale) -> Element {
    let differs = advice.recommended.scenario != plan.estimate.scenario;
    let way_out = way_out && advice.recommended.vram.fit.fits();
    let (class, heading, button) = if way_out {
        ("advised callout", words::together_fit(locale), words::apply_all(locale))
    } else {
        ("advised", text::advised(locale), text::advised_open(locale))
    };
    let view = classed("div", class)
        .attr("data-testid", "recommended")
        .with(title(heading))
        .with(classed("p", "sentence").with(wording::why(advice.why, locale)));
    if !differs {
        return view;
    }
    let changes: Vec<Element> = advice
        .changes
        .iter()
        .map(|change| classed("li", "change").with(wording::changes_title(std::slice::from_ref(change), locale)))
        .collect();
    let (before, after) = (Figures::of(&plan.estimate), Figures::of(&advice.recommended));
    let open = link("button apply", plan.href_of_answer(&[], &advice.recommended.scenario)).with(button);
    let compared = el("p")
        .with(classed("span", "fine").with(words::compared_by(locale)).with(colon(locale)).with(wording::objective(locale)));
    view.with((!changes.is_empty()).then(|| classed("ul", "changes").with(changes)))
        .with(Vec::from(comparison(&before, &after, &advice.changes, scale, locale)))
        .with(el("p").with(open))
        .with(compared)
}

/// Hardware on which a plan fits, as a link to that plan.
pub(super) fn nearest_view(plan: &Plan, nearest: &Nearest, locale: Locale) -> Element {
    let (changes, answer, name) = match nearest {
        Nearest::Card { gpu, plan } => {
            let change = Change::Gpu(*gpu);
            let name = wording::changes_title(std::slice::from_ref(&change), locale);
            (vec![change], plan, name)
        }
        Nearest::Cards { count, sharding, plan } => {
            let name = words::nearest_cards(locale, &format::count(*count));
            let sharding = Change::Sharding(*sharding);
            let how = wording::changes_title(std::slice::from_ref(&sharding), locale);
            (vec![Change::GpuCount(*count), sharding], plan, format!("{name}{}{how}", locale.pick(", ", "，")))
        }
    };
    let vram = &answer.vram;
    let mut facts = format!(
        "{} {} / {} · {} {}",
        wording::process_vram(locale),
        format::gib_number(vram.device_peak),
        format::gib(vram.capacity),
        text::epoch_time(locale),
        format::duration(answer.speed.epoch, locale),
    );
    if let Some(price) = price(plan, &changes, locale) {
        facts.push_str(" · ");
        facts.push_str(&price);
    }
    let href = plan.href_of_answer(&changes, &answer.scenario);
    el("li").with(link("choice", href).with(el("strong").with(name)).with(" ").with(classed("span", "fine").with(facts)))
}
