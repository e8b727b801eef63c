//! What tokens cost on the machine itself, beside renting one and beside an API whose prices the reader types.

use engine::units::{SECONDS_PER_DAY, Seconds};
use wire::v1::bom::Bom;
use wire::v1::estimate::Served;
use wire::v1::money::TokenBreakEven;
use wording::format;

use super::asked::Asked;
use super::machine::Machine;
use crate::components::{head, row_head, scroll};
use crate::context::request_path;
use crate::faults;
use crate::fields::controls;
use crate::locale::Locale;
use crate::messages::{bom_money, token_costs as text};
use markup::{Element, classed, el};

/// Where the part stands on the page.
pub const TOKENS: &str = "tokens";
/// What the reader may type here, by the parameters of a bill.
pub const PRICES: [&str; 3] = ["api_input", "api_output", "electricity_per_kwh"];

/// The element of a heading, by how deep it stands.
pub type Heading = &'static str;

/// Draws the part; nothing where the bill tells no costs of tokens.
pub fn tokens(asked: &Asked, found: &Served, machine: Option<Machine>, heading: Heading, locale: Locale) -> Vec<Element> {
    let Some(machine) = machine else { return Vec::new() };
    let Some(money) = &machine.bom.tokens else { return Vec::new() };
    let amount = |amount: f64| of_tokens(amount, money.currency.as_str());
    let kwh = money.kwh_per_million_tokens.map(|kwh| format::decimal(kwh, 2));
    let energy = match (kwh, money.electricity_per_million_tokens) {
        (Some(kwh), Some(cost)) => text::energy_cost(locale, &kwh, &amount(cost)),
        (Some(kwh), None) => text::energy(locale, &kwh) + locale.pick(" ", "") + text::no_energy(locale),
        (None, _) => text::unknown_energy(locale).to_owned(),
    };
    let prices = &asked.prices;
    let site = prices.pue.filter(|_| money.electricity_per_million_tokens.is_some());
    let site = site.map(|pue| text::pue(locale, &format::significant(pue)));
    let is_half = prices.api_input_per_million_tokens.is_some() != prices.api_output_per_million_tokens.is_some();
    let half = is_half.then(|| text::both(locale).to_owned());
    let is_told = !money.against.is_empty() && asked.price_faults.is_empty();
    let about = is_told.then(|| text::about(locale, &format::concise(money.output_tokens_per_second)));
    let about: Vec<String> = about.into_iter().chain([energy]).chain(site).chain(half).collect();
    let rows: Vec<Element> = money
        .against
        .iter()
        .map(|other| {
            el("tr")
                .with(row_head().with(name(other, found, locale)))
                .with(el("td").with(amount(other.per_million_tokens)))
                .with(el("td").with(after(other, machine.bom, locale)))
        })
        .collect();
    let columns = head(&[text::way(locale), text::price(locale), text::after(locale)]);
    let table = classed("table", "catalog paces").attr("data-testid", "break-even").with(columns).with(el("tbody").with(rows));
    vec![el(heading).attr("id", TOKENS).with(text::title(locale)), classed("p", "measure").with(about.join(locale.pick(" ", "")))]
        .into_iter()
        .chain(is_told.then(|| scroll(text::title(locale), table)))
        .chain(machine.is_of_question.then(|| form(asked, locale)))
        .collect()
}

/// The rented machine, or the API.
fn name(other: &TokenBreakEven, found: &Served, locale: Locale) -> String {
    let offer = other.offer.as_ref().and_then(|id| found.rented.iter().find(|rent| rent.id == *id));
    offer.map_or_else(
        || other.offer.clone().unwrap_or_else(|| text::api(locale).to_owned()),
        |rent| format!("{} · {}", rent.provider, rent.instance),
    )
}

fn after(other: &TokenBreakEven, bom: &Bom, locale: Locale) -> String {
    match other.break_even_million_tokens.zip(other.break_even_days) {
        Some((millions, days)) => {
            let millions = if millions < 1.0 { format::concise(millions) } else { format::coarse(millions) };
            text::break_even(locale, &millions, &format::duration(Seconds::new(days * SECONDS_PER_DAY), locale))
        }
        None if bom.price.amount.is_none() => text::unpriced(locale).to_owned(),
        None if other.per_million_tokens <= 0.0 => text::free(locale).to_owned(),
        None => text::never(locale).to_owned(),
    }
}

/// An amount for a million tokens: to the cent, or to two digits where it is small.
pub fn of_tokens(amount: f64, currency: &str) -> String {
    let digits = if amount < 0.1 { format::concise(amount) } else { format::decimal(amount, 2) };
    format!("{digits} {currency}")
}

/// The form with prices; it leads to this page with the same question.
fn form(asked: &Asked, locale: Locale) -> Element {
    let hidden = |(name, value): &(String, String)| {
        el("input").attr("type", "hidden").attr("name", name.clone()).attr("value", value.clone())
    };
    let kept: Vec<Element> = asked.pairs.iter().filter(|(name, _)| !PRICES.contains(&name.as_str())).map(hidden).collect();
    let field = |name: &'static str, label: &'static str| {
        let pointer = format!("/prices/{name}");
        let fault = asked.price_faults.iter().find(|fault| fault.pointer == pointer).map(|fault| faults::detail(fault, locale));
        controls::field("field", 't', name, label, controls::number(name, asked.typed(name), String::new()), fault)
    };
    classed("form", "need-form tokens-form")
        .attr("method", "get")
        .attr("action", format!("{}#{TOKENS}", request_path()))
        .attr("aria-label", text::own(locale, asked.prices.currency().as_str()))
        .with(kept)
        .with(
            el("fieldset")
                .with(el("legend").with(text::own(locale, asked.prices.currency().as_str())))
                .with(field("api_input", text::api_input(locale)))
                .with(field("api_output", text::api_output(locale)))
                .with(field("electricity_per_kwh", bom_money::electricity(locale))),
        )
        .with(classed("p", "form-end").with(el("button").attr("type", "submit").attr("class", "quiet").with(text::go(locale))))
}
