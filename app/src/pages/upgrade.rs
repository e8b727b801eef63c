//! What to add to a machine that is there: the machine and the run go in, changes come out by price, each with what it gains and
//! what else it needs. The query is the planner's own.

mod answer;
mod form;
mod purse;

use api::bill::bom_at;
use leptos::prelude::*;

use super::bom::draw_problem;
use super::bom::own::{Own, is_own};
use crate::components::verdict::verdict;
use crate::context::{request_locale, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::upgrade as text;
use crate::plan::{Plan, read_or_preset};
use crate::planner::errors::{error_summary_elsewhere, heading_without_plan};
use crate::planner::results;
use crate::planner::unread::unread;
use crate::view::draw;
use purse::Purse;

/// Draws the page.
#[component]
pub fn UpgradePage() -> impl IntoView {
    let locale = request_locale();
    let encoded = request_query();
    let (plan, mut errors) = read_or_preset(&encoded);
    let plan = plan.map(without_own);
    let own = Own::read(&encoded);
    errors.extend(own.errors.iter().cloned());
    let purse = Purse::read(&encoded, plan.as_ref(), own.prices, &mut errors);
    let faults = error_summary_elsewhere(&errors, &encoded, locale).map(|summary| view! { <div>{draw(&summary)}</div> });
    let found = plan.as_ref().map(|plan| found(plan, &purse, locale));
    let heading = plan.is_none().then(|| heading_without_plan(text::title(locale), &encoded, locale).map(|part| draw(&part)));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide upgrade">{heading} {faults} {found}</section>
    }
}

/// The plan without this page's own parameters, so that no link of it carries them along.
fn without_own(mut plan: Plan) -> Plan {
    plan.unknown.retain(|(name, _)| !is_own(name) && !purse::NAMES.contains(&name.as_str()));
    plan
}

fn found(plan: &Plan, purse: &Purse, locale: Locale) -> AnyView {
    let (form, answer) = match bom_at(&mut api::Desk::default(), &plan.asked, &purse.prices, locale) {
        Ok(bom) => (form::form(plan, &bom.parts, purse, locale), answer::answer(&bom, plan, purse, locale)),
        Err(problem) => (form::form(plan, &[], purse, locale), Some(draw_problem(&problem, locale))),
    };
    view! {
        <h1>{text::heading(locale, &results::title(plan))}</h1>
        <p class="lead">{text::about(locale)}</p>
        {unread(&plan.unknown, locale)}
        {draw(&form)}
        <section id=form::ANSWER class="answer" tabindex="-1">
            {draw(&verdict(plan, None, locale))}
            {answer}
        </section>
    }
    .into_any()
}
