//! The second door: a workload, a budget and a deadline go in, machines to buy come out.
//!
//! A plain form by `GET` to the page itself; its parameters are those of the planner and of the API, without a card.

mod anchor;
mod asked;
pub(super) mod fields;
mod form;
mod left_out;
mod machine;
mod owned;
mod picture;
mod run;
mod trouble;

use leptos::prelude::*;
use wire::Locale;
use wording::format;
use workstation::machines;
use workstation::machines::{Failure, Label, Machine, Outcome};

use crate::context::{path_prefix, request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::messages::need as text;
use crate::planner::unread::unread;
use crate::view::draw;
use anchor::has_card;
use asked::Asked;
pub use form::ANSWER;
use markup::{Element, classed, el};

/// Draws the page.
#[component]
pub fn Need() -> impl IntoView {
    let locale = request_locale();
    let asked = Asked::read(&request_query());
    let repeated = trouble::repeated(&asked.repeated, locale);
    let answer = match &asked.answer {
        Ok(outcome) => found(&asked, outcome, locale),
        Err(failure) => vec![trouble::trouble(&asked, failure, locale)],
    };
    let answer = el("section").attr("id", ANSWER).attr("class", "answer").attr("tabindex", "-1").with(answer);
    let query = scenario::query::to_string(&asked.scenario, &[]);
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    // A question with faults is none that a program could ask.
    let is_asked = !matches!(asked.answer, Err(Failure::Invalid(_)));
    let call = is_asked.then(|| format!("curl '{}/api/v1/recommend?{query}{}'", request_origin(), machine::with_prices(&asked)));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide need">
            <h1>{text::title(locale)}</h1>
            <p class="lead">
                {text::about(locale)} " "
                <a href=format!("{prefix}/upgrade?{query}") rel="nofollow">{crate::messages::upgrade::home(locale)}</a>
            </p>
            {unread(&asked.unknown, locale)}
            {repeated.as_ref().map(draw)}
            {draw(&form::form(&asked, locale))}
            {draw(&answer)}
            {call.map(|call| view! { <h2>{text::call(locale)}</h2> <pre class="call"><code>{call}</code></pre> })}
        </section>
    }
}

fn found(asked: &Asked, outcome: &Outcome, locale: Locale) -> Vec<Element> {
    let Outcome { machines, rejected } = outcome;
    let merged = merge_labels(machines);
    let cards: Vec<Element> = merged
        .iter()
        .enumerate()
        .filter(|(place, (labels, _))| has_card(*place, labels))
        .map(|(place, (labels, machine))| machine::card(asked, place, labels, machine, locale))
        .collect();
    let compare = machine::comparison(asked, &merged).map(|(href, compared)| {
        let link = classed("a", "button").attr("href", href).attr("rel", "nofollow").attr("data-testid", "compare-machines");
        let first = (compared < merged.len()).then(|| text::compare_first(locale, &format::count(compared as u64)));
        let words = first.unwrap_or_else(|| text::compare(locale).to_owned());
        classed("p", "actions").with(link.with(words))
    });
    let fine = |words: String| classed("p", "fine").with(words);
    let rate = asked.purse.rate().map(|rate| fine(text::at_rate(locale, asked.purse.currency(), &format::number(rate))));
    let parts = [
        Some(el("h2").with(text::machines(locale))),
        run::counted(asked, &merged, locale).map(|words| el("p").attr("data-testid", "counted").with(words)),
        Some(fine(machine::sentence(machines::about_prices(locale), locale))),
        rate,
        compare,
        Some(classed("div", "machines").with(cards)),
        picture::picture(asked, &merged, locale),
        Some(machine::table(asked, &merged, locale)),
        left_out::left_out(rejected, &asked.purse, locale),
    ];
    parts.into_iter().flatten().collect()
}

/// Each machine once, with every label that it carries.
fn merge_labels(machines: &[Machine]) -> Vec<(Vec<Label>, &Machine)> {
    let mut merged: Vec<(Vec<Label>, &Machine)> = Vec::new();
    for machine in machines {
        match merged.iter_mut().find(|(_, other)| other.build == machine.build) {
            Some((labels, _)) => labels.push(machine.label),
            None => merged.push((vec![machine.label], machine)),
        }
    }
    merged
}
