//! The network between nodes: what the estimate counts with, at the least.

use catalog::{NetworkEntry, Price};
use engine::device::roofline::traffic;

use crate::price_list;

/// The slowest link that carries what the estimate assumes between nodes; Ethernet before others of the same rate.
pub fn between_nodes() -> Option<&'static NetworkEntry> {
    let enough = catalog::networks().iter().filter(|entry| entry.rate >= traffic::NODE_LINK);
    enough.min_by(|a, b| a.rate.get().total_cmp(&b.rate.get()).then(a.id.cmp(b.id)))
}

/// What it costs.
pub fn price(entry: &NetworkEntry) -> Option<Price> {
    price_list::price(entry.id, entry.price)
}
