//! JSON Schema of what tools take, from the very types that the API reads.
//!
//! A model reads every word of it before its first call, so what says nothing to it is left out: formats, examples, and that
//! a field may also be null.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use utoipa::ToSchema;

/// Where the API's reference keeps its types.
const COMPONENTS: &str = "#/components/schemas/";
/// How a description goes on to say what a field is in an address.
const AS_PARAMETER: &str = "As a query parameter";
/// Keywords that are left out.
const LEFT_OUT: [&str; 4] = ["format", "example", "examples", "xml"];

/// Members that no model writes out: a traced network is hundreds of kilobytes.
const NOT_WRITTEN: [(&str, &str); 1] = [("Model", "graph")];

/// The schema of a type, with those that it names in `$defs`.
pub fn of<T: ToSchema>() -> Map<String, Value> {
    let mut named = Vec::new();
    T::schemas(&mut named);
    let named = named.into_iter().map(|(name, schema)| (name, serde_json::to_value(schema).unwrap_or_default())).collect();
    let mut writer = Writer { named, definitions: BTreeMap::new() };
    let Value::Object(mut schema) = writer.shorten(&serde_json::to_value(T::schema()).unwrap_or_default()) else {
        return Map::new();
    };
    for (name, member) in NOT_WRITTEN {
        let properties = writer.definitions.get_mut(name).and_then(|definition| definition.get_mut("properties"));
        if let Some(Value::Object(properties)) = properties {
            properties.remove(member);
        }
    }
    if !writer.definitions.is_empty() {
        schema.insert("$defs".to_owned(), writer.definitions.into_iter().collect());
    }
    schema
}

/// A schema without one of its members; what only that one named goes too.
pub fn without(mut schema: Map<String, Value>, member: &str) -> Map<String, Value> {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.remove(member);
    }
    prune(&mut schema);
    schema
}

/// A schema with one of the types that it names told only by its description.
pub fn describe_only(mut schema: Map<String, Value>, name: &str) -> Map<String, Value> {
    if let Some(definition) = schema.get_mut("$defs").and_then(|definitions| definitions.get_mut(name)) {
        *definition = json!({ "type": "object", "description": definition["description"] });
    }
    prune(&mut schema);
    schema
}

/// A schema with the members of what it names told only by their descriptions.
pub fn outline(mut schema: Map<String, Value>) -> Map<String, Value> {
    let definitions = schema.get("$defs").cloned().unwrap_or_default();
    let shorten = |properties: Option<&mut Value>| {
        let Some(Value::Object(properties)) = properties else { return };
        for property in properties.values_mut() {
            let Some(name) = property.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next()) else {
                continue;
            };
            let description = property.get("description").or_else(|| definitions.get(name)?.get("description"));
            *property = json!({ "type": "object", "description": description });
        }
    };
    shorten(schema.get_mut("properties"));
    if let Some(Value::Object(kept)) = schema.get_mut("$defs") {
        for definition in kept.values_mut() {
            shorten(definition.get_mut("properties"));
        }
    }
    prune(&mut schema);
    schema
}

/// Forgets definitions that nothing names any more.
fn prune(schema: &mut Map<String, Value>) {
    let Some(Value::Object(mut definitions)) = schema.remove("$defs") else { return };
    loop {
        let text = Value::Object(schema.clone()).to_string() + &Value::Object(definitions.clone()).to_string();
        let before = definitions.len();
        definitions.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
        if definitions.len() == before {
            break;
        }
    }
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
}

/// Rewrites schemas, collecting those that are named on the way.
struct Writer {
    named: BTreeMap<String, Value>,
    definitions: BTreeMap<String, Value>,
}

impl Writer {
    fn shorten(&mut self, schema: &Value) -> Value {
        match schema {
            Value::Object(members) => self.object(members),
            Value::Array(items) => items.iter().map(|item| self.shorten(item)).collect(),
            Value::String(text) => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                // Tools take no addresses.
                Value::String(text.split(AS_PARAMETER).next().unwrap_or_default().trim_end().to_owned())
            }
            other => other.clone(),
        }
    }

    fn object(&mut self, members: &Map<String, Value>) -> Value {
        if let Some(name) = members.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(COMPONENTS)) {
            return self.name_once(name, members.get("description"));
        }
        if let Some(only) = only_choice(members) {
            return self.shorten(only);
        }
        let mut written = Map::new();
        for (key, value) in members {
            match key.as_str() {
                left_out if LEFT_OUT.contains(&left_out) => {}
                "type" => {
                    written.insert(key.clone(), without_null(value));
                }
                // Names of members, which may well be called `format`.
                "properties" => {
                    let properties = value.as_object().into_iter().flatten();
                    let properties = properties.map(|(name, property)| (name.clone(), self.shorten(property))).collect();
                    written.insert(key.clone(), properties);
                }
                _ => {
                    written.insert(key.clone(), self.shorten(value));
                }
            }
        }
        Value::Object(written)
    }

    /// A short list of words stands where it is used; anything else is defined once.
    fn name_once(&mut self, name: &str, description: Option<&Value>) -> Value {
        let Some(target) = self.named.get(name).cloned() else { return json!({}) };
        let is_words = target.get("enum").is_some();
        let mut written = if is_words {
            self.shorten(&target)
        } else {
            if !self.definitions.contains_key(name) {
                self.definitions.insert(name.to_owned(), Value::Null);
                let definition = self.shorten(&target);
                self.definitions.insert(name.to_owned(), definition);
            }
            json!({ "$ref": format!("#/$defs/{name}") })
        };
        if let Some(description) = description {
            written["description"] = self.shorten(description);
        }
        written
    }
}

/// The one thing that a choice leaves where null is the other.
fn only_choice(members: &Map<String, Value>) -> Option<&Value> {
    let choices = members.get("oneOf")?.as_array()?;
    let mut others = choices.iter().filter(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
    let only = others.next()?;
    (others.next().is_none() && choices.len() > 1).then_some(only)
}

fn without_null(kinds: &Value) -> Value {
    match kinds.as_array().map(|kinds| kinds.iter().filter(|kind| *kind != "null").collect::<Vec<_>>()) {
        Some(kinds) if kinds.len() == 1 => kinds[0].clone(),
        _ => kinds.clone(),
    }
}
