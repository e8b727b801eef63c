//! What a reader of the document may rely on.

use std::collections::BTreeSet;

use serde_json::Value;
use server::openapi::document;

use super::schema::faults;

struct Operation {
    name: String,
    path: String,
    value: Value,
}

fn operations(document: &Value) -> Vec<Operation> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, value)| Operation {
                name: format!("{} {path}", method.to_uppercase()),
                path: path.clone(),
                value: value.clone(),
            })
        })
        .collect()
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_document_says_what_it_describes() {
    let document = document();
    assert_eq!(document["openapi"].as_str().map(|version| &version[..3]), Some("3.1"));
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["servers"][0]["url"], "/");
    assert_eq!(document["servers"].as_array().unwrap().len(), 1);
    assert_eq!(document["externalDocs"]["url"], "/api");
    assert!(is_text(&document["info"]["description"]) && is_text(&document["info"]["license"]["identifier"]));
    assert!(document["info"].get("contact").is_none_or(|contact| contact["url"].as_str().is_none_or(|url| url.starts_with('/'))));
}

#[test]
fn every_operation_has_a_name_a_summary_and_a_known_tag() {
    let document = document();
    let tags: BTreeSet<&str> = document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    let mut ids = BTreeSet::new();
    let mut faults = Vec::new();
    for Operation { name, value, .. } in operations(&document) {
        match value["operationId"].as_str() {
            Some(id) if !ids.insert(id.to_owned()) => faults.push(format!("{name}: {id} is used twice")),
            Some(id) if id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_') => {}
            id => faults.push(format!("{name}: operationId {id:?}")),
        }
        if !is_text(&value["summary"]) {
            faults.push(format!("{name}: no summary"));
        }
        match value["tags"].as_array() {
            Some(own) if own.len() == 1 && own[0].as_str().is_some_and(|tag| tags.contains(tag)) => {}
            own => faults.push(format!("{name}: tags {own:?}")),
        }
    }
    none(&faults);
}

#[test]
fn every_failure_is_a_problem() {
    let document = document();
    let mut faults = Vec::new();
    for Operation { name, value, .. } in operations(&document) {
        let responses = value["responses"].as_object().unwrap();
        if !responses.contains_key("default") {
            faults.push(format!("{name}: no default"));
        }
        if !responses.keys().any(|status| status.starts_with('2')) {
            faults.push(format!("{name}: no success"));
        }
        for (status, response) in responses {
            if !is_text(&response["description"]) {
                faults.push(format!("{name} {status}: no description"));
            }
            for (header, said) in response["headers"].as_object().into_iter().flatten() {
                if !is_text(&said["description"]) {
                    faults.push(format!("{name} {status}: header {header} without description"));
                }
            }
            let content = response["content"].as_object();
            let is_problem = content.is_some_and(|content| {
                let problem = content.get("application/problem+json").map(|content| &content["schema"]["$ref"]);
                content.len() == 1 && problem.is_some_and(|reference| reference == "#/components/schemas/Problem")
            });
            if (status == "default" || status >= &"400".to_owned()) != is_problem {
                faults.push(format!("{name} {status}: {content:?}"));
            }
        }
    }
    none(&faults);
}

#[test]
fn every_parameter_is_declared_and_described() {
    let document = document();
    let mut faults = Vec::new();
    for Operation { name, path, value } in operations(&document) {
        let parameters = value["parameters"].as_array().cloned().unwrap_or_default();
        let mut seen = BTreeSet::new();
        for parameter in &parameters {
            let own = parameter["name"].as_str().unwrap();
            if !seen.insert((own.to_owned(), parameter["in"].as_str().unwrap().to_owned())) {
                faults.push(format!("{name}: {own} twice"));
            }
            if !is_text(&parameter["description"]) || parameter["schema"].is_null() {
                faults.push(format!("{name}: {own} lacks words or a schema"));
            }
        }
        let of_path: BTreeSet<&str> = path.split('{').skip(1).filter_map(|piece| piece.split('}').next()).collect();
        let declared: BTreeSet<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        if of_path != declared {
            faults.push(format!("{name}: the path has {of_path:?}, declared are {declared:?}"));
        }
        if parameters.iter().any(|parameter| parameter["in"] == "path" && parameter["required"] != true) {
            faults.push(format!("{name}: a part of a path is always required"));
        }
    }
    none(&faults);
}

/// Operations that change a plan ask for its key; no others do.
#[test]
fn changes_of_plans_need_the_key() {
    let document = document();
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    for Operation { name, path, value } in operations(&document) {
        let needs = value["security"].as_array().is_some_and(|ways| !ways.is_empty());
        let changes = path == "/api/v1/plans/{id}" && (name.starts_with("PUT") || name.starts_with("DELETE"));
        assert_eq!(needs, changes, "{name}");
        for way in value["security"].as_array().into_iter().flatten() {
            assert!(way.as_object().unwrap().keys().all(|scheme| schemes.contains_key(scheme)), "{name}");
        }
    }
}

#[test]
fn every_field_is_described() {
    let document = document();
    let mut faults = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        describe(schema, name, &mut faults);
    }
    none(&faults);
}

fn describe(schema: &Value, place: &str, faults: &mut Vec<String>) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        let mut said = std::iter::once(field).chain(alternatives(field)).map(|way| &way["description"]);
        if !said.any(is_text) {
            faults.push(place.clone());
        }
        describe(field, &place, faults);
    }
    for way in alternatives(schema).chain(schema.get("items")) {
        describe(way, place, faults);
    }
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten()
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_used() {
    let document = document();
    let text = document.to_string();
    let mut used = BTreeSet::new();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
        used.insert(pointer.rsplit('/').next().unwrap().to_owned());
    }
    let unused: Vec<&String> =
        document["components"]["schemas"].as_object().unwrap().keys().filter(|name| !used.contains(*name)).collect();
    assert!(unused.is_empty(), "nothing refers to {unused:?}");
}

#[test]
fn every_example_is_what_its_schema_says() {
    let document = document();
    let mut all = Vec::new();
    for Operation { name, value, .. } in operations(&document) {
        let contents = value.pointer("/requestBody/content").and_then(Value::as_object).into_iter().flatten();
        for parameter in value["parameters"].as_array().into_iter().flatten().filter(|parameter| !parameter["example"].is_null())
        {
            let place = format!("{name} {}", parameter["name"]);
            all.extend(faults(&document, &parameter["schema"], &parameter["example"], &place));
        }
        for (kind, content) in contents {
            if kind == "application/json" && content["example"].is_null() {
                all.push(format!("{name}: no example of the body"));
            }
            if !content["example"].is_null() {
                all.extend(faults(&document, &content["schema"], &content["example"], &name));
            }
        }
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        examples(&document, schema, name, &mut all);
    }
    none(&all);
}

fn examples(document: &Value, schema: &Value, place: &str, all: &mut Vec<String>) {
    if let Some(example) = schema.get("example") {
        all.extend(faults(document, schema, example, place));
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        examples(document, field, &format!("{place}.{name}"), all);
    }
    for way in alternatives(schema).chain(schema.get("items")) {
        examples(document, way, place, all);
    }
}
