//! Whether the cards of a machine are bridged.

use engine::device::roofline::traffic;
use engine::hardware::Cpu;
use wire::v1::choices::Sharding;

use super::candidate::Candidate;
use super::order::Order;

/// Whether a machine has bridges: a run that is shared out goes over them, unless it was said that none is. What a plan makes
/// of it is left aside, so that it is known beforehand what a machine costs.
pub fn is_bridged(order: &Order, candidate: &Candidate, cpu: &Cpu) -> bool {
    let may_share = order.asked.training.sharding != Some(Sharding::None);
    may_share && traffic::rests_on_bridge(&candidate.entry.spec, cpu, candidate.count, order.nodes)
}
