//! Controls of the form: each with its label, what is decided where it is left open, and what is wrong with it.

use engine::units::GIB;
use scenario::fields::{Field, Value};

use super::super::asked::Asked;
use crate::faults;
use crate::fields::controls;
use crate::locale::Locale;
use crate::messages::run as text;
use markup::Element;

/// A word that is its own name.
pub(super) fn itself(word: &str) -> (String, String) {
    (word.to_owned(), word.to_owned())
}

pub(super) fn words(
    name: &'static str,
    pointer: &'static str,
    label: &'static str,
    words: Vec<(String, String)>,
    asked: &Asked,
    locale: Locale,
) -> Element {
    let chosen = asked.typed(name);
    let open = match decided(pointer, asked) {
        Some(value) if chosen.is_none() => text::chosen(locale, text::word(pointer, &value, locale).unwrap_or(&value)),
        _ => text::automatic(locale).to_owned(),
    };
    field(name, pointer, label, controls::list(name, Some(open.into()), chosen, words), asked, locale)
}

pub(super) fn number(name: &'static str, pointer: &'static str, label: &'static str, asked: &Asked, locale: Locale) -> Element {
    let open = decided(pointer, asked).unwrap_or_default();
    field(name, pointer, label, controls::number(name, asked.typed(name), open), asked, locale)
}

/// Memory of the host; left open it is no default but what the answer finds to be bought.
pub(super) fn ram(asked: &Asked, locale: Locale) -> Element {
    let open = asked.installed().map_or_else(String::new, |bytes| (bytes / GIB).to_string());
    let control = controls::number("ram", asked.typed("ram"), open);
    field("ram", "/hardware/ram_gib", text::ram_field(locale), control, asked, locale)
}

/// A control with its label and what is wrong with it.
pub(super) fn field(
    name: &'static str,
    pointer: &'static str,
    label: &'static str,
    control: Element,
    asked: &Asked,
    locale: Locale,
) -> Element {
    let errors = asked.answer.as_ref().err().map_or(&[][..], Vec::as_slice);
    let fault = errors.iter().find(|error| error.pointer == pointer).map(|error| faults::detail(error, locale));
    controls::field("field", 'r', name, label, control, fault)
}

/// What the answer decided for a field that was left open.
pub(super) fn decided(pointer: &str, asked: &Asked) -> Option<String> {
    let inputs = asked.inputs()?;
    match Field::at(pointer)?.get(inputs)? {
        Value::Text(text) => Some(text),
        Value::Integer(number) => Some(number.to_string()),
        Value::Number(number) => Some(wording::format::written(number)),
        Value::Size(size) => Some(format!("{}x{}", size.height, size.width)),
        Value::Flag(flag) => Some(flag.to_string()),
        Value::List(_) | Value::Integers(_) => None,
    }
}
