//! What carries, feeds and houses the cards of a node.

use catalog::{CpuEntry, NetworkEntry, PlatformEntry};

use super::around::Around;
use super::candidate::Candidate;
use super::draw::Draw;
use super::memory::Kits;
use super::order::Order;
use super::shell::{self, Board, Shell};
use super::{board, drive, network};

/// What carries, feeds and houses the cards of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The processor; none in a whole computer.
    pub cpu: Option<&'static CpuEntry>,
    /// Processors of a node.
    pub processors: u64,
    /// The class of the board; none in a whole computer.
    pub board: Option<&'static PlatformEntry>,
    /// The memory; none in a whole computer.
    pub kits: Option<Kits>,
    /// What it draws inside.
    pub draw: Draw,
    /// Board, coolers, case and supplies.
    pub shell: Shell,
    /// Drives of a node in M.2 slots.
    pub m2_drives: u64,
    /// What joins the nodes, where there are several.
    pub network: Option<&'static NetworkEntry>,
}

impl Frame {
    /// The frame of a machine that is built of parts.
    pub(super) fn of(order: &Order, candidate: &Candidate, around: &Around) -> Self {
        let base = around.base;
        let processors = board::processors(base.board);
        let drives = around.drive.1 + u64::from(drive::system_drive(order, around.drive.0).is_some());
        let draw = Draw::of(candidate, base.cpu, processors, &base.kits, drives, order.nodes);
        let shell = Shell::of(order, candidate, around, &draw);
        Self {
            cpu: Some(base.cpu),
            processors,
            board: base.board,
            kits: Some(base.kits),
            draw,
            shell,
            m2_drives: if shell::is_m2(around.drive.0) { around.drive.1 } else { 0 },
            network: network_adapter(order),
        }
    }

    /// Drives that take M.2 slots which share lanes with the cards.
    #[must_use]
    pub fn drives_beside_cards(&self) -> u64 {
        let Board::Product(board) = self.shell.board else { return 0 };
        self.m2_drives.saturating_sub(board.m2.len() as u64 - board.m2_shared.min(board.m2.len() as u64))
    }

    /// The frame of a whole computer: its own.
    pub(super) fn whole(order: &Order, candidate: &Candidate) -> Self {
        Self {
            cpu: None,
            processors: 0,
            board: None,
            kits: None,
            draw: Draw::whole(candidate),
            shell: Shell::COMPUTER,
            m2_drives: 0,
            network: network_adapter(order),
        }
    }
}

fn network_adapter(order: &Order) -> Option<&'static NetworkEntry> {
    network::between_nodes().filter(|_| order.nodes > 1)
}
