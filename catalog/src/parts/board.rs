//! Boards as they are sold.

use engine::units::Bytes;

use crate::{Confidence, Evidence, Price};

/// Sizes of boards, the smallest first; a case says which of them it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardForm {
    /// 170 x 170 mm, one slot.
    MiniItx,
    /// 244 x 244 mm, four slots.
    MicroAtx,
    /// 305 x 244 mm, seven slots.
    Atx,
    /// 305 x 267 mm, as workstations have it.
    SsiCeb,
    /// Deeper than ATX, as each maker has it: up to 305 x 330 mm.
    EAtx,
    /// 305 x 330 mm, as servers have it.
    SsiEeb,
}

impl BoardForm {
    /// The name that makers write.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MiniItx => "Mini-ITX",
            Self::MicroAtx => "Micro-ATX",
            Self::Atx => "ATX",
            Self::SsiCeb => "SSI-CEB",
            Self::EAtx => "E-ATX",
            Self::SsiEeb => "SSI-EEB",
        }
    }
}

/// A long slot of a board, for a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardSlot {
    /// Row at the back of the case, 1 the nearest to the processor.
    pub row: u64,
    /// Generation of PCI Express.
    pub generation: u64,
    /// Its lanes are the processor's, not the chipset's.
    pub is_of_processor: bool,
}

/// A board as it is sold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardEntry {
    /// Stable id (`asus-proart-x870e-creator-wifi`).
    pub id: &'static str,
    /// Full name with the maker's.
    pub name: &'static str,
    /// Who makes it.
    pub maker: &'static str,
    /// The maker's number of it, where it was found.
    pub part_number: Option<&'static str>,
    /// Id of its class ([`crate::platform`]).
    pub platform: &'static str,
    /// Chipset.
    pub chipset: &'static str,
    /// Size.
    pub form: BoardForm,
    /// Month in which it came out (`YYYY-MM`), or empty.
    pub launch: &'static str,
    /// Memory that it takes (`DDR5 UDIMM`).
    pub memory_type: &'static str,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Most memory that its maker lists.
    pub max_memory: Bytes,
    /// It passes the correction of memory errors on; none where its maker's word was not found.
    pub ecc: Option<bool>,
    /// Slots for cards, in the order in which they are filled.
    pub slots: &'static [CardSlot],
    /// Lanes of each filled slot with one card, with two, and so on.
    pub lanes: &'static [&'static [u64]],
    /// Generations of its M.2 slots for drives.
    pub m2: &'static [u64],
    /// How many of these take lanes from a slot for cards when they are used.
    pub m2_shared: u64,
    /// Ports for drives in U.2 form.
    pub u2: u64,
    /// Ports for SATA drives.
    pub sata: u64,
    /// Outputs that show the processor's own graphics.
    pub display_outputs: u64,
    /// A controller for remote management with a picture of its own.
    pub has_bmc: bool,
    /// Takes new firmware without a processor; none where its maker's word was not found.
    pub flashes_alone: Option<bool>,
    /// Latest known price.
    pub price: Option<Price>,
    /// Whether the wiring of its slots was read or remembered.
    pub wiring: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

impl BoardEntry {
    /// Lanes of each of so many cards; none where it has no slots for them.
    #[must_use]
    pub fn lanes_of(&self, cards: u64) -> Option<&'static [u64]> {
        self.lanes.get(usize::try_from(cards.checked_sub(1)?).ok()?).copied()
    }

    /// Rows of the case from each of so many cards to the next, and none for the last.
    pub fn gaps(&self, cards: u64) -> impl Iterator<Item = u64> {
        let filled = self.slots.iter().take(usize::try_from(cards).unwrap_or(usize::MAX));
        let rows: Vec<u64> = {
            let mut rows: Vec<u64> = filled.map(|slot| slot.row).collect();
            rows.sort_unstable();
            rows
        };
        (1..rows.len()).map(move |at| rows[at] - rows[at - 1])
    }
}
