//! What a node draws inside its power supply, part by part, at the sustained most.

use catalog::{CpuEntry, GpuForm};
use engine::units::Watts;

use super::board;
use super::candidate::{Candidate, form};
use super::memory::Kits;
use super::platform::Platform;

/// A module of unbuffered memory under load. Judgment: DDR5 modules are built for 5 V x 1 to 2 A at their regulator and draw
/// half of that.
pub const UNBUFFERED_MODULE: Watts = Watts::new(5.0);
/// A registered module, with its buffers and more chips. Judgment, as above.
pub const REGISTERED_MODULE: Watts = Watts::new(10.0);
/// A drive while it reads: 6 to 9 W on data sheets of solid-state drives, 7 to 10 W on those of large hard disks.
pub const DRIVE: Watts = Watts::new(9.0);
/// A desktop's board with its chipset, fans and pump. Judgment.
pub const DESKTOP_BOARD: Watts = Watts::new(50.0);
/// The board of a workstation, or a server's single board. Judgment.
pub const LARGE_BOARD: Watts = Watts::new(100.0);
/// An adapter of 100 Gbit/s or more with its transceiver. Judgment from data sheets of 15 to 25 W.
pub const NETWORK_ADAPTER: Watts = Watts::new(25.0);
/// Fans of a rack chassis, as a share of what they cool. Judgment: 10 to 20 % is what vendors of servers plan with.
pub const RACK_FANS: f64 = 0.15;
/// All of a server of eight modules as a multiple of the modules: 10.2 kW for 8 x 700 W (DGX H100), 14.3 kW for 8 x 1000 W
/// (DGX B200), both from NVIDIA's user guides (recalled, not opened).
pub const MODULE_SERVER: f64 = 1.8;
/// What cards may pull for a tenth of a millisecond, as a multiple of their power: the load step that ATX 3 tests supplies
/// with (the catalog's rule of the ATX 3 load step, 100 to 300 %).
pub const EXCURSION: f64 = 3.0;
/// What each further card counts with at that moment: cards of one machine do not all peak within the same tenth of a
/// millisecond. Judgment.
pub const FURTHER_EXCURSION: f64 = 1.5;

/// What a node draws, by part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Draw {
    /// All cards; zero where their power is not published.
    pub cards: Watts,
    /// How many they are.
    pub boards: u64,
    /// The processors at what they may draw for long; zero where that is not known.
    pub processors: Watts,
    /// Memory modules.
    pub memory: Watts,
    /// Drives.
    pub drives: Watts,
    /// Board, fans, network.
    pub rest: Watts,
    /// The power of the cards is known.
    pub is_card_known: bool,
    /// The power of the processors is known.
    pub is_processor_known: bool,
}

impl Draw {
    /// The draw of a node.
    pub(super) fn of(candidate: &Candidate, cpu: &CpuEntry, processors: u64, kits: &Kits, drives: u64, nodes: u64) -> Self {
        let cards = of_boards(candidate);
        let processor = cpu.power();
        let processors = processor.unwrap_or(Watts::new(0.0)) * processors as f64;
        let module = if kits.kit.form.starts_with("UDIMM") { UNBUFFERED_MODULE } else { REGISTERED_MODULE };
        let memory = module * (kits.kit.modules * kits.quantity) as f64;
        let drives = DRIVE * drives as f64;
        let network = NETWORK_ADAPTER * if nodes > 1 { 1.0 } else { 0.0 };
        let inside = cards + processors + memory + drives + network;
        let rest = if board::takes_modules(&candidate.entry) || form(&candidate.entry) == GpuForm::Superchip {
            // The maker's figure is for all of the server.
            Watts::new((cards.get() * MODULE_SERVER - (inside.get() - network.get())).max(0.0))
        } else {
            match Platform::of(&candidate.entry, candidate.count) {
                Platform::Unified => Watts::new(0.0),
                Platform::Desktop if Platform::of_processor(cpu) == Platform::Desktop => DESKTOP_BOARD + network,
                Platform::Desktop | Platform::Workstation => LARGE_BOARD + network,
                Platform::Server => LARGE_BOARD + network + (inside + LARGE_BOARD) * RACK_FANS,
            }
        };
        Self {
            cards,
            boards: candidate.boards(),
            processors,
            memory,
            drives,
            rest,
            is_card_known: candidate.entry.spec.tdp.get() > 0.0,
            is_processor_known: processor.is_some(),
        }
    }

    /// The draw of the cards alone: less than that of any machine with them.
    pub(super) fn of_cards(candidate: &Candidate) -> Self {
        Self::whole(candidate)
    }

    /// The draw of a whole computer: its processor shares the power of the graphics.
    pub(super) fn whole(candidate: &Candidate) -> Self {
        let cards = of_boards(candidate);
        let nothing = Watts::new(0.0);
        Self {
            cards,
            boards: candidate.boards(),
            processors: nothing,
            memory: nothing,
            drives: nothing,
            rest: nothing,
            is_card_known: cards.get() > 0.0,
            is_processor_known: true,
        }
    }

    /// All parts together, as far as they are known.
    #[must_use]
    pub fn total(&self) -> Watts {
        self.cards + self.beside_cards()
    }

    /// All but the cards.
    #[must_use]
    pub fn beside_cards(&self) -> Watts {
        let Self { cards: _, boards: _, processors, memory, drives, rest, is_card_known: _, is_processor_known: _ } = *self;
        processors + memory + drives + rest
    }

    /// All parts while the cards take their excursions.
    #[must_use]
    pub fn transient(&self) -> Watts {
        excursion(self.cards / self.boards.max(1) as f64, self.boards) + self.beside_cards()
    }

    /// The parts whose power is missing from the sum, in English and Chinese; none where it is whole.
    #[must_use]
    pub const fn missing(&self) -> Option<(&'static str, &'static str)> {
        match (self.is_card_known, self.is_processor_known) {
            (true, true) => None,
            (false, true) => Some(("the cards", "显卡")),
            (true, false) => Some(("the processor", "处理器")),
            (false, false) => Some(("cards and processor", "显卡和处理器")),
        }
    }

    /// Whether no part's power is missing from the sum.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.is_card_known && self.is_processor_known
    }
}

/// All of a node's cards, with devices that the run leaves idle.
fn of_boards(candidate: &Candidate) -> Watts {
    candidate.entry.spec.tdp * (candidate.boards() * candidate.entry.devices_per_board) as f64
}

/// What so many cards may pull for a moment.
pub fn excursion(card: Watts, cards: u64) -> Watts {
    let further = cards.saturating_sub(1) as f64 * FURTHER_EXCURSION;
    card * if cards == 0 { 0.0 } else { EXCURSION + further }
}
