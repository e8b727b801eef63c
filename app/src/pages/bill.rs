//! The page of a machine's parts: of one that trains, or of one that runs a model, which has a bill as any other, by the prices that its
//! address says.

use api::bill::bom_with_in;
use api::export::Format;
use leptos::prelude::*;
use wire::v1::bom::Bom;
use wire::v1::estimate::Answer;
use wire::v1::{Prices, Scenario};

use super::bom::own::{Own, end_of_query};
use super::bom::{BomPage, after, draw_problem, form, grounds, quote};
use crate::components::qr::qr;
use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::{bom as text, bom_money, run, share};
use crate::pages::purchase::{self, Sheet};
use crate::pages::run::machine::Machine;
use crate::pages::run::tokens::tokens;
use crate::pages::run::{ANY_CARD, Asked};
use crate::pages::shared::summary::summary;
use crate::plan::{RUN, page_for};
use crate::planner::errors::error_summary_elsewhere;
use crate::planner::results::title_of;
use crate::view::draw;

/// Draws the page of what the address asks for.
#[component]
pub fn BillPage() -> impl IntoView {
    let encoded = request_query();
    if page_for(&encoded) == RUN { page(&encoded, request_locale()) } else { view! { <BomPage /> }.into_any() }
}

/// Draws the page of a machine that runs a model.
fn page(encoded: &str, locale: Locale) -> AnyView {
    // Without a card the bill is of the machine to buy, as the API has it.
    let (asked, own) = (Asked::unanswered(encoded), Own::read(encoded));
    let errors = [asked.errors(), own.errors.clone()].concat();
    let faults = error_summary_elsewhere(&errors, encoded, locale).map(|summary| view! { <div>{draw(&summary)}</div> });
    let prices = own.prices.clone().unwrap_or_default();
    let unused = own.prices.is_none().then(|| {
        view! { <p class="remedy" role="status" data-testid="prices-unused">{bom_money::unused(locale)}</p> }
    });
    // The address of the page says any card where none is named.
    let any = asked.machines.as_ref().map(|_| ("gpu".to_owned(), ANY_CARD.to_owned()));
    let unknown: Vec<_> = any.into_iter().collect();
    let bom = asked.errors().is_empty().then(|| bom_with_in(&asked.scenario, &prices, locale));
    let name = bom.as_ref().and_then(|bom| bom.as_ref().ok()).map_or_else(|| asked.title(locale), |bom| name_of(&asked, bom));
    let found = bom.map(|bom| match bom {
        Ok(bom) => answer(&bom, &asked, &name, (&own, &prices, &unknown), locale),
        Err(problem) => view! {
            {draw_problem(&problem, locale)}
            {form((), (&[], &[]), (&asked.scenario, &unknown), &own, &prices, locale)}
        }
        .into_any(),
    });
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide bill">
            <h1>{text::heading(locale, &name)}</h1>
            <p class="actions"><a class="button" href=asked.address() data-testid="to-run">{run::to_answer(locale)}</a></p>
            {faults}
            {unused}
            {found}
        </section>
    }
    .into_any()
}

/// What was typed of prices, as it was read, and parameters that are none of the scenario's.
type Typed<'a> = (&'a Own, &'a Prices, &'a [(String, String)]);

/// The model on the cards of the bill.
fn name_of(asked: &Asked, bom: &Bom) -> String {
    let hardware = &bom.hardware;
    let named = Scenario { hardware: hardware.clone(), ..asked.scenario.clone() };
    title_of(&named, hardware.gpu_count.unwrap_or(1) * hardware.nodes.unwrap_or(1))
}

fn answer(bom: &Bom, asked: &Asked, name: &str, (own, prices, unknown): Typed, locale: Locale) -> AnyView {
    let query = format!("{}{}", asked.query(), end_of_query(prices));
    let lang = locale.as_str();
    let of_files = query.clone();
    let file = move |format: Format| format!("/api/v1/bom?{of_files}&file={}&lang={lang}", format.extension());
    let call = format!("curl '{}/api/v1/bom?{query}&lang={lang}'", request_origin());
    let machine = Machine { bom, parts: "", others: None, is_of_question: true };
    let costs = match &bom.estimate {
        Answer::Serving(found) => tokens(asked, found, Some(machine), "h2", locale),
        _ => Vec::new(),
    };
    let link = format!("{}/bom?{}{}", request_origin(), asked.page_query(), end_of_query(prices));
    let ran = serde_json::to_value(&bom.estimate).unwrap_or_default();
    let sheet = Sheet {
        bom,
        title: name.to_owned(),
        subject: None,
        note: String::new(),
        verdict: summary(&ran, locale).map(|summary| summary.draw(locale)),
        made: text::about(locale).to_owned(),
        code: qr(&link, share::qr_alt(locale, &link)),
        link,
        scenarios: (&asked.scenario, bom.estimate.inputs()),
    };
    view! {
        {form(quote(bom, name, Some((own, &[])), locale), (&bom.parts, &[]), (&asked.scenario, unknown), own, prices, locale)}
        <p class="fine measure">{text::about(locale)}</p>
        {costs.iter().map(draw).collect::<Vec<_>>()}
        {after(bom, file, locale)}
        {grounds(bom, locale)}
        <div class="call-card">
            <h2>{text::api(locale)}</h2>
            <pre class="call"><code>{call}</code></pre>
        </div>
        {draw(&purchase::sheet(&sheet, locale))}
    }
    .into_any()
}
