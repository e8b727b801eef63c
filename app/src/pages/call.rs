//! A plan as calls of the API: what to paste into a shell or a Python program.

use api::call;
use api::call::Call;
use leptos::prelude::*;
use scenario::FieldError;
use wire::v1::Scenario;
use wire::v1::choices::Workload;

use crate::context::{request_locale, request_origin, request_query};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::{call as text, code};
use crate::pages::run::{Asked, PATH};
use crate::plan::{Reading, page_for, read};
use crate::planner::errors::error_summary_elsewhere;
use crate::planner::results;
use crate::planner::unread::unknown_names;
use crate::view::inside;
use markup::{Element, classed, el};

/// Draws the page.
#[component]
pub fn CallPage() -> impl IntoView {
    let locale = request_locale();
    let query = request_query();
    let (asked, errors) = if page_for(&query) == PATH { of_run(&query, locale) } else { of_training(&query) };
    let calls = asked.map(|(title, asked, unknown)| calls(&title, &asked, &unknown, &request_origin(), locale));
    let page = el("section").with(error_summary_elsewhere(&errors, &query, locale)).with(calls);
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide programs">{inside(&page)}</section>
    }
}

/// What is called: its name, the scenario, and parameters that are none of the scenario's.
type Named = (String, Scenario, Vec<(String, String)>);

fn of_training(query: &str) -> (Option<Named>, Vec<FieldError>) {
    let Reading { plan, bounded, errors, .. } = read(scenario::query::decode(query));
    let asked = match (plan, bounded) {
        (Some(plan), _) => Some((results::title(&plan), plan.asked, plan.unknown)),
        (None, Some(bounded)) => Some((results::bounded_title(&bounded), bounded.asked, bounded.unknown)),
        (None, None) => None,
    };
    (asked, errors)
}

fn of_run(query: &str, locale: Locale) -> (Option<Named>, Vec<FieldError>) {
    let asked = Asked::read(query, locale);
    let (title, errors, is_answered) = (asked.title(locale), asked.errors(), asked.inputs().is_some());
    (is_answered.then_some((title, asked.scenario, asked.unknown)), errors)
}

fn calls(title: &str, asked: &Scenario, unknown: &[(String, String)], origin: &str, locale: Locale) -> Vec<Element> {
    let query = scenario::query::to_string(asked, unknown);
    let mut page = vec![
        el("h1").with(text::heading(locale, title)),
        el("div").with(unknown_names(unknown, locale)),
        classed("p", "measure").with(text::about(locale)),
        classed("p", "actions")
            .with(classed("a", "button").attr("href", format!("{}?{query}", page_for(&query))).with(code::back(locale)))
            .with(el("a").attr("href", "/api").with(text::reference(locale))),
    ];
    let is_run = asked.task == Some(Workload::Inference);
    // What to buy to run a model is asked without the card that is named here.
    for kind in Call::ALL.into_iter().filter(|kind| !is_run || *kind != Call::Recommend) {
        let (heading, about) = match kind {
            Call::Estimate => (text::estimate(locale), text::estimate_about(locale)),
            Call::Recommend => (text::recommend(locale), text::recommend_about(locale)),
            Call::CreatePlan => (text::plan(locale), text::plan_about(locale)),
        };
        page.push(el("h2").attr("id", kind.as_str()).with(heading));
        page.push(classed("p", "measure").with(about));
        page.push(program(kind, "curl", call::curl(kind, origin, asked, title), locale));
        page.push(program(kind, "python", call::python(kind, origin, asked, title), locale));
    }
    page.push(el("p").with(text::as_link(locale)));
    let link =
        format!("curl {}", call::shell_quoted(&format!("{origin}/api/v1/estimate?{}", scenario::query::to_string(asked, &[]))));
    page.push(classed("pre", "call").attr("tabindex", "0").with(el("code").with(link)));
    page
}

fn program(kind: Call, language: &'static str, source: String, locale: Locale) -> Element {
    let id = format!("call-{}-{language}", kind.as_str());
    let name = if language == "curl" { "curl".to_owned() } else { format!("Python · {}.py", kind.as_str()) };
    let copy = el("button")
        .attr("type", "button")
        .flag("hidden", true)
        .attr("aria-label", code::copy_named(locale, &format!("{name} {}", kind.as_str())))
        .attr("data-copies", id.clone())
        .attr("data-done", code::copied(locale))
        .attr("data-selected", code::selected(locale))
        .with(code::copy(locale));
    classed("details", "program")
        .flag("open", kind == Call::Estimate)
        .with(el("summary").with(el("strong").with(name.clone())))
        .with(classed("p", "actions").with(copy))
        .with(
            el("pre")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", format!("{name} {}", kind.as_str()))
                .with(el("code").attr("id", id).attr("translate", "no").with(source)),
        )
}
