//! The kinds of machines.

use catalog::{Cooling, GpuEntry};
use scenario::processor::DESKTOP_SOCKETS;

use super::candidate::DESKTOP_CARDS;

/// The kinds of machines, from cheap to dear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Platform {
    /// A whole computer whose processor shares the memory.
    Unified,
    /// A desktop processor.
    Desktop,
    /// A workstation processor, with lanes for four cards or more.
    Workstation,
    /// A server's, whose case cools cards without fans.
    Server,
}

impl Platform {
    /// The least kind of machine that takes so many of a card.
    #[must_use]
    pub fn of(card: &GpuEntry, count: u64) -> Self {
        match (card.segment, count) {
            ("unified", _) => Self::Unified,
            ("datacenter", _) => Self::Server,
            _ if card.body.cooling == Cooling::Passive => Self::Server,
            (_, count) if count <= DESKTOP_CARDS => Self::Desktop,
            (_, 3 | 4) => Self::Workstation,
            _ => Self::Server,
        }
    }

    /// The kind of machine that a processor's socket is for.
    #[must_use]
    pub fn of_socket(socket: &str) -> Self {
        let workstation = ["sWRX", "sTR", "W790", "W890"];
        if DESKTOP_SOCKETS.iter().any(|desktop| socket.starts_with(desktop)) {
            Self::Desktop
        } else if workstation.iter().any(|part| socket.contains(part)) {
            Self::Workstation
        } else {
            Self::Server
        }
    }
}
