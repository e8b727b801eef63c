//! Ids that lines of a bill can have.

use crate::machines::{BRIDGE, CUSTOM, Housing, PartKind, SHELL_IDS};

const KINDS: [PartKind; 9] = [
    PartKind::Gpu,
    PartKind::Cpu,
    PartKind::Board,
    PartKind::Memory,
    PartKind::Storage,
    PartKind::Psu,
    PartKind::Case,
    PartKind::Bridge,
    PartKind::Network,
];

const CASES: [Housing; 4] = [Housing::MidTower, Housing::FullTower, Housing::OpenFrame, Housing::Rack];

/// Whether an id is the word of a kind of parts.
#[must_use]
pub fn is_kind(id: &str) -> bool {
    KINDS.iter().any(|kind| kind.as_str() == id)
}

/// Whether bills list such a part, or it is the word of a kind.
pub fn is_known(id: &str) -> bool {
    all().any(|known| known == id)
}

/// The id that was most likely meant.
pub fn nearest(given: &str) -> Option<&'static str> {
    catalog::nearest(given, all())
}

fn all() -> impl Iterator<Item = &'static str> {
    let devices = catalog::gpus().iter().map(|row| row.id).chain(catalog::cpus().iter().map(|row| row.id));
    let stores = catalog::memory_kits().iter().map(|row| row.id).chain(catalog::storages().iter().map(|row| row.id));
    let shell = catalog::platforms().iter().map(|row| row.id).chain(catalog::power_supplies().iter().map(|row| row.id));
    let links = catalog::networks().iter().map(|row| row.id);
    let own = CASES.iter().map(|case| case.id()).chain(SHELL_IDS).chain([BRIDGE, CUSTOM]);
    devices.chain(stores).chain(shell).chain(links).chain(own).chain(KINDS.iter().map(|kind| kind.as_str()))
}
