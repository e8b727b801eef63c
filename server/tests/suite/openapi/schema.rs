//! As much of JSON Schema as the document uses, to check its examples.

use serde_json::Value;

/// What of a value its schema does not allow, each with its place.
pub fn faults(document: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = document.pointer(reference.trim_start_matches('#')).unwrap();
        return faults(document, target, value, place);
    }
    let mut all = Vec::new();
    let mut fault = |text: String| all.push(format!("{place}: {text}"));
    if let Some(kinds) = schema.get("type")
        && !kinds_of(kinds).iter().any(|kind| is_of(value, kind))
    {
        fault(format!("{value} is no {kinds}"));
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array)
        && !words.contains(value)
    {
        fault(format!("{value} is none of {words:?}"));
    }
    let number = |key: &str| schema.get(key).and_then(Value::as_f64);
    if let Some(value) = value.as_f64()
        && (number("minimum").is_some_and(|least| value < least) || number("maximum").is_some_and(|most| value > most))
    {
        fault(format!("{value} is out of range"));
    }
    if let Some(items) = value.as_array() {
        let count = items.len() as f64;
        if number("minItems").is_some_and(|least| count < least) || number("maxItems").is_some_and(|most| count > most) {
            fault(format!("{count} items"));
        }
        if let Some(schema) = schema.get("items") {
            all.extend(
                items.iter().enumerate().flat_map(|(number, item)| faults(document, schema, item, &format!("{place}/{number}"))),
            );
        }
    }
    if let Some(members) = value.as_object() {
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                all.push(format!("{place}: {name} is missing"));
            }
        }
        let properties = schema.get("properties");
        for (name, member) in members {
            match properties.and_then(|properties| properties.get(name)) {
                Some(schema) => all.extend(faults(document, schema, member, &format!("{place}/{name}"))),
                None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                    all.push(format!("{place}: {name} is unknown"));
                }
                None => {}
            }
        }
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(ways) = schema.get(key).and_then(Value::as_array)
            && !ways.iter().any(|way| faults(document, way, value, place).is_empty())
        {
            all.push(format!("{place}: none of the alternatives takes {value}"));
        }
    }
    for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        all.extend(faults(document, part, value, place));
    }
    all
}

fn kinds_of(kinds: &Value) -> Vec<&str> {
    match kinds {
        Value::String(kind) => vec![kind],
        kinds => kinds.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
