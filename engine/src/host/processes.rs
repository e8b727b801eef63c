//! How many training processes a node runs: one a GPU that trains.

use crate::device::roofline::training_gpus;
use crate::inputs::Scenario;

/// Training processes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Processes {
    /// On each node, at least 1.
    pub per_node: u64,
    /// Nodes that train, at least 1.
    pub nodes: u64,
}

/// The processes of a scenario.
#[must_use]
pub fn processes(scenario: &Scenario) -> Processes {
    let gpus = training_gpus(&scenario.hardware, &scenario.training);
    let per_node = gpus.min(scenario.hardware.gpu_count.max(1));
    Processes { per_node, nodes: gpus.div_ceil(per_node) }
}
