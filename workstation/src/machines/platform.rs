//! The kinds of machines.

use catalog::{Cooling, CpuEntry, GpuEntry, Segment, SocketClass};
use scenario::defaults::DESKTOP_CARDS;

/// The kinds of machines, from cheap to dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// A whole computer: its processor shares the memory, or it is a laptop.
    Unified,
    /// A desktop processor.
    Desktop,
    /// A workstation processor, with lanes for four cards or more.
    Workstation,
    /// A server's, whose case cools cards without fans.
    Server,
}

impl Platform {
    /// The least kind of machine that takes a set of equal cards.
    #[must_use]
    pub fn of(card: &GpuEntry, count: u64) -> Self {
        match (card.segment, count) {
            (Segment::Unified | Segment::Laptop, _) => Self::Unified,
            (Segment::Datacenter, _) => Self::Server,
            _ if card.body.cooling == Cooling::Passive => Self::Server,
            (_, count) if count <= DESKTOP_CARDS => Self::Desktop,
            (_, 3 | 4) => Self::Workstation,
            _ => Self::Server,
        }
    }

    /// The kind of machine that a processor is for.
    #[must_use]
    pub const fn of_processor(cpu: &CpuEntry) -> Self {
        match cpu.socket_class {
            SocketClass::Desktop => Self::Desktop,
            SocketClass::Workstation => Self::Workstation,
            SocketClass::Server => Self::Server,
        }
    }
}
