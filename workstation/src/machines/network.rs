//! The network between nodes: what the estimate counts with, at the least.

use catalog::NetworkEntry;
use engine::device::roofline::traffic;

/// The slowest link that carries what the estimate assumes between nodes; Ethernet before others of the same rate.
pub fn between_nodes() -> Option<&'static NetworkEntry> {
    let enough = catalog::networks().iter().filter(|entry| entry.rate >= traffic::NODE_LINK);
    enough.min_by(|a, b| a.rate.get().total_cmp(&b.rate.get()).then(a.id.cmp(b.id)))
}
