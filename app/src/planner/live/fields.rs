//! The form's fields in the browser: what they hold, and how they are made to hold something else.

use scenario::fields::{Field as Leaf, Value};
use scenario::form::OWN_MODEL;
use scenario::query;
use wasm_bindgen::JsCast;
use web_sys::{HtmlFormElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use wire::v1::Scenario;

use super::browser::document;

/// Every field of the form that holds something, by name.
pub(super) fn read(form: &HtmlFormElement) -> Vec<(String, String)> {
    let elements = form.elements();
    (0..elements.length())
        .filter_map(|place| {
            let element = elements.item(place)?;
            let (name, value) = match element.dyn_ref::<HtmlInputElement>() {
                Some(input) if is_tick(input) && !input.checked() => return None,
                Some(input) => (input.name(), input.value()),
                None => match element.dyn_ref::<HtmlTextAreaElement>() {
                    Some(area) => (area.name(), area.value()),
                    None => element.dyn_ref::<HtmlSelectElement>().map(|select| (select.name(), select.value()))?,
                },
            };
            (!name.is_empty() && !value.trim().is_empty()).then_some((name, value))
        })
        .collect()
}

/// Whether an input is a box to tick.
fn is_tick(input: &HtmlInputElement) -> bool {
    input.type_() == "checkbox"
}

/// Whether a field holds something else than the server put there.
pub(super) fn is_touched(form: &HtmlFormElement) -> bool {
    let elements = form.elements();
    (0..elements.length()).filter_map(|place| elements.item(place)).any(|element| match element.dyn_ref::<HtmlInputElement>() {
        Some(input) if is_tick(input) => input.checked() != input.default_checked(),
        Some(input) => input.value() != input.default_value(),
        None if element
            .dyn_ref::<HtmlTextAreaElement>()
            .is_some_and(|area| area.value() != area.default_value().unwrap_or_default()) =>
        {
            true
        }
        None => element.dyn_ref::<HtmlSelectElement>().is_some_and(|select| select.value() != served_choice(select)),
    })
}

/// The choice that the server marked, or else the first.
fn served_choice(select: &HtmlSelectElement) -> String {
    let marked = select.query_selector("option[selected]").ok().flatten();
    let option = marked.or_else(|| select.query_selector("option").ok().flatten());
    option.and_then(|option| option.get_attribute("value")).unwrap_or_default()
}

/// Makes what the fields hold what their attributes say; a field that was touched no longer follows those by itself. The
/// box that the reader is writing in stays as it is.
pub(super) fn fill(form: &HtmlFormElement, said: Option<&Scenario>) {
    let writing = document().and_then(|document| document.active_element());
    let elements = form.elements();
    for element in (0..elements.length()).filter_map(|place| elements.item(place)) {
        if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
            input.set_checked(input.default_checked());
            input.set_value(&input.default_value());
        } else if let Some(area) = element.dyn_ref::<HtmlTextAreaElement>() {
            if writing.as_ref() != Some(&element) {
                area.set_value(&area.default_value().unwrap_or_default());
            }
        } else if let Some(select) = element.dyn_ref::<HtmlSelectElement>() {
            let leaf = Leaf::by_name(&select.name()).zip(said).and_then(|(leaf, said)| leaf.get(said));
            let own = match select.name().as_str() {
                "gpu" => query::OWN_CARD,
                "model" => OWN_MODEL,
                _ => "",
            };
            let word = if let Some(Value::Text(word)) = leaf { word } else { own.to_owned() };
            select.set_value(&word);
        }
    }
}
