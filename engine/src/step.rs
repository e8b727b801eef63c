//! Plays a training step over a model's graph: what is alive when, by part, and the peak.

pub mod kernels;
pub mod ledger;
pub(crate) mod measured;
mod muon;
pub mod optimizer;
pub mod pass;
pub mod play;
pub mod recording;
mod runs;
pub mod sharding;
pub mod tape;

use crate::architecture::Architecture;
use crate::course::{Layer, Moment, Phase};
use crate::estimate::{ParameterCounts, VramParts};
use crate::graph::Graph;
use crate::models;
use crate::training::{Alignment, Data, Training};
use crate::units::Bytes;
use ledger::{Live, Part, Peak};
use play::{TracePoint, play};
use recording::Recording;
use sharding::{Amounts, Kept, Spread};
use tape::Tape;

/// A played step.
#[derive(Debug, Clone)]
pub struct Step {
    /// Parts at the peak.
    pub parts: VramParts,
    /// When the peak is.
    pub peak: Moment,
    /// The course of the step.
    pub trace: Vec<TracePoint>,
    /// Exact counts of weights.
    pub parameters: ParameterCounts,
    /// The graph that was played, for the time model.
    pub graph: Graph,
}

impl Step {
    /// Live tensors at the peak.
    #[must_use]
    pub fn allocated_peak(&self) -> Bytes {
        self.parts.total()
    }
}

/// Plays one step of `architecture` under `training` on `data` with `micro_batch_size` samples, on one of `gpus` devices
/// that share its work.
#[must_use]
pub fn simulate(architecture: &Architecture, training: &Training, data: &Data, micro_batch_size: u64, gpus: u64) -> Step {
    simulate_in(Graph::default(), architecture, training, data, micro_batch_size, gpus)
}

/// Plays a step as [`simulate`] does, and builds its graph in the memory of one that is not needed any more.
#[must_use]
pub fn simulate_in(
    spare: Graph,
    architecture: &Architecture,
    training: &Training,
    data: &Data,
    micro_batch_size: u64,
    gpus: u64,
) -> Step {
    let graph = models::build_in(spare, architecture, training, data, micro_batch_size, gpus);
    run(graph, training, gpus, None).0
}

/// Plays a step as [`simulate`] does, with a record of every tensor for the allocator.
#[must_use]
pub fn record(
    architecture: &Architecture,
    training: &Training,
    data: &Data,
    micro_batch_size: u64,
    gpus: u64,
) -> (Step, Recording) {
    record_in(Graph::default(), architecture, training, data, micro_batch_size, gpus)
}

/// Records a step as [`record`] does, and builds its graph in the memory of one that is not needed any more.
#[must_use]
pub fn record_in(
    spare: Graph,
    architecture: &Architecture,
    training: &Training,
    data: &Data,
    micro_batch_size: u64,
    gpus: u64,
) -> (Step, Recording) {
    let graph = models::build_in(spare, architecture, training, data, micro_batch_size, gpus);
    let tape = Tape::for_graph(&graph);
    let (step, recording) = run(graph, training, gpus, Some(tape));
    let ahead = if training.alignment == Alignment::Dpo {
        let reference = models::build_reference(architecture, training, data, micro_batch_size, gpus);
        pass::tape(&reference)
    } else {
        Tape::default()
    };
    (step, Recording { ahead, ..recording })
}

fn run(graph: Graph, training: &Training, gpus: u64, tape: Option<Tape>) -> (Step, Recording) {
    let spread = Spread::of(training, gpus);
    let Amounts { weights, states, gradients, temporary } = Amounts::of(&graph, training, spread);
    let accumulating = training.gradient_accumulation_steps > 1;
    let mut start = Live::default();
    start.add(Part::Parameters, (weights + graph.buffer_bytes).cast_signed());
    start.add(Part::Inputs, graph.input_bytes.cast_signed());
    start.add(Part::OptimizerState, states.cast_signed());
    start.add(Part::Gradients, gradients.cast_signed());
    let mut played = play(&graph, start, accumulating, spread, tape);
    let operator = optimizer::operator(&graph, &training.carried_out(gpus));
    let mut peak = Peak::none();
    peak.offer(&played.end, temporary.cast_signed(), Phase::OptimizerStep, operator, Layer::Optimizer);
    played.trace.push(TracePoint {
        phase: Phase::OptimizerStep,
        layer: Layer::Optimizer,
        operator,
        first: peak.live,
        last: peak.live,
        copies: 1,
    });
    let recording =
        played.tape.map_or_else(Recording::default, |tape| Recording::new(&graph, Kept::of(&graph, training, spread), tape));
    let peak = played.peak.or(peak);
    let parameters = ParameterCounts { total: graph.base_parameters(), trainable: graph.trainable_parameters() };
    (Step { parts: peak.live.parts(), peak: peak.moment, trace: played.trace, parameters, graph }, recording)
}
