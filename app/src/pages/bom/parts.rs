//! The parts as a list to order from: what, why and what it costs; where a price comes from and what to know of a part is
//! folded below it.

use api::export;
use api::export::Sources;
use api::swaps::Line;
use leptos::prelude::*;
use wire::v1::bom::{Bom, Part};
use wording::format::{count, decimal};
use wording::{price_age, price_in_words};
use workstation::machines::{name_on_pages, outdated_months};

use super::cells::{footnote, money};
use super::chosen;
use super::own::{FIELD, FIELD_POINTER, Own};
use crate::locale::{Locale, colon};
use crate::messages::bom as text;

/// Draws the list; with `own` there are fields for the reader's price of each part and for another part.
pub(super) fn parts(bom: &Bom, sources: &Sources, name: &str, own: Option<(&Own, &[Line])>, locale: Locale) -> AnyView {
    let rows: Vec<_> = bom.parts.iter().map(|part| row(part, bom, sources, own, locale)).collect();
    let about = own.map(|_| view! { <p class="fine" id="own-prices">{text::own_about(locale)}</p> });
    view! {
        {about}
        <table class="catalog parts" data-testid="bom-parts" aria-label=text::parts_of(locale, name)>
            <thead>
                <tr>
                    <th scope="col">{text::part(locale)}</th>
                    <th scope="col">{text::price(locale)}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn row(part: &Part, bom: &Bom, sources: &Sources, own: Option<(&Own, &[Line])>, locale: Locale) -> AnyView {
    let times = if part.quantity == 1 { String::new() } else { format!("{} × ", count(part.quantity)) };
    let several = (part.quantity > 1).then(|| {
        let each = text::each_costs(locale, &money(part.unit_price, &part.currency, locale));
        view! { <span class="fine each">{each}</span> }
    });
    view! {
        <tr data-testid=format!("part-{}", part.kind)>
            <th scope="row">
                <span class="fine">{export::kind_name(&part.kind, locale).to_owned()}</span>
                <span class="what">{format!("{times}{}", name_on_pages(&part.name))}</span>
                <span class="fine note sentence">{part.reason.clone()}</span>
                {own.and_then(|(_, lines)| chosen::field(part, lines, bom, locale))}
                {folded(part, sources, locale)}
            </th>
            <td>
                <div class="price-cell">
                    <span class="amount">
                        <strong>{money(part.price(), &part.currency, locale)}</strong>
                        {several}
                    </span>
                    {own.map(|(own, _)| field(part, own, locale))}
                </div>
            </td>
        </tr>
    }
    .into_any()
}

/// Where the price comes from, what to know of the part, and the id that tables of prices take.
fn folded(part: &Part, sources: &Sources, locale: Locale) -> AnyView {
    let mark = footnote(sources, part.price_source.as_deref(), locale);
    let origin = (part.unit_price.is_some() && mark.is_some()).then(|| {
        let date = part.price_date.as_ref().map(|date| format!("{}{date}", locale.pick(", ", "，")));
        view! {
            <li>
                {text::each_costs(locale, &money(part.unit_price, &part.currency, locale))} {date} " " {mark}
            </li>
        }
    });
    let notes: Vec<_> = part.notes.iter().map(|note| view! { <li><span class="sentence">{note.clone()}</span></li> }).collect();
    let is_source_alone = part.notes.is_empty() && origin.is_some();
    let summary = if is_source_alone { text::source_of_price(locale) } else { text::notes_and_source(locale) };
    let label = format!("{summary}{}{}", colon(locale), name_on_pages(&part.name));
    view! {
        <details class="more-of-part">
            <summary aria-label=label>{summary}</summary>
            <ul class="fine">{origin} {notes} <li>{text::id(locale)} {colon(locale)} <code translate="no">{part.id.clone()}</code></li></ul>
        </details>
    }
    .into_any()
}

/// The field for the reader's own price of one.
fn field(part: &Part, own: &Own, locale: Locale) -> AnyView {
    let id = format!("price-{}", part.id);
    let fault = own.fault(&format!("{FIELD_POINTER}{}", part.id), locale);
    let about = format!("{id}-error");
    let (is_faulty, described) = (fault.is_some().then_some("true"), fault.is_some().then(|| about.clone()));
    let currency = if own.prices.is_some() { part.currency.clone() } else { own.fields_in.as_str().to_owned() };
    view! {
        <span class="own-price">
            <label for=id.clone()>
                {text::own_price(locale)}
                <span class="visually-hidden">{text::own_price_of(locale, &name_on_pages(&part.name), &currency)}</span>
            </label>
            <input
                id=id
                type="text"
                inputmode="decimal"
                autocomplete="off"
                size="9"
                name=format!("{FIELD}{}", part.id)
                value=own.field(part)
                placeholder=part.unit_price.filter(|_| own.prices.is_some()).map(|price| decimal(price, 2))
                aria-invalid=is_faulty
                aria-describedby=described
            />
            {fault.map(|fault| view! { <span class="field-error" id=about>{fault}</span> })}
        </span>
    }
    .into_any()
}

/// What all parts cost together, in view as long as the list is; how much of it is not known stays beside it.
pub(super) fn total(bom: &Bom, is_changed_here: bool, locale: Locale) -> AnyView {
    let button =
        is_changed_here.then(|| view! { <button type="submit" data-testid="recalculate">{text::recalculate(locale)}</button> });
    let about = total_about(bom, locale);
    view! {
        <div class="total" data-testid="bom-total">
            <p>
                {text::total(locale)} " " <strong>{total_amount(bom, locale)}</strong>
                {about.map(|about| view! { " " <span class="fine">{about}</span> })}
            </p>
            {button}
        </div>
    }
    .into_any()
}

/// The sum, in words where it is not whole.
pub fn total_amount(bom: &Bom, locale: Locale) -> String {
    price_in_words(&bom.price, |amount| export::spoken_money(amount, &bom.price.currency), locale)
}

/// Whether the sum is whole, and how old its oldest price is.
pub fn total_about(bom: &Bom, locale: Locale) -> Option<String> {
    let price = &bom.price;
    let complete = price.complete.then(|| export::total_line(price, locale));
    let as_of = price.as_of.as_deref().map(|month| text::as_of(locale, month));
    let age = outdated_months(price).map(|months| price_age(months, locale));
    let about: Vec<String> = complete.into_iter().chain(as_of).chain(age).collect();
    (!about.is_empty()).then(|| about.join(" · "))
}
