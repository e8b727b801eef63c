//! Steps of scenarios, played once.

use crate::course::Moment;
use crate::device::roofline::training_gpus;
use crate::estimate::{ParameterCounts, VramParts};
use crate::inputs::Scenario;
use crate::step::measured::scaled;
use crate::step::play::TracePoint;
use crate::step::recording::Recording;
use crate::step::{Step, record, simulate};

/// A played step without its graph and its kernels.
#[derive(Debug, Clone)]
pub(crate) struct Played {
    /// Live tensors at the peak, by part.
    pub(crate) parts: VramParts,
    /// When the peak is.
    pub(crate) peak: Moment,
    /// The course of the step.
    pub(crate) trace: Vec<TracePoint>,
    /// Exact counts of weights.
    pub(crate) parameters: ParameterCounts,
}

/// The step of a scenario with another micro-batch, with what was measured of its memory.
pub(crate) fn play_step(scenario: &Scenario, micro_batch_size: u64) -> Step {
    let Scenario { hardware, model, training, data, .. } = scenario;
    scaled(simulate(model, training, data, micro_batch_size, training_gpus(hardware, training)), scenario)
}

/// The step of a pinned scenario for the allocator, as it is without any measurement.
pub(crate) fn record_step(scenario: &Scenario) -> (Step, Recording) {
    let Scenario { hardware, model, training, data, .. } = scenario;
    record(model, training, data, training.micro_batch_size, training_gpus(hardware, training))
}
