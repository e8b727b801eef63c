//! Stored answers without figures that are not theirs: an early version answered for every framework with PyTorch's figures.

use std::borrow::Cow;

use engine::training::Framework as Engine;
use serde_json::{Map, Value as Json, json};

use wire::v1::choices::Framework;

/// Members that say nothing of memory or time.
const KEPT: [&str; 5] = ["id", "engine_version", "catalog_version", "inputs", "parameters"];

/// The framework of a stored answer, where that is not modeled.
#[must_use]
pub fn not_modeled(answer: &Json) -> Option<Engine> {
    let word = answer.pointer("/inputs/training/framework").and_then(Json::as_str)?;
    Framework::from_word(word).map(Engine::from).filter(|framework| !framework.is_modeled())
}

/// A stored answer without figures that were another framework's; any other as it was stored.
#[must_use]
pub fn without_foreign_figures(answer: &str) -> Cow<'_, str> {
    // Most plans are PyTorch's and are not read.
    let is_other =
        Framework::ALL.iter().filter(|word| !Engine::from(**word).is_modeled()).any(|word| answer.contains(word.as_str()));
    let bounded = || {
        let document: Json = serde_json::from_str(answer).ok()?;
        not_modeled(&document)?;
        let is_said = document.pointer("/vram/lower_bound_bytes").is_some();
        (!is_said).then(|| without_figures(&document).to_string())
    };
    is_other.then(bounded).flatten().map_or(Cow::Borrowed(answer), Cow::Owned)
}

/// The answer with null in place of every figure.
fn without_figures(document: &Json) -> Json {
    let mut kept: Map<String, Json> = Map::new();
    for name in KEPT {
        if let Some(value) = document.get(name) {
            kept.insert(name.to_owned(), value.clone());
        }
    }
    let capacity = document.pointer("/vram/capacity_bytes").cloned().unwrap_or_default();
    let reason = "memory and time of this framework are not modelled; an earlier version answered with PyTorch's figures";
    kept.insert(
        "vram".to_owned(),
        json!({ "capacity_bytes": capacity, "fits": null, "verdict": "not-modelled", "reason": reason }),
    );
    for name in ["limits", "ram", "speed", "path"] {
        kept.insert(name.to_owned(), Json::Null);
    }
    kept.insert("notes".to_owned(), json!([]));
    Json::Object(kept)
}
