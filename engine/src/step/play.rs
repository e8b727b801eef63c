//! Plays forward and backward over a graph, as autograd and the allocator do, and keeps the ledger.
//!
//! A storage lives from the operator that allocates it until its last reader has run and nothing keeps it for backward.
//! Backward visits the operators in reverse: it makes the inputs' gradients while the output's gradient and the saved
//! tensors are alive, then frees both.
//! A segment that repeats is played once; its other instances follow from what one changes.

mod backward;
mod deepspeed;
mod forward;
mod fsdp2;
mod hook;
mod library;
mod player;
mod record;
mod sharing;

use super::ledger::{Live, Part, Peak};
use super::sharding::Spread;
use super::tape::{self, Tape};
use crate::course::{Layer, Phase};
use crate::graph::{Graph, ParamId, Segment};
use hook::Hook;
use player::{NONE, Player};
use sharing::Sharing;

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

/// Plays one micro-step; `start` is what is alive before it, `accumulating` whether gradients are already there. What happens
/// to memory goes to `tape`, where there is one.
#[must_use]
pub fn play(graph: &Graph, start: Live, accumulating: bool, spread: Spread, tape: Option<Tape>) -> Played {
    let mut player = Player::new(graph, start, accumulating, spread, tape);
    let mut trace = Vec::with_capacity(2 * graph.segments.len());
    let last = graph.segments.len() as u32;
    let mut peak = player.between(Hook::Start, Phase::Forward, &mut trace);
    for (index, segment) in (0..last).zip(&graph.segments) {
        player.open_section(index, segment, Phase::Forward);
        peak = peak.or(player.repeated(index, segment, Phase::Forward, &mut trace));
        player.close_section(segment, Phase::Forward);
    }
    player.end_forward();
    peak = peak.or(player.between(Hook::Turn, Phase::Backward, &mut trace));
    for (index, segment) in (0..last).zip(&graph.segments).rev() {
        player.open_section(index, segment, Phase::Backward);
        peak = peak.or(player.repeated(index, segment, Phase::Backward, &mut trace));
        player.close_section(segment, Phase::Backward);
    }
    player.end_backward();
    peak = peak.or(player.between(Hook::End, Phase::Backward, &mut trace));
    Played { peak, trace, end: player.live, tape: player.tape }
}

/// Whether a segment runs in a pass that answers.
pub(super) fn answers(layer: Layer) -> bool {
    layer != Layer::Loss
}

/// Plays the segments of a forward pass that run. Nothing in a graph that was built to answer needs a gradient, so that nothing is
/// kept for one.
pub(super) fn play_forward(graph: &Graph, start: Live, tape: Option<Tape>, runs: fn(Layer) -> bool) -> (Peak, Option<Tape>) {
    let mut player = Player::new(graph, start, false, Spread::Whole, tape);
    let mut trace = Vec::new();
    let mut peak = Peak::none();
    let last = graph.segments.len() as u32;
    for (index, segment) in (0..last).zip(&graph.segments).filter(|(_, segment)| runs(segment.layer)) {
        player.open_section(index, segment, Phase::Forward);
        peak = peak.or(player.repeated(index, segment, Phase::Forward, &mut trace));
        player.close_section(segment, Phase::Forward);
    }
    (peak, player.tape)
}

impl<'a> Player<'a> {
    /// A state in which nothing has run yet.
    fn new(graph: &'a Graph, start: Live, accumulating: bool, spread: Spread, tape: Option<Tape>) -> Self {
        let mut pending = vec![0; graph.params.len()];
        for edge in &graph.grad_pool {
            if let Some(ParamId(param)) = graph.vars[edge.var.0 as usize].param {
                pending[param as usize] += 1;
            }
        }
        let part_of = graph.storages.iter().map(|s| if s.kept { Part::Activations } else { Part::Temporary });
        Player {
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
            staying: Vec::new(),
            stayed: Vec::new(),
            leaves: Vec::new(),
            leaf_gradients: Vec::new(),
            layer: Layer::Stem,
            sharing: Sharing::new(graph, spread, accumulating),
            once: 0,
            is_before_once: false,
            later: Peak::none(),
            tensor_of: if tape.is_some() { vec![tape::NONE; graph.storages.len()] } else { Vec::new() },
            tape,
        }
    }
}

