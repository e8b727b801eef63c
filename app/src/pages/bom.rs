//! The parts of a plan's machine: why each one, what it costs by which source, what it draws; the query is the planner's own.

mod break_even;
mod cells;
mod chosen;
pub(super) mod money;
pub mod own;
pub(super) mod owned;
pub(super) mod parts;
pub(super) mod picture;
mod settings;
mod switch;
pub(super) mod tables;

use api::Desk;
use api::bill::bom_at;
use api::export::FILE;
use api::export::{Format, Sources};
use api::swaps::{Line, swaps};
use leptos::prelude::*;
use wire::v1::bom::{Bom, Part};
use wire::v1::{Prices, Problem};

use super::purchase::{self, Sheet};
use super::shared::summary::summary;
use crate::components::qr::qr;
use crate::components::tabs::{View, tabs};
use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::{Locale, colon};
use crate::messages::bom as text;
use crate::messages::share;
use crate::plan::{Plan, read_or_preset};
use crate::planner::errors::{error_summary_elsewhere, heading_without_plan};
use crate::planner::results;
use crate::planner::unread::unread;
use crate::view::draw;
use markup::Element;
use own::{Own, Question, end_of_query, is_own};

/// Id of the form around the parts, which the button that keeps the plan sends.
const QUOTE: &str = "quote";

/// Draws the page.
#[component]
pub fn BomPage() -> impl IntoView {
    let locale = request_locale();
    let encoded = request_query();
    let (plan, mut errors) = read_or_preset(&encoded);
    let own = Own::read(&encoded);
    errors.extend(own.errors.iter().cloned());
    let faults = error_summary_elsewhere(&errors, &encoded, locale).map(|summary| view! { <div>{draw(&summary)}</div> });
    let plan = plan.map(|plan| bill(&without_own(plan), &own, locale));
    let heading = plan.is_none().then(|| heading_without_plan(text::title(locale), &encoded, locale).map(|part| draw(&part)));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide bill">{heading} {faults} {plan}</section>
    }
}

/// The plan without the parameters of files and prices: links say those prices as the page has read them.
fn without_own(mut plan: Plan) -> Plan {
    plan.unknown.retain(|(name, _)| name != FILE && !is_own(name));
    plan
}

/// The page's bill; where prices are at fault it is without them, and what was typed stays in the form to be mended.
fn bill(plan: &Plan, own: &Own, locale: Locale) -> AnyView {
    let name = results::title(plan);
    let unused = own.prices.is_none().then(|| {
        view! { <p class="remedy" role="status" data-testid="prices-unused">{crate::messages::bom_money::unused(locale)}</p> }
    });
    let prices = own.prices.clone().unwrap_or_default();
    let query = format!("{}{}", plan.query(), end_of_query(&prices));
    let mut desk = Desk::default();
    let found = match bom_at(&mut desk, &plan.asked, &prices, locale) {
        Ok(bom) => answer(&bom, &swaps(&mut desk, &plan.asked, &prices), plan, own, &prices, locale),
        Err(problem) => view! {
            {draw_problem(&problem, locale)}
            {form((), (&[], &[]), (&plan.asked, &plan.unknown), own, &prices, locale)}
        }
        .into_any(),
    };
    view! {
        <h1>{text::heading(locale, &name)}</h1>
        {draw(&tabs(&query, View::Machine, locale))}
        {unread(&plan.unknown, locale)}
        {unused}
        {found}
    }
    .into_any()
}

/// The bill: first the machine and what it costs, with a field beside each price, then what an order must respect.
fn answer(bom: &Bom, lines: &[Line], plan: &Plan, own: &Own, prices: &Prices, locale: Locale) -> AnyView {
    let name = results::title(plan);
    let lang = locale.as_str();
    // The files are of what the page shows.
    let query = format!("{}{}", plan.call_query(), end_of_query(prices));
    let file = |format: Format| format!("/api/v1/bom?{query}&file={}&lang={lang}", format.extension());
    let call = format!("curl '{}/api/v1/bom?{query}&lang={lang}'", request_origin());
    view! {
        {chosen::cheaper(lines, bom, plan, prices, locale)}
        {form(quote(bom, &name, Some((own, lines)), locale), (&bom.parts, lines), (&plan.asked, &plan.unknown), own, prices, locale)}
        {keep(locale)}
        <p class="fine measure">{text::about(locale)}</p>
        {after(bom, file, locale)}
        {money::sections(bom, plan, prices, locale)}
        {grounds(bom, locale)}
        <div class="call-card">
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        </div>
        {draw(&on_sheet(bom, plan, prices, locale))}
    }
    .into_any()
}

