//! Classes of boards.

use engine::units::Bytes;

use super::{Ecc, PriceRange};
use crate::Confidence;

/// A class of boards: what the boards of a socket and chipset can hold. The counts of cards are judgment from typical boards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlatformEntry {
    /// Stable id (`am5`, `str5-wrx90`, `hgx-8`).
    pub id: &'static str,
    /// Name with the chipsets.
    pub name: &'static str,
    /// Who makes its processors.
    pub vendor: &'static str,
    /// What it is built for.
    pub kind: PlatformKind,
    /// Sockets that its boards come with, as `CpuEntry::socket` has them.
    pub sockets: &'static [&'static str],
    /// Processors on a board.
    pub processors: u64,
    /// Families of processors, for readers.
    pub families: &'static str,
    /// Accelerators at 16 lanes each.
    pub max_gpus_x16: u64,
    /// Accelerators at 8 lanes each.
    pub max_gpus_x8: u64,
    /// Cards of two slots that fit a typical board side by side, without risers; zero where modules take their place.
    pub dual_slot_cards: u64,
    /// What boards of the class differ in.
    pub gpu_note: &'static str,
    /// What boards of the class differ in, in Chinese.
    pub gpu_note_zh: &'static str,
    /// Slots for memory modules.
    pub memory_slots: u64,
    /// Memory that its boards take (`DDR5 UDIMM`).
    pub memory_type: &'static str,
    /// Most memory.
    pub max_memory: Bytes,
    /// Memory channels of the board, over all its processors; none where the processors decide.
    pub memory_channels: Option<u64>,
    /// Whether its boards correct memory errors.
    pub ecc: Ecc,
    /// Generation of PCI Express; none where the processors decide.
    pub pcie_generation: Option<u64>,
    /// Lanes of PCI Express from the processors; none where they decide.
    pub pcie_lanes: Option<u64>,
    /// Form of the board (`ATX`), or height of the chassis.
    pub board_form: &'static str,
    /// Price of a board; none where no listings were found.
    pub board_price: Option<PriceRange>,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

/// What a class of boards is built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlatformKind {
    /// A desktop.
    Desktop,
    /// A workstation: a single processor with many lanes, in a tower or on an open frame.
    Workstation,
    /// A server in a rack.
    Server,
    /// A server around a baseboard with eight accelerator modules.
    Baseboard,
}

impl PlatformEntry {
    /// Whether processors of this socket, with these memory channels, of which so many can share a board, fill it.
    ///
    /// The channels tell families of one socket apart that need boards of their own (Xeon W-2400 and W-3400).
    pub(super) fn takes(&self, socket: &str, channels: u64, sockets: u64) -> bool {
        let fits = self.memory_channels.is_none_or(|on_board| on_board == channels * self.processors);
        self.sockets.contains(&socket) && sockets >= self.processors && fits
    }

    /// Whether accelerators are modules on a baseboard rather than cards.
    #[must_use]
    pub const fn takes_modules(&self) -> bool {
        matches!(self.kind, PlatformKind::Baseboard)
    }

    /// Whether it needs a rack and its power and noise.
    #[must_use]
    pub const fn is_server(&self) -> bool {
        matches!(self.kind, PlatformKind::Server | PlatformKind::Baseboard)
    }
}
