//! The choice of the part of a line: what the whole machine costs with each that goes together with the rest.

use api::swaps::{Line, Swap};
use engine::units::Seconds;
use leptos::prelude::*;
use scenario::query;
use wire::v1::Prices;
use wire::v1::bom::{Bom, Part};
use wording::format;
use workstation::machines::name_on_pages;

use super::cells::money;
use super::own::end_of_query;
use crate::locale::{Locale, colon};
use crate::messages::bom as text;
use crate::plan::Plan;

/// The parameter of lists whose parts have none of their own: those of a form add up.
pub(super) const NAME: &str = "parts";

/// The parameter of a line's list.
pub(super) fn parameter(kind: &str) -> &'static str {
    match kind {
        "cpu" => "cpu",
        "storage" => "storage",
        _ => NAME,
    }
}

/// Amounts below this are not worth a line, in any currency.
const LEAST_SAVED: f64 = 1.0;
/// Most other parts that a line offers, those with which the machine costs least.
const MOST: usize = 16;

/// Parts that are there only because the estimate counts with them, where a cheaper one makes the run no slower: what the reader
/// saves by a click.
pub(super) fn cheaper(lines: &[Line], bom: &Bom, plan: &Plan, prices: &Prices, locale: Locale) -> Option<AnyView> {
    let items: Vec<_> = lines
        .iter()
        .filter(|line| line.named.is_none() && parameter(line.kind) != NAME)
        .filter_map(|line| {
            let least = line.swaps.iter().find(|swap| swap.epoch_seconds.is_none())?;
            let saved = least.difference.filter(|difference| *difference <= -LEAST_SAVED)?;
            let mut asked = plan.asked.clone();
            let field = if line.kind == "cpu" { &mut asked.hardware.cpu } else { &mut asked.hardware.storage };
            *field = Some(least.id.to_owned());
            let href = format!("/bom?{}{}", query::to_string(&asked, &plan.unknown), end_of_query(prices));
            let amount = money(Some(-saved), &bom.price.currency, locale);
            let words = if line.kind == "cpu" { text::cheaper_cpu } else { text::cheaper_drive };
            Some(view! { <li><a href=href rel="nofollow" data-testid=format!("cheaper-{}", line.kind)>{words(locale, &least.name, &amount)}</a></li> })
        })
        .collect();
    (!items.is_empty()).then(|| view! { <div class="cheaper"><p>{text::cheaper(locale)}</p><ul>{items}</ul></div> }.into_any())
}

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
                <select id=id name=parameter(&part.kind)>
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
    let epoch = swap.epoch_seconds.map(|seconds| text::swap_epoch(locale, &format::duration(Seconds::new(seconds), locale)));
    text::swap_for(locale, &swap.name, &[difference, epoch.unwrap_or_default()].concat())
}
