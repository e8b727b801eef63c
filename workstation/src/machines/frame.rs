//! What carries, feeds and houses the cards of a node.

use catalog::{CpuEntry, NetworkEntry, PlatformEntry, StorageEntry};

use super::base::Base;
use super::candidate::Candidate;
use super::draw::Draw;
use super::housing::Housing;
use super::memory::Kits;
use super::order::Order;
use super::supply::{self, Supplies};
use super::{board, network};

/// The parts around the cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Around {
    /// Processor, board and memory.
    pub base: Base,
    /// The processor is there for what it feeds the cards.
    pub cpu_feeds: bool,
    /// The drive, and how many of it.
    pub drive: (&'static StorageEntry, u64),
    /// The drives are there for what they read.
    pub drive_serves: bool,
}

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
    /// What it is built into.
    pub housing: Housing,
    /// What it draws inside.
    pub draw: Draw,
    /// What feeds it.
    pub supplies: Supplies,
    /// What joins the nodes, where there are several.
    pub network: Option<&'static NetworkEntry>,
}

impl Frame {
    /// The frame of a machine that is built of parts.
    pub(super) fn of(order: &Order, candidate: &Candidate, around: &Around) -> Self {
        let base = around.base;
        let processors = board::processors(base.board);
        let housing = Housing::of(candidate, base.board);
        let draw = Draw::of(candidate, base.cpu, processors, &base.kits, around.drive.1, order.nodes);
        let supplies = supply::supplies(candidate, &draw, housing, order.circuit());
        let housing = match supplies {
            Supplies::Fitted(fitted) => housing.with_supplies(fitted.count),
            Supplies::BuiltIn | Supplies::Rack(_) | Supplies::Unsized => housing,
        };
        Self {
            cpu: Some(base.cpu),
            processors,
            board: base.board,
            kits: Some(base.kits),
            housing,
            draw,
            supplies,
            network: network_adapter(order),
        }
    }

    /// The frame of a whole computer: its own.
    pub(super) fn whole(order: &Order, candidate: &Candidate) -> Self {
        Self {
            cpu: None,
            processors: 0,
            board: None,
            kits: None,
            housing: Housing::Computer,
            draw: Draw::whole(candidate),
            supplies: Supplies::BuiltIn,
            network: network_adapter(order),
        }
    }
}

fn network_adapter(order: &Order) -> Option<&'static NetworkEntry> {
    network::between_nodes().filter(|_| order.nodes > 1)
}
