//! What else the reader knows better: a whole table of prices, electricity, hours of use, and parts that are there already.

use leptos::prelude::*;
use scenario::prices::OWN;
use wire::v1::bom::Part;
use wire::v1::choices::Workload;

use super::own::{Own, Question};
use super::owned;
use crate::locale::Locale;
use crate::messages::bom_money as text;
use crate::view::draw;
use markup::text_area;

/// Numbers beside prices, by the names of their parameters.
const NUMBERS: [&str; 4] = ["electricity_per_kwh", "hours_per_day", "days_per_year", "pue"];

/// Those that only bills of runs that train go by.
const OF_TRAINING: [&str; 2] = ["hours_per_day", "days_per_year"];

/// Draws the fields, folded until one of them says something.
pub(super) fn settings((asked, _): Question, own: &Own, parts: &[Part], locale: Locale) -> AnyView {
    let table = own.table(parts);
    let there = asked.hardware.owned.as_deref().unwrap_or_default();
    let is_open = !table.is_empty() || !there.is_empty() || NUMBERS.iter().any(|name| !own.typed(name).is_empty());
    let labels = [text::electricity(locale), text::hours(locale), text::days(locale), text::pue(locale)];
    // Of how long a machine is used a bill of a model that runs says nothing: its costs are told by the token.
    let is_run = asked.task == Some(Workload::Inference);
    let is_read = |name: &str| !is_run || !OF_TRAINING.contains(&name);
    let boxes = NUMBERS.into_iter().zip(labels).filter(|(name, _)| is_read(name));
    let boxes: Vec<_> = boxes.map(|(name, label)| number(name, label, own, locale)).collect();
    let area = text_area(OWN, "4", &table)
        .attr("id", "m-own")
        .attr("spellcheck", "false")
        .attr("aria-describedby", "m-own-about")
        .attr("placeholder", "id,unit_price");
    view! {
        <details class="card money-form" open=is_open data-testid="more-prices">
            <summary>{text::more_of_yours(locale)}</summary>
            <fieldset>
                <legend>{text::use_of_it(locale)}</legend>
                {boxes}
                <div class="field wide">
                    <label for="m-own">{text::own(locale)}</label>
                    <div>{draw(&area)}</div>
                    <p id="m-own-about" class="fine">{text::own_about(locale)}</p>
                </div>
            </fieldset>
            {owned::fields(there, parts, locale)}
            <p class="form-end">
                <button type="submit" data-testid="use-prices">{text::compute(locale)}</button>
            </p>
        </details>
    }
    .into_any()
}

fn number(name: &'static str, label: &'static str, own: &Own, locale: Locale) -> AnyView {
    let id = format!("m-{name}");
    let fault = own.fault(&format!("/prices/{name}"), locale);
    let about = format!("{id}-error");
    let (is_faulty, described) = (fault.is_some().then_some("true"), fault.is_some().then(|| about.clone()));
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <div>
                <input
                    id=id
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    name=name
                    value=own.typed(name).to_owned()
                    aria-invalid=is_faulty
                    aria-describedby=described
                />
            </div>
            {fault.map(|fault| view! { <p class="field-error" id=about>{fault}</p> })}
        </div>
    }
    .into_any()
}
