//! The diagnosis itself: likely causes and places to look open, what is ruled out folded.

use api::feeding::market;
use engine::diagnosis::{Check, Diagnosis, Figures, Remedy, Verdict, diagnose};
use leptos::prelude::*;
use scenario::diagnose::{Asked, engine_symptom};
use wire::v1::diagnose::Symptom;
use wording::format;

use crate::components::source::source;
use crate::locale::{Locale, colon};
use crate::messages::diagnose as text;
use crate::plan::Plan;

/// Everything that was found.
pub(super) fn answer(plan: &Plan, symptom: Symptom, asked: &Asked, locale: Locale) -> AnyView {
    let Diagnosis { symptom: _, before, checks } =
        diagnose(&plan.estimate, engine_symptom(symptom, asked.observed), &market(&plan.asked));
    let (ruled_out, open): (Vec<&Check>, Vec<&Check>) = checks.iter().partition(|check| check.verdict == Verdict::RuledOut);
    let likely = open.iter().filter(|check| check.verdict == Verdict::Likely).count();
    let lead = if likely == 0 { text::none_likely(locale).to_owned() } else { text::likely_count(locale, &likely.to_string()) };
    let items: Vec<_> = open.iter().map(|check| item(plan, check, &before, locale)).collect();
    let dropped: Vec<_> = ruled_out
        .iter()
        .map(|check| {
            view! {
                <li data-testid=format!("check-{}", check.id)>
                    <strong>{wording::check_title(&check.finding, locale)}</strong>
                    <p class="fine sentence">{wording::check_text(&check.finding, locale)}</p>
                </li>
            }
        })
        .collect();
    let folded = (!dropped.is_empty()).then(|| {
        let summary = text::ruled_out(locale, &dropped.len().to_string());
        view! {
            <details class="more">
                <summary>{summary}</summary>
                <ul class="checks">{dropped}</ul>
            </details>
        }
    });
    view! {
        <h2>{wording::symptom_title(symptom, locale)}</h2>
        <p class="measure sentence">{wording::symptom_about(symptom, locale)}</p>
        <p class="summary">{lead}</p>
        <ol class="checks" data-testid="checks">{items}</ol>
        {folded}
    }
    .into_any()
}

fn item(plan: &Plan, check: &Check, before: &Figures, locale: Locale) -> AnyView {
    let class = if check.verdict == Verdict::Likely { "check likely" } else { "check" };
    let probes: Vec<_> = check
        .probes
        .iter()
        .map(|probe| {
            view! {
                <dt><code translate="no">{wording::probe_command(*probe, &plan.estimate.scenario)}</code></dt>
                <dd class="fine sentence">{wording::probe_text(*probe, locale)}</dd>
            }
        })
        .collect();
    let remedies = (!check.remedies.is_empty()).then(|| remedies(plan, check, before, locale));
    view! {
        <li class=class data-testid=format!("check-{}", check.id)>
            <h3>
                {wording::check_title(&check.finding, locale)}
                " "
                <span class="tag">{wording::check_verdict(check.verdict, locale)}</span>
            </h3>
            <p class="sentence">{wording::check_text(&check.finding, locale)}</p>
            {remedies}
            <details class="more">
                <summary>{text::look_with(locale)}</summary>
                <dl class="probes">{probes}</dl>
                <p class="fine">{text::source(locale)} {colon(locale)} {source(check.source, locale)}</p>
            </details>
        </li>
    }
    .into_any()
}

/// What each remedy makes of the plan, beside the plan as it is.
fn remedies(plan: &Plan, check: &Check, before: &Figures, locale: Locale) -> AnyView {
    let rows: Vec<_> = check.remedies.iter().map(|remedy| row(plan, remedy, locale)).collect();
    let name = wording::check_title(&check.finding, locale);
    view! {
        <div class="scroll" role="region" tabindex="0" aria-label=format!("{} · {name}", text::remedies(locale))>
            <table class="remedies">
                <thead>
                    <tr>
                        <th scope="col">{text::change(locale)}</th>
                        <th scope="col">{text::speed(locale)}</th>
                        <th scope="col">{wording::process_vram(locale)}</th>
                        <th scope="col">{text::ram(locale)}</th>
                        <th scope="col">{text::batch(locale)}</th>
                        <td></td>
                    </tr>
                </thead>
                <tbody>
                    <tr>
                        <th scope="row">{text::now(locale)}</th>
                        {figures(before, locale)}
                        <td></td>
                    </tr>
                    {rows}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(plan: &Plan, remedy: &Remedy, locale: Locale) -> AnyView {
    let name = wording::remedy_title(remedy.id, &remedy.change, locale);
    let mut changed = plan.asked.clone();
    for change in &remedy.change {
        scenario::apply_change(&mut changed, change);
    }
    let label = text::apply_named(locale, &name);
    view! {
        <tr>
            <th scope="row">
                <span class="sentence">{name}</span>
                <span class="fine">{wording::effect(remedy.effect_on_results, locale)}</span>
            </th>
            {figures(&remedy.after, locale)}
            <td>
                <a class="button apply" href=plan.href(&changed) rel="nofollow" aria-label=label>{text::apply(locale)}</a>
            </td>
        </tr>
    }
    .into_any()
}

fn figures(figures: &Figures, locale: Locale) -> AnyView {
    let held = |amount, fits: bool| {
        let lacks = (!fits).then(|| view! { <span class="fine short">{text::does_not_fit(locale)}</span> });
        view! { <td>{format::gib(amount)} " " {lacks}</td> }
    };
    view! {
        <td>{format::samples(figures.rate)}</td>
        {held(figures.device_peak, figures.fits)}
        {held(figures.ram_peak, figures.ram_fits)}
        <td>{format::count(figures.max_micro_batch_size)}</td>
    }
    .into_any()
}
