//! The plan of a workload on one machine: the single place that asks the engine's search.

use engine::advice::quick;
use engine::estimate::{Constraints, Estimate, Request};

use crate::resolve::resolve;
use crate::v1::Scenario;

/// The best plan on a machine whose hardware is given; none where the scenario cannot be asked of such a card, or where no
/// plan on it keeps the constraints.
///
/// The deadline is left to whoever compares machines: one that misses it still says by how much.
pub fn plan_on(asked: &Scenario) -> Option<(Scenario, Estimate)> {
    let mut request = resolve(asked).ok()?;
    request.constraints.deadline = None;
    let plan = quick(&request).ok()?;
    let pinned = Request { scenario: plan.scenario, open: Vec::new(), constraints: Constraints::default() };
    Some((asked.clone(), engine::estimate(&pinned)))
}
