//! Sorts the tables of all files by id and has each checked and written by its kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::de::DeTable;

use crate::row::{File, Problems, Row};
use crate::{gpus, hardware, models, retired};

/// One kind of row: where its files lie, the array that is generated, and who reads a row.
struct Kind {
    folder: &'static str,
    array: &'static str,
    entry: &'static str,
    read: fn(&Row<'_>) -> String,
}

const KINDS: [Kind; 5] = [
    Kind { folder: "data/attributions", array: "ATTRIBUTIONS", entry: "Attribution", read: hardware::attribution },
    Kind { folder: "data/cpus/", array: "CPUS", entry: "CpuEntry", read: hardware::cpu },
    Kind { folder: "data/gpus/", array: "GPUS", entry: "GpuEntry", read: gpus::gpu },
    Kind { folder: "data/memory_kits", array: "MEMORY_KITS", entry: "MemoryKit", read: hardware::memory_kit },
    Kind { folder: "data/models", array: "MODELS", entry: "ModelEntry", read: models::model },
];

/// Drives are read together, because some take a figure from the row of their class.
const STORAGE: &str = "data/storage";

/// Ids that are gone are checked against the lists that they were in.
const RETIRED: &str = "data/retired";

/// The source of all arrays.
pub fn all(files: &[File], problems: &Problems) -> String {
    for file in files {
        let known = KINDS.iter().map(|kind| kind.folder).chain([STORAGE, RETIRED]).any(|folder| holds(folder, file));
        if !known {
            problems.report(file, 0, "belongs to no kind of table");
        }
    }
    let parsed: Vec<(&File, DeTable<'_>)> = files.iter().map(|file| (file, parse(file, problems))).collect();
    let mut source = String::new();
    for kind in &KINDS {
        let rows = rows(kind.folder, &parsed, problems);
        array(&mut source, kind.array, kind.entry, &rows.iter().map(kind.read).collect::<Vec<_>>());
        rows.iter().for_each(Row::finish);
    }
    let drives = rows(STORAGE, &parsed, problems);
    array(&mut source, "STORAGES", "StorageEntry", &hardware::storages(&drives));
    drives.iter().for_each(Row::finish);
    let gone = rows(RETIRED, &parsed, problems);
    let is_listed = |folder: &str, id: &str| parsed.iter().any(|(file, tables)| holds(folder, file) && tables.contains_key(id));
    array(&mut source, "RETIRED", "Retired", &gone.iter().map(|row| retired::retired(row, is_listed)).collect::<Vec<_>>());
    gone.iter().for_each(Row::finish);
    source
}

/// Whether a file lies below a folder, or is named so.
fn holds(folder: &str, file: &File) -> bool {
    file.path.replace('\\', "/").starts_with(folder)
}

fn parse<'a>(file: &'a File, problems: &Problems) -> DeTable<'a> {
    let (table, errors) = DeTable::parse_recoverable(&file.text);
    for error in errors {
        problems.report(file, error.span().map_or(0, |span| span.start), error.message());
    }
    table.into_inner()
}

/// The tables of the files below a folder, by id; ids that are no ids, or taken, are problems.
fn rows<'a>(folder: &str, parsed: &'a [(&'a File, DeTable<'a>)], problems: &'a Problems) -> Vec<Row<'a>> {
    let mut rows = BTreeMap::new();
    for (file, tables) in parsed.iter().filter(|(file, _)| holds(folder, file)) {
        for (id, value) in tables {
            let (at, id) = (id.span().start, id.get_ref().as_ref());
            let Some(fields) = value.get_ref().as_table() else {
                problems.report(file, at, format!("{id} stands outside of a table"));
                continue;
            };
            if !is_id(id) {
                problems.report(
                    file,
                    at,
                    format!("{id} must be an id of lower-case letters, digits, dots, and single hyphens or underscores"),
                );
            }
            if rows.insert(id.to_owned(), Row::new(id, file, at, fields, problems)).is_some() {
                problems.report(file, at, format!("{id} is the id of another table too"));
            }
        }
    }
    rows.into_values().collect()
}

/// Kebab case, or a library's own name of a model in snake case (`vit_b_16`); a dot may stand between digits (`llama-3.2-1b`).
fn is_id(id: &str) -> bool {
    let word = |word: &str| {
        let dots_between_digits = word.split('.').all(|part| !part.is_empty());
        dots_between_digits && word.chars().all(|character| matches!(character, 'a'..='z' | '0'..='9' | '.'))
    };
    id.split(['-', '_']).all(word)
}

fn array(source: &mut String, name: &str, entry: &str, rows: &[String]) {
    // Writing to a string cannot fail.
    let _ = writeln!(source, "pub static {name}: [{entry}; {}] = [\n{}\n];", rows.len(), rows.join("\n"));
}
