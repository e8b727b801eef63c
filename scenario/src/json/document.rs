//! A body as a document, in which no object has a member twice: of two, a reader would take one without a word
//! (RFC 8259, section 4, leaves open which).

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};

use super::walk::escaped;
use crate::error::{FieldError, Reason};
use crate::limits;
use crate::problem;
use wire::v1::Problem;

/// The document of a body.
///
/// # Errors
/// The body is not JSON, or every member that an object has more than once.
pub fn document(body: &[u8]) -> Result<Json, Problem> {
    let mut found = BTreeSet::new();
    let mut reader = serde_json::Deserializer::from_slice(body);
    let document = Reader { pointer: String::new(), found: &mut found }.deserialize(&mut reader);
    let document = document.and_then(|document| reader.end().map(|()| document)).map_err(|error| problem::not_json(&error))?;
    let again = repeated(found);
    if again.is_empty() { Ok(document) } else { Err(problem::invalid(&again)) }
}

/// The documents that stand in a text one after the other, and the members that any object of them has more than once.
///
/// To ask the reader after each of them whether the text ends makes an error of the answer "no", with a place counted from the
/// beginning: the time would grow with the square of the length.
///
/// # Errors
/// The text stops being JSON, with line and column from 1, or it holds more documents than are read.
pub fn documents(text: &str) -> Result<(Vec<Json>, Vec<FieldError>), Reason> {
    let mut found = BTreeSet::new();
    let mut documents = Vec::new();
    for next in serde_json::Deserializer::from_str(text).into_iter::<Whole>() {
        let Whole { document, repeated } =
            next.map_err(|error| Reason::NotJson { line: error.line().max(1), column: error.column().max(1) })?;
        if documents.len() == limits::DOCUMENTS {
            return Err(Reason::WrongCount { min: 1, max: limits::DOCUMENTS });
        }
        documents.push(document);
        let room = limits::ERRORS.saturating_sub(found.len());
        found.extend(repeated.into_iter().take(room));
    }
    if documents.is_empty() {
        return Err(Reason::NotJson { line: 1, column: 1 });
    }
    Ok((documents, repeated(found)))
}

fn repeated(pointers: BTreeSet<String>) -> Vec<FieldError> {
    pointers.into_iter().map(|pointer| FieldError::new(pointer, Reason::Repeated { last: None })).collect()
}

/// One of several documents, and the pointers of members that it has more than once.
struct Whole {
    document: Json,
    repeated: BTreeSet<String>,
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let mut repeated = BTreeSet::new();
        let document = Reader { pointer: String::new(), found: &mut repeated }.deserialize(reader)?;
        Ok(Self { document, repeated })
    }
}

/// Reads a value, and notes the pointers of members that are there again.
struct Reader<'a> {
    pointer: String,
    found: &'a mut BTreeSet<String>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Json, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Json, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::String(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        loop {
            let inner = Reader { pointer: format!("{}/{}", self.pointer, list.len()), found: &mut *self.found };
            match items.next_element_seed(inner)? {
                Some(item) => list.push(item),
                None => return Ok(Json::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let pointer = format!("{}/{}", self.pointer, escaped(&name));
            if object.contains_key(&name) && self.found.len() < limits::ERRORS {
                self.found.insert(pointer.clone());
            }
            let value = members.next_value_seed(Reader { pointer, found: &mut *self.found })?;
            object.insert(name, value);
        }
        Ok(Json::Object(object))
    }
}
