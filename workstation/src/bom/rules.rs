//! Rules of what goes together: each looks at a machine for one thing, and says what it finds with the figures.
//!
//! They are pure functions of a [`View`], which can be made by hand: every rule has a case that triggers it and one that does
//! not. Thresholds stand here as constants with their reason, and those that the search holds parts to in
//! `machines/standards.rs`; what connectors, supplies and circuits carry are the catalog's rules of power.

mod age;
mod balance;
mod cards;
mod cooling;
mod drives;
mod fits;
mod links;
mod memory;
mod sockets;
mod supply;
mod wall;

use super::{Finding, View};

/// A rule: what it is called in the code, and the function that looks.
pub type Rule = (&'static str, fn(&View) -> Option<Finding>);

/// All rules, in the order in which findings of one severity are listed.
pub const RULES: &[Rule] = &[
    ("baseboard", cooling::baseboard),
    ("passive cards", cooling::passive),
    ("open fans", cooling::open_fans),
    ("whole computers", cooling::computers),
    ("slots", cards::slots),
    ("risers", cards::risers),
    ("slot spacing", cards::spacing),
    ("lanes", cards::lanes),
    ("length of cards", fits::length),
    ("rows of the case", fits::rows),
    ("size of the board", fits::board),
    ("size of the supply", fits::supplies),
    ("size of the cooler", fits::cooler_room),
    ("kind of the case", fits::kind),
    ("cooler", fits::cooler),
    ("lanes of slots", fits::slot_lanes),
    ("rows between slots", fits::gap),
    ("shared M.2 slots", fits::shared_m2),
    ("firmware", fits::firmware),
    ("system", fits::system),
    ("power of the system", fits::system_power),
    ("picture", fits::picture),
    ("memory slots", memory::slots),
    ("most memory", memory::most),
    ("kits", memory::kits),
    ("modules a channel", memory::modules_per_channel),
    ("channels", memory::channels),
    ("tier C1", memory::tier),
    ("error correction", memory::ecc),
    ("supply", supply::rating),
    ("excursions", supply::excursions),
    ("connectors", supply::connectors),
    ("8-pin connectors", supply::pin8),
    ("adapters", supply::adapters),
    ("maker's advice", supply::advice),
    ("several supplies", supply::several),
    ("circuits", wall::circuits),
    ("unknown power", wall::unknown),
    ("links", links::between_cards),
    ("network", links::between_nodes),
    ("network slot", links::network_slot),
    ("balance: memory of a card", balance::memory_of_a_card),
    ("balance: cores", balance::cores),
    ("places for drives", balance::drives),
    ("endurance of the drive", drives::endurance),
    ("sockets", sockets::two),
    ("balance: device memory", balance::vram_idle),
    ("balance: host memory", balance::ram_idle),
    ("age of the card", age::card),
    ("age of prices", age::prices),
    ("unknown prices", age::unknown_prices),
    ("unused prices", age::unused_prices),
    ("owned parts", age::idle_owned),
    ("uncertain figures", age::uncertain),
];

/// What the rules find, the gravest first.
#[must_use]
pub fn findings(view: &View) -> Vec<Finding> {
    let mut found: Vec<Finding> = RULES.iter().filter_map(|(_, look)| look(view)).collect();
    found.sort_by_key(Finding::severity);
    found
}
