//! What a bill's energy, rent and upgrades cost, and the form with one's own prices.

use leptos::prelude::*;
use scenario::patch::merge;
use scenario::prices::{CURRENCY, OWN, PARAMETERS, by_id};
use scenario::query;
use wire::v1::bom::{Bom, Part};
use wire::v1::money::{EnergyCost, Ladder, LadderStep, Money, Rent, Upgrade};
use wire::v1::prices::Currency;
use wire::v1::prices::OwnPrice;
use wire::v1::{Prices, Scenario};

use super::cells::money;
use super::owned;
use crate::draw::text_area;
use crate::draw::view::draw;
use crate::locale::Locale;
use crate::messages::bom_money as text;
use crate::plan::Plan;

/// The parameters of a query that say prices, as they were typed.
pub(super) fn price_parameters(encoded: &str) -> Vec<(String, String)> {
    query::decode(encoded).filter(|(name, text)| PARAMETERS.contains(&name.as_str()) && !text.trim().is_empty()).collect()
}

/// What was typed of prices as the end of a query, with an ampersand before it; empty where there is nothing.
pub(super) fn encode_prices(typed: &[(String, String)]) -> String {
    if typed.is_empty() {
        return String::new();
    }
    format!("&{}", query::encode(typed.iter().map(|(name, text)| (name.as_str(), text.as_str()))))
}

/// The form with the reader's own prices, which leads to this page.
pub(super) fn form(plan: &Plan, parts: &[Part], typed: &[(String, String)], locale: Locale) -> AnyView {
    let value =
        |name: &str| typed.iter().rev().find(|(typed, _)| typed == name).map(|(_, text)| text.clone()).unwrap_or_default();
    let kept: Vec<_> = query::to_query(&plan.asked, &plan.unknown)
        .into_iter()
        .filter(|(name, _)| name != owned::NAME)
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect();
    let boxes: Vec<_> = [
        ("cny_per_usd", text::rate(locale)),
        ("electricity_per_kwh", text::electricity(locale)),
        ("hours_per_day", text::hours(locale)),
        ("days_per_year", text::days(locale)),
        ("pue", text::pue(locale)),
    ]
    .into_iter()
    .map(|(name, label)| number(name, label, value(name)))
    .collect();
    let chosen = value(CURRENCY);
    let currencies: Vec<_> = [(Currency::Usd, text::dollar(locale)), (Currency::Cny, text::yuan(locale))]
        .into_iter()
        .map(|(currency, name)| {
            let selected = chosen.eq_ignore_ascii_case(currency.as_str());
            view! { <option value=currency.as_str() selected=selected>{name}</option> }
        })
        .collect();
    let own = text_area(OWN, "4", &value(OWN))
        .attr("id", "m-own")
        .attr("spellcheck", "false")
        .attr("aria-describedby", "m-own-about")
        .attr("placeholder", "id,unit_price");
    view! {
        <form class="card money-form" method="get" action="/bom" data-testid="money-form">
            {kept}
            <fieldset>
                <legend>{text::yours(locale)}</legend>
                <div class="field">
                    <label for="m-currency">{text::currency(locale)}</label>
                    <div>
                        <select id="m-currency" name=CURRENCY>{currencies}</select>
                    </div>
                </div>
                {boxes}
                <div class="field wide">
                    <label for="m-own">{text::own(locale)}</label>
                    <div>
                        {draw(&own)}
                    </div>
                    <p id="m-own-about" class="fine">{text::own_about(locale)}</p>
                </div>
            </fieldset>
            {owned::fields(plan.asked.hardware.owned.as_deref().unwrap_or_default(), parts, locale)}
            <p class="form-end">
                <button type="submit" data-testid="use-prices">{text::compute(locale)}</button>
            </p>
        </form>
    }
    .into_any()
}

fn number(name: &'static str, label: &'static str, value: String) -> AnyView {
    let id = format!("m-{name}");
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div>
                <input id=id type="text" inputmode="decimal" autocomplete="off" name=name value=value />
            </div>
        </div>
    }
    .into_any()
}

/// Energy, rent and upgrades of a bill.
pub(super) fn sections(bom: &Bom, plan: &Plan, prices: &Prices, locale: Locale) -> Option<AnyView> {
    let found = bom.money.as_deref()?;
    let sections = view! {
        <h2 id="money">{text::ladder(locale)}</h2>
        <p class="fine">
            {text::ladder_about(locale)}
            " "
            <a href=plan.href_of_machines() rel="nofollow" data-testid="other-machines">{text::other_machines(locale)}</a>
        </p>
        {ladder(&found.ladder, bom, plan, &prices_to_query(&by_id(prices, &bom.parts)), locale)}
        <h2>{text::energy(locale)}</h2>
        {energy(&found.energy, found, locale)}
        <h2>{text::rent(locale)}</h2>
        {rent(&found.rent, locale)}
    };
    Some(sections.into_any())
}

