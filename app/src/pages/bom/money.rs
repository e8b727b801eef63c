//! What a bill's energy, rent and upgrades cost.

use leptos::prelude::*;
use scenario::patch::merge;
use scenario::prices::by_id;
use scenario::query;
use wire::v1::bom::Bom;
use wire::v1::money::{EnergyCost, Ladder, LadderStep, Money, Rent, Upgrade};
use wire::v1::prices::Currency;
use wire::v1::{Prices, Scenario};
use workstation::machines::name_on_pages;

use super::break_even;
use super::cells::money;
use super::own::end_of_query;
use super::owned;
use crate::locale::Locale;
use crate::messages::bom_money as text;
use crate::plan::Plan;
use crate::view::draw;

/// Energy, rent and upgrades of a bill.
pub(super) fn sections(bom: &Bom, plan: &Plan, prices: &Prices, locale: Locale) -> Option<AnyView> {
    let found = bom.money.as_deref()?;
    let sections = view! {
        <h2 id="money">{text::ladder(locale)}</h2>
        <p class="fine">
            {text::ladder_about(locale)}
            " "
            <a href=other_machines(plan, prices) rel="nofollow" data-testid="other-machines">{text::other_machines(locale)}</a>
            " · "
            <a href=format!("/upgrade?{}{}", plan.query(), end_of_query(&by_id(prices, &bom.parts))) rel="nofollow" data-testid="all-upgrades">
                {crate::messages::upgrade::all(locale)}
            </a>
        </p>
        {ladder(&found.ladder, bom, plan, &end_of_query(&by_id(prices, &bom.parts)), locale)}
        <h2>{text::energy(locale)}</h2>
        {energy(&found.energy, found, locale)}
        <h2>{text::rent(locale)}</h2>
        {rent(&found.rent, found.currency.as_str(), locale)}
    };
    Some(sections.into_any())
}

/// Where machines are searched for this job; in the currency of the bill, unless a budget names its own.
fn other_machines(plan: &Plan, prices: &Prices) -> String {
    let (href, currency) = (plan.href_of_machines(), prices.currency());
    let rate = prices.per_usd(currency).filter(|_| currency != Currency::USD && plan.asked.constraints.budget.is_none());
    rate.map_or_else(|| href.clone(), |rate| format!("{href}&currency={}&per_usd={rate}", currency.as_str()))
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
    // What the reader may enter is asked for by what the form calls it, not by the names of the API in backticks.
    let asked = [
        cost.electricity_per_kwh.is_none().then(|| text::enter_electricity(locale)),
        cost.hours_per_year.is_none().then(|| text::enter_hours(locale)),
    ];
    let said = cost.missing.iter().map(String::as_str).filter(|missing| !missing.contains('`'));
    let missing: Vec<_> = said
        .chain(asked.into_iter().flatten())
        .map(|missing| view! { <li><span class="sentence">{missing.to_owned()}</span></li> })
        .collect();
    let missing = (!missing.is_empty()).then(|| view! { <ul class="fine">{missing}</ul> });
    view! {
        {table}
        {missing}
    }
    .into_any()
}

fn rent(found: &Rent, currency: &str, locale: Locale) -> AnyView {
    let picture = break_even::picture(found, currency, locale).map(|picture| draw(&picture));
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
        {picture}
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
        let label = format!("{}: {}", text::parts_of_it(locale), name_on_pages(&upgrade.name));
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
pub(in crate::pages) fn upgraded_href(upgrade: &Upgrade, bom: &Bom, plan: &Plan, prices: &str) -> String {
    let mut scenario = Scenario { hardware: bom.hardware.clone(), ..plan.asked.clone() };
    merge(&mut scenario, &upgrade.change);
    // Those that were named are among the parts that are there.
    scenario.hardware.parts = None;
    scenario.hardware.owned = Some(owned::with_bill(scenario.hardware.owned.unwrap_or_default(), &bom.parts));
    format!("/bom?{}{prices}", query::to_string(&scenario, &plan.unknown))
}
