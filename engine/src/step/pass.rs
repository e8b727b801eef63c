//! Plays a pass that answers: what is alive while a batch goes through the model, without a backward pass.

use super::ledger::{Live, Part};
use super::play::{answers, play_forward};
use super::recording::{Recording, Run};
use super::tape::Tape;
use crate::course::Phase;
use crate::graph::{Graph, Param};
use crate::units::Bytes;
use crate::work::Work;

/// A played pass.
#[derive(Debug, Clone)]
pub struct Pass {
    /// The batch.
    pub inputs: Bytes,
    /// Most that is alive at once beside weights, buffers and the batch.
    pub temporary: Bytes,
    /// All kernels.
    pub work: Vec<Work>,
    /// What happened to memory, for the allocator.
    pub recording: Recording,
}

/// Plays one pass over a graph that was built to answer. A loss in it does not run.
#[must_use]
pub fn pass(graph: &Graph) -> Pass {
    let mut start = Live::default();
    start.add(Part::Inputs, graph.input_bytes.cast_signed());
    let (peak, tape) = play_forward(graph, start, Some(Tape::for_graph(graph)), answers);
    let inputs = Bytes(graph.input_bytes);
    let total = Bytes(peak.total.max(0).cast_unsigned());
    Pass {
        inputs,
        temporary: total.saturating_sub(inputs),
        work: work(graph),
        recording: Recording { tape: tape.unwrap_or_default(), ..Recording::default() },
    }
}

/// What happens to memory in a pass over a graph that was built without gradients, its loss included.
#[must_use]
pub fn tape(graph: &Graph) -> Tape {
    play_forward(graph, Live::default(), Some(Tape::for_graph(graph)), |_| true).1.unwrap_or_default()
}

/// The kernels of a pass.
fn work(graph: &Graph) -> Vec<Work> {
    let segments = graph.segments.iter().filter(|segment| answers(segment.layer));
    let kernels = segments.flat_map(|segment| {
        let ops = &graph.ops[segment.ops.start as usize..segment.ops.end as usize];
        ops.iter().filter_map(|op| super::kernels::forward(op, Phase::Forward, segment.copies))
    });
    kernels.collect()
}

/// The tensors of these weights, one by one.
#[must_use]
pub fn weights(params: &[Param], bytes: impl Fn(&Param) -> u64) -> Vec<Run> {
    super::runs::runs(params, |param| [bytes(param), 0, 0, 0])
}
