//! A machine: its parts with prices, the settings that the run takes on it, and all machines in one table.

use leptos::prelude::*;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::bom::Price;
use wording::{format, price_in_words};
use workstation::machines;
use workstation::machines::{Build, Label, Machine, Part};

use crate::fields::by_name;
use crate::locale::colon;
use crate::messages::{bom_link, need as text};
use crate::plan::words::value_text;

/// Settings worth telling, by the planner's names.
const SETTINGS: [&str; 10] =
    ["method", "precision", "optimizer", "batch", "accumulation", "checkpointing", "sharding", "offload", "workers", "ram"];

/// Draws a machine that is the best in something.
pub fn card(asked: &Scenario, labels: &[Label], machine: &Machine, locale: Locale) -> AnyView {
    let build = &machine.build;
    let price = machines::price(build);
    let name = name(build);
    let testid = format!("machine-{}", labels.first().map_or("", |label| label.as_str()));
    let pinned = pin_machine(asked, build);
    let parts: Vec<_> = build.parts.iter().map(|part| row(part, part.owned(build.owned()), locale)).collect();
    let settings: Vec<_> = SETTINGS.iter().filter_map(|field| setting(field, &pinned, locale)).collect();
    let order = format!("{}{}{name}", bom_link::link(locale), colon(locale));
    let caption = format!("{}{}{name}", text::parts(locale), colon(locale));
    view! {
        <article class="card machine" data-testid=testid>
            <p class="kicker">{spoken_labels(labels, locale)}</p>
            <h3>{name.clone()}</h3>
            <p class="figures">
                <strong>{price_in_words(&price, format::dollars, locale)}</strong>
                <span>{format::spelled_time(build.run_seconds(), locale)}</span>
            </p>
            <p class="fine">{about(&price, locale)}</p>
            <p>{machines::label_why(machine, locale)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=caption>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::part(locale)}</th>
                            <th scope="col">{text::price(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{parts}</tbody>
                </table>
            </div>
            <h4>{text::settings(locale)}</h4>
            <dl class="settings">{settings}</dl>
            <p class="actions">
                <a class="button" href=href("/plan", &pinned) aria-label=text::open_plan_of(locale, &name)>{text::open_plan(locale)}</a>
                <a href=href("/bom", &pinned) rel="nofollow" aria-label=order>{bom_link::link(locale)}</a>
            </p>
        </article>
    }
    .into_any()
}

/// Draws every machine of the answer with its figures: what the picture shows, in numbers.
pub fn table(asked: &Scenario, machines: &[(Vec<Label>, &Machine)], locale: Locale) -> AnyView {
    let rows: Vec<_> = machines
        .iter()
        .map(|(labels, machine)| {
            let build = &machine.build;
            view! {
                <tr data-reason=machine.reason().as_str()>
                    <th scope="row">
                        <a href=href("/plan", &pin_machine(asked, build))>{name(build)}</a>
                    </th>
                    <td>
                        {spoken_labels(labels, locale)}
                        <span class="fine note sentence">{machines::label_why(machine, locale)}</span>
                    </td>
                    <td>{price_in_words(&machines::price(build), format::dollars, locale)}</td>
                    <td>{format::spelled_time(build.run_seconds(), locale)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=text::machines(locale)>
            <table class="catalog" data-testid="machines">
                <thead>
                    <tr>
                        <th scope="col">{text::machine(locale)}</th>
                        <th scope="col">{text::label(locale)}</th>
                        <th scope="col">{text::price(locale)}</th>
                        <th scope="col">{text::run_time(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// `2 x GeForce RTX 4090`.
pub fn name(build: &Build) -> String {
    if build.cards() == 1 { build.card().to_owned() } else { format!("{} x {}", build.cards(), build.card()) }
}

pub fn spoken_labels(labels: &[Label], locale: Locale) -> String {
    let names: Vec<&str> = labels.iter().map(|label| machines::label_name(*label, locale)).collect();
    match names.split_last() {
        Some((last, several)) if !several.is_empty() => {
            format!("{}{}{last}", several.join(locale.pick(", ", "、")), text::and(locale))
        }
        _ => names.concat(),
    }
}

fn pin_machine(asked: &Scenario, build: &Build) -> Scenario {
    let scenario = Scenario { constraints: asked.constraints.clone(), ..build.scenario.clone() };
    scenario::pin::pin(&scenario, &build.answer.scenario)
}

fn href(page: &str, pinned: &Scenario) -> String {
    format!("{page}?{}", scenario::query::to_string(&without_constraints(pinned), &[]))
}

/// Where the first of several machines stand side by side; nowhere with fewer than two.
pub fn comparison(asked: &Scenario, machines: &[(Vec<Label>, &Machine)]) -> Option<String> {
    let (least, most) = scenario::limits::COMPARE_ITEMS;
    let scenarios: Vec<Scenario> =
        machines.iter().take(most).map(|(_, machine)| without_constraints(&pin_machine(asked, &machine.build))).collect();
    (scenarios.len() >= least).then(|| format!("/compare?{}", api::compare::address::to_string(&scenarios, &[])))
}

/// What the machine was chosen by is no part of the plan that runs on it.
fn without_constraints(pinned: &Scenario) -> Scenario {
    Scenario { constraints: wire::v1::scenario::Constraints::default(), ..pinned.clone() }
}

fn about(price: &Price, locale: Locale) -> Option<String> {
    price.as_of.as_deref().map(|month| text::as_of(locale, month))
}

fn row(part: &Part, owned: u64, locale: Locale) -> AnyView {
    let times = if part.quantity == 1 { String::new() } else { format!("{} x ", part.quantity) };
    let cost = match part.quantity - owned {
        0 => Some(0.0),
        bought => part.price.map(|price| price.usd * bought as f64),
    };
    let price = cost.map_or_else(|| text::unknown(locale).to_owned(), format::dollars);
    let each = part.price.map(|price| {
        let month = price.date.get(..7).unwrap_or(price.date);
        if part.quantity == 1 { month.to_owned() } else { text::price_each(locale, &format::dollars(price.usd), month) }
    });
    let source = part.price.map(|price| price.source);
    let notes: Vec<_> =
        part.notes.iter().map(|note| view! { <span class="fine note">{machines::part_note(note, locale)}</span> }).collect();
    let there =
        (owned > 0).then(|| view! { <span class="fine note">{machines::owned_note(owned, part.quantity, locale)}</span> });
    view! {
        <tr>
            <th scope="row">
                <span class="fine">{machines::part_kind(part.kind, locale)}</span>
                <span class="what">{format!("{times}{}", machines::part_name(part, locale))}</span>
                <span class="fine note">{machines::part_reason(&part.reason, locale)}</span>
                {notes} {there} <span class="fine note">{source}</span>
            </th>
            <td>
                {price} <span class="fine note">{each}</span>
            </td>
        </tr>
    }
    .into_any()
}

fn setting(name: &str, pinned: &Scenario, locale: Locale) -> Option<AnyView> {
    let field = by_name(name)?;
    let value = value_text(field, pinned, locale)?;
    let setting = view! {
        <div>
            <dt>{(field.label)(locale)}</dt>
            <dd>{value}</dd>
        </div>
    };
    Some(setting.into_any())
}
