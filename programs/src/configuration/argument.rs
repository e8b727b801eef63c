//! Arguments of a configuration's class, and what the scenario says in its words.

use std::collections::BTreeMap;

use scenario::fields::{FIELDS, Value as Given};
use scenario::pointer::CONFIG_KEYS;
use scenario::resolve::{key_of, may_be_none};
use serde::Serialize;

use crate::run::Run;

/// Fields that are no settings of a configuration's class: its kind, which comes first, the keys that nobody reads, and classes,
/// which the task says.
const ELSEWHERE: [&str; 3] = ["model_type", "unread_keys", "num_labels"];

/// A setting: its name, none for the first, and its value.
#[derive(Debug, Serialize)]
pub(crate) struct Argument(pub Option<&'static str>, pub Value);

/// A value as the configuration takes it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Value {
    Count(u64),
    Number(f64),
    /// A number of which zero says none.
    Absent(Option<()>),
    Flag(bool),
    Word(String),
    Words(Vec<String>),
    Counts(Vec<u64>),
    /// Settings of a part of the model.
    Part(BTreeMap<&'static str, Value>),
}

/// What the scenario says of the model, under the names of its own configuration.
pub(crate) fn settings<'a>(run: Run<'a>, kind: &'a str) -> impl Iterator<Item = (&'static str, Value)> + 'a {
    let names = FIELDS.iter().filter_map(|field| Some((field, field.pointer.strip_prefix(CONFIG_KEYS)?)));
    let named = names.filter(|(_, name)| !ELSEWHERE.contains(name));
    named.filter_map(move |(field, name)| Some((key_of(kind, name), value(name, field.get(run.inputs)?)?)))
}

/// A value as Python has it; sizes of pictures are no settings of a configuration.
fn value(name: &str, given: Given) -> Option<Value> {
    Some(match given {
        Given::Integer(0) if may_be_none(name) => Value::Absent(None),
        Given::Number(value) if may_be_none(name) && value <= 0.0 => Value::Absent(None),
        Given::Integer(count) => Value::Count(count),
        Given::Number(number) => Value::Number(number),
        Given::Flag(flag) => Value::Flag(flag),
        Given::Text(word) => Value::Word(word),
        Given::List(words) => Value::Words(words),
        Given::Integers(counts) => Value::Counts(counts),
        Given::Size(_) => return None,
    })
}