impl Player<'_> {
    /// Plays a segment once and extrapolates to its other instances.
    fn repeated(&mut self, index: u32, segment: &Segment, phase: Phase, trace: &mut Vec<TracePoint>) -> Peak {
        let last_index = segment.copies - 1;
        self.layer = match phase {
            Phase::Backward => segment.layer.moved(last_index.cast_signed()),
            _ => segment.layer,
        };
        (self.peak, self.later, self.once, self.is_before_once) = (Peak::none(), Peak::none(), 0, false);
        self.hook(Hook::Arrive(phase), index);
        let before = self.live;
        self.hook(Hook::Enter(phase), index);
        self.offer(0, phase, "");
        match phase {
            Phase::Forward => self.forward(segment, !segment.checkpointed, phase),
            _ => self.backward(segment),
        }
        self.hook(Hook::Leave(phase), index);
        // What one instance changes is what it leaves without what only the first finds otherwise.
        let mut after = self.live;
        after.add(Part::Gradients, -self.once);
        let times = last_index.cast_signed();
        self.live = self.live.extrapolated(&before, &after, times);
        if phase == Phase::Backward && segment.checkpointed {
            // What comes from before the first instance is let go once, not once an instance.
            for shared in &segment.inputs[segment.chained as usize..] {
                self.let_go(self.graph.vars[shared.0 as usize].storage);
            }
        }
        let last_layer = if phase == Phase::Forward { segment.layer.moved(last_index.cast_signed()) } else { segment.layer };
        let (second, last) = if self.once == 0 {
            let last = self.peak.shifted(&before, &after, times, last_layer);
            (last, last)
        } else {
            (self.later.shifted(&before, &after, 1, self.layer), self.later.shifted(&before, &after, times, last_layer))
        };
        // Of what is frozen nothing runs on the way back.
        let is_idle = phase == Phase::Backward && segment.is_idle_backward(self.graph);
        if !is_idle {
            trace.push(TracePoint {
                phase,
                layer: self.layer,
                operator: self.peak.moment.operator,
                first: self.peak.live,
                last: last.live,
                copies: segment.copies,
            });
        }
        self.peak = self.peak.or(second).or(last);
        self.hook(Hook::Depart(phase), index);
        if let Some(point) = trace.last_mut().filter(|_| !is_idle)
            && self.peak.total > point.first.total().max(point.last.total())
        {
            point.first = self.peak.live;
            point.operator = self.peak.moment.operator;
        }
        self.peak
    }

    /// Runs a hook of the library's outside of every segment.
    fn between(&mut self, hook: Hook, phase: Phase, trace: &mut Vec<TracePoint>) -> Peak {
        (self.peak, self.once) = (Peak::none(), 0);
        self.hook_between(hook);
        if self.peak.total > i64::MIN {
            let Peak { live, moment, .. } = self.peak;
            trace.push(TracePoint { phase, layer: self.layer, operator: moment.operator, first: live, last: live, copies: 1 });
        }
        self.peak
    }

    /// Takes note of a state, with this many bytes inside a kernel.
    fn offer(&mut self, within: i64, phase: Phase, operator: &'static str) {
        self.peak.offer(&self.live, within, phase, operator, self.layer);
        if self.once != 0 {
            let mut live = self.live;
            live.add(Part::Gradients, if self.is_before_once { self.once } else { 0 });
            self.later.offer(&live, within, phase, operator, self.layer);
        }
    }

    /// Autocast's cache and Python's variables end with the forward pass.
    fn end_forward(&mut self) {
        let graph = self.graph;
        if let Some(tape) = &mut self.tape {
            tape.open(tape::NONE, false, 1, Vec::new());
        }
        let casts = std::mem::take(&mut self.casts);
        for &storage in casts.iter().chain(&graph.held_to_end) {
            self.let_go_copies(storage);
        }
        if let Some(tape) = &mut self.tape {
            tape.close(Vec::new());
        }
    }

    /// What blocks that are computed again held for one another goes with the last of them, and what backward ended at with all of it.
    fn end_backward(&mut self) {
        let graph = self.graph;
        if graph.held_through.is_empty() && self.leaves.is_empty() {
            return;
        }
        if let Some(tape) = &mut self.tape {
            tape.open(tape::NONE, false, 1, Vec::new());
        }
        self.staying.clear();
        for &storage in graph.held_through.iter().chain(&graph.held_behind) {
            self.let_go_copies(storage);
        }
        for storage in std::mem::take(&mut self.leaves) {
            self.let_go(storage);
        }
        for gradient in std::mem::take(&mut self.leaf_gradients) {
            self.disown(gradient);
        }
        for (storage, tensor) in std::mem::take(&mut self.stayed) {
            self.live.add(self.part_of[storage as usize], -graph.storages[storage as usize].bytes.cast_signed());
            self.note_free(tensor);
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
