//! Reads and checks ids that are gone: they must not be listed, and what follows them must be.

use std::collections::BTreeMap;

use crate::row::Row;

/// The lists that an id can have been in: word of the data, variant, array of the list.
const LISTS: [(&str, &str, &str); 5] = [
    ("gpu", "Gpu", "GPUS"),
    ("cpu", "Cpu", "CPUS"),
    ("model", "Model", "MODELS"),
    ("storage", "Storage", "STORAGES"),
    ("memory", "Memory", "MEMORY_KITS"),
];

/// A retired id.
pub fn retired(row: &Row<'_>) -> String {
    let kind = row.choice("kind", &LISTS.map(|(word, _, _)| word));
    let (_, variant, _) = list(&kind);
    let successor = row.optional_text("successor").unwrap_or_default();
    let (reason, chinese) = (row.text("reason"), row.text("reason_zh"));
    format!(
        "Retired {{ id: {:?}, kind: Kind::{variant}, successor: {successor:?}, reason: sourced({reason:?}), reason_zh: sourced({chinese:?}) }},",
        row.id,
    )
}

/// Reports ids that are still listed, and successors that are not.
pub fn check(tables: &BTreeMap<&str, Vec<Row<'_>>>) {
    for row in tables.get("RETIRED").into_iter().flatten() {
        let (_, _, array) = list(&row.optional_text("kind").unwrap_or_default());
        let is_listed = |id: &str| tables.get(array).into_iter().flatten().any(|listed| listed.id == id);
        row.check(!is_listed(&row.id), "kind", "has a list that still has this id");
        let successor = row.optional_text("successor").unwrap_or_default();
        let follows = successor.is_empty() || is_listed(&successor);
        row.check(follows, "successor", format!("{successor:?} is not in the list of this kind"));
    }
}

fn list(kind: &str) -> (&'static str, &'static str, &'static str) {
    LISTS.into_iter().find(|(word, _, _)| *word == kind).unwrap_or(LISTS[0])
}
