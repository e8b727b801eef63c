//! The start page: two questions that are forms, an answer to look at, plans to start from.

mod shown;

use leptos::prelude::*;

use super::need::ANSWER;
use super::plans::list;
use super::run::ANSWER as RUN_ANSWER;
use crate::components::glance::{Cards, Glance, Links};
use crate::context::{path_prefix, request_locale, request_query};
use crate::fields::Catalog;
use crate::fields::controls::products;
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::{dataset, machine, pages as text, plans, run as run_text, upgrade};
use crate::plan::{PRESET, advice, read};
use crate::planner::results;
use crate::presets::{PRESETS, Preset};
use crate::view::draw;
use scenario::form::{DRAWN_FOR, DRAWN_FOR_NONE};

/// The model that the form about running begins with.
const RUN_MODEL: &str = "llama-3.1-8b";

/// What the first form asks: the rows of the catalog that the address names, or the usual ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    gpu: &'static str,
    model: &'static str,
}

impl Asked {
    fn of_query(query: &str) -> Self {
        let mut asked = Self { gpu: PRESET.0, model: PRESET.1 };
        for (name, value) in scenario::query::decode(query) {
            match &*name {
                "gpu" => asked.gpu = catalog::gpu(&value).map_or(asked.gpu, |gpu| gpu.id),
                "model" => asked.model = catalog::model(&value).map_or(asked.model, |model| model.id),
                _ => {}
            }
        }
        asked
    }
}

/// Draws the start page.
#[component]
pub fn Home() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let asked = Asked::of_query(&request_query());
    let cards: Vec<_> = PRESETS
        .iter()
        .map(|Preset { title, about, query }| {
            view! {
                <li>
                    <a class="preset" href=format!("/plan?{query}")>
                        <strong>{*title}</strong>
                        <span>{about(locale)}</span>
                    </a>
                </li>
            }
        })
        .collect();
    let promises: Vec<_> = [
        (text::promise_why(locale), text::promise_why_about(locale)),
        (text::promise_live(locale), text::promise_live_about(locale)),
        (text::promise_api(locale), text::promise_api_about(locale)),
    ]
    .into_iter()
    .map(|(title, about)| {
        view! {
            <div>
                <dt>{title}</dt>
                <dd>{about}</dd>
            </div>
        }
    })
    .collect();
    view! {
        <Title text=format!("Rigwise · {}", text::home_title(locale)) />
        <Meta name="description" content=text::home_description(locale) />
        <div class="home">
            <section class="hero">
                <h1>{text::home_title(locale)}</h1>
                <p class="lead">{text::home_sentence(locale)}</p>
                <div class="doors">{have(asked, locale)} {buy(asked.model, prefix, locale)} {run(asked.gpu, prefix, locale)}</div>
                <p><a href=format!("{prefix}/machine") data-testid="my-machine">{machine::home(locale)}</a></p>
                <p><a href=format!("{prefix}/upgrade") data-testid="my-upgrade">{upgrade::home(locale)}</a></p>
                <p><a href=format!("{prefix}/data") data-testid="my-data">{dataset::home(locale)}</a></p>
            </section>
            <div id="answer" data-gpu=asked.gpu data-model=asked.model>{example(asked, prefix, locale)}</div>
            <section aria-labelledby="presets">
                <h2 id="presets">{text::presets(locale)}</h2>
                <ul class="presets">{cards}</ul>
            </section>
            <section aria-labelledby="recent-plans" data-recent hidden>
                <h2 id="recent-plans">{plans::recent(locale)}</h2>
                <div>{draw(&list(locale, "recent"))}</div>
                <p><a href=format!("{prefix}/plans")>{plans::all(locale)}</a></p>
            </section>
            <dl class="promises">{promises}</dl>
        </div>
    }
}

/// "On a machine that I have": the planner's own fields, sent to the planner.
fn have(asked: Asked, locale: Locale) -> AnyView {
    view! {
        <form class="door ask" method="get" action="/plan" data-testid="ask-fit">
            <h2>{text::door_fit(locale)}</h2>
            <input type="hidden" name="v" value="1" />
            <input type="hidden" name=DRAWN_FOR value=DRAWN_FOR_NONE />
            {choice("home-fit-model", "model", text::ask_train(locale), Catalog::Models, asked.model, locale)}
            {choice("home-fit-gpu", "gpu", text::ask_on(locale), Catalog::Gpus, asked.gpu, locale)}
            <button type="submit">{text::ask_fit(locale)}</button>
            <p class="fine">{text::door_fit_about(locale)}</p>
        </form>
    }
    .into_any()
}

/// "On one to buy": a model and a budget, sent to the search for machines.
fn buy(model: &'static str, prefix: &str, locale: Locale) -> AnyView {
    view! {
        <form class="door ask" method="get" action=format!("{prefix}/need#{ANSWER}") data-testid="ask-need">
            <h2>{text::door_need(locale)}</h2>
            <input type="hidden" name="v" value="1" />
            {choice("home-need-model", "model", text::ask_train(locale), Catalog::Models, model, locale)}
            <p class="ask-line">
                <label for="home-budget">{text::ask_budget(locale)}</label>
                <input id="home-budget" type="text" inputmode="decimal" autocomplete="off" name="budget" value="3000" />
            </p>
            <button type="submit">{text::ask_need(locale)}</button>
            <p class="fine">{text::door_need_about(locale)}</p>
        </form>
    }
    .into_any()
}

/// "To run a model": a model that answers and a card, sent to the page about running.
fn run(gpu: &'static str, prefix: &str, locale: Locale) -> AnyView {
    view! {
        <form class="door ask" method="get" action=format!("{prefix}/run#{RUN_ANSWER}") data-testid="ask-run">
            <h2>{run_text::home(locale)}</h2>
            <input type="hidden" name="v" value="1" />
            {choice("home-run-model", "model", run_text::ask_run(locale), Catalog::Answering, RUN_MODEL, locale)}
            {choice("home-run-gpu", "gpu", text::ask_on(locale), Catalog::Gpus, gpu, locale)}
            <button type="submit">{run_text::go(locale)}</button>
            <p class="fine">{run_text::home_about(locale)}</p>
        </form>
    }
    .into_any()
}

/// A list of the catalog with one of its rows chosen.
fn choice(
    id: &'static str,
    name: &'static str,
    label: &'static str,
    catalog: Catalog,
    chosen: &'static str,
    locale: Locale,
) -> AnyView {
    let list = products(catalog, name, Some(chosen), None, locale).attr("id", id);
    view! {
        <p class="ask-line">
            <label for=id>{label}</label>
            {draw(&list)}
        </p>
    }
    .into_any()
}

/// The answer to what the first form asks; its script puts the next one in its place.
fn example(asked: Asked, prefix: &str, locale: Locale) -> Option<AnyView> {
    let query = format!("v=1&gpu={}&model={}", asked.gpu, asked.model);
    let plan = read(scenario::query::decode(&query)).plan?;
    let advice = advice::advise(&plan);
    let pictures = shown::shown(&plan, &query, prefix, locale);
    let links = Links { parts: Some(format!("/bom?{query}")), cards: Cards::Tabs(query, None), machines: None };
    let tiles = Glance::of(&plan.estimate, false).draw(&links, advice.as_ref(), locale);
    let title = text::ask_example(locale, &results::title(&plan));
    Some(
        view! {
            <section aria-labelledby="example">
                <h2 id="example">{title}</h2>
                {draw(&tiles)}
            </section>
            {pictures}
        }
        .into_any(),
    )
}
