//! Checks what rows say of rows in other files.

use std::collections::{BTreeMap, BTreeSet};

use crate::row::Row;

/// A socket that coolers are made for, and of which no processor is listed.
const UNLISTED_SOCKET: &str = "SP6";
/// Arrays whose rows have a history of prices.
const PRICED: [&str; 4] = ["CPUS", "GPUS", "MEMORY_KITS", "STORAGES"];

/// Arrays whose rows are parts that one buys: a bill names them by their ids alone.
const PARTS: [&str; 11] = [
    "BOARDS",
    "CASES",
    "COOLERS",
    "CPUS",
    "GPUS",
    "MEMORY_KITS",
    "NETWORKS",
    "PLATFORMS",
    "POWER_SUPPLIES",
    "SERVERS",
    "STORAGES",
];

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
    for server in rows("SERVERS") {
        for module in server.optional_texts("modules").unwrap_or_default() {
            server.check(ids.contains(module.as_str()), "modules", format!("{module:?} is no accelerator of the catalog"));
        }
    }
    let platforms: BTreeSet<&str> = rows("PLATFORMS").map(|row| row.id.as_str()).collect();
    for board in rows("BOARDS") {
        let platform = board.optional_text("platform").unwrap_or_default();
        board.check(platforms.contains(platform.as_str()), "platform", format!("{platform:?} is no class of boards"));
    }
    let of_cpus = rows("CPUS").filter_map(|row| row.optional_text("socket"));
    let listed: BTreeSet<String> = of_cpus.chain(rows("PLATFORMS").flat_map(|row| row.texts("sockets"))).collect();
    for product in rows("COOLERS").chain(rows("SERVERS")) {
        for socket in product.texts("sockets") {
            let is_known = listed.contains(&socket) || socket == UNLISTED_SOCKET;
            product.check(is_known, "sockets", format!("{socket:?} is that of no processor or board"));
        }
    }
    let mut taken = BTreeSet::new();
    for part in PARTS.iter().flat_map(|array| rows(array)) {
        part.check(taken.insert(part.id.as_str()), "id", "is that of another part too");
    }
    let sockets: BTreeSet<String> = rows("PLATFORMS").flat_map(|row| row.texts("sockets")).collect();
    // A file of processors alone is what tests read; the catalog always has boards.
    for cpu in rows("CPUS").filter(|_| !sockets.is_empty()) {
        let socket = cpu.optional_text("socket").unwrap_or_default();
        cpu.check(sockets.contains(&socket), "socket", format!("{socket:?} has no board in the catalog"));
    }
}
