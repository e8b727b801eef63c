//! Single changes, ranked: memory and time before and after, and a link that applies each.

use api::FieldError;
use engine::estimate::{Lever, Recommendation};
use engine::units::{Bytes, Seconds};

use super::bar::small_bar;
use super::card;
use crate::draw::{Element, Node, classed, el};
use crate::format;
use crate::locale::{Locale, colon};
use crate::messages::{lever_names, results as text};
use crate::plan::Plan;

/// Draws the card; while a recommendation is being worked out, what the page shows stays.
#[must_use]
pub fn levers_card(plan: &Plan, advice: Option<&Result<Recommendation, Vec<FieldError>>>, locale: Locale) -> Element {
    let card = card("levers", text::levers(locale), None::<Element>);
    match advice {
        Some(Ok(advice)) => card.with(advised(plan, advice, locale)),
        Some(Err(errors)) => card.with(contradictions(errors, locale)),
        None => card.with(Node::Rest),
    }
}

/// The constraints that no plan can keep, each with how far to relax it.
fn contradictions(errors: &[FieldError], locale: Locale) -> Element {
    let items = errors.iter().map(|error| {
        let name = error.pointer.trim_start_matches("/constraints/");
        el("li").with(el("code").with(name.to_owned())).with(" ").with(error.detail(locale))
    });
    classed("ul", "errors").with(items.collect::<Vec<_>>())
}

fn advised(plan: &Plan, advice: &Recommendation, locale: Locale) -> Vec<Element> {
    let vram = &plan.estimate.vram;
    let capacity = vram.capacity.saturating_sub(vram.desktop);
    let sizes = advice.levers.iter().flat_map(|lever| [lever.before.vram, lever.after.vram]);
    let scale = Scale { capacity, axis: sizes.max().unwrap_or_default().max(capacity).as_f64() * 1.02 };
    let fits_now = vram.fit.fits();
    let lead = match (fits_now, advice.single_change_fits.len()) {
        _ if advice.levers.is_empty() => text::levers_empty(locale).to_owned(),
        (true, _) => String::new(),
        (false, 0) => text::levers_none_fits(locale).to_owned(),
        (false, count) => text::levers_fits(locale, &count.to_string()),
    };
    let item =
        |lever: &Lever| lever_view(plan, lever, !fits_now && advice.single_change_fits.contains(&lever.id), &scale, locale);
    let levers: Vec<Element> = advice.levers.iter().map(item).collect();
    let mut views =
        vec![plan_of_advisor(plan, advice, locale), classed("p", "summary").with(lead), classed("ol", "levers").with(levers)];
    views.extend(rejected(advice, locale));
    views
}

/// What all bars of the list share.
struct Scale {
    /// What a run may take of the card.
    capacity: Bytes,
    /// The right end of the axis.
    axis: f64,
}

/// The plan that the advisor would run, with a link where it differs from what is shown.
fn plan_of_advisor(plan: &Plan, advice: &Recommendation, locale: Locale) -> Element {
    let differs = advice.recommended.scenario != plan.estimate.scenario;
    let link = differs.then(|| {
        let href = plan.href(&api::pin::pin(&plan.asked, &advice.recommended.scenario));
        (" ", classed("a", "button").attr("href", href).attr("rel", "nofollow").with(text::advised_open(locale)))
    });
    classed("p", "advised")
        .with(el("strong").with(text::advised(locale)))
        .with(colon(locale))
        .with(api::text::why(advice.why, locale))
        .with(link)
}

fn lever_view(plan: &Plan, lever: &Lever, turns: bool, scale: &Scale, locale: Locale) -> Element {
    let name = api::text::lever_title(lever, locale);
    let mut changed = plan.asked.clone();
    for change in lever.change.iter().chain(&lever.follows) {
        api::apply_change(&mut changed, change);
    }
    let apply = classed("a", "button apply")
        .attr("href", plan.href(&changed))
        .attr("rel", "nofollow")
        .attr("aria-label", text::lever_apply_named(locale, &name))
        .with(text::lever_apply(locale));
    let heading = classed("div", "lever-head")
        .with(classed("strong", "sentence").with(name))
        .with(classed("span", "tag").with(api::text::effect(lever.effect_on_results, locale)))
        .with(turns.then(|| classed("span", "tag good").with(text::makes_it_fit(locale))))
        .with(apply);
    let after = if lever.after.vram > scale.capacity { "after short" } else { "after" };
    let comparison = classed("dl", "before-after")
        .with(el("dt").with(text::lever_before(locale)))
        .with(moment(lever.before.vram, lever.before.step, "before", scale, locale))
        .with(el("dt").with(text::lever_after(locale)))
        .with(moment(lever.after.vram, lever.after.step, after, scale, locale));
    classed("li", "lever")
        .with(heading)
        .with(classed("p", "fine sentence").with(api::text::lever_why(lever, locale)))
        .with(comparison)
}

fn moment(vram: Bytes, step: Seconds, class: &'static str, scale: &Scale, locale: Locale) -> Element {
    let words = format!("{} · {} {}", format::gib(vram), text::lever_step(locale), format::duration(step, locale));
    el("dd").with(small_bar(vram, scale.capacity, scale.axis, class)).with(el("span").with(words))
}

fn rejected(advice: &Recommendation, locale: Locale) -> Option<Element> {
    let items: Vec<Element> = advice
        .rejected
        .iter()
        .map(|rejection| {
            let reason = api::text::rejection_reason(rejection.reason, locale);
            classed("li", "sentence-item").with(lever_names::name(rejection.what, locale)).with(colon(locale)).with(reason)
        })
        .collect();
    (!items.is_empty()).then(|| {
        classed("details", "more").with(el("summary").with(text::gains_nothing(locale))).with(classed("ul", "fine").with(items))
    })
}
