//! Whole systems for several accelerators, sold as units.

use engine::units::{Bytes, Watts};

use crate::{Confidence, Evidence, Price};

/// A system for several accelerators, sold as a unit: chassis, board, supplies and air, to be filled with what it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ServerEntry {
    /// Stable id (`supermicro-as-8125gs-tnhr`).
    pub id: &'static str,
    /// Full name with the maker's.
    pub name: &'static str,
    /// Who makes it.
    pub maker: &'static str,
    /// The maker's number of it.
    pub part_number: &'static str,
    /// Modules that it is sold with, by id; empty where it takes cards.
    pub modules: &'static [&'static str],
    /// Modules, or cards of two slots, that it holds.
    pub accelerators: u64,
    /// Lanes of each to the host.
    pub lanes: u64,
    /// Generation of PCI Express.
    pub generation: u64,
    /// Cards share the processors' lanes over switches; none where that was not found.
    pub has_switches: Option<bool>,
    /// Height in rack units; 0 for a tower.
    pub height_u: u64,
    /// Sockets that it comes with, as `CpuEntry::socket` has them.
    pub sockets: &'static [&'static str],
    /// Processors.
    pub processors: u64,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Most memory.
    pub max_memory: Bytes,
    /// Memory that it always comes with.
    pub installed_memory: Option<Bytes>,
    /// Places for drives of NVM Express.
    pub nvme_bays: Option<u64>,
    /// Power supplies with the rating of each.
    pub supplies: Option<(u64, Watts)>,
    /// How many of these do and how many stand by (`4+2`).
    pub redundancy: Option<&'static str>,
    /// The most that it draws, by its maker.
    pub max_power: Option<Watts>,
    /// Delivers its power at 200 to 240 V only.
    pub needs_200v: bool,
    /// What it brings of a network, or slots for one, in a phrase.
    pub network: Option<&'static str>,
    /// Liquid takes the heat away.
    pub is_liquid_cooled: bool,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether the figures were read or remembered.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

impl ServerEntry {
    /// What its supplies deliver, without those that stand by; the maker's figure for all of it where they are not known.
    #[must_use]
    pub fn delivers(&self) -> Option<Watts> {
        let working = self.redundancy.and_then(|text| text.split('+').next()?.parse::<u64>().ok());
        let supplies = self.supplies.map(|(count, rating)| rating * working.unwrap_or(count) as f64);
        supplies.or(self.max_power)
    }

    /// Whether its accelerators are modules on a board.
    #[must_use]
    pub const fn takes_modules(&self) -> bool {
        !self.modules.is_empty()
    }
}
