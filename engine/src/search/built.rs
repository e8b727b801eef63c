//! A graph with what was found of it: peaks, amounts and kernels, each worked out once.

use crate::device::roofline::{Profile, Sums, traffic, training_gpus};
use crate::dtype::Dtype;
use crate::estimate::StageKind;
use crate::graph::Graph;
use crate::hardware::Gpu;
use crate::inputs::Scenario;
use crate::models;
use crate::step::kernels::{reduced_bytes, step_work, update};
use crate::step::ledger::Live;
use crate::step::optimizer;
use crate::step::play::play;
use crate::step::sharding::{Amounts, Spread};
use crate::training::{
    ActivationCheckpointing, Attention, Cache, LinearAttentionKernels, LossLogits, MemoryFormat, Method, Offload, Optimizer,
    OptimizerImplementation, Precision, Sharding, Training,
};
use crate::units::Bytes;
use crate::work::StepWork;

/// The settings that a graph is built from, beside model, data and batch.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    method: Method,
    precision: Precision,
    checkpointing: ActivationCheckpointing,
    attention: Attention,
    linear_attention: LinearAttentionKernels,
    loss: LossLogits,
    format: MemoryFormat,
    /// Type that weights are read in, where a library mixes precisions.
    read_as: Option<Dtype>,
    /// Whether latents are made in the step.
    cache: Cache,
}

impl Shape {
    pub(super) fn matches(&self, training: &Training, computed_in: Option<Dtype>) -> bool {
        let Self { method, precision, checkpointing, attention, linear_attention, loss, format, read_as, cache } = self;
        *precision == training.precision
            && *checkpointing == training.activation_checkpointing
            && *attention == training.attention
            && *linear_attention == training.linear_attention
            && *loss == training.loss_logits
            && *format == training.memory_format
            && *read_as == computed_in
            && *cache == training.loader.cache
            && *method == training.method
    }

    pub(super) fn of(training: &Training, gpus: u64) -> Self {
        Self {
            method: training.method.clone(),
            precision: training.precision,
            checkpointing: training.activation_checkpointing,
            attention: training.attention,
            linear_attention: training.linear_attention,
            loss: training.loss_logits,
            format: training.memory_format,
            read_as: training.computing_dtype(gpus),
            cache: training.loader.cache,
        }
    }
}

/// A graph with what was found of it so far.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) shape: Shape,
    pub(super) batch: u64,
    pub(super) graph: Graph,
    /// Peak and end of plays from nothing.
    plays: Vec<(bool, Spread, i64, i64)>,
    /// What a device keeps, by how weights are updated and shared out.
    kept: Vec<(Update, Spread, Amounts)>,
    /// One micro-step without and with accumulation.
    micro_steps: [Option<MicroStep>; 2],
    /// The optimizer's step after such a micro-step, and among how many it is shared out.
    updates: Vec<(Update, u64, MicroStep)>,
    /// Used last: what was not used for long is forgotten first.
    pub(super) used: u64,
}

/// What the optimizer's step depends on, beside the graph and what a search leaves alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Update {
    optimizer: Optimizer,
    implementation: OptimizerImplementation,
    sharding: Sharding,
    offload: Offload,
    accumulating: bool,
}

impl Update {
    const fn of(training: &Training) -> Self {
        Self {
            optimizer: training.optimizer,
            implementation: training.optimizer_implementation,
            sharding: training.sharding,
            offload: training.offload,
            accumulating: training.gradient_accumulation_steps > 1,
        }
    }
}

/// Work of a part of a step, and what its kernels add up to on the cards that were asked about.
#[derive(Debug)]
struct MicroStep {
    work: StepWork,
    sums: Vec<(Gpu, Sums)>,
}

impl MicroStep {
    fn of(graph: &Graph, single: &Training) -> Self {
        Self { work: step_work(graph, single, 1), sums: Vec::new() }
    }

    /// The sums on a card.
    fn sums(&mut self, gpu: &Gpu, single: &Training) -> Sums {
        let known = self.sums.iter().rev().find(|(known, _)| known == gpu).map(|(_, sums)| *sums);
        known.unwrap_or_else(|| {
            let sums = Sums::of(&self.work, gpu, single);
            self.sums.push((*gpu, sums));
            sums
        })
    }
}

impl Built {
    /// A graph of which nothing was found yet.
    pub(super) fn new(shape: Shape, batch: u64, graph: Graph) -> Self {
        Self { shape, batch, graph, plays: Vec::new(), kept: Vec::new(), micro_steps: [None, None], updates: Vec::new(), used: 0 }
    }

    /// Kernels of its micro-steps.
    pub(super) fn kernels(&self) -> usize {
        self.micro_steps.iter().flatten().map(|step| step.work.items.len()).sum()
    }

