//! A `config.json` as people paste it: its keys become parameters, and parameters its keys.
//!
//! The browser's bundle has no other reader of JSON, and pages must read alike on both sides, so this one serves both. It
//! takes exactly what RFC 8259 does; of an object in it nothing is kept, but for the parts of a vision-language model.

mod joined;
mod json;

use crate::error::{Expected, Reason};
use crate::fields::{FIELDS, Field, Kind, Value};
use crate::pointer::CONFIG_KEYS;
use crate::query;
use crate::resolve::keys::{
    LAYER_TYPES, Meaning, NUM_LABELS, UNREAD_KEYS, ZERO_FOR_NULL, counts_labels, meaning, names, newer_word, of_null,
    width_of_key,
};

/// The parameters that a configuration says, each as it is written there; keys that nobody knows are named in
/// one of their own.
///
/// # Errors
/// The text is not JSON, or no object.
pub fn read(text: &str) -> Result<Vec<(String, String)>, Reason> {
    let (members, beside) = match json::members(text) {
        Ok(Some(members)) => joined::flat(members),
        Ok(None) => return Err(Reason::WrongType { expected: Expected::Object }),
        Err(place) => {
            let before = text.get(..place).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            return Err(Reason::NotJson { line, column });
        }
    };
    let said = |key: &str| members.iter().find(|(other, _)| other == key);
    let kind = said("model_type").and_then(|(_, value)| value.as_deref()).unwrap_or_default();
    let mut parameters = Vec::with_capacity(members.len());
    let mut unread: Vec<&str> = beside.iter().map(String::as_str).collect();
    let is_width = |key: &str, value: Option<&str>| {
        let width = width_of_key(key, |name| said(name)?.1.as_deref()?.parse().ok());
        // What it would follow from is missing, and told so.
        let is_open = || width_of_key(key, |_| Some(1)).is_some();
        width.map_or_else(is_open, |width| value.and_then(|value| value.parse().ok()) == Some(width))
    };
    for (key, value) in &members {
        // Lists are compared without spaces, as other readers write them.
        let compact =
            value.as_deref().filter(|text| text.starts_with('[')).map(|text| text.split_whitespace().collect::<String>());
        match meaning(kind, key, compact.as_deref().or(value.as_deref())) {
            // A field by its own name counts before the same by another.
            Meaning::Field(name) if name != key && said(name).is_some_and(|(_, other)| other.is_some()) => {
                // Where the two do not say the same, the reader sees which of them is left out.
                if said(name).is_some_and(|(_, other)| value.is_some() && other != value) {
                    unread.push(key);
                }
            }
            Meaning::Field(name) => {
                let number = |field: &str| {
                    let fills = |key: &str| matches!(meaning(kind, key, None), Meaning::Field(filled) if filled == field);
                    members.iter().find(|(key, value)| value.is_some() && fills(key))?.1.as_deref()?.parse().ok()
                };
                let of_null = || of_null(kind, name, number).map(|number| number.to_string());
                let text = value.clone().or_else(|| ZERO_FOR_NULL.contains(&name).then(|| "0".to_owned())).or_else(of_null);
                if let (Some(field), Some(text)) = (leaf(name), text) {
                    let text = list_text(field.kind, text);
                    let text = if name == LAYER_TYPES { newer_words(&text) } else { text };
                    // So where a field goes by two names, neither of them its own.
                    match parameters.iter().find(|(other, _): &&(String, String)| *other == field.name) {
                        Some((_, first)) if *first != text => unread.push(key),
                        Some(_) => {}
                        None => parameters.push((field.name.to_owned(), text)),
                    }
                }
            }
            // Its entries would say how many classes there are, and nothing of an object is kept.
            Meaning::Inert if counts_labels(kind, key) && value.is_some() && said(NUM_LABELS).is_none() => unread.push(key),
            Meaning::Inert => {}
            Meaning::Refused(_) if is_width(key, value.as_deref()) => {}
            // What is said to be none says nothing.
            Meaning::Unknown if value.is_none() => {}
            // What would be refused is named as well: the reader sees what the estimate leaves out.
            Meaning::Refused(_) | Meaning::Unknown => unread.push(key),
        }
    }
    if let Some(field) = leaf(UNREAD_KEYS).filter(|_| !unread.is_empty() && said(UNREAD_KEYS).is_none()) {
        parameters.push((field.name.to_owned(), names(unread.into_iter())));
    }
    Ok(parameters)
}

/// Words of blocks as newer files have them.
fn newer_words(text: &str) -> String {
    text.split(',').map(newer_word).collect::<Vec<_>>().join(",")
}

/// The items of a list as a parameter says them; anything else as it is.
fn list_text(kind: Kind, text: String) -> String {
    let is_list = matches!(kind, Kind::Integers(_) | Kind::Choices(_)) && text.starts_with('[');
    if is_list {
        text.chars().filter(|letter| !matches!(letter, '[' | ']' | '"') && !letter.is_whitespace()).collect()
    } else {
        text
    }
}

/// The configuration that parameters say, as JSON with a key a line; empty where they say none. A value that its key cannot
/// take stays as it was typed.
#[must_use]
pub fn to_json(pairs: impl Iterator<Item = (String, String)>) -> String {
    let pairs: Vec<(String, String)> = pairs.collect();
    let lines: Vec<String> = FIELDS
        .iter()
        .filter_map(|field| {
            let key = field.pointer.strip_prefix(CONFIG_KEYS)?;
            let text = query::last(&pairs, field.name)?;
            let value = match query::value(field.kind, &text) {
                Some(Value::Flag(flag)) => flag.to_string(),
                Some(number @ (Value::Integer(_) | Value::Number(_))) => query::to_text(&number),
                Some(numbers @ Value::Integers(_)) => format!("[{}]", query::to_text(&numbers)),
                Some(Value::List(words)) => format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ")),
                _ => quoted(&text),
            };
            Some(format!("  \"{key}\": {value}"))
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("{{\n{}\n}}", lines.join(",\n")) }
}

fn leaf(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.pointer.strip_prefix(CONFIG_KEYS) == Some(key))
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            // None of the words that a configuration takes has any.
            control if control.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
