//! A body that holds a text, and the language in which to speak of it.

use serde_json::Value as Json;

use super::bodies::{at, unknown_members};
use super::document::document;
use crate::error::{Expected, FieldError, Reason};
use crate::limits;
use crate::problem;
use wire::v1::Problem;
use wire::v1::code::CommentLanguage;
use wire::v1::dataset::DataSetRequest;
use wire::v1::machine::MachineRequest;
use wire::v1::message::MessageRequest;
use wire::v1::model::ModelRequest;

/// What a machine's programs print, and the language of the notes on it.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_machine(body: &[u8]) -> Result<MachineRequest, Problem> {
    text(body).map(|(text, language)| MachineRequest { text, language })
}

/// What a run printed, and the language of the sentences about it.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_message(body: &[u8]) -> Result<MessageRequest, Problem> {
    text(body).map(|(text, language)| MessageRequest { text, language })
}

/// What a file of a model says, and the language of the sentences about it.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_model(body: &[u8]) -> Result<ModelRequest, Problem> {
    text(body).map(|(text, language)| ModelRequest { text, language })
}

/// A listing of files, and the language of the notes on it.
///
/// # Errors
/// The body is not JSON, or every field at fault.
pub fn parse_data_set(body: &[u8]) -> Result<DataSetRequest, Problem> {
    text(body).map(|(text, language)| DataSetRequest { text, language })
}

fn text(body: &[u8]) -> Result<(String, Option<CommentLanguage>), Problem> {
    let document = document(body)?;
    let members = document.as_object().ok_or_else(|| at("", Reason::WrongType { expected: Expected::Object }))?;
    let mut errors = unknown_members(members, &["text", "language"]);
    let mut wrong = |pointer: &str, reason| errors.push(FieldError::new(pointer, reason));
    let text = match members.get("text") {
        Some(Json::String(text)) => text.clone(),
        None | Some(Json::Null) => {
            wrong("/text", Reason::Required);
            String::new()
        }
        Some(_) => {
            wrong("/text", Reason::WrongType { expected: Expected::Text });
            String::new()
        }
    };
    let language = match members.get("language") {
        None | Some(Json::Null) => None,
        Some(Json::String(word)) if word == "en" => Some(CommentLanguage::En),
        Some(Json::String(word)) if word == "zh" => Some(CommentLanguage::Zh),
        Some(Json::String(word)) => {
            let given = word.chars().take(limits::TEXT_LENGTH).collect();
            wrong("/language", Reason::UnknownValue { given, allowed: vec!["en".to_owned(), "zh".to_owned()] });
            None
        }
        Some(_) => {
            wrong("/language", Reason::WrongType { expected: Expected::Text });
            None
        }
    };
    if errors.is_empty() { Ok((text, language)) } else { Err(problem::invalid(&errors)) }
}
