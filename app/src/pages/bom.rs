//! The parts of a plan's machine: why each one, what it costs by which source, what it draws; the query is the planner's own.

mod parts;
mod tables;

use api::bom::bom_in;
use api::export::{self, Format, Sources};
use api::v1::Problem;
use api::v1::bom::Bom;
use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use crate::context::{request_locale, request_origin, request_query};
use crate::draw::outer_html;
use crate::locale::Locale;
use crate::messages::bom as text;
use crate::plan::{Plan, read_or_preset};
use crate::planner::{form, results};

/// Parameters of the files, which are none of the plan's.
const OWN_PARAMETERS: [&str; 2] = ["file", "lang"];

/// Draws the page.
#[component]
pub fn BomPage() -> impl IntoView {
    let locale = request_locale();
    let (plan, errors) = read_or_preset(&request_query());
    let faults = form::error_summary(&errors, locale).map(|summary| view! { <div inner_html=outer_html(&summary)></div> });
    let plan = plan.map(|plan| bill(&without_own(plan), locale));
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide bill">{faults} {plan}</section>
    }
}

/// The plan without the files' parameters, so that links to the planner do not carry them along.
fn without_own(mut plan: Plan) -> Plan {
    plan.unknown.retain(|(name, _)| !OWN_PARAMETERS.contains(&name.as_str()));
    plan
}

fn bill(plan: &Plan, locale: Locale) -> AnyView {
    let query = plan.query();
    let name = results::title(plan);
    let found = match bom_in(&plan.asked, locale) {
        Ok(bom) => answer(&bom, &name, &query, locale),
        Err(problem) => failed(&problem, locale),
    };
    view! {
        <h1>{text::heading(locale, &name)}</h1>
        <p class="measure">{text::about(locale)}</p>
        <p class="actions">
            <a class="button" href=format!("/plan?{query}") data-testid="back-to-plan">{text::back(locale)}</a>
        </p>
        {found}
    }
    .into_any()
}

fn answer(bom: &Bom, name: &str, query: &str, locale: Locale) -> AnyView {
    let sources = Sources::of(bom, locale);
    let call = format!("curl '{}/api/v1/bom?{query}&lang={}'", request_origin(), locale.as_str());
    view! {
        {downloads(query, locale)}
        {parts::parts(bom, &sources, name, locale)}
        {tables::notes(bom, locale)}
        {tables::figures(bom, locale)}
        {tables::assumptions(bom, &sources, locale)}
        {tables::sources(bom, &sources, locale)}
        <div class="call-card">
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        </div>
    }
    .into_any()
}

/// The same bill as files.
fn downloads(query: &str, locale: Locale) -> AnyView {
    let links: Vec<_> = Format::ALL
        .into_iter()
        .map(|format| {
            let extension = format.extension();
            let href = format!("/api/v1/bom?{query}&file={extension}&lang={}", locale.as_str());
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

fn failed(problem: &Problem, locale: Locale) -> AnyView {
    view! {
        <section class="card" role="alert" data-testid="bom-failed">
            <h2>{text::failed(locale)}</h2>
            <p class="sentence">{problem.detail.clone()}</p>
        </section>
    }
    .into_any()
}

/// An amount with its currency.
fn money(amount: Option<f64>, currency: &str, locale: Locale) -> String {
    match export::Cell::money(amount, currency) {
        export::Cell::Unknown => export::unknown(locale).to_owned(),
        cell => format!("{} {currency}", cell.spoken(locale)),
    }
}

/// The mark that leads to a source in the list at the end.
fn footnote(sources: &Sources, source: Option<&str>, locale: Locale) -> Option<AnyView> {
    let number = sources.number(source?)?;
    let label = text::footnote(locale, &number.to_string());
    let mark = view! {
        <sup>
            <a href=format!("#source-{number}") aria-label=label>{format!("[{number}]")}</a>
        </sup>
    };
    Some(mark.into_any())
}
