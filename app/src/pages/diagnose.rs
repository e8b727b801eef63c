//! From a symptom to causes and remedies for a plan: questions as links, the plan in the query as everywhere.

mod answer;

use leptos::prelude::*;
use scenario::diagnose::{Asked, RATE_NAME, STEP_NAME, SYMPTOM_NAME, parse_query};
use scenario::query;
use wire::v1::diagnose::Symptom;

use crate::components::tabs::{View, tabs};
use crate::components::verdict::verdict;
use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::diagnose as text;
use crate::plan::{Plan, read_or_preset};
use crate::planner::errors::{error_summary_elsewhere, heading_without_plan};
use crate::planner::results;
use crate::planner::unread::unread;
use crate::view::draw;

/// Draws the page.
#[component]
pub fn DiagnosePage() -> impl IntoView {
    let locale = request_locale();
    let encoded = request_query();
    let (plan, asked, faults) = read(&encoded, &encoded, locale);
    let plan = plan.map(|plan| {
        let query = plan.query();
        let kept = query::to_query(&plan.asked, &plan.unknown);
        let place = Place { path: "/diagnose".to_owned(), address: format!("/diagnose?{query}&"), kept };
        view! {
            <h1>{text::heading(locale, &results::title(&plan))}</h1>
            {draw(&verdict(&plan, None, locale))}
            {draw(&tabs(&query, View::Diagnose, locale))}
            {unread(&plan.unknown, locale)}
            {diagnosis(&plan, &asked, &place, locale)}
        }
    });
    let heading = plan.is_none().then(|| heading_without_plan(text::title(locale), &encoded, locale).map(|part| draw(&part)));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide diagnosis">{heading} {faults} {plan}</section>
    }
}

/// What the page of a stored plan shows of its diagnosis, below a head and a bar of its own: the plan is in the path, so that
/// the query holds the questions alone.
#[must_use]
pub fn of_stored(encoded: &str, path: &str, locale: Locale) -> AnyView {
    let (plan, asked, faults) = read(encoded, &request_query(), locale);
    let place = Place { path: path.to_owned(), address: format!("{path}?"), kept: Vec::new() };
    let found = plan.map(|plan| diagnosis(&plan, &asked, &place, locale));
    view! { <section class="prose wide diagnosis">{faults} {found}</section> }.into_any()
}

/// Where questions lead.
struct Place {
    /// The page without its query.
    path: String,
    /// What stands before a parameter of a question.
    address: String,
    /// What a form sends beside its own fields.
    kept: Vec<(String, String)>,
}

/// The plan of a query, what another or the same one asks of it, and what is wrong with both.
fn read(encoded: &str, questions: &str, locale: Locale) -> (Option<Plan>, Asked, Option<AnyView>) {
    let asked = parse_query(questions);
    let (plan, mut errors) = read_or_preset(encoded);
    errors.extend(asked.errors.iter().cloned());
    errors.extend(query::find_repeated(query::decode(questions), &[SYMPTOM_NAME, RATE_NAME, STEP_NAME]));
    let faults = error_summary_elsewhere(&errors, encoded, locale);
    (plan.map(without_questions), asked, faults.map(|summary| view! { <div>{draw(&summary)}</div> }.into_any()))
}

/// The plan without this page's own parameters, so that links to the planner do not carry them along.
fn without_questions(mut plan: Plan) -> Plan {
    plan.unknown.retain(|(name, _)| ![SYMPTOM_NAME, RATE_NAME, STEP_NAME].contains(&name.as_str()));
    plan
}

fn diagnosis(plan: &Plan, asked: &Asked, place: &Place, locale: Locale) -> AnyView {
    let found = asked.symptom.map(|symptom| answer::answer(plan, symptom, asked, locale));
    let figures = asked.symptom.and_then(|symptom| figure_form(symptom, asked, place, locale));
    let call = asked.symptom.map(|symptom| {
        let call = format!(
            "curl '{}/api/v1/diagnose?{}&see={}&lang={}'",
            request_origin(),
            plan.call_query(),
            symptom.as_str(),
            locale.as_str()
        );
        view! {
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        }
    });
    view! {
        <p class="measure">{text::about(locale)}</p>
        {questions(place, asked.symptom, locale)}
        {figures}
        {found}
        {call}
    }
    .into_any()
}

/// Every symptom as a link to its diagnosis.
fn questions(place: &Place, chosen: Option<Symptom>, locale: Locale) -> AnyView {
    let links: Vec<_> = Symptom::ALL
        .iter()
        .map(|&symptom| {
            let href = format!("{}{SYMPTOM_NAME}={}", place.address, symptom.as_str());
            let current = (chosen == Some(symptom)).then_some("page");
            view! {
                <li>
                    <a class="door" href=href rel="nofollow" aria-current=current>
                        <strong>{wording::symptom_title(symptom, locale)}</strong>
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <h2 id="questions">{text::questions(locale)}</h2>
        <nav aria-labelledby="questions"><ul class="doors">{links}</ul></nav>
    }
    .into_any()
}

/// A box for the figure that makes a diagnosis sharper.
fn figure_form(symptom: Symptom, asked: &Asked, place: &Place, locale: Locale) -> Option<AnyView> {
    let (name, label, value) = match symptom {
        Symptom::ThroughputBelowEstimate => {
            (RATE_NAME, text::rate(locale), asked.observed.samples_per_second.map(|rate| rate.to_string()))
        }
        Symptom::OutOfMemory => (STEP_NAME, text::step(locale), asked.observed.step.map(|step| step.to_string())),
        _ => return None,
    };
    let kept: Vec<_> =
        place.kept.iter().cloned().map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect();
    Some(
        view! {
            <form class="observed" method="get" action=place.path.clone()>
                {kept}
                <input type="hidden" name=SYMPTOM_NAME value=symptom.as_str() />
                <label for="observed">{label}</label>
                <input id="observed" type="text" inputmode="decimal" autocomplete="off" name=name value=value.unwrap_or_default() />
                <button type="submit">{text::ask(locale)}</button>
            </form>
        }
        .into_any(),
    )
}
