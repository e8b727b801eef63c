//! Reads and checks ids that are gone: they must not be listed, and what follows them must be.

use crate::row::Row;

/// The lists that an id can have been in: word of the data, variant, folder of the list.
const LISTS: [(&str, &str, &str); 5] = [
    ("gpu", "Gpu", "data/gpus/"),
    ("cpu", "Cpu", "data/cpus/"),
    ("model", "Model", "data/models"),
    ("storage", "Storage", "data/storage"),
    ("memory", "Memory", "data/memory_kits"),
];

/// A retired id; `is_listed` says whether the list of a folder has an id.
pub fn retired(row: &Row<'_>, is_listed: impl Fn(&str, &str) -> bool) -> String {
    let words = LISTS.map(|(word, _, _)| word);
    let kind = row.choice("kind", &words);
    let (_, variant, folder) = LISTS.into_iter().find(|(word, _, _)| *word == kind).unwrap_or(LISTS[0]);
    row.check(!is_listed(folder, &row.id), "kind", "has a list that still has this id");
    let successor = row.optional_text("successor").unwrap_or_default();
    row.check(
        successor.is_empty() || is_listed(folder, &successor),
        "successor",
        format!("{successor:?} is not in the list of this kind"),
    );
    let (reason, chinese) = (row.text("reason"), row.text("reason_zh"));
    format!(
        "Retired {{ id: {:?}, kind: Kind::{variant}, successor: {successor:?}, reason: sourced({reason:?}), reason_zh: sourced({chinese:?}) }},",
        row.id,
    )
}
