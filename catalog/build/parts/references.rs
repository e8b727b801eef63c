//! Checks what rows say of rows in other files.

use std::collections::{BTreeMap, BTreeSet};

use crate::row::Row;

/// Arrays whose rows have a history of prices.
const PRICED: [&str; 4] = ["CPUS", "GPUS", "MEMORY_KITS", "STORAGES"];

/// Reports ids that no row has, and processors without a board.
pub fn check(tables: &BTreeMap<&str, Vec<Row<'_>>>) {
    let rows = |array: &str| tables.get(array).into_iter().flatten();
    let ids: BTreeSet<&str> = rows("GPUS").map(|row| row.id.as_str()).collect();
    for offer in rows("CLOUD_OFFERS") {
        let gpu = offer.optional_text("gpu").unwrap_or_default();
        offer.check(ids.contains(gpu.as_str()), "gpu", format!("{gpu:?} is no accelerator of the catalog"));
    }
    let priced: BTreeSet<&str> = PRICED.iter().flat_map(|array| rows(array)).map(|row| row.id.as_str()).collect();
    for part in rows("PRICE_POINTS") {
        part.check(priced.contains(part.id.as_str()), "prices", "are of no part of the catalog");
    }
    let sockets: BTreeSet<String> = rows("PLATFORMS").flat_map(|row| row.texts("sockets")).collect();
    // A file of processors alone is what tests read; the catalog always has boards.
    for cpu in rows("CPUS").filter(|_| !sockets.is_empty()) {
        let socket = cpu.optional_text("socket").unwrap_or_default();
        cpu.check(sockets.contains(&socket), "socket", format!("{socket:?} has no board in the catalog"));
    }
}
