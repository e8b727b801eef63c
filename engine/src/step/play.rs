//! Plays forward and backward over a graph, as autograd and the allocator do, and keeps the ledger.
//!
//! A storage lives from the operator that bears it until its last reader has run and nobody keeps it for backward.
//! Backward visits the operators in reverse: it makes the inputs' gradients while the output's gradient and the saved
//! tensors are alive, then frees both.
//! A segment that repeats is played once; its other instances follow from what one changes.

mod backward;
mod forward;
mod record;

use super::ledger::{Live, Part, Peak};
use super::tape::{self, Tape};
use crate::estimate::{Layer, Phase};
use crate::graph::{Graph, Param, ParamId, Segment};

/// What a play of forward and backward found.
#[derive(Debug, Clone)]
pub struct Played {
    /// The peak of forward and backward.
    pub peak: Peak,
    /// Peak of each segment in the order played, with the number of like instances it stands for.
    pub trace: Vec<TracePoint>,
    /// What is alive when the optimizer steps.
    pub end: Live,
    /// What happened to memory, where that was asked for.
    pub tape: Option<Tape>,
}

/// What one segment's play reached.
#[derive(Debug, Clone, Copy)]
pub struct TracePoint {
    /// Forward or backward.
    pub phase: Phase,
    /// The segment's (first) layer.
    pub layer: Layer,
    /// The kernel at which most is alive.
    pub operator: &'static str,
    /// The most alive during its first and during its last instance.
    pub first: Live,
    /// See `first`.
    pub last: Live,
    /// Instances.
    pub copies: u64,
}

const NONE: u32 = u32::MAX;

/// A gradient tensor on its way.
#[derive(Debug, Clone, Copy)]
struct Gradient {
    bytes: i64,
    owners: u32,
    /// Its tensor on the tape.
    tensor: u32,
}

struct Player<'a> {
    graph: &'a Graph,
    live: Live,
    peak: Peak,
    references: Vec<u32>,
    part_of: Vec<Part>,
    gradients: Vec<Gradient>,
    gradient_of: Vec<u32>,
    /// Contributions that a weight still waits for before its gradient is whole.
    pending: Vec<u32>,
    has_gradient: Vec<bool>,
    casts: Vec<u32>,
    layer: Layer,
    spread: Spread,
    tape: Option<Tape>,
    /// The tensor on the tape that each storage is at present.
    tensor_of: Vec<u32>,
}

/// How weights and gradients are spread beyond this device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    /// Weights are fetched segment by segment rather than resident.
    pub gathered: bool,
    /// Devices that share a weight's gradient.
    pub gradient_shards: u64,
}

/// Segments whose weights are there at once while they are fetched: the one that runs and the next one (FSDP's prefetch).
const GATHERED_SEGMENTS: i64 = 2;

/// Plays one micro-step; `start` is what is alive before it, `accumulating` whether gradients are already there. What happens
/// to memory goes to `tape`, where there is one.
#[must_use]
pub fn play(graph: &Graph, start: Live, accumulating: bool, spread: Spread, tape: Option<Tape>) -> Played {
    let mut pending = vec![0; graph.params.len()];
    for edge in &graph.grad_pool {
        if let Some(ParamId(param)) = graph.vars[edge.var.0 as usize].param {
            pending[param as usize] += 1;
        }
    }
    let part_of = graph.storages.iter().map(|s| if s.kept { Part::Activations } else { Part::Temporary });
    let mut player = Player {
        graph,
        live: start,
        peak: Peak::none(),
        references: vec![0; graph.storages.len()],
        part_of: part_of.collect(),
        gradients: Vec::with_capacity(graph.ops.len()),
        gradient_of: vec![NONE; graph.vars.len()],
        pending,
        has_gradient: vec![accumulating; graph.params.len()],
        casts: Vec::new(),
        layer: Layer::Stem,
        spread,
        tensor_of: if tape.is_some() { vec![tape::NONE; graph.storages.len()] } else { Vec::new() },
        tape,
    };
    let mut trace = Vec::with_capacity(2 * graph.segments.len());
    let mut peak = Peak::none();
    for (index, segment) in (0..graph.segments.len() as u32).zip(&graph.segments) {
        player.open_section(index, segment, Phase::Forward);
        peak = peak.or(player.repeated(segment, Phase::Forward, &mut trace));
        player.close_section(segment, Phase::Forward);
    }
    player.end_forward();
    for (index, segment) in (0..graph.segments.len() as u32).zip(&graph.segments).rev() {
        player.open_section(index, segment, Phase::Backward);
        peak = peak.or(player.repeated(segment, Phase::Backward, &mut trace));
        player.close_section(segment, Phase::Backward);
    }
    Played { peak, trace, end: player.live, tape: player.tape }
}

