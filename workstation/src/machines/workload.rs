//! A workload that machines are looked for.

use super::bare::Bare;
use super::order::Order;
use super::shortest::Shortest;

/// A workload that the engine can plan on any card.
#[derive(Debug)]
pub struct Workload {
    /// What every machine for it must suit.
    pub order: Order,
    /// Most GPUs per node.
    pub most: u64,
    /// Weights in all.
    pub parameters: u64,
    /// What no card can undercut.
    pub shortest: Shortest,
    /// The question as if nothing but cards were there; none where nothing else is.
    pub bare: Option<Bare>,
}
