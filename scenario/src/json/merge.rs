//! Patches of documents.

use serde_json::{Map, Value as Json};

/// Merges a patch into a document (RFC 7396): objects merge member by member, null removes, anything else replaces.
pub fn apply_merge_patch(document: &mut Json, patch: &Json) {
    let Json::Object(patch) = patch else {
        *document = patch.clone();
        return;
    };
    if !document.is_object() {
        *document = Json::Object(Map::new());
    }
    let Json::Object(members) = document else { return };
    for (name, value) in patch {
        if value.is_null() {
            members.remove(name);
        } else {
            apply_merge_patch(members.entry(name.clone()).or_insert(Json::Null), value);
        }
    }
}
