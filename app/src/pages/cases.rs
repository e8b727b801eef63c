//! What practitioners' guides report beside the engine's own figures.
//!
//! The model behind it: a *study* is a job that a guide reports in several states (machines, or settings before and
//! after); each state is a scenario, which the engine answers like any other.

mod answers;
mod guide_a;
mod guide_b;
mod metric;
mod study;
mod table;
mod words;

use leptos::prelude::*;

use crate::context::request_locale;
use crate::head::{Meta, Title};
use crate::locale::{Locale, colon};
use crate::messages::cases as text;
use crate::plan::Plan;
use answers::{Answered, answers, leaves};
use study::{Guide, State};

/// Draws the page.
///
/// Types are erased part by part, as the whole page's is deeper than the compiler follows.
#[component]
pub fn Cases() -> impl IntoView {
    let locale = request_locale();
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide cases">
            {introduction(locale)}
            {guide(Guide::A, text::guide_a(locale), locale)}
            {guide(Guide::B, text::guide_b(locale), locale)}
            {others(locale)}
        </section>
    }
}

/// What stands beside what, and how to read it.
fn introduction(locale: Locale) -> AnyView {
    let entries: Vec<_> = answers()
        .iter()
        .map(|Answered { study, .. }| {
            view! {
                <li>
                    <a href=format!("#{}", study.id)>{format!("{} · {}", study.guide.letter(), study.id)}</a>
                </li>
            }
        })
        .collect();
    view! {
        <h1>{text::title(locale)}</h1>
        <p class="measure">{text::about(locale)}</p>
        <p class="fine measure">{text::sources(locale)}</p>
        <p class="fine measure">{text::reading(locale)}</p>
        <nav aria-label=text::contents(locale)>
            <ul class="contents">{entries}</ul>
        </nav>
    }
    .into_any()
}

/// A guide's studies under its heading.
fn guide(guide: Guide, title: &'static str, locale: Locale) -> AnyView {
    let of_guide = answers().iter().filter(|answered| answered.study.guide == guide);
    let studies: Vec<_> = of_guide.map(|answered| study(answered, locale)).collect();
    view! {
        <h2>{title}</h2>
        {studies}
    }
    .into_any()
}

/// A study: the job, its states as scenarios, and its figures.
fn study(answered: &'static Answered, locale: Locale) -> AnyView {
    let study = answered.study;
    let common = answered.common();
    let states: Vec<_> =
        study.states.iter().zip(&answered.plans).map(|(state, plan)| card(study.title, state, plan, &common, locale)).collect();
    view! {
        <article class="study" id=study.id>
            <p class="kicker">{text::source_of(locale, study.guide.letter(), study.id)}</p>
            <h3>{study.title}</h3>
            <p class="measure">{(study.about)(locale)}</p>
            <p class="fine measure">{text::assumed(locale)}{colon(locale)}{(study.assumed)(locale)}</p>
            <ul class="states">
                <li class="card shared-fields">
                    <h4>{text::same_in_all(locale)}</h4>
                    {fields(common)}
                </li>
                {states}
            </ul>
            {table::table(answered, locale)}
        </article>
    }
    .into_any()
}

/// A state: what its scenario says beyond the others', and the way into the planner.
fn card(title: &'static str, state: &State, plan: &Plan, common: &[(String, String)], locale: Locale) -> AnyView {
    let own = leaves(plan).into_iter().filter(|leaf| !common.contains(leaf)).collect();
    let label = (state.label)(locale);
    view! {
        <li class="card">
            <h4>{label}</h4>
            {fields(own)}
            <a href=plan.href(&plan.asked)>
                {text::open(locale)}
                <span class="visually-hidden">{format!("{}{title}, {label}", colon(locale))}</span>
            </a>
        </li>
    }
    .into_any()
}

/// Fields of a scenario by their names in the API, with their values.
fn fields(leaves: Vec<(String, String)>) -> AnyView {
    let entries: Vec<_> = leaves
        .into_iter()
        .map(|(path, value)| {
            view! {
                <li>
                    <code lang="en">{format!("{path} = {value}")}</code>
                </li>
            }
        })
        .collect();
    view! { <ul class="fields">{entries}</ul> }.into_any()
}

/// Contradictions that are no figure of a case.
fn others(locale: Locale) -> AnyView {
    view! {
        <h2>{text::others(locale)}</h2>
        <ul class="contradictions measure">
            <li>{text::other_latents(locale)}</li>
            <li>{text::other_batch(locale)}</li>
            <li>{text::other_factor(locale)}</li>
        </ul>
    }
    .into_any()
}
