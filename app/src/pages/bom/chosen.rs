//! The choice of the part of a line: what the whole machine costs with each that goes together with the rest.

use api::swaps::{Line, Swap};
use leptos::prelude::*;
use wire::v1::bom::{Bom, Part};
use workstation::machines::name_on_pages;

use super::cells::money;
use crate::locale::{Locale, colon};
use crate::messages::bom as text;

/// The parameter of each list: those of a form add up.
pub(super) const NAME: &str = "parts";
/// Most other parts that a line offers, those with which the machine costs least.
const MOST: usize = 16;

/// The list of a line, folded; none where nothing else may stand there.
pub(super) fn field(part: &Part, lines: &[Line], bom: &Bom, locale: Locale) -> Option<AnyView> {
    let line = lines.iter().find(|line| line.kind == part.kind)?;
    let is_kept = |place: usize, swap: &Swap| place < MOST || line.named == Some(swap.id);
    let choices: Vec<_> = line
        .swaps
        .iter()
        .enumerate()
        .filter(|(place, swap)| is_kept(*place, swap) && (swap.id != part.id || line.named.is_some()))
        .map(|(_, swap)| {
            let words = said(swap, bom, locale);
            view! { <option value=swap.id selected=line.named == Some(swap.id)>{words}</option> }
        })
        .collect();
    if choices.is_empty() {
        return None;
    }
    let id = format!("swap-{}", part.kind);
    let automatic = match line.named {
        Some(_) => text::choose_for_me(locale).to_owned(),
        None => text::chosen_for_you(locale, &name_on_pages(&part.name)),
    };
    let label = format!("{}{}{}", text::swap(locale), colon(locale), name_on_pages(&part.name));
    let field = view! {
        <details class="more-of-part" open=line.named.is_some()>
            <summary aria-label=label>{text::swap(locale)}</summary>
            <p class="swap">
                <label for=id.clone() class="visually-hidden">{text::part_of_line(locale)}</label>
                <select id=id name=NAME>
                    <option value="">{automatic}</option>
                    {choices}
                </select>
                <button type="submit" class="quiet">{text::use_part(locale)}</button>
            </p>
            <p class="fine">{text::swap_about(locale)}</p>
        </details>
    };
    Some(field.into_any())
}

/// A part, and what the machine costs more or less with it.
fn said(swap: &Swap, bom: &Bom, locale: Locale) -> String {
    let told = |amount: f64| money(Some(amount.abs()), &bom.price.currency, locale);
    let difference = match swap.difference {
        None => text::difference_unknown(locale).to_owned(),
        Some(amount) if amount.abs() < 0.005 => text::difference_none(locale).to_owned(),
        Some(amount) if amount < 0.0 => format!("\u{2212}{}", told(amount)),
        Some(amount) => format!("+{}", told(amount)),
    };
    text::swap_for(locale, &swap.name, &difference)
}
