//! The parts as a table: what, why, how many, and what is known of the price.

use api::export;
use api::export::Sources;
use leptos::prelude::*;
use wire::v1::bom::{Bom, Part};
use wording::format::count;
use wording::price_in_words;

use super::cells::{footnote, money};
use crate::locale::{Locale, colon};
use crate::messages::bom as text;

/// Draws the table with its sum.
pub(super) fn parts(bom: &Bom, sources: &Sources, name: &str, locale: Locale) -> AnyView {
    let rows: Vec<_> = bom.parts.iter().map(|part| row(part, sources, locale)).collect();
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=text::parts_of(locale, name)>
            <table class="catalog parts" data-testid="bom-parts">
                <thead>
                    <tr>
                        <th scope="col">{text::part(locale)}</th>
                        <th scope="col">{text::each(locale)}</th>
                        <th scope="col">{text::price(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                <tfoot>{total(bom, locale)}</tfoot>
            </table>
        </div>
    }
    .into_any()
}

fn row(part: &Part, sources: &Sources, locale: Locale) -> AnyView {
    let times = if part.quantity == 1 { String::new() } else { format!("{} x ", count(part.quantity)) };
    let whole = part.price();
    let date = part.price_date.clone();
    let mark = footnote(sources, part.price_source.as_deref(), locale);
    let notes: Vec<_> = part.notes.iter().map(|note| view! { <span class="fine note sentence">{note.clone()}</span> }).collect();
    view! {
        <tr data-testid=format!("part-{}", part.kind)>
            <th scope="row">
                <span class="fine">{export::kind_name(&part.kind, locale).to_owned()}</span>
                <span class="what">{format!("{times}{}", part.name)}</span>
                <span class="fine note sentence">{part.reason.clone()}</span>
                {notes}
            </th>
            <td>
                {money(part.unit_price, &part.currency, locale)} " " {mark} <span class="fine note">{date}</span>
            </td>
            <td>{money(whole, &part.currency, locale)}</td>
        </tr>
    }
    .into_any()
}

fn total(bom: &Bom, locale: Locale) -> AnyView {
    let price = &bom.price;
    let amount = price_in_words(price, |amount| export::spoken_money(amount, &price.currency), locale);
    let complete = price.complete.then(|| export::total_line(price, locale));
    let as_of = price.as_of.as_deref().map(|month| text::as_of(locale, month));
    let about: Vec<String> = complete.into_iter().chain(as_of).collect();
    let about = (!about.is_empty()).then(|| format!("{}{}", colon(locale), about.join(" · ")));
    view! {
        <tr data-testid="bom-total">
            <th scope="row" colspan="2">
                {text::total(locale)}
                <span class="fine">{about}</span>
            </th>
            <td>
                <strong>{amount}</strong>
            </td>
        </tr>
    }
    .into_any()
}
