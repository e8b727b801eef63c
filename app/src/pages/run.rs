//! Running a model: a plain form by `GET` to the page itself, and its answer; the parameters are those of the API.

mod answer;
mod asked;
mod buy;
mod check;
mod form;
pub(super) mod grid;
pub(super) mod machine;
pub(super) mod makes;
mod parts;
mod passes;
mod place;
pub mod ran;
pub mod standing;
pub(super) mod tokens;
mod users;

use api::bill::bom_with_in;
use leptos::prelude::*;
use scenario::fields::Field;
use scenario::{FieldError, Reason};

use crate::components::save;
use crate::context::{PastedText, path_prefix, request_locale, request_origin, request_path, request_query};
use crate::faults;
use crate::head::{Meta, Title};
use crate::locale::{Locale, colon};
use crate::messages::{bom_money, faults as fault_text, run as text, start_check};
use crate::pages::bom::own::end_of_query;
use crate::pages::pasted::{self, Words};
use crate::planner::unread::unread;
use crate::view::draw;
pub use asked::ANY_CARD;
pub(super) use asked::Asked;
use machine::Machine;
use markup::{Element, classed, el};
pub(super) use place::address;
use place::elsewhere;
pub use place::{ANSWER, PATH};

/// Draws the page.
#[component]
pub fn RunPage() -> impl IntoView {
    let locale = request_locale();
    let pasted = use_context::<PastedText>();
    // The question of a log is in the address as well, where it is told how long the page may take.
    let asked = Asked::read(&request_query(), locale);
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    // What a machine costs on which the model does not run decides nothing.
    let bom = asked.runs().then(|| bom_with_in(&asked.scenario, &asked.prices, locale).ok()).flatten();
    let others = asked.buying().map(|query| address(&query));
    let parts = elsewhere("/bom", &format!("{}{}", asked.query(), end_of_query(&asked.prices)));
    let machine = bom.as_ref().map(|bom| Machine { bom, parts: &parts, others: others.as_deref(), is_of_question: true });
    let body = match (&asked.machines, &asked.passes, &asked.answer) {
        (Some(Ok(found)), ..) => buy::machines(&asked, found, locale),
        (None, Some(Ok(found)), _) => passes::answer(&asked, found, machine, locale),
        (None, None, Ok(found)) => answer::answer(&asked, found, machine, locale),
        (Some(Err(errors)), ..) | (None, Some(Err(errors)), _) | (None, None, Err(errors)) => trouble(&asked, errors, locale),
    };
    let log = pasted.as_ref().map(|pasted| check::check(pasted, asked.answer.as_deref().ok(), locale));
    let words = Words {
        text: start_check::text(locale),
        kept: start_check::kept(locale),
        read: start_check::read(locale),
        action: Some(format!("{}?{}", request_path(), asked.kept_query())),
    };
    let typed = pasted.as_ref().map_or("", |pasted| &pasted.text);
    let paste = (asked.machines.is_none() && asked.passes.is_none()).then(|| {
        let form = pasted::form_of("log", &words, typed, (), &asked.kept_query());
        view! { <h2 id="check">{start_check::paste(locale)}</h2> {form} }
    });
    // What is wrong stands before the fields that it leads to, where a reader sees it first.
    let is_trouble = match (&asked.machines, &asked.passes) {
        (Some(found), _) => found.is_err(),
        (None, Some(found)) => found.is_err(),
        (None, None) => asked.answer.is_err(),
    };
    let section = el("section").attr("id", ANSWER).attr("class", "answer").attr("tabindex", "-1").with(body);
    let asks_for = match &asked.machines {
        Some(machines) => machines.is_ok().then_some("recommend"),
        None => asked.inputs().is_some().then_some("estimate"),
    };
    let kept = asked.inputs().is_some().then(|| save::form_card(&asked.scenario, &asked.unknown, locale));
    let prices = (!asked.price_faults.is_empty()).then(|| price_faults(&asked, locale));
    let beside = asked.inputs().map(|_| {
        let href = elsewhere("/compare", &format!("{}{}", asked.query(), end_of_query(&asked.prices)));
        let link = el("a").attr("href", href).attr("rel", "nofollow").attr("data-testid", "compare-link");
        classed("p", "actions").with(link.with(text::compare(locale)))
    });
    let call = asks_for.map(|name| format!("curl '{}/api/v1/{name}?{}'", request_origin(), asked.query()));
    let grid = asked.card().map(|gpu| {
        let heading = el("h2").attr("id", "what-runs").with(text::grid(locale, gpu.name));
        let [about, table] = grid::grid(gpu, locale);
        [heading, about, table]
    });
    let makes = asked.card().and_then(|gpu| {
        let [about, table] = makes::of_card(gpu, locale)?;
        Some([el("h2").attr("id", "what-makes").with(text::makes(locale)), about, table])
    });
    // What is like the question comes first.
    let runs = if asked.passes.is_some() { [&makes, &grid] } else { [&grid, &makes] };
    let checked = format!("{prefix}/accuracy#serving");
    view! {
        <Title text=format!("{} · Rigwise", asked.title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose wide need run">
            <h1>{text::title(locale)}</h1>
            <p class="lead">{text::about(locale)}</p>
            {unread(&asked.unknown, locale)}
            {log.as_ref().map(draw)}
            {is_trouble.then(|| draw(&section))}
            {draw(&form::form(&asked, locale))}
            {prices.as_ref().map(draw)}
            {(!is_trouble).then(|| draw(&section))}
            {beside.as_ref().map(draw)}
            {kept.as_ref().map(draw)}
            {paste}
            {runs.into_iter().flatten().flatten().map(draw).collect::<Vec<_>>()}
            <h2>{text::how(locale)}</h2>
            <p class="measure">{text::how_about(locale)} " " <a href=checked>{text::checked(locale)}</a></p>
            {call.map(|call| view! { <h2>{text::call(locale)}</h2> <pre class="call" tabindex="0"><code>{call}</code></pre> })}
        </section>
    }
}

/// What is wrong with own prices, which then count for nothing.
fn price_faults(asked: &Asked, locale: Locale) -> Element {
    let line = |error: &FieldError| {
        let label = el("strong").with(faults::label(&error.pointer, locale));
        el("li").with(label).with(colon(locale)).with(faults::detail(error, locale))
    };
    let lines: Vec<Element> = asked.price_faults.iter().map(line).collect();
    classed("div", "remedy")
        .attr("role", "status")
        .attr("data-testid", "prices-unused")
        .with(el("p").with(bom_money::unused(locale)))
        .with(classed("ul", "notes").with(lines))
}

/// What is wrong, field by field, each with the way to it, or the way to do without it.
fn trouble(asked: &Asked, errors: &[FieldError], locale: Locale) -> Vec<Element> {
    let line = |error: &FieldError| {
        let name = Field::at(&error.pointer).map(|field| field.name).unwrap_or_default();
        let label = faults::label(&error.pointer, locale);
        let control = form::control_for(asked, name);
        // Where the model is known for training alone, the way leads there.
        let (href, words) = if error.reason == Reason::TrainedAlone {
            (format!("/{}/plan?{}", locale.as_str(), asked.about_training()), text::train_it(locale))
        } else {
            (format!("{}?{}#{ANSWER}", request_path(), asked.without(name)), fault_text::leave_out(locale))
        };
        let out = control.is_none().then(|| el("a").attr("href", href).attr("rel", "nofollow").with(words));
        let label = match control {
            Some(id) => el("a").attr("href", format!("#{id}")).with(label),
            None => el("strong").with(label),
        };
        el("li").with(label).with(colon(locale)).with(faults::detail(error, locale)).with(" ").with(out)
    };
    let list: Vec<Element> = errors.iter().map(line).collect();
    vec![
        classed("h2", "verdict short").attr("data-testid", "errors").with(text::wrong(locale)),
        classed("ul", "notes").with(list),
    ]
}
