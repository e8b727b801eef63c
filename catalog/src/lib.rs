//! What can be bought and what can be trained: reviewed figures with their source, as constants.
//!
//! The files under `data/` are the truth. `build.rs` checks them, reports everything that is wrong with them at once and
//! turns them into the tables that the functions here return; so the crate has no parser, allocates nothing and is small
//! enough for a browser. `README.md` explains the files, their fields and the levels of evidence.
//!
//! ```
//! let card = catalog::gpu("rtx-4090").expect("a card of the catalog");
//! assert_eq!(card.segment, catalog::Segment::Consumer);
//! assert!(card.spec.memory.as_gib() > 23.0, "what a driver shows, not what the box says");
//! ```

mod classes;
mod entries;
#[cfg(feature = "find")]
pub mod find;
mod generated;
mod nearest;
#[cfg(feature = "parts")]
mod parts;
mod retired;

pub use classes::{Segment, SocketClass};
pub use entries::{
    Attribution, Confidence, CpuEntry, Evidence, GpuEntry, MemoryKit, ModelEntry, ModelFamily, Price, StorageEntry,
};
pub use nearest::{is_near, nearest, nearest_few};
#[cfg(feature = "parts")]
pub use parts::{
    BoardEntry, BoardForm, CardSlot, CaseEntry, CaseKind, CloudOffer, CoolerEntry, CoolerKind, CoolerRating, Cooling, Ecc,
    GpuBody, GpuForm, MemoryRates, NetworkEntry, NetworkKind, PartnerCards, PlatformEntry, PlatformKind, PowerInputs,
    PowerSupplyEntry, PricePoint, PriceRange, Rule, RuleUnit, ServerEntry, SupplyForm, SupplyProduct, SystemPower, board, boards,
    case, cases, cloud_offer, cloud_offers, cloud_offers_of, cooler, coolers, network, networks, platform, platforms,
    platforms_of, power_supplies, power_supply, price_history, price_points, rule, rules, server, servers,
};
pub use retired::{Kind, Retired, all_retired, instead, likely, retired};

/// Version of the data, as year, month and release within the month; shown with every result.
pub const VERSION: &str = "2026.11.30";

/// All accelerators, sorted by id.
#[must_use]
pub fn gpus() -> &'static [GpuEntry] {
    &generated::GPUS
}

/// The accelerator with this id.
#[must_use]
pub fn gpu(id: &str) -> Option<&'static GpuEntry> {
    find(gpus(), id, |entry| entry.id)
}

/// All processors, sorted by id.
#[must_use]
pub fn cpus() -> &'static [CpuEntry] {
    &generated::CPUS
}

/// The processor with this id.
#[must_use]
pub fn cpu(id: &str) -> Option<&'static CpuEntry> {
    find(cpus(), id, |entry| entry.id)
}

/// All drives and classes of drives, sorted by id.
#[must_use]
pub fn storages() -> &'static [StorageEntry] {
    &generated::STORAGES
}

/// The drive, or class of drives, with this id.
#[must_use]
pub fn storage(id: &str) -> Option<&'static StorageEntry> {
    find(storages(), id, |entry| entry.id)
}

/// All memory kits and single modules, sorted by id.
#[must_use]
pub fn memory_kits() -> &'static [MemoryKit] {
    &generated::MEMORY_KITS
}

/// The memory kit with this id.
#[must_use]
pub fn memory_kit(id: &str) -> Option<&'static MemoryKit> {
    find(memory_kits(), id, |entry| entry.id)
}

/// All models, sorted by id.
#[must_use]
pub fn models() -> &'static [ModelEntry] {
    &generated::MODELS
}

/// The model with this id.
#[must_use]
pub fn model(id: &str) -> Option<&'static ModelEntry> {
    find(models(), id, |entry| entry.id)
}

/// Models that are answered with and not trained here: beside [`models`], sorted by id.
#[cfg(feature = "parts")]
#[must_use]
pub const fn served() -> &'static [ModelEntry] {
    &generated::SERVED
}

/// The model with this id, of [`models`] or [`served`].
#[cfg(feature = "parts")]
#[must_use]
pub fn listed_model(id: &str) -> Option<&'static ModelEntry> {
    model(id).or_else(|| find(served(), id, |entry| entry.id))
}

/// All models, sorted by id: those that are trained here and those that only answer.
#[cfg(feature = "parts")]
#[must_use]
pub fn listed_models() -> Vec<&'static ModelEntry> {
    let mut all: Vec<&ModelEntry> = models().iter().chain(served()).collect();
    all.sort_by_key(|entry| entry.id);
    all
}

/// Collections that the figures were taken from, to be named wherever the data is shown.
#[must_use]
pub fn attributions() -> &'static [Attribution] {
    &generated::ATTRIBUTIONS
}

/// Looks an id up in a table that is sorted by id.
fn find<T>(table: &'static [T], id: &str, id_of: impl Fn(&T) -> &'static str) -> Option<&'static T> {
    table.binary_search_by(|entry| id_of(entry).cmp(id)).ok().map(|index| &table[index])
}
