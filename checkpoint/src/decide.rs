//! What a text is.

use scenario::Reason;
use scenario::error::Expected;
use scenario::json::documents;
use serde_json::{Map, Value};

use crate::configuration::{self, Configuration};
use crate::name::{self, Name};
use crate::note::Note;
use crate::text::{self, Json};
use crate::traced::{self, Traced};
use crate::weights::{self, Weights};

/// The longest text that is read: an index of ninety thousand tensors, as the largest published model has, is half of it.
pub const MOST_BYTES: usize = 16 << 20;

/// What a text is, and what it says.
#[derive(Debug, Clone)]
pub enum Reading {
    /// A `config.json`.
    Configuration(Box<Configuration>),
    /// Headers of `.safetensors` files, or an index of them.
    Weights(Box<Weights>),
    /// A network of anybody's own, as the tracer wrote it down.
    Traced(Box<Traced>),
    /// A name, as an address or alone.
    Name(Name),
    /// Nothing that can be read, and why.
    Unreadable(Reason),
}

/// Reads a text.
#[must_use]
pub fn read(text: &str) -> Reading {
    if text.len() > MOST_BYTES {
        return Reading::Unreadable(Reason::TooLong { max: MOST_BYTES });
    }
    if text::trimmed(text).is_empty() {
        return Reading::Unreadable(Reason::Required);
    }
    match text::json(text) {
        Some(json) => read_json(json),
        None => {
            name::read(text::trimmed(text)).map_or(Reading::Unreadable(Reason::NotJson { line: 1, column: 1 }), Reading::Name)
        }
    }
}

fn read_json(json: Json<'_>) -> Reading {
    let (documents, repeated) = match documents(json.text) {
        Ok(read) => read,
        Err(Reason::NotJson { line, column }) => {
            let (line, column) = json.place((line, column));
            return Reading::Unreadable(Reason::NotJson { line, column });
        }
        Err(reason) => return Reading::Unreadable(reason),
    };
    let objects: Option<Vec<Map<String, Value>>> = documents
        .into_iter()
        .map(|document| match document {
            Value::Object(members) => Some(members),
            _ => None,
        })
        .collect();
    let Some(mut objects) = objects.filter(|objects| !objects.is_empty()) else {
        return Reading::Unreadable(Reason::WrongType { expected: Expected::Object });
    };
    if let [only] = objects.as_slice()
        && traced::is_trace(only)
    {
        return Reading::Traced(Box::new(traced::read(objects.swap_remove(0))));
    }
    if objects.iter().all(weights::is_header) {
        return Reading::Weights(Box::new(weights::of_headers(&objects)));
    }
    let others = objects.len() - 1;
    let first = objects.swap_remove(0);
    let several = (others > 0).then_some(Note::Several(others));
    if let Some(map) = weights::index(&first) {
        let mut weights = weights::of_index(&first, map);
        weights.notes.extend(several);
        return Reading::Weights(Box::new(weights));
    }
    if configuration::has_too_many_keys(&first) {
        return Reading::Unreadable(Reason::WrongCount { min: 1, max: configuration::MOST_KEYS });
    }
    let mut configuration = configuration::read(&first, repeated);
    configuration.notes.extend(several);
    Reading::Configuration(Box::new(configuration))
}
