//! Findings of a bill that belong to a place in its picture, in few words; the list below it has each in full.

use wire::v1::estimate::{Note, NoteLevel};

use crate::locale::Locale;
use crate::messages::bom_picture as text;

/// Where in the picture something is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the cards.
    Cards,
    /// At the memory.
    Memory,
    /// At the power supply.
    Supply,
    /// Where the air is told of.
    Air,
    /// At the network.
    Network,
}

/// What an order must look out for, at its place.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// The stable name of the finding.
    pub code: &'static str,
    /// Where it belongs.
    pub place: Place,
    /// How grave it is.
    pub level: NoteLevel,
    words: fn(Locale) -> &'static str,
}

impl Flag {
    /// In a few words.
    pub fn words(&self, locale: Locale) -> &'static str {
        (self.words)(locale)
    }

    /// The style sheet's word for its level.
    pub const fn class(&self) -> &'static str {
        match self.level {
            NoteLevel::Problem => "flag problem",
            NoteLevel::Warning => "flag warning",
            NoteLevel::Note => "flag",
        }
    }
}

impl PartialEq for Flag {
    fn eq(&self, other: &Self) -> bool {
        (self.code, self.place, self.level) == (other.code, other.place, other.level)
    }
}

type Known = (&'static str, Place, fn(Locale) -> &'static str);

const KNOWN: [Known; 20] = [
    ("slots-exceeded", Place::Cards, text::slots_exceeded),
    ("lanes-below-8", Place::Cards, text::lanes_below),
    ("needs-risers", Place::Cards, text::needs_risers),
    ("slot-spacing", Place::Cards, text::slot_spacing),
    ("nvlink-missing", Place::Cards, text::no_link),
    ("computers-in-one-node", Place::Cards, text::several_computers),
    ("memory-slots-exceeded", Place::Memory, text::memory_slots),
    ("memory-beyond-board", Place::Memory, text::memory_most),
    ("memory-channels-empty", Place::Memory, text::memory_channels),
    ("memory-two-per-channel", Place::Memory, text::memory_doubled),
    ("supply-too-small", Place::Supply, text::supply_short),
    ("supply-at-limit", Place::Supply, text::supply_limit),
    ("supply-excursions", Place::Supply, text::supply_peaks),
    ("connectors-short", Place::Supply, text::connectors),
    ("connector-adapter", Place::Supply, text::adapter),
    ("circuit-120v-15a", Place::Supply, text::circuit_120),
    ("circuit-230v-10a", Place::Supply, text::circuit_230_10),
    ("circuit-230v-16a", Place::Supply, text::circuit_230_16),
    ("passive-card-in-tower", Place::Air, text::no_air),
    ("no-slot-for-network", Place::Network, text::no_network_slot),
];

/// Those of a bill's findings that have a place, gravest first as they are listed.
pub fn flags(notes: &[Note]) -> Vec<Flag> {
    let of = |note: &Note| {
        let (code, place, words) = *KNOWN.iter().find(|(code, ..)| *code == note.code)?;
        Some(Flag { code, place, level: note.level, words })
    };
    notes.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_one_that_a_bill_can_have() {
        let source = include_str!("../../../../../../workstation/src/bom/finding.rs");
        for (code, ..) in KNOWN {
            assert!(source.contains(&format!("\"{code}\"")), "{code}");
        }
    }
}
