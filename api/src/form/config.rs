//! A `config.json` as people paste it: its keys become parameters, and parameters its keys.
//!
//! The browser's bundle has no other reader of JSON, and pages must read alike on both sides, so this one serves both. It
//! takes exactly what RFC 8259 does; of an object in it, nothing is kept.

mod json;

use crate::error::{Expected, Reason};
use crate::fields::{FIELDS, Field, Value};
use crate::query;

/// Where the configuration is in a scenario.
const POINTER: &str = "/model/config/";

/// Names that some configurations have for what most call otherwise.
pub(crate) const ALIASES: [(&str, &str); 15] = [
    // DistilBERT.
    ("dim", "hidden_size"),
    ("hidden_dim", "intermediate_size"),
    ("n_layers", "num_hidden_layers"),
    ("n_heads", "num_attention_heads"),
    // GPT-2.
    ("n_embd", "hidden_size"),
    ("n_inner", "intermediate_size"),
    ("n_layer", "num_hidden_layers"),
    ("n_head", "num_attention_heads"),
    ("n_positions", "max_position_embeddings"),
    // T5.
    ("d_model", "hidden_size"),
    ("d_ff", "intermediate_size"),
    ("d_kv", "head_dim"),
    ("num_layers", "num_hidden_layers"),
    ("num_heads", "num_attention_heads"),
    // Mixtral.
    ("num_local_experts", "num_experts"),
];

/// The parameters that a configuration says, each as it is written there; keys that are not read are left out.
///
/// # Errors
/// The text is not JSON, or no object.
pub fn read(text: &str) -> Result<Vec<(String, String)>, Reason> {
    let members = match json::members(text) {
        Ok(Some(members)) => members,
        Ok(None) => return Err(Reason::WrongType { expected: Expected::Object }),
        Err(place) => {
            let before = text.get(..place).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            return Err(Reason::NotJson { line, column });
        }
    };
    let is_there = |key: &str| members.iter().any(|(other, _)| other == key);
    let parameters = members.iter().filter_map(|(key, value)| {
        let alias = ALIASES.iter().find(|(alias, name)| key == alias && !is_there(name));
        let field = leaf(alias.map_or(key.as_str(), |(_, name)| name))?;
        // Null says the same as a key left out.
        Some((field.name.to_owned(), value.clone()?))
    });
    Ok(parameters.collect())
}

/// The configuration that parameters say, as JSON with a key a line; empty where they say none. A value that its key cannot
/// take stays as it was typed.
#[must_use]
pub fn written(pairs: impl Iterator<Item = (String, String)>) -> String {
    let pairs: Vec<(String, String)> = pairs.collect();
    let lines: Vec<String> = FIELDS
        .iter()
        .filter_map(|field| {
            let key = field.pointer.strip_prefix(POINTER)?;
            let text = super::last(&pairs, field.name)?;
            let value = match query::value(field.kind, &text) {
                Some(Value::Flag(flag)) => flag.to_string(),
                Some(number @ (Value::Integer(_) | Value::Number(_))) => query::written(&number),
                _ => quoted(&text),
            };
            Some(format!("  \"{key}\": {value}"))
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("{{\n{}\n}}", lines.join(",\n")) }
}

fn leaf(key: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.pointer.strip_prefix(POINTER) == Some(key))
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
