//! Sorts the tables of all files by id and has each checked and written by its kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::de::DeTable;

use crate::parts::{GATE, board, power, product, references, rented, server};
use crate::row::{File, Problems, Row};
use crate::{gpus, hardware, models, retired};

/// One kind of row: where its files lie, the array that is generated, its attribute, and who reads the rows.
struct Kind {
    folder: &'static str,
    gate: &'static str,
    array: &'static str,
    entry: &'static str,
    read: Read,
}

/// Reads rows one by one, or all together where some need others, or give several entries, or beside those of another array.
enum Read {
    Each(fn(&Row<'_>) -> String),
    All(fn(&[Row<'_>]) -> Vec<String>),
    With(&'static str, fn(&Row<'_>, &[Row<'_>]) -> String),
}

const KINDS: [Kind; 18] = [
    kind("data/attributions", "", "ATTRIBUTIONS", "Attribution", Read::Each(hardware::attribution)),
    kind("data/boards/", GATE, "BOARDS", "BoardEntry", Read::Each(product::board)),
    kind("data/cases", GATE, "CASES", "CaseEntry", Read::Each(product::case)),
    kind("data/cloud", GATE, "CLOUD_OFFERS", "CloudOffer", Read::Each(rented::offer)),
    kind("data/coolers", GATE, "COOLERS", "CoolerEntry", Read::Each(product::cooler)),
    kind("data/cpus/", "", "CPUS", "CpuEntry", Read::With("MEMORY_KITS", hardware::cpu)),
    kind("data/gpus/", "", "GPUS", "GpuEntry", Read::Each(gpus::gpu)),
    kind("data/memory_kits", "", "MEMORY_KITS", "MemoryKit", Read::Each(hardware::memory_kit)),
    kind("data/models", "", "MODELS", "ModelEntry", Read::Each(models::model)),
    kind("data/networks", GATE, "NETWORKS", "NetworkEntry", Read::Each(board::network)),
    kind("data/platforms", GATE, "PLATFORMS", "PlatformEntry", Read::Each(board::platform)),
    kind("data/power_supplies", GATE, "POWER_SUPPLIES", "PowerSupplyEntry", Read::Each(power::supply)),
    kind("data/price_history", GATE, "PRICE_POINTS", "PricePoint", Read::All(rented::history)),
    kind("data/retired", "", "RETIRED", "Retired", Read::Each(retired::retired)),
    kind("data/rules", GATE, "RULES", "Rule", Read::Each(power::rule)),
    kind("data/served", GATE, "SERVED", "ModelEntry", Read::Each(models::model)),
    kind("data/servers", GATE, "SERVERS", "ServerEntry", Read::Each(server::server)),
    kind("data/storage", "", "STORAGES", "StorageEntry", Read::All(hardware::storages)),
];

const fn kind(folder: &'static str, gate: &'static str, array: &'static str, entry: &'static str, read: Read) -> Kind {
    Kind { folder, gate, array, entry, read }
}

/// The source of all arrays.
pub fn all(files: &[File], problems: &Problems) -> String {
    for file in files {
        if !KINDS.iter().any(|kind| holds(kind.folder, file)) {
            problems.report(file, 0, "belongs to no kind of table");
        }
    }
    let parsed: Vec<(&File, DeTable<'_>)> = files.iter().map(|file| (file, parse(file, problems))).collect();
    let tables: BTreeMap<&str, Vec<Row<'_>>> =
        KINDS.iter().map(|kind| (kind.array, rows(kind.folder, &parsed, problems))).collect();
    let mut source = String::new();
    for kind in &KINDS {
        let rows = &tables[kind.array];
        let entries = match kind.read {
            Read::Each(read) => rows.iter().map(read).collect(),
            Read::All(read) => read(rows),
            Read::With(other, read) => rows.iter().map(|row| read(row, &tables[other])).collect(),
        };
        array(&mut source, kind, &entries);
        rows.iter().for_each(Row::finish);
    }
    references::check(&tables);
    retired::check(&tables);
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

fn array(source: &mut String, kind: &Kind, entries: &[String]) {
    let Kind { gate, array, entry, .. } = kind;
    // Writing to a string cannot fail.
    let _ = writeln!(source, "{gate}pub static {array}: [{entry}; {}] = [\n{}\n];", entries.len(), entries.join("\n"));
}
