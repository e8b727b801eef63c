//! The second door: a workload, a budget and a deadline go in, machines to buy come out.
//!
//! A plain form by `GET` to the page itself; its parameters are those of the planner and of the API, without a card.

mod form;
mod machine;
mod picture;
mod trouble;

use leptos::prelude::*;
use scenario::query::Parsed;
use wire::Locale;
use wire::v1::Scenario;
use workstation::machines;
use workstation::machines::{Failure, Machine, Outcome, Rejected, What};

use crate::context::{request_locale, request_origin, request_query};
use crate::draw::view::draw;
use crate::fields::{Catalog, options};
use crate::head::{Meta, Title};
use crate::messages::need as text;
use crate::planner::errors::error_summary;
use crate::planner::unread::unread;

/// What an empty address shows: a workload that many people start from.
const PRESET: &str = "model=resnet50&budget=2000";

/// Draws the page.
#[component]
pub fn Need() -> impl IntoView {
    let locale = request_locale();
    let encoded = request_query();
    let Parsed { unknown, repeated, .. } = scenario::query::parse_string(&encoded);
    let repeated = error_summary(&repeated, locale).map(|summary| draw(&summary));
    let asked = parse_workload(&encoded);
    let answer = match &asked {
        Ok(scenario) => machines::search(scenario).map(|outcome| found(scenario, &outcome, locale)),
        Err(failure) => Err(failure.clone()),
    };
    let scenario = asked.unwrap_or_default();
    let query = scenario::query::to_string(&scenario, &[]);
    let call = format!("curl '{}/api/v1/recommend?{query}'", request_origin());
    let answer = answer.unwrap_or_else(|failure| trouble::trouble(&scenario, &failure, locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide need">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {unread(&unknown, locale)}
            {repeated}
            {form::form(&scenario, locale)}
            {answer}
            <h2>{text::call(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        </section>
    }
}

/// The workload of a query; a card in it is for the planner, so it is left out here.
fn parse_workload(query: &str) -> Result<Scenario, Failure> {
    let parsed = scenario::query::parse_string(query);
    if !parsed.errors.is_empty() {
        return Err(Failure::Invalid(parsed.errors));
    }
    let mut scenario = parsed.scenario;
    scenario.hardware.gpu = None;
    if scenario.model.id.is_none() && scenario.model.config.is_none() {
        scenario = scenario::query::parse_string(PRESET).scenario;
    }
    Ok(scenario)
}

fn found(asked: &Scenario, outcome: &Outcome, locale: Locale) -> AnyView {
    let Outcome { machines, rejected } = outcome;
    let merged = merge_labels(machines);
    // The first is the recommended one, whatever it is called.
    let is_shown = |place: usize, labels: &[machines::Label]| place == 0 || !labels.contains(&machines::Label::Alternative);
    let shown = merged.iter().enumerate().filter(|(place, (labels, _))| is_shown(*place, labels));
    let cards: Vec<_> =
        shown.map(|(_, machine)| machine).map(|(labels, machine)| machine::card(asked, labels, machine, locale)).collect();
    let compare = machine::comparison(asked, &merged).map(|href| {
        view! {
            <p class="actions">
                <a class="button" href=href rel="nofollow" data-testid="compare-machines">{text::compare(locale)}</a>
            </p>
        }
    });
    view! {
        <h2>{text::machines(locale)}</h2>
        <p class="fine">{sentence(machines::about_prices(locale))}</p>
        {compare}
        <div class="machines">{cards}</div>
        {picture::picture(&merged, locale)}
        {machine::table(asked, &merged, locale)}
        {left_out(rejected, locale)}
    }
    .into_any()
}

/// Each machine once, with every label that it carries.
fn merge_labels(machines: &[Machine]) -> Vec<(Vec<machines::Label>, &Machine)> {
    let mut merged: Vec<(Vec<machines::Label>, &Machine)> = Vec::new();
    for machine in machines {
        match merged.iter_mut().find(|(_, other)| other.build == machine.build) {
            Some((labels, _)) => labels.push(machine.label),
            None => merged.push((vec![machine.label], machine)),
        }
    }
    merged
}

/// Cards, as `2 x rtx-4090`, by the name that they are sold under.
fn named(cards: &str) -> String {
    let name = |id: &str| options::name_of(Catalog::Gpus, id).unwrap_or(id).to_owned();
    cards.split_once(" x ").map_or_else(|| name(cards), |(count, id)| format!("{count} × {}", name(id)))
}

fn left_out(rejected: &[Rejected], locale: Locale) -> Option<AnyView> {
    if rejected.is_empty() {
        return None;
    }
    let count: usize = rejected
        .iter()
        .map(|row| match row.what {
            What::Cards(_) => 1,
            What::Others { count, .. } => count,
        })
        .sum();
    let rows: Vec<_> = rejected
        .iter()
        .map(|Rejected { what, reason }| {
            let what = match what {
                What::Cards(cards) => named(cards),
                What::Others { count, such_as } => text::more(locale, &count.to_string(), &named(such_as)),
            };
            view! {
                <tr>
                    <th scope="row">{what}</th>
                    <td>{machines::refusal_reason(reason, locale)}</td>
                </tr>
            }
        })
        .collect();
    let folded = view! {
        <details class="card" data-testid="left-out">
            <summary>{text::others(locale)}</summary>
            <p class="fine">{text::rejected_count(locale, &count.to_string())}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=text::others(locale)>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::what(locale)}</th>
                            <th scope="col">{text::reason(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    };
    Some(folded.into_any())
}

/// A clause as a sentence: with a capital and a full stop.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    let end = if clause.is_ascii() { "." } else { "。" };
    format!("{first}{}{end}", letters.as_str())
}
