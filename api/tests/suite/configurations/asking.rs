//! A scenario with a configuration, and its answer.

use serde_json::{Value as Json, json};

pub fn patched(mut document: Json, patch: &Json) -> Json {
    for (key, value) in patch.as_object().expect("a patch is an object") {
        document[key] = value.clone();
    }
    document
}

pub fn scenario(model: &Json) -> Json {
    json!({ "hardware": { "gpu": "h200-sxm" }, "model": model })
}

/// The whole answer without the field that says which model was asked for.
pub fn answer(scenario: &Json) -> Json {
    let estimate = api::estimate_json(&scenario.to_string()).unwrap_or_else(|problem| panic!("{problem:?}\n{scenario}"));
    let mut answer = serde_json::to_value(&estimate).expect("an estimate is JSON");
    answer["inputs"].as_object_mut().expect("an answer repeats its inputs").remove("model");
    answer
}
