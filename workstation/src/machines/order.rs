//! What the parts around the cards must suit.

use std::cell::OnceCell;

use catalog::{CaseEntry, CoolerEntry, MemoryKit, PowerSupplyEntry, Price};
use scenario::chosen::Chosen;
use wire::v1::Scenario;
use wire::v1::choices::Vendor;
use wire::v1::scenario::OwnedPart;

use super::circuit::Circuit;
use super::part::there;

/// Prices that are not known, and the sum of the others: the first decides, so that an unknown price never looks cheap.
pub type Cost = (u64, f64);

/// Coolers, cases and power supplies that may be chosen.
#[derive(Debug)]
pub struct Offered {
    /// The coolers with what one costs, the cheapest first.
    pub coolers: Vec<(&'static CoolerEntry, Cost)>,
    /// The towers of the kind that was asked for, or the one case that was named, in the catalog's order.
    pub cases: Vec<&'static CaseEntry>,
    /// Products, classes of a rating beyond all of these, and classes that are meant, in the catalog's order.
    pub supplies: Vec<(&'static PowerSupplyEntry, Option<Price>)>,
}

/// What the parts around the cards must suit.
#[derive(Debug)]
pub struct Order {
    /// What was asked, without constraints that only machines have.
    pub asked: Scenario,
    /// Machines that train together.
    pub nodes: u64,
    /// The drive's least capacity in bytes.
    pub on_drive: f64,
    chosen: Chosen,
    /// What may be bought, looked up when a set of parts is first put together.
    offered: OnceCell<Offered>,
}

impl Order {
    /// An order for so many machines, each with so much on its drive.
    pub fn new(asked: Scenario, nodes: u64, on_drive: f64) -> Self {
        Self { chosen: Chosen::of(&asked.hardware), asked, nodes, on_drive, offered: OnceCell::new() }
    }

    /// What may be bought for it: as it was found before, or as it is found now.
    pub fn offered(&self, find: impl FnOnce() -> Offered) -> &Offered {
        self.offered.get_or_init(find)
    }

    /// Parts that are there already, and the nodes that share them.
    pub fn at_hand(&self) -> AtHand<'_> {
        AtHand { owned: self.owned(), nodes: self.nodes, kit: self.chosen().kit, memory_type: None }
    }

    /// Parts that it must be built with, by their kinds.
    pub const fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    /// The circuit that feeds each machine, where it is known.
    pub fn circuit(&self) -> Option<Circuit> {
        self.asked.hardware.circuit.and_then(Circuit::of)
    }

    /// Whether so many of a maker's part may be used: they are there already, or its maker is not left out.
    pub fn accepts(&self, maker: &str, id: &str, quantity: u64) -> bool {
        let is_maker = |vendor: &Vendor| vendor.as_str().eq_ignore_ascii_case(maker);
        let is_left_out = self.asked.constraints.excluded_vendors.iter().flatten().any(is_maker);
        !is_left_out || there(self.owned(), id) >= quantity * self.nodes
    }

    /// Parts that are there already.
    pub fn owned(&self) -> &[OwnedPart] {
        self.asked.hardware.owned.as_deref().unwrap_or_default()
    }
}

/// Parts that are there already, and the nodes that share them.
#[derive(Debug, Clone, Copy)]
pub struct AtHand<'a> {
    /// The parts, for all nodes.
    pub owned: &'a [OwnedPart],
    /// Nodes.
    pub nodes: u64,
    /// The kit that was named; any where none was.
    pub kit: Option<&'static MemoryKit>,
    /// The kind of memory that a board takes (`DDR5`); any where no board says so.
    pub memory_type: Option<&'static str>,
}

impl AtHand<'_> {
    /// Where nothing is there.
    #[cfg(test)]
    pub const NOTHING: Self = Self { owned: &[], nodes: 1, kit: None, memory_type: None };

    /// On boards that take a kind of memory.
    pub const fn of_type(self, memory_type: &'static str) -> Self {
        Self { memory_type: Some(memory_type), ..self }
    }

    /// Whether a kit may be chosen.
    pub fn takes(&self, kit: &MemoryKit) -> bool {
        let is_named = self.kit.is_none_or(|named| named.id == kit.id);
        is_named && self.memory_type.is_none_or(|memory_type| memory_type == kit.memory_type)
    }

    /// How many of a part must be bought for all nodes, where each node takes `each`.
    pub fn to_buy(self, id: &str, each: u64) -> u64 {
        (each * self.nodes).saturating_sub(there(self.owned, id))
    }
}