    /// Lets go of them; they are worked out again.
    pub(super) fn forget_kernels(&mut self) {
        self.micro_steps = [None, None];
    }

    /// The graph again, where it was let go of.
    fn restore(&mut self, scenario: &Scenario) {
        if self.graph.ops.is_empty() {
            let Scenario { hardware, model, training, data, .. } = scenario;
            let gpus = training_gpus(hardware, training);
            self.graph = models::build_in(Graph::default(), model, training, data, self.batch, gpus);
        }
    }

    /// Live tensors at the peak of a step under these settings.
    pub(super) fn peak(&mut self, scenario: &Scenario) -> Bytes {
        let training = &scenario.training;
        let spread = Spread::of(training, training_gpus(&scenario.hardware, training));
        let Amounts { weights, states, gradients, temporary } = self.amounts(training, spread);
        let start = weights + self.graph.buffer_bytes + self.graph.input_bytes + states + gradients;
        let accumulating = training.gradient_accumulation_steps > 1;
        let (peak, end) = self.play_from_nothing(scenario, accumulating, spread.in_play());
        let most = peak.max(end + temporary.cast_signed());
        Bytes((start.cast_signed() + most).max(0).cast_unsigned())
    }

    /// What a device keeps throughout the step, and what the optimizer's step allocates.
    fn amounts(&mut self, training: &Training, spread: Spread) -> Amounts {
        let update = Update::of(training);
        let known = self.kept.iter().find(|known| known.0 == update && known.1 == spread).map(|known| known.2);
        known.unwrap_or_else(|| {
            let amounts = Amounts::of(&self.graph, training, spread);
            self.kept.push((update, spread, amounts));
            amounts
        })
    }

    /// Peak and end of forward and backward from nothing.
    fn play_from_nothing(&mut self, scenario: &Scenario, accumulating: bool, spread: Spread) -> (i64, i64) {
        if let Some(&(.., peak, end)) = self.plays.iter().find(|play| play.0 == accumulating && play.1 == spread) {
            return (peak, end);
        }
        self.restore(scenario);
        let played = play(&self.graph, Live::default(), accumulating, spread, None);
        let (peak, end) = (played.peak.total, played.end.total());
        self.plays.push((accumulating, spread, peak, end));
        (peak, end)
    }

    /// Amounts and time of a step under these settings.
    pub(super) fn step(&mut self, scenario: &Scenario) -> (StepWork, Profile) {
        let Scenario { hardware, training, .. } = scenario;
        let gpus = training_gpus(hardware, training);
        let accumulating = training.gradient_accumulation_steps > 1;
        if self.micro_steps[usize::from(accumulating)].is_none() {
            self.restore(scenario);
        }
        let graph = &self.graph;
        // One device without offload: kernels of forward and backward are the same under every sharding and offload.
        let mut single = training.clone();
        (single.sharding, single.offload) = (Sharding::None, Offload::None);
        let micro_step = self.micro_steps[usize::from(accumulating)].get_or_insert_with(|| MicroStep::of(graph, &single));
        single.gradient_accumulation_steps = 1;
        let alone = micro_step.sums(&hardware.gpu, &single).profile(&micro_step.work, hardware, &single);
        let key = Update::of(training);
        let place = self.updates.iter().position(|known| known.0 == key && known.1 == gpus).unwrap_or_else(|| {
            let mut work = micro_step.work.with_items(update(graph, training, gpus));
            work.optimizer_state_bytes = Bytes(optimizer::state_bytes(graph, &training.carried_out(gpus)));
            work.reduced_bytes = reduced_bytes(graph, training, gpus);
            self.updates.push((key, gpus, MicroStep { work, sums: Vec::new() }));
            self.updates.len() - 1
        });
        let updated = &mut self.updates[place].2;
        let sums = updated.sums(&hardware.gpu, training);
        let mut work = updated.work.with_items(Vec::new());
        let updated = sums.profile(&work, hardware, training);
        let (forward, backward) = (alone.time.forward, alone.time.backward);
        let micro_steps = training.gradient_accumulation_steps.max(1) as f64;
        let mut profile =
            Profile { bound: alone.bound, flops_per_micro_step: alone.flops_per_micro_step, rated: alone.rated, ..updated };
        let slowdown = scenario.measured.time(StageKind::Compute);
        profile.time.forward = forward * micro_steps * slowdown;
        profile.time.backward = backward * micro_steps * slowdown;
        profile.time.optimizer = profile.time.optimizer * slowdown;
        profile.time.communication = traffic::between_gpus(&work, hardware, training, forward, backward) * slowdown;
        profile.time.offload = traffic::to_host(&work, hardware, training, forward + backward) * slowdown;
        work.slowdown = slowdown;
        (work, profile)
    }
}
