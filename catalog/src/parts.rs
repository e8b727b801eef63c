//! What a build plan needs beside the figures of a run: boards, cases, coolers, power supplies, whole systems, networks, rules of power, rented machines,
//! and what parts measure, draw and once cost.

mod board;
mod body;
mod case;
mod cloud;
mod cooler;
mod history;
mod network;
mod platform;
mod power;
mod processor;
mod server;

pub use board::{BoardEntry, BoardForm, CardSlot};
pub use body::{Cooling, GpuBody, GpuForm, PartnerCards, PowerInputs, SystemPower};
pub use case::{CaseEntry, CaseKind};
pub use cloud::CloudOffer;
pub use cooler::{CoolerEntry, CoolerKind, CoolerRating};
pub use history::{PricePoint, PriceRange};
pub use network::{NetworkEntry, NetworkKind};
pub use platform::{PlatformEntry, PlatformKind};
pub use power::{PowerSupplyEntry, Rule, RuleUnit, SupplyForm, SupplyProduct};
pub use processor::{Ecc, MemoryRates};
pub use server::ServerEntry;

use crate::{CpuEntry, find, generated};

/// All classes of boards, sorted by id.
#[must_use]
pub fn platforms() -> &'static [PlatformEntry] {
    &generated::PLATFORMS
}

/// The class of boards with this id.
#[must_use]
pub fn platform(id: &str) -> Option<&'static PlatformEntry> {
    find(platforms(), id, |entry| entry.id)
}

/// The classes of boards that a processor fits, sorted by id; at least one for every processor of the catalog.
///
/// ```
/// let cpu = catalog::cpu("ryzen-9-7950x").unwrap();
/// assert!(catalog::platforms_of(cpu).any(|platform| platform.id == "am5"));
/// ```
pub fn platforms_of(cpu: &CpuEntry) -> impl Iterator<Item = &'static PlatformEntry> + use<> {
    let (socket, channels, sockets) = (cpu.socket, cpu.spec.memory_channels, cpu.max_sockets);
    platforms().iter().filter(move |platform| platform.takes(socket, channels, sockets))
}

/// All boards as they are sold, sorted by id.
#[must_use]
pub fn boards() -> &'static [BoardEntry] {
    &generated::BOARDS
}

/// The board with this id.
#[must_use]
pub fn board(id: &str) -> Option<&'static BoardEntry> {
    find(boards(), id, |entry| entry.id)
}

/// All cases as they are sold, sorted by id.
#[must_use]
pub fn cases() -> &'static [CaseEntry] {
    &generated::CASES
}

/// The case with this id.
#[must_use]
pub fn case(id: &str) -> Option<&'static CaseEntry> {
    find(cases(), id, |entry| entry.id)
}

/// All coolers of processors as they are sold, sorted by id.
#[must_use]
pub fn coolers() -> &'static [CoolerEntry] {
    &generated::COOLERS
}

/// The cooler with this id.
#[must_use]
pub fn cooler(id: &str) -> Option<&'static CoolerEntry> {
    find(coolers(), id, |entry| entry.id)
}

/// All whole systems for several accelerators, sorted by id.
#[must_use]
pub fn servers() -> &'static [ServerEntry] {
    &generated::SERVERS
}

/// The whole system with this id.
#[must_use]
pub fn server(id: &str) -> Option<&'static ServerEntry> {
    find(servers(), id, |entry| entry.id)
}

/// All power supplies, products and classes, sorted by id.
#[must_use]
pub fn power_supplies() -> &'static [PowerSupplyEntry] {
    &generated::POWER_SUPPLIES
}

/// The power supply, or class of them, with this id.
#[must_use]
pub fn power_supply(id: &str) -> Option<&'static PowerSupplyEntry> {
    find(power_supplies(), id, |entry| entry.id)
}

/// All rules of power and circuits, sorted by id.
#[must_use]
pub fn rules() -> &'static [Rule] {
    &generated::RULES
}

/// The rule with this id (`circuit-120v-15a`).
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    find(rules(), id, |entry| entry.id)
}

/// All offers of rented machines, sorted by id.
#[must_use]
pub fn cloud_offers() -> &'static [CloudOffer] {
    &generated::CLOUD_OFFERS
}

/// The offer with this id.
#[must_use]
pub fn cloud_offer(id: &str) -> Option<&'static CloudOffer> {
    find(cloud_offers(), id, |entry| entry.id)
}

/// The offers with an accelerator, sorted by id.
pub fn cloud_offers_of(gpu: &str) -> impl Iterator<Item = &'static CloudOffer> {
    cloud_offers().iter().filter(move |offer| offer.gpu == gpu)
}

/// All links between nodes, sorted by id.
#[must_use]
pub fn networks() -> &'static [NetworkEntry] {
    &generated::NETWORKS
}

/// The link between nodes with this id.
#[must_use]
pub fn network(id: &str) -> Option<&'static NetworkEntry> {
    find(networks(), id, |entry| entry.id)
}

/// All dated prices of the past, sorted by part, then by date.
#[must_use]
pub fn price_points() -> &'static [PricePoint] {
    &generated::PRICE_POINTS
}

/// What a part of this id once cost, oldest first; none where nothing is known but the part's own price.
#[must_use]
pub fn price_history(part: &str) -> &'static [PricePoint] {
    let points = price_points();
    let from = points.partition_point(|point| point.part < part);
    let to = points.partition_point(|point| point.part <= part);
    &points[from..to]
}
