//! Parts that the reader has: a list a line of the bill, and a box for others.

use leptos::prelude::*;
use wire::v1::bom::Part;
use wire::v1::scenario::OwnedPart;
use workstation::machines::name_on_pages;

use crate::locale::Locale;
use crate::messages::bom_money as text;

/// The parameter of each control: those of a form add up.
pub(super) const NAME: &str = "owned";
/// Longer lists are no lists to choose from: more of a part are told in the box.
const MOST_CHOICES: u64 = 16;

/// Draws the controls.
pub(super) fn fields(owned: &[OwnedPart], parts: &[Part], locale: Locale) -> AnyView {
    let there = |id: &str| owned.iter().filter(|own| own.id == id).fold(0, |sum: u64, own| sum.saturating_add(own.quantity));
    let is_listed = |part: &&Part| part.quantity.max(there(&part.id)) <= MOST_CHOICES;
    let listed: Vec<&Part> = parts.iter().filter(is_listed).collect();
    let lists: Vec<_> = listed.iter().map(|part| list(part, there(&part.id), locale)).collect();
    let others: Vec<String> =
        owned.iter().filter(|own| listed.iter().all(|part| part.id != own.id)).map(OwnedPart::words).collect();
    view! {
        <fieldset data-testid="owned">
            <legend>{text::owned(locale)}</legend>
            {lists}
            {other(others.join(", "), "m-owned", text::owned_others(locale), locale)}
        </fieldset>
    }
    .into_any()
}

fn list(part: &Part, there: u64, locale: Locale) -> AnyView {
    let id = format!("m-owned-{}", part.id);
    let most = part.quantity.max(there);
    let choices: Vec<_> = (0..=most)
        .map(|count| {
            let value = if count == 0 { String::new() } else { format!("{}:{count}", part.id) };
            view! { <option value=value selected=count == there>{text::owned_of(locale, &count.to_string(), &part.quantity.to_string())}</option> }
        })
        .collect();
    view! {
        <div class="field">
            <label for=id.clone()>{name_on_pages(&part.name)}</label>
            <div>
                <select id=id name=NAME>{choices}</select>
            </div>
        </div>
    }
    .into_any()
}

/// The box for parts by their ids, by its label.
pub fn other(value: String, id: &'static str, label: &'static str, locale: Locale) -> AnyView {
    let about = format!("{id}-about");
    view! {
        <div class="field wide">
            <label for=id>{label}</label>
            <div>
                <input id=id type="text" autocomplete="off" spellcheck="false" name=NAME value=value aria-describedby=about.clone() />
            </div>
            <p id=about class="fine">{text::owned_about(locale)}</p>
        </div>
    }
    .into_any()
}

/// What is there once a bill's parts are bought.
pub(super) fn with_bill(mut owned: Vec<OwnedPart>, parts: &[Part]) -> Vec<OwnedPart> {
    for part in parts {
        let there = owned.iter().filter(|own| own.id == part.id).fold(0, |sum: u64, own| sum.saturating_add(own.quantity));
        owned.retain(|own| own.id != part.id);
        owned.push(OwnedPart { id: part.id.clone(), quantity: there.max(part.quantity) });
    }
    owned
}
