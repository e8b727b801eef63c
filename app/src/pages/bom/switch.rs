//! The currency of all amounts, chosen above them, and what the page's form carries along.

use api::swaps::Line;
use leptos::prelude::*;
use scenario::prices::{CURRENCY, RATES, RESALE, rates_text, resale_text};
use scenario::query;
use wire::v1::Prices;
use wire::v1::prices::Currency;

use super::own::{FIELDS_IN, OTHER, OTHER_RATE, OTHER_WORD, Own, Question};
use super::{chosen, owned};
use crate::locale::Locale;
use crate::messages::bom_money as text;

/// The currency that is offered beside those with a name of their own.
const OFFERED: Currency = Currency::EUR;

/// The plan and what else the form does not show: parts that were named for lines that the bill does not have stay named.
pub(super) fn hidden((asked, unknown): Question, lines: &[Line], own: &Own, prices: &Prices) -> AnyView {
    let is_shown = |id: &String| lines.iter().any(|line| line.named == Some(id));
    let named = asked.hardware.parts.iter().flatten().filter(|id| !is_shown(id));
    let named: Vec<_> = named.map(|id| (chosen::NAME.to_owned(), id.clone())).collect();
    let plan = query::to_query(asked, unknown).into_iter();
    let has_list = |name: &str| lines.iter().any(|line| chosen::parameter(line.kind) == name) || name == chosen::NAME;
    let plan = plan.filter(|(name, _)| name != owned::NAME && !has_list(name)).chain(named);
    // The fields show what they are to be read in: where prices are at fault, what was typed.
    let (rates, fields_in) =
        if own.prices.is_some() { (rates_text(prices), prices.currency()) } else { (own.typed(RATES).to_owned(), own.fields_in) };
    let rates = Some(rates).filter(|rates| !rates.is_empty());
    let resale = Some(resale_text(prices)).filter(|resale| !resale.is_empty());
    let of_api = |price: Option<f64>| price.map(|price| price.to_string());
    let own = [
        ("api_input".to_owned(), of_api(prices.api_input_per_million_tokens)),
        ("api_output".to_owned(), of_api(prices.api_output_per_million_tokens)),
        (RATES.to_owned(), rates),
        (RESALE.to_owned(), resale),
        (FIELDS_IN.to_owned(), Some(fields_in.as_str().to_owned())),
    ];
    let all = plan.chain(own.into_iter().filter_map(|(name, value)| Some((name, value?))));
    all.map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect_view().into_any()
}

/// The choice: dollars, yuan, or any other by its code, each with what a dollar is in it.
pub(super) fn switch(own: &Own, prices: &Prices, locale: Locale) -> AnyView {
    let chosen = if own.prices.is_some() { prices.currency().as_str() } else { own.typed(CURRENCY) };
    let is_other = !chosen.is_empty() && !["USD", "CNY"].iter().any(|word| chosen.eq_ignore_ascii_case(word));
    let is_yuan = chosen.eq_ignore_ascii_case("CNY");
    let other = match (own.typed(OTHER), is_other && chosen != OTHER_WORD) {
        (_, true) => chosen.to_ascii_uppercase(),
        ("", false) => OFFERED.as_str().to_owned(),
        (typed, false) => typed.to_owned(),
    };
    let rate_of_other = Currency::from_word(&other).and_then(|of| prices.per_usd(of)).filter(|_| own.prices.is_some());
    let rate_of_other = rate_of_other.map_or_else(|| own.typed(OTHER_RATE).to_owned(), |rate| rate.to_string());
    let rate_of_yuan = prices.per_usd(Currency::CNY).filter(|_| own.prices.is_some());
    let rate_of_yuan = rate_of_yuan.map_or_else(|| own.typed("cny_per_usd").to_owned(), |rate| rate.to_string());
    let radio = |word: &'static str, label: &'static str, checked: bool| {
        let id = format!("m-currency-{word}");
        view! {
            <span class="word">
                <input type="radio" id=id.clone() name=CURRENCY value=word checked=checked />
                <label for=id>{label}</label>
            </span>
        }
    };
    let rate = |name: &'static str, label: String, value: String, code: &str| {
        let fault = own.fault(&format!("/prices{}", rate_pointer(code)), locale);
        let id = format!("m-{name}");
        let about = format!("{id}-error");
        let (is_faulty, described) = (fault.is_some().then_some("true"), fault.is_some().then(|| about.clone()));
        view! {
            <span class="rate">
                <label for=id.clone()>{label}</label>
                <input
                    id=id
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    size="8"
                    name=name
                    value=value
                    aria-invalid=is_faulty
                    aria-describedby=described
                />
                {fault.map(|fault| view! { <span class="field-error" id=about>{fault}</span> })}
            </span>
        }
    };
    let code_fault = own.fault("/prices/currency", locale);
    let (is_faulty, described) =
        (code_fault.is_some().then_some("true"), code_fault.is_some().then_some("m-other_currency-error"));
    view! {
        <fieldset class="currencies" data-testid="currency-switch">
            <legend>{text::currency(locale)}</legend>
            <div class="currency">{radio("USD", text::dollar(locale), !is_other && !is_yuan)}</div>
            <div class="currency">
                {radio("CNY", text::yuan(locale), is_yuan)}
                {rate("cny_per_usd", text::rate_is(locale).to_owned(), rate_of_yuan, "CNY")}
            </div>
            <div class="currency">
                {radio(OTHER_WORD, text::other(locale), is_other)}
                <span class="rate">
                    <label for="m-other_currency" class="visually-hidden">{text::code(locale)}</label>
                    <input
                        id="m-other_currency"
                        type="text"
                        autocomplete="off"
                        spellcheck="false"
                        size="4"
                        maxlength="3"
                        name=OTHER
                        value=other.clone()
                        aria-invalid=is_faulty
                        aria-describedby=described
                    />
                    {code_fault.map(|fault| view! { <span class="field-error" id="m-other_currency-error">{fault}</span> })}
                </span>
                {rate(OTHER_RATE, text::rate_is(locale).to_owned(), rate_of_other, &other)}
            </div>
            <button type="submit" class="quiet" data-testid="use-currency">{text::show(locale)}</button>
        </fieldset>
    }
    .into_any()
}

/// Where a fault of the rate of a currency is told.
fn rate_pointer(code: &str) -> String {
    Currency::from_word(&code.to_ascii_uppercase()).map_or_else(|| "/rates".to_owned(), scenario::prices::pointer_of_rate)
}