fn energy(cost: &EnergyCost, found: &Money, locale: Locale) -> AnyView {
    let currency = found.currency.as_str();
    let figures = [
        (text::hour(locale), cost.hour),
        (text::epoch(locale), cost.epoch),
        (text::run(locale), cost.run),
        (text::year(locale), cost.year),
    ];
    let rows: Vec<_> = figures
        .into_iter()
        .filter(|(_, amount)| amount.is_some())
        .map(|(name, amount)| {
            view! {
                <tr>
                    <th scope="row" class="words">{name}</th>
                    <td class="numeric">{money(amount, currency, locale)}</td>
                </tr>
            }
        })
        .collect();
    let table = (!rows.is_empty()).then(|| {
        view! {
            <div class="scroll" tabindex="0" role="region" aria-label=text::energy(locale)>
                <table class="catalog drawn" data-testid="bom-energy">
                    <thead>
                        <tr>
                            <th scope="col" class="words">{text::what(locale)}</th>
                            <th scope="col" class="numeric">{text::cost(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    });
    let missing: Vec<_> =
        cost.missing.iter().map(|missing| view! { <li><span class="sentence">{missing.clone()}</span></li> }).collect();
    let missing = (!missing.is_empty()).then(|| view! { <ul class="fine">{missing}</ul> });
    view! {
        {table}
        {missing}
    }
    .into_any()
}

fn rent(found: &Rent, locale: Locale) -> AnyView {
    let offers: Vec<_> = found
        .offers
        .iter()
        .map(|offer| {
            view! {
                <li>
                    <strong>{format!("{} {}", offer.provider, offer.instance)}</strong>
                    " "
                    <span class="sentence">{offer.detail.clone()}</span>
                    " "
                    <span class="fine">{offer.source.clone()}</span>
                </li>
            }
        })
        .collect();
    let offers = (!offers.is_empty()).then(|| {
        view! {
            <details>
                <summary>{text::offers(locale)}</summary>
                <ul class="offers">{offers}</ul>
            </details>
        }
    });
    view! {
        <p class="sentence" data-testid="bom-rent">{found.verdict.clone()}</p>
        {offers}
    }
    .into_any()
}

fn ladder(found: &Ladder, bom: &Bom, plan: &Plan, prices: &str, locale: Locale) -> AnyView {
    let steps: Vec<_> = found.steps.iter().map(|step| rung(step, bom, plan, prices, locale)).collect();
    let unpriced =
        (found.unpriced > 0).then(|| view! { <p class="fine">{text::unpriced(locale, &found.unpriced.to_string())}</p> });
    view! {
        <ul class="ladder" data-testid="bom-ladder">{steps}</ul>
        {unpriced}
    }
    .into_any()
}

fn rung(step: &LadderStep, bom: &Bom, plan: &Plan, prices: &str, locale: Locale) -> AnyView {
    let link = |upgrade: &Upgrade| {
        let label = format!("{}: {}", text::parts_of_it(locale), upgrade.name);
        view! {
            <a href=upgraded_href(upgrade, bom, plan, prices) rel="nofollow" aria-label=label>
                {text::parts_of_it(locale)}
            </a>
        }
    };
    // The verdict says the only upgrade in full.
    let upgrades = match step.upgrades.as_slice() {
        [] => None,
        [only] => Some(link(only).into_any()),
        several => {
            let items: Vec<_> = several
                .iter()
                .map(|upgrade| view! { <li><span class="sentence">{upgrade.why.clone()}</span> " " {link(upgrade)}</li> })
                .collect();
            Some(view! { <ul class="fine">{items}</ul> }.into_any())
        }
    };
    view! {
        <li>
            <span class="sentence">{step.verdict.clone()}</span>
            " "
            {upgrades}
        </li>
    }
    .into_any()
}

/// This page for the machine after an upgrade, where all parts of the machine as it is are there: its sum is what the upgrade
/// costs.
fn upgraded_href(upgrade: &Upgrade, bom: &Bom, plan: &Plan, prices: &str) -> String {
    let mut scenario = Scenario { hardware: bom.hardware.clone(), ..plan.asked.clone() };
    merge(&mut scenario, &upgrade.change);
    scenario.hardware.owned = Some(owned::with_bill(scenario.hardware.owned.unwrap_or_default(), &bom.parts));
    format!("/bom?{}{prices}", query::to_string(&scenario, &plan.unknown))
}

/// Prices as the end of a query, with an ampersand before it; empty where there are none.
fn prices_to_query(prices: &Prices) -> String {
    let table = (!prices.parts.is_empty()).then(|| {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let row = |own: &OwnPrice| {
            let currency = own.currency.unwrap_or_else(|| prices.currency());
            let note = own.note.as_deref().map(quoted).unwrap_or_default();
            format!("\n{},{},{},{note}", own.id, own.unit_price, currency.as_str())
        };
        std::iter::once("id,unit_price,currency,note".to_owned()).chain(prices.parts.iter().map(row)).collect::<String>()
    });
    let number = |value: Option<f64>| value.map(|value| value.to_string());
    let typed = [
        (CURRENCY, prices.currency.map(|currency| currency.as_str().to_owned())),
        ("cny_per_usd", number(prices.cny_per_usd)),
        (OWN, table),
        ("electricity_per_kwh", number(prices.electricity_per_kwh)),
        ("hours_per_day", number(prices.hours_per_day)),
        ("days_per_year", number(prices.days_per_year)),
        ("pue", number(prices.pue)),
    ];
    let typed: Vec<(String, String)> = typed.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))).collect();
    encode_prices(&typed)
}
