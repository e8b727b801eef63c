//! What the parts around the cards must suit.

use wire::v1::Scenario;
use wire::v1::scenario::OwnedPart;

use super::part::there;

/// What the parts around the cards must suit.
#[derive(Debug)]
pub struct Order {
    /// What was asked, without constraints that only machines have.
    pub asked: Scenario,
    /// Machines that train together.
    pub nodes: u64,
    /// The drive's least capacity in bytes.
    pub on_drive: f64,
}

impl Order {
    /// Parts that are there already, and the nodes that share them.
    pub fn at_hand(&self) -> AtHand<'_> {
        AtHand { owned: self.owned(), nodes: self.nodes }
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
}

impl AtHand<'_> {
    /// Where nothing is there.
    #[cfg(test)]
    pub const NOTHING: Self = Self { owned: &[], nodes: 1 };

    /// How many of a part must be bought for all nodes, where each node takes `each`.
    pub fn to_buy(self, id: &str, each: u64) -> u64 {
        (each * self.nodes).saturating_sub(there(self.owned, id))
    }
}
