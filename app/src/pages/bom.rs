//! The parts of a plan's machine: why each one, what it costs by which source, what it draws; the query is the planner's own.

mod cells;
mod money;
pub(super) mod owned;
mod parts;
mod tables;

use api::bill::bom_with_in;
use api::export::FILE;
use api::export::{Format, Sources};
use leptos::prelude::*;
use scenario::prices::PARAMETERS;
use wire::v1::bom::Bom;
use wire::v1::{Prices, Problem};

use crate::components::tabs::{View, tabs};
use crate::context::{request_locale, request_origin, request_query};
use crate::draw::view::draw;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::bom as text;
use crate::plan::{Plan, read_or_preset};
use crate::planner::errors::{error_summary_elsewhere, heading_without_plan};
use crate::planner::results;
use crate::planner::unread::unread;

/// Draws the page.
#[component]
pub fn BomPage() -> impl IntoView {
    let locale = request_locale();
    let encoded = request_query();
    let (plan, mut errors) = read_or_preset(&encoded);
    let (prices, faults) = scenario::prices::from_query(scenario::query::decode(&encoded));
    // Nothing of prices with a fault is used: a sum with some of them would look like one with all.
    let is_unused = !faults.is_empty();
    let prices = if is_unused { Prices::default() } else { prices };
    errors.extend(faults);
    errors.extend(
        scenario::query::find_repeated(scenario::query::decode(&encoded), &PARAMETERS)
            .into_iter()
            .map(|fault| fault.under("/prices")),
    );
    let faults = error_summary_elsewhere(&errors, &encoded, locale).map(|summary| view! { <div>{draw(&summary)}</div> });
    let typed = money::price_parameters(&encoded);
    let plan = plan.map(|plan| bill(&without_own(plan), (!is_unused).then_some(&prices), &typed, locale));
    let heading = plan.is_none().then(|| heading_without_plan(text::title(locale), &encoded, locale).map(|part| draw(&part)));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide bill">{heading} {faults} {plan}</section>
    }
}

/// The plan without the parameters of files and prices, so that links to the planner do not carry them along.
fn without_own(mut plan: Plan) -> Plan {
    let is_own = |name: &str| name == FILE || PARAMETERS.contains(&name);
    plan.unknown.retain(|(name, _)| !is_own(name));
    plan
}

/// The page's bill; no `prices` where those that were typed are at fault, and what is `typed` stays in the form to be mended.
fn bill(plan: &Plan, prices: Option<&Prices>, typed: &[(String, String)], locale: Locale) -> AnyView {
    let query = plan.query();
    let name = results::title(plan);
    let unused = prices.is_none().then(|| {
        view! { <p class="remedy" role="status" data-testid="prices-unused">{crate::messages::bom_money::unused(locale)}</p> }
    });
    // The files are of what the page shows.
    let own = prices.map(|_| money::encode_prices(typed)).unwrap_or_default();
    let prices = &prices.cloned().unwrap_or_default();
    let found = bom_with_in(&plan.asked, prices, locale);
    let parts = found.as_ref().map_or_else(|_| Vec::new(), |bom| bom.parts.clone());
    let found = match found {
        Ok(bom) => answer(&bom, plan, prices, &own, locale),
        Err(problem) => draw_problem(&problem, locale),
    };
    view! {
        <h1>{text::heading(locale, &name)}</h1>
        {draw(&tabs(&query, View::Machine, locale))}
        {unread(&plan.unknown, locale)}
        <p class="measure">{text::about(locale)}</p>
        {unused}
        {found}
        {money::form(plan, &parts, typed, locale)}
    }
    .into_any()
}

/// The bill; `own` is what the query says of prices.
fn answer(bom: &Bom, plan: &Plan, prices: &Prices, own: &str, locale: Locale) -> AnyView {
    let query = format!("{}{own}", plan.call_query());
    let lang = locale.as_str();
    let file = |format: Format| format!("/api/v1/bom?{query}&file={}&lang={lang}", format.extension());
    let call = format!("curl '{}/api/v1/bom?{query}&lang={}'", request_origin(), locale.as_str());
    view! {
        {body(bom, &results::title(plan), file, locale)}
        {money::sections(bom, plan, prices, locale)}
        {grounds(bom, locale)}
        <div class="call-card">
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        </div>
    }
    .into_any()
}

/// What every bill says, wherever it comes from; `file` is where it is as a file.
pub(super) fn body(bom: &Bom, name: &str, file: impl Fn(Format) -> String, locale: Locale) -> AnyView {
    view! {
        {tables::problems(bom, locale)}
        {downloads(file, locale)}
        {parts::parts(bom, &Sources::of(bom, locale), name, locale)}
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
                    <a href=href rel="nofollow" data-testid=format!("bom-{extension}") aria-label=text::download_as(locale, format.name())>
                        {format.name()}
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

fn draw_problem(problem: &Problem, locale: Locale) -> AnyView {
    view! {
        <section class="card" role="alert" data-testid="bom-failed">
            <h2>{text::failed(locale)}</h2>
            <p class="sentence">{problem.detail.clone()}</p>
        </section>
    }
    .into_any()
}
