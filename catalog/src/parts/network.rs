//! Links between nodes.

use engine::hardware::Pcie;
use engine::units::BytesPerSecond;

use crate::{Confidence, Evidence, Price};

/// A class of links between nodes: one port and the adapter that it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NetworkEntry {
    /// Stable id (`ethernet-100g`, `infiniband-ndr`).
    pub id: &'static str,
    /// Name.
    pub name: &'static str,
    /// Ethernet or InfiniBand.
    pub kind: NetworkKind,
    /// Rate of a port in one direction, before protocol overhead.
    pub rate: BytesPerSecond,
    /// The standard that sets the rate.
    pub standard: &'static str,
    /// The narrowest slot that carries the rate, by arithmetic.
    pub slot: Pcie,
    /// Latest known price of an adapter with one port.
    pub price: Option<Price>,
    /// Where the rate comes from.
    pub evidence: Evidence,
    /// Trust in the row.
    pub confidence: Confidence,
    /// Where the figures come from.
    pub source: &'static str,
}

/// Families of networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NetworkKind {
    /// IEEE 802.3.
    Ethernet,
    /// InfiniBand Trade Association.
    Infiniband,
}
