//! What to buy to run a model: machines by price, with how the model runs on each and what each is made of.

use engine::serving::Note;
use scenario::query;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat};
use wire::v1::scenario::Serving;
use wording::format;
use workstation::machines::{CURRENCY, LEAST_PACE, Label, Part, Running, part_name};

use super::asked::Asked;
use super::place::{ANSWER, elsewhere};
use crate::components::{head, row_head, scroll};
use crate::context::request_path;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::{Element, classed, el};

/// Draws the machines, the cheapest first.
pub fn machines(asked: &Asked, found: &[Running], locale: Locale) -> Vec<Element> {
    let named = found.iter().find(|machine| machine.label == Label::Cheapest);
    let Some(first) = named.or(found.first()) else { return Vec::new() };
    // With pictures no speed was checked, whatever the card.
    let has_pictures = asked.scenario.serving.images_per_prompt.is_some_and(|count| count > 0);
    let verdict = if first.build.bill().unknown_parts > 0 {
        text::buy_unpriced(locale, &name(first))
    } else if found.iter().any(|machine| !machine.is_checked()) && first.is_checked() && !has_pictures {
        text::buy_checked_from(locale, &format::whole_money(first.price(), CURRENCY), &name(first))
    } else {
        text::buy_from(locale, &format::whole_money(first.price(), CURRENCY), &name(first))
    };
    let labels = [
        text::buy_machine(locale),
        text::buy_price(locale),
        text::buy_pace(locale),
        text::buy_first(locale),
        text::buy_total(locale),
        text::buy_way(locale),
        text::buy_energy(locale),
    ];
    let carried = asked.carried();
    let rows: Vec<Element> = found.iter().map(|machine| row(machine, &carried, locale)).collect();
    let table =
        classed("table", "catalog paces").attr("data-testid", "machines").with(head(&labels)).with(el("tbody").with(rows));
    let parts: Vec<Element> = found.iter().map(|machine| parts(machine, &carried, locale)).collect();
    let pace = asked.scenario.serving.min_tokens_per_second.unwrap_or(LEAST_PACE);
    let (model, pace) = (asked.model(locale), format::concise(pace));
    let about = if let Some(rate) = asked.scenario.serving.request_rate {
        text::buy_rate_about(locale, &model, &format::concise(rate), &pace)
    } else {
        let users = format::count(asked.scenario.serving.concurrency.unwrap_or(1));
        text::buy_about(locale, &model, &users, &pace)
    };
    vec![
        classed("h2", "verdict comfortable").attr("data-testid", "verdict").with(verdict),
        classed("p", "measure").with(about),
        scroll(text::buy_machines(locale), table),
        classed("p", "measure").with(has_pictures.then(|| wording::serving_note(&Note::PicturesUnchecked, locale))),
        classed("p", "measure fine").with(text::buy_unchecked_about(locale)),
        el("section").with(el("h2").with(text::buy_parts(locale))).with(parts),
    ]
}

/// The cards, how many there are.
fn name(machine: &Running) -> String {
    let candidate = &machine.build.candidate;
    if candidate.count > 1 { format!("{} × {}", candidate.count, candidate.entry.name) } else { candidate.entry.name.to_owned() }
}

fn row(machine: &Running, carried: &[(String, String)], locale: Locale) -> Element {
    let inputs = &machine.served.inputs;
    let href = format!("{}?{}#{ANSWER}", request_path(), query::to_string(&on(machine), carried));
    let label = match machine.label {
        Label::Cheapest => Some(text::buy_cheapest(locale)),
        Label::BestValue => Some(text::buy_best_value(locale)),
        Label::Fastest => Some(text::buy_fastest(locale)),
        Label::Alternative => None,
    };
    let unchecked = (!machine.is_checked()).then(|| text::buy_unchecked(locale));
    let labels: Vec<&str> = label.into_iter().chain(unchecked).collect();
    let bill = machine.build.bill();
    let price = if bill.unknown_parts > 0 {
        text::buy_partly(locale, &format::whole_money(bill.amount, CURRENCY))
    } else {
        format::whole_money(bill.amount, CURRENCY)
    };
    let first = row_head()
        .with(el("a").attr("href", href).attr("rel", "nofollow").with(name(machine)))
        .with((!labels.is_empty()).then(|| classed("span", "fine note").with(labels.join(locale.pick(", ", "，")))));
    el("tr")
        .with(first)
        .with(el("td").with(price))
        .with(el("td").with(format::concise(machine.pace())))
        .with(el("td").with(format::duration(machine.load.time_to_first_token, locale)))
        .with(el("td").with(format::concise(machine.load.output_tokens_per_second)))
        .with(el("td").with(way(&inputs.serving, locale)))
        .with(el("td").with(energy(machine)))
}

/// Copies and stages, where there are several.
pub(super) fn laid(serving: &Serving, locale: Locale) -> impl Iterator<Item = String> {
    let several = |count: Option<u64>| count.filter(|&count| count > 1).map(format::count);
    let copies = several(serving.parallel.data).map(|count| text::buy_copies(locale, &count));
    let stages = several(serving.parallel.pipeline).map(|count| text::buy_stages(locale, &count));
    copies.into_iter().chain(stages)
}

/// Engine and format, how the model lies on several cards, and what lies in RAM.
fn way(serving: &Serving, locale: Locale) -> String {
    let engine = serving.engine.map_or("", ServingEngine::as_str);
    let format = serving.weights_format.map_or("", WeightsFormat::as_str);
    let place = match serving.offload {
        Some(ServingOffload::Layers) => Some(text::offload_some(locale)),
        Some(ServingOffload::Experts) => Some(text::offload_experts(locale)),
        Some(ServingOffload::Model) => Some(text::offload_model(locale)),
        Some(ServingOffload::None) | None => None,
    };
    let place = place.map(|place| text::buy_in_ram(locale, place));
    let way = [engine.to_owned(), format.to_owned()].into_iter().chain(laid(serving, locale)).map(Some);
    way.chain([place]).flatten().collect::<Vec<_>>().join(" · ")
}

/// Energy of a million tokens at the most; a dash where it is not known.
fn energy(machine: &Running) -> String {
    machine.kwh_per_million_tokens().map_or_else(|| "–".to_owned(), |kwh| format!("{} kWh", format::decimal(kwh, 2)))
}

/// The question on this machine, which the page answers in full; what decided on its parts goes along, for they decide its price.
fn on(machine: &Running) -> Scenario {
    machine.served.inputs.clone()
}

fn parts(machine: &Running, carried: &[(String, String)], locale: Locale) -> Element {
    let line = |part: &Part| {
        let price = part.price.map(|price| format::whole_money(price.usd * part.quantity as f64, CURRENCY));
        let price = price.unwrap_or_else(|| text::buy_no_price(locale).to_owned());
        let words = format!("{} × {}", part.quantity, part_name(part, locale));
        let price = if part.is_within { text::buy_within(locale).to_owned() } else { price };
        el("li").with(words).with(" – ").with(price)
    };
    let list: Vec<Element> = machine.build.parts.iter().map(line).collect();
    let bill = el("a").attr("href", elsewhere("/bom", &query::to_string(&on(machine), carried))).attr("rel", "nofollow");
    el("details")
        .with(el("summary").with(name(machine)))
        .with(classed("ul", "points").with(list))
        .with(el("p").with(bill.with(text::machine_parts(locale))))
}