/// What stores the plan with the prices as they stand in the fields above: its page has a short link, and prints with its code.
fn keep(locale: Locale) -> AnyView {
    view! {
        <p class="keep" data-testid="keep">
            <button type="submit" class="quiet" form=QUOTE formmethod="post" formaction="/plan/save">{text::keep(locale)}</button>
            " "
            <span class="fine">{text::keep_about(locale)}</span>
        </p>
    }
    .into_any()
}

/// The bill as it is printed; the link leads to this page with these prices.
fn on_sheet(bom: &Bom, plan: &Plan, prices: &Prices, locale: Locale) -> Element {
    let link = format!("{}/bom?{}{}", request_origin(), plan.call_query(), end_of_query(prices));
    let answer = serde_json::to_value(&bom.estimate).unwrap_or_default();
    let sheet = Sheet {
        bom,
        title: results::title(plan),
        subject: None,
        note: String::new(),
        verdict: summary(&answer, locale).map(|summary| summary.draw(locale)),
        made: text::about(locale).to_owned(),
        code: qr(&link, share::qr_alt(locale, &link)),
        link,
        scenarios: (&plan.asked, &plan.pinned),
    };
    purchase::sheet(&sheet, locale)
}

/// The form around a quote: the currency above it, what else is the reader's own below; it leads to this page.
pub(super) fn form(
    quote: impl IntoView + 'static,
    (parts, lines): (&[Part], &[Line]),
    question: Question,
    own: &Own,
    prices: &Prices,
    locale: Locale,
) -> AnyView {
    view! {
        <form class="quote-form" id=QUOTE method="get" action="/bom" data-testid="money-form">
            {switch::hidden(question, lines, own, prices)}
            {switch::switch(own, prices, locale)}
            {quote}
            {settings::settings(question, own, parts, locale)}
        </form>
    }
    .into_any()
}

/// What a builder's quote has: a picture, the parts with their prices, the total; with fields for prices and parts of
/// one's own where they can be changed.
pub(super) fn quote(bom: &Bom, name: &str, own: Option<(&Own, &[Line])>, locale: Locale) -> AnyView {
    view! {
        <div class="quote">
            {draw(&picture::picture(bom, locale))}
            {parts::parts(bom, &Sources::of(bom, locale), name, own, locale)}
            {parts::total(bom, own.is_some(), locale)}
        </div>
    }
    .into_any()
}

/// What follows the parts of every bill, wherever it comes from; `file` is where it is as a file.
pub(super) fn after(bom: &Bom, file: impl Fn(Format) -> String, locale: Locale) -> AnyView {
    view! {
        {downloads(file, locale)}
        {tables::problems(bom, locale)}
        {tables::notes(bom, locale)}
        {tables::figures(bom, locale)}
    }
    .into_any()
}

/// What a bill rests on.
pub(super) fn grounds(bom: &Bom, locale: Locale) -> AnyView {
    let sources = Sources::of(bom, locale);
    view! {
        {tables::assumptions(bom, &sources, locale)}
        {tables::sources(bom, &sources, locale)}
    }
    .into_any()
}

/// Links to the bill as files.
fn downloads(file: impl Fn(Format) -> String, locale: Locale) -> AnyView {
    let links: Vec<_> = Format::ALL
        .into_iter()
        .map(|format| {
            let extension = format.extension();
            let href = file(format);
            view! {
                <li>
                    <a href=href rel="nofollow" data-testid=format!("bom-{extension}") aria-label=text::download_as(locale, format.name(locale))>
                        {format.name(locale)}
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <div class="downloads">
            <strong id="downloads">{text::downloads(locale)}</strong>
            <ul aria-labelledby="downloads">{links}</ul>
            <span class="fine">{text::print_hint(locale)}</span>
        </div>
    }
    .into_any()
}

pub(super) fn draw_problem(problem: &Problem, locale: Locale) -> AnyView {
    let told = problem.clone().told_in(locale);
    let lines: Vec<_> = told
        .errors
        .iter()
        .map(|error| view! { <li><strong>{crate::faults::label(&error.pointer, locale)}</strong>{colon(locale)}{error.detail.clone()}</li> })
        .collect();
    let detail = lines.is_empty().then(|| view! { <p class="sentence">{told.detail.clone()}</p> });
    view! {
        <section class="card" role="alert" data-testid="bom-failed">
            <h2>{text::failed(locale)}</h2>
            {detail}
            <ul class="notes">{lines}</ul>
        </section>
    }
    .into_any()
}
