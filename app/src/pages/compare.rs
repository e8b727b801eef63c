//! Two to six machines side by side for one job: a plain form by `GET`, a table, pictures.
//!
//! The address is the state: the planner's parameters say the job and the first machine, each `with` one more
//! ([`api::compare::address`]). Where only one machine is named, its neighbors of the catalog stand beside it.

mod faults;
mod form;
mod pictures;
mod reading;
mod running;
mod table;

use leptos::prelude::*;
use wire::v1::Prices;

use super::bom::own::end_of_query;
use crate::components::tabs::{View, tabs};
use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::compare as text;
use crate::pages::run::PATH;
use crate::plan::page_for;
use crate::planner::unread::unknown_names;
use crate::view::inside;
use markup::{Element, Node, classed, el};
use reading::Reading;

/// Draws the page.
#[component]
pub fn ComparePage() -> impl IntoView {
    let locale = request_locale();
    if page_for(&request_query()) == PATH {
        return running::page(&request_query(), locale);
    }
    let reading = Reading::of(&request_query());
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide compare">{inside(&page(&reading, &request_origin(), locale))}</section>
    }
    .into_any()
}

/// What the page of a stored plan shows of the comparison of its machine, below a head and a bar of its own. The choice of rows
/// stays at its path; the form asks for another comparison and leads to the page for those, which is told the plan's prices.
#[must_use]
pub fn of_stored(encoded: &str, prices: &Prices, path: String, origin: &str, locale: Locale) -> Element {
    let encoded = format!("{encoded}{}", end_of_query(prices));
    el("div").with(body(&Reading::of_stored(&encoded, prices, path, &request_query()), origin, locale))
}

fn page(reading: &Reading, origin: &str, locale: Locale) -> Element {
    let first = reading.machines.first().map(|machine| &machine.scenario);
    el("div")
        .with(el("h1").with(text::heading(locale, &model(reading))))
        .with(first.map(|first| tabs(&scenario::query::to_string(first, &reading.unknown), View::Compare, locale)))
        .with(body(reading, origin, locale))
}

/// Everything below the bar.
fn body(reading: &Reading, origin: &str, locale: Locale) -> Vec<Node> {
    let suggested = reading.suggested.then(|| classed("p", "fine").with(text::suggested(locale)));
    let answer = (!reading.sides.is_empty()).then(|| answer(reading, origin, locale));
    let first = reading.machines.first().map(|machine| &machine.scenario);
    let reset =
        reading.reset.as_ref().zip(first).map(|(reset, first)| {
            classed("p", "reset").attr("role", "status").with(crate::faults::reset_line(reset, first, locale))
        });
    let body = el("div")
        .with(reset)
        .with(faults::summary(reading, locale))
        .with(unknown_names(&reading.unknown, locale))
        .with(suggested)
        .with(asking(reading, locale))
        .with(answer);
    body.children
}

/// The form: behind a fold where there is an answer to look at.
fn asking(reading: &Reading, locale: Locale) -> Vec<Element> {
    let about = classed("p", "lead").with(text::about(locale));
    let form = form::form(reading, locale);
    if reading.sides.is_empty() || !reading.faults.is_empty() {
        return vec![about, form];
    }
    let summary = el("summary").attr("data-testid", "change").with(text::change(locale));
    let fold = classed("details", "more").with(summary).with(form);
    vec![fold, classed("p", "fine").with(text::about(locale))]
}

fn answer(reading: &Reading, origin: &str, locale: Locale) -> Vec<Element> {
    let shared: Vec<Element> = table::shared_notes(&reading.sides, locale).into_iter().map(|note| el("li").with(note)).collect();
    let shared =
        (!shared.is_empty()).then(|| (el("h3").with(text::shared_notes(locale)), classed("ul", "shared-notes").with(shared)));
    let asked: Vec<_> = reading.sides.iter().map(|side| side.asked.clone()).collect();
    let call = format!("curl '{origin}/api/v1/compare?{}'", api::compare::address::to_string(&asked, &[]));
    let mut parts = vec![el("h2").with(text::side_by_side(locale))];
    parts.extend(table::table(reading, locale));
    parts.push(el("div").with(shared));
    parts.push(pictures::pictures(reading, locale));
    parts.push(el("h2").with(text::call(locale)));
    parts.push(classed("pre", "call").with(el("code").with(call)));
    parts.push(classed("p", "fine").with(text::syntax(locale)));
    parts
}

/// The model's name, or the part of it that is known.
fn model(reading: &Reading) -> String {
    reading.machines.first().map(|machine| crate::planner::results::model_of(&machine.scenario)).unwrap_or_default()
}
