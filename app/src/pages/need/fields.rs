//! Controls of the form, with what this page asks of each and its words for a fault.

use scenario::error::{FieldError, Reason, Relax};
use scenario::parts::PartKind;
use wire::Locale;
use wording::format;
use workstation::machines::Purse;

use super::asked::Asked;
use crate::faults;
use crate::fields::controls;
use crate::messages::need as text;
use markup::Element;

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
    let fault = asked.fault(name).map(|error| detail(error, &asked.purse, locale));
    controls::field(class, 'n', name, label, control, fault)
}

/// A box for a number, with what was typed, or else what stands for nothing.
pub fn number(name: &'static str, asked: &Asked, open: String) -> Element {
    controls::number(name, asked.typed(name), open)
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
