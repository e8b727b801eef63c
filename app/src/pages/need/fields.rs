//! Controls of the form: a list, a box, and the label and the fault that go with each.

use scenario::error::{FieldError, Reason, Relax};
use scenario::parts::PartKind;
use wire::Locale;
use wording::format;
use workstation::machines::Purse;

use super::asked::Asked;
use crate::faults;
use crate::fields::{Catalog, options};
use crate::messages::need as text;
use markup::{Element, classed, el};

/// A list of the catalog. What the catalog does not have stays, so that the reader sees what was asked.
pub fn products(catalog: Catalog, name: &'static str, chosen: Option<&str>, first: Option<Element>, locale: Locale) -> Element {
    let unknown = chosen.filter(|id| options::name_of(catalog, id).is_none());
    let unknown = unknown.map(|id| el("option").attr("value", id.to_owned()).flag("selected", true).with(id.to_owned()));
    let option =
        |(id, name): (&'static str, String)| el("option").attr("value", id).flag("selected", chosen == Some(id)).with(name);
    let groups: Vec<Element> = options::groups(catalog, locale)
        .into_iter()
        .map(|group| {
            let rows: Vec<Element> = group.options.into_iter().map(option).collect();
            el("optgroup").attr("label", group.label).with(rows)
        })
        .collect();
    let list = el("select").attr("name", name);
    let list = match options::searched(catalog) {
        Some(searched) => list.attr(options::SEARCHED, searched),
        None => list,
    };
    list.with(first).with(unknown).with(groups)
}

/// The products of a kind of part around the cards, with their names; of supplies their classes as well. None of any other kind.
pub fn products_around(kind: PartKind) -> Vec<(&'static str, &'static str)> {
    match kind {
        PartKind::Board => catalog::boards().iter().map(|row| (row.id, row.name)).collect(),
        PartKind::Cooler => catalog::coolers().iter().map(|row| (row.id, row.name)).collect(),
        PartKind::Psu => catalog::power_supplies().iter().map(|row| (row.id, row.name)).collect(),
        PartKind::Case => catalog::cases().iter().map(|row| (row.id, row.name)).collect(),
        _ => Vec::new(),
    }
}

/// A control with its label and what is wrong with it.
pub fn field(name: &'static str, label: &'static str, control: Element, asked: &Asked, locale: Locale) -> Element {
    field_of("field", name, label, control, asked, locale)
}

/// A control as [`field`], of a class.
pub fn field_of(
    class: &'static str,
    name: &'static str,
    label: &'static str,
    control: Element,
    asked: &Asked,
    locale: Locale,
) -> Element {
    let (id, error_id) = (format!("n-{name}"), format!("e-{name}"));
    let fault = asked.fault(name).map(|error| detail(error, &asked.purse, locale));
    let control = control.attr("id", id.clone());
    let is_described = control.attributes.iter().any(|(attribute, _)| *attribute == "aria-describedby");
    let control = match (&fault, is_described) {
        (Some(_), false) => control.attr("aria-invalid", "true").attr("aria-describedby", error_id.clone()),
        (Some(_), true) => control.attr("aria-invalid", "true"),
        (None, _) => control,
    };
    classed("div", class)
        .with(el("label").attr("for", id).with(label))
        .with(el("div").with(control))
        .with(classed("p", "field-error").attr("id", error_id).with(fault))
}

/// A box for a number, with what was typed, or else what stands for nothing.
pub fn number(name: &'static str, asked: &Asked, open: String) -> Element {
    let input = el("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("name", name)
        .attr("placeholder", open);
    match asked.typed(name) {
        Some(typed) => input.attr("value", typed.to_owned()),
        None => input,
    }
}

/// A list of words; one that was asked and is none of them stays, so that the reader sees it.
pub fn list(name: &'static str, open: Option<&'static str>, chosen: Option<&str>, words: Vec<(String, String)>) -> Element {
    let stranger = chosen.filter(|chosen| words.iter().all(|(word, _)| word != chosen));
    let words = words.into_iter().chain(stranger.map(|word| (word.to_owned(), word.to_owned())));
    let option = |(word, name): (String, String)| {
        let is_chosen = chosen == Some(word.as_str());
        el("option").attr("value", word).flag("selected", is_chosen).with(name)
    };
    let open = open.map(|open| el("option").attr("value", "").with(open));
    el("select").attr("name", name).with(open).with(words.map(option).collect::<Vec<_>>())
}

/// Choices with the one that was asked among them.
pub fn with_own(choices: &[u64], own: Option<u64>) -> Vec<u64> {
    let mut choices = choices.to_vec();
    choices.extend(own.filter(|own| !choices.contains(own)));
    choices.sort_unstable();
    choices
}

/// What is wrong, in the words of a buyer.
pub fn detail(error: &FieldError, purse: &Purse, locale: Locale) -> String {
    match &error.reason {
        Reason::Contradictory(Relax::Money { least, .. }) => {
            text::least_money(locale, &format::whole_money(least.ceil(), purse.currency()))
        }
        Reason::Contradictory(Relax::Seconds { least }) => text::least_time(locale, &format::spelled_time(least.ceil(), locale)),
        Reason::Contradictory(Relax::Allow { .. }) if error.pointer == "/hardware/circuit" => text::no_circuit(locale).to_owned(),
        Reason::Contradictory(Relax::Allow { .. } | Relax::LeaveOut) if error.pointer == "/hardware/case" => {
            text::no_case(locale).to_owned()
        }
        Reason::Contradictory(Relax::Allow { .. }) => text::no_vendor(locale).to_owned(),
        _ => faults::detail(error, locale),
    }
}
