//! A leaf's value from JSON.

use engine::units::EXACT_INTEGERS;
use serde_json::Value as Json;

use crate::error::Reason;
use crate::fields::{Kind, Value, integer_out_of_range};
use wire::v1::scenario::ImageSize;

/// The value, or why it is none of this kind.
pub(super) fn value(kind: Kind, json: &Json) -> Result<Value, Reason> {
    let wrong_type = || Reason::WrongType { expected: kind.expected() };
    match kind {
        Kind::Text | Kind::Currency | Kind::Choice(_) => {
            json.as_str().map(|text| Value::Text(text.to_owned())).ok_or_else(wrong_type)
        }
        Kind::Flag => json.as_bool().map(Value::Flag).ok_or_else(wrong_type),
        Kind::Number(_) => json.as_f64().map(Value::Number).ok_or_else(wrong_type),
        Kind::Integer(range) => match json.as_f64() {
            Some(value) if value < 0.0 || value >= EXACT_INTEGERS && !json.is_u64() => Err(integer_out_of_range(range)),
            _ => integer(json).map(Value::Integer).ok_or_else(wrong_type),
        },
        Kind::Size(range) => match json {
            Json::Array(sides) => match sides.as_slice() {
                [height, width] => {
                    let size = integer(height).zip(integer(width)).map(|(height, width)| ImageSize { height, width });
                    size.map(Value::Size).ok_or_else(wrong_type)
                }
                _ => Err(wrong_type()),
            },
            _ if json.as_f64().is_some_and(|value| value < 0.0) => Err(integer_out_of_range(range)),
            _ => integer(json).map(|side| Value::Size(ImageSize::square(side))).ok_or_else(wrong_type),
        },
        Kind::Integers(_) => {
            let items = json.as_array().map(|items| items.iter().map(integer).collect::<Option<Vec<_>>>());
            items.flatten().map(Value::Integers).ok_or_else(wrong_type)
        }
        Kind::Owned => read_owned(json).map(Value::List).ok_or_else(wrong_type),
        Kind::Choices(_) | Kind::Parts => texts(json).map(Value::List).ok_or_else(wrong_type),
        Kind::Targets => match json {
            Json::String(text) => Ok(Value::Text(text.clone())),
            _ => texts(json).map(Value::List).ok_or_else(wrong_type),
        },
    }
}

/// A whole number; `16.0` is one as well, because some writers know only floats.
fn integer(json: &Json) -> Option<u64> {
    json.as_u64().or_else(|| {
        let value = json.as_f64()?;
        ((0.0..EXACT_INTEGERS).contains(&value) && value == value.trunc()).then_some(value as u64)
    })
}

/// Parts as objects with `id` and, where it is not one, `quantity`.
fn read_owned(json: &Json) -> Option<Vec<String>> {
    let part = |part: &Json| {
        let members = part.as_object()?;
        let is_known = members.keys().all(|key| matches!(key.as_str(), "id" | "quantity"));
        let quantity = members.get("quantity").map_or(Some(1), integer)?;
        is_known.then_some(format!("{}:{quantity}", members.get("id")?.as_str()?))
    };
    json.as_array()?.iter().map(part).collect()
}

fn texts(json: &Json) -> Option<Vec<String>> {
    json.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}
