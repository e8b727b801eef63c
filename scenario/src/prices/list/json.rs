//! A price list as JSON: `{"rates": {"EUR": 0.92}, "prices": [{"id": ..., "price": ..., "currency": ...}]}`, or the list alone.

use serde_json::{Map, Value as Json};

use super::cell::typed;
use super::column::Column;
use super::row::{self, Faults, Quote};
use super::{Rate, Sheet};
use crate::error::{Expected, FieldError, Reason};
use crate::limits;

/// The list that a document says.
///
/// # Errors
/// Every fault up to a limit: the line and character where it is no JSON, or else the member.
pub fn parse_json(bytes: &[u8]) -> Result<Sheet, Vec<FieldError>> {
    if bytes.len() > limits::PRICE_BYTES {
        return Err(vec![FieldError::new("", Reason::TooLarge { max_bytes: limits::PRICE_BYTES })]);
    }
    let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let document: Json = serde_json::from_slice(bytes)
        .map_err(|error| vec![FieldError::new("", Reason::NotJson { line: error.line(), column: error.column() })])?;
    let mut errors = Vec::new();
    let sheet = match &document {
        Json::Array(items) => Sheet { quotes: quotes("", items, &mut errors), rates: Vec::new() },
        Json::Object(members) => whole(members, &mut errors),
        _ => {
            errors.push(FieldError::new("", Reason::WrongType { expected: Expected::List }));
            Sheet::default()
        }
    };
    errors.truncate(limits::ERRORS);
    if errors.is_empty() { Ok(sheet) } else { Err(errors) }
}

fn whole(members: &Map<String, Json>, errors: &mut Vec<FieldError>) -> Sheet {
    let mut sheet = Sheet::default();
    for (name, value) in members {
        match (name.as_str(), value) {
            ("prices", Json::Array(items)) => sheet.quotes = quotes("/prices", items, errors),
            ("prices", _) => errors.push(FieldError::new("/prices", Reason::WrongType { expected: Expected::List })),
            ("rates", Json::Object(rates)) => sheet.rates = self::rates(rates, errors),
            ("rates", _) => errors.push(FieldError::new("/rates", Reason::WrongType { expected: Expected::Object })),
            _ => {
                let nearest = catalog::nearest(name, ["prices", "rates"].into_iter()).map(str::to_owned);
                let name: String = name.chars().take(limits::TEXT_LENGTH).collect();
                errors.push(FieldError::new(format!("/{name}"), Reason::UnknownField { nearest }));
            }
        }
    }
    sheet
}

fn quotes(pointer: &str, items: &[Json], errors: &mut Vec<FieldError>) -> Vec<Quote> {
    if items.len() > limits::PRICE_ROWS {
        errors.push(FieldError::new(pointer, Reason::WrongCount { min: 0, max: limits::PRICE_ROWS }));
        return Vec::new();
    }
    let (mut quotes, mut suggestions) = (Vec::new(), 0);
    for (index, item) in items.iter().enumerate() {
        if errors.len() >= limits::ERRORS {
            break;
        }
        let pointer = format!("{pointer}/{index}");
        let Json::Object(members) = item else {
            errors.push(FieldError::new(pointer, Reason::WrongType { expected: Expected::Object }));
            continue;
        };
        let unknown = members.keys().filter(|name| Column::of(name).is_none());
        errors.extend(unknown.map(|name| FieldError::new(pointer.clone(), Column::unknown(name))));
        let cell = |wanted: Column| {
            let (_, value) = members.iter().find(|(name, _)| Column::of(name) == Some(wanted))?;
            text(value)
        };
        let read = row::quote(index as u64 + 1, cell, suggestions < limits::SUGGESTIONS);
        let faults: Faults = read.map(|quote| quotes.push(quote)).err().unwrap_or_default();
        for (column, reason) in faults {
            suggestions += usize::from(matches!(reason, Reason::UnknownId { .. }));
            errors.push(FieldError::new(format!("{pointer}/{}", column.name()), reason));
        }
    }
    quotes
}

fn rates(members: &Map<String, Json>, errors: &mut Vec<FieldError>) -> Vec<Rate> {
    let mut rates = Vec::new();
    for (index, (code, value)) in members.iter().enumerate() {
        let cell = |wanted: Column| match wanted {
            Column::Currency => Some(code.clone()),
            Column::PerUsd => text(value),
            _ => None,
        };
        match row::rate(index as u64 + 1, cell) {
            Ok(rate) => rates.push(rate),
            Err(faults) => {
                let code: String = code.chars().take(limits::TEXT_LENGTH).collect();
                errors.extend(faults.into_iter().map(|(_, reason)| FieldError::new(format!("/rates/{code}"), reason)));
            }
        }
    }
    rates
}

/// A value as a cell says it; none where there is nothing, and what is no cell is left to the reader of the column.
fn text(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Json::Number(number) => Some(number.as_f64().map_or_else(|| number.to_string(), typed)),
        other => Some(other.to_string()),
    }
}
