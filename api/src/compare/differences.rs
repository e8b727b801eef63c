//! Values that are not the same in all scenarios.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use wire::v1::compare::Difference;

/// Names are told by the caller; they make no difference.
const NAMES: [&str; 3] = ["/id", "/label", "/inputs/id"];

/// Every place at which the documents differ, sorted by pointer.
pub fn differences(documents: &[Json]) -> Vec<Difference> {
    let flat: Vec<BTreeMap<String, &Json>> = documents
        .iter()
        .map(|document| {
            let mut leaves = BTreeMap::new();
            flatten(document, String::new(), &mut leaves);
            leaves
        })
        .collect();
    let mut pointers: Vec<&String> = flat.iter().flat_map(BTreeMap::keys).collect();
    pointers.sort_unstable();
    pointers.dedup();
    pointers
        .into_iter()
        .filter(|pointer| !NAMES.contains(&pointer.as_str()))
        .filter(|pointer| flat.iter().any(|leaves| leaves.get(*pointer) != flat[0].get(*pointer)))
        .map(|pointer| Difference {
            pointer: pointer.clone(),
            values: flat.iter().map(|leaves| leaves.get(pointer).map_or(Json::Null, |value| (*value).clone())).collect(),
        })
        .collect()
}

/// Collects the leaves below a pointer; a list is one of them.
fn flatten<'a>(value: &'a Json, pointer: String, leaves: &mut BTreeMap<String, &'a Json>) {
    match value {
        Json::Object(members) => {
            for (name, value) in members {
                flatten(value, format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")), leaves);
            }
        }
        // What is null says the same as what is left out.
        Json::Null => {}
        _ => {
            leaves.insert(pointer, value);
        }
    }
}