impl Player<'_> {
    /// Plays a segment once and extrapolates to its other instances.
    fn repeated(&mut self, segment: &Segment, phase: Phase, trace: &mut Vec<TracePoint>) -> Peak {
        let before = self.live;
        let gathered = self.gathered_bytes(segment);
        self.live.add(Part::Parameters, gathered);
        let gathered_tensor = self.note_allocation(gathered);
        self.peak = Peak::none();
        let last_index = segment.copies - 1;
        self.layer = match phase {
            Phase::Backward => nth_layer(segment.layer, last_index),
            _ => segment.layer,
        };
        self.peak.offer(&self.live, 0, phase, "", self.layer);
        match phase {
            Phase::Forward => self.forward(segment, !segment.checkpointed, phase),
            _ => self.backward(segment),
        }
        self.live.add(Part::Parameters, -gathered);
        self.note_free(gathered_tensor);
        let after = self.live;
        let times = last_index.cast_signed();
        self.live = after.extrapolated(&before, &after, times);
        if phase == Phase::Backward && segment.checkpointed {
            // What comes from before the first instance is let go once, not once an instance.
            for shared in &segment.inputs[segment.chained as usize..] {
                self.let_go(self.graph.vars[shared.0 as usize].storage);
            }
        }
        let last_layer = if phase == Phase::Forward { nth_layer(segment.layer, last_index) } else { segment.layer };
        let last = self.peak.shifted(&before, &after, times, last_layer);
        trace.push(TracePoint {
            phase,
            layer: self.layer,
            operator: self.peak.moment.operator,
            first: self.peak.live,
            last: last.live,
            copies: segment.copies,
        });
        self.peak.or(last)
    }

    /// Weights that are fetched for a segment, where they are not resident.
    fn gathered_bytes(&self, segment: &Segment) -> i64 {
        if !self.spread.gathered {
            return 0;
        }
        let params = &self.graph.params[segment.params.start as usize..segment.params.end as usize];
        let bytes: u64 = params.iter().map(Param::bytes).sum();
        bytes.cast_signed() * if segment.copies > 1 { GATHERED_SEGMENTS } else { 1 }
    }

    /// Autocast's cache and Python's variables end with the forward pass.
    fn end_forward(&mut self) {
        let graph = self.graph;
        if let Some(tape) = &mut self.tape {
            tape.open(tape::NONE, false, 1, Vec::new());
        }
        for storage in std::mem::take(&mut self.casts) {
            self.let_go_copies(storage);
        }
        for &storage in &graph.held_to_end {
            self.let_go_copies(storage);
        }
        if let Some(tape) = &mut self.tape {
            tape.close(Vec::new());
        }
    }

    /// Lets go of a storage in every instance of its segment.
    fn let_go_copies(&mut self, storage: u32) {
        let before = self.live;
        self.let_go(storage);
        let after = self.live;
        let others = self.graph.storages[storage as usize].copies.cast_signed() - 1;
        self.live = after.extrapolated(&before, &after, others);
    }
}

/// The layer of the `index`-th instance of a segment.
const fn nth_layer(layer: Layer, index: u64) -> Layer {
    match layer {
        Layer::Block(first) => Layer::Block(first + index),
        other => other,
    }
}
