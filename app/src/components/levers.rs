//! Single changes, ranked: memory and time before and after, and a link that applies each.

use engine::estimate::{Lever, Recommendation};
use engine::units::Bytes;
use leptos::prelude::*;

use super::bar::small_bar;
use super::card;
use crate::format;
use crate::locale::{Locale, colon};
use crate::messages::{lever_names, results as text};
use crate::plan::Plan;

/// Draws the card; without a recommendation it says that it is being worked out.
#[must_use]
pub fn levers_card(plan: &Plan, advice: Option<&Recommendation>, locale: Locale) -> AnyView {
    let body = advice.map_or_else(
        || view! { <p class="fine">{text::levers_waiting(locale)}</p> }.into_any(),
        |advice| advised(plan, advice, locale),
    );
    card("levers", text::levers(locale), body)
}

fn advised(plan: &Plan, advice: &Recommendation, locale: Locale) -> AnyView {
    let estimate = &plan.estimate;
    let capacity = estimate.vram.capacity.saturating_sub(estimate.vram.desktop);
    let largest: Bytes =
        advice.levers.iter().flat_map(|lever| [lever.vram_before, lever.vram_after]).max().unwrap_or_default();
    let axis = largest.max(capacity).as_f64() * 1.02;
    let fits_now = estimate.vram.fit.fits();
    let lead = match (fits_now, advice.single_change_fits.len()) {
        (true, _) => None,
        (false, 0) => Some(text::levers_none_fits(locale).to_owned()),
        (false, count) => Some(text::levers_fits(locale, &count.to_string())),
    };
    let levers: Vec<_> = advice
        .levers
        .iter()
        .map(|lever| {
            let turns = !fits_now && advice.single_change_fits.contains(&lever.id);
            lever_view(plan, lever, turns, capacity, axis, locale)
        })
        .collect();
    let empty = levers.is_empty().then(|| text::levers_empty(locale));
    view! {
        {plan_of_advisor(plan, advice, locale)}
        <p class="summary">{lead}{empty}</p>
        <ol class="levers">{levers}</ol>
        {rejected(advice, locale)}
    }
    .into_any()
}

/// The plan that the advisor would run instead, where it differs from what is shown.
fn plan_of_advisor(plan: &Plan, advice: &Recommendation, locale: Locale) -> AnyView {
    let differs = advice.recommended.scenario != plan.estimate.scenario;
    let link = differs.then(|| {
        let href = plan.href(&api::pin::pin(&plan.asked, &advice.recommended.scenario));
        view! {
            " "
            <a class="button" href=href rel="nofollow">{text::advised_open(locale)}</a>
        }
    });
    view! {
        <p class="advised">
            <strong>{text::advised(locale)}</strong>
            {colon(locale)}
            {api::text::why(advice.why, locale)}
            {link}
        </p>
    }
    .into_any()
}

fn lever_view(plan: &Plan, lever: &Lever, turns: bool, capacity: Bytes, axis: f64, locale: Locale) -> AnyView {
    let name = api::text::lever_title(lever, locale);
    let effect = api::text::effect(lever.effect_on_results, locale);
    let after = if lever.vram_after > capacity { "after short" } else { "after" };
    let mut changed = plan.asked.clone();
    for change in &lever.change {
        api::apply_change(&mut changed, change);
    }
    view! {
        <li class="lever">
            <div class="lever-head">
                <strong class="sentence">{name.clone()}</strong>
                <span class="tag">{effect}</span>
                {turns.then(|| view! { <span class="tag good">{text::makes_it_fit(locale)}</span> })}
                <a class="button apply" href=plan.href(&changed) rel="nofollow" aria-label=text::lever_apply_named(locale, &name)>
                    {text::lever_apply(locale)}
                </a>
            </div>
            <p class="fine sentence">{api::text::lever_why(lever, locale)}</p>
            <dl class="before-after">
                <dt>{text::lever_before(locale)}</dt>
                <dd>
                    {small_bar(lever.vram_before, capacity, axis, "before")}
                    <span>{moment(lever.vram_before, lever.step_before, locale)}</span>
                </dd>
                <dt>{text::lever_after(locale)}</dt>
                <dd>
                    {small_bar(lever.vram_after, capacity, axis, after)}
                    <span>{moment(lever.vram_after, lever.step_after, locale)}</span>
                </dd>
            </dl>
        </li>
    }
    .into_any()
}

fn moment(vram: Bytes, step: engine::units::Seconds, locale: Locale) -> String {
    format!("{} · {} {}", format::gib(vram), text::lever_step(locale), format::duration(step, locale))
}

fn rejected(advice: &Recommendation, locale: Locale) -> Option<AnyView> {
    let items: Vec<_> = advice
        .rejected
        .iter()
        .map(|rejection| {
            let reason = api::text::rejection_reason(rejection.reason, locale);
            view! { <li>{lever_names::name(rejection.what, locale)}{colon(locale)}{reason}</li> }
        })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <details class="more">
                <summary>{text::gains_nothing(locale)}</summary>
                <ul class="fine">{items}</ul>
            </details>
        }
        .into_any()
    })
}
