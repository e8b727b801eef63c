//! Weighs plans for a search: what a step takes and lasts, with everything kept that plans share.
//!
//! Plans that differ in optimizer, offload, sharding, loader or memory share their graph and its play: weights, states and
//! gradients only shift what is alive, and the update is a handful of kernels of its own. The figures are those of an
//! estimate, to the last bit; only the search's work is saved.

use std::collections::BTreeMap;

use super::objective::{Severity, Standing, intrusion};
use crate::architecture::Architecture;
use crate::device::memory::{DeviceMemory, desktop};
use crate::device::roofline::{Profile, Sums, traffic, training_gpus};
use crate::dtype::Dtype;
use crate::estimate::{Speed, StageKind};
use crate::graph::Graph;
use crate::hardware::Gpu;
use crate::host::phases::phases;
use crate::host::pool::taken_by_host;
use crate::host::{self, kits};
use crate::inputs::{Field, Request, Scenario};
use crate::models;
use crate::sizing::card::least_of;
use crate::sizing::open::settle_host;
use crate::sizing::played::play_step;
use crate::sizing::plays::Plays;
use crate::sizing::time::path_and_speed_from_profile;
use crate::step::kernels::{reduced_bytes, step_work, update};
use crate::step::ledger::Live;
use crate::step::optimizer;
use crate::step::play::play;
use crate::step::sharding::{Amounts, Spread};
use crate::training::{
    ActivationCheckpointing, Attention, Cache, Data, Loader, LossLogits, MemoryFormat, Method, Offload, Optimizer,
    OptimizerImplementation, Precision, Sharding, Training,
};
use crate::units::{Bytes, Seconds};
use crate::work::StepWork;

/// The settings that a graph is built from, beside model, data and batch.
#[derive(Debug, Clone, PartialEq)]
struct Shape {
    method: Method,
    precision: Precision,
    checkpointing: ActivationCheckpointing,
    attention: Attention,
    loss: LossLogits,
    format: MemoryFormat,
    /// Type that weights are read in, where a library mixes precisions.
    read_as: Option<Dtype>,
    /// Whether latents are made in the step.
    cache: Cache,
}

impl Shape {
    fn matches(&self, training: &Training, computed_in: Option<Dtype>) -> bool {
        let Self { method, precision, checkpointing, attention, loss, format, read_as, cache } = self;
        *precision == training.precision
            && *checkpointing == training.activation_checkpointing
            && *attention == training.attention
            && *loss == training.loss_logits
            && *format == training.memory_format
            && *read_as == computed_in
            && *cache == training.loader.cache
            && *method == training.method
    }

    fn of(training: &Training, gpus: u64) -> Self {
        Self {
            method: training.method.clone(),
            precision: training.precision,
            checkpointing: training.activation_checkpointing,
            attention: training.attention,
            loss: training.loss_logits,
            format: training.memory_format,
            read_as: training.computing_dtype(gpus),
            cache: training.loader.cache,
        }
    }
}

/// A graph with what was found of it so far.
#[derive(Debug)]
struct Built {
    shape: Shape,
    batch: u64,
    graph: Graph,
    /// Peak and end of plays from nothing.
    plays: Vec<(bool, Spread, i64, i64)>,
    /// What a device keeps, by how weights are updated and shared out.
    kept: Vec<(Update, Spread, Amounts)>,
    /// One micro-step without and with accumulation.
    micro_steps: [Option<MicroStep>; 2],
    /// The optimizer's step after such a micro-step, and among how many it is shared out.
    updates: Vec<(Update, u64, MicroStep)>,
    /// Used last: what was not used for long is forgotten first.
    used: u64,
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

/// What searches for one workload share, whatever the machine: neither a graph nor its kernels depend on it.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// What the graphs were built for, settings of a search aside.
    base: Option<(Architecture, Data, Training)>,
    built: Vec<Built>,
    /// Where the graphs of a batch stand: every plan asks for one of some hundred.
    by_batch: BTreeMap<u64, Vec<usize>>,
    clock: u64,
}

impl Shelf {
    /// Clears the shelf where it holds graphs of another workload.
    fn prepare(&mut self, scenario: &Scenario) {
        let base = (scenario.model.clone(), scenario.data.clone(), without_searched(&scenario.training));
        if self.base.as_ref() != Some(&base) {
            self.built.clear();
            self.by_batch.clear();
            self.base = Some(base);
        }
    }
}

/// The settings that a search leaves alone and that a graph may depend on.
fn without_searched(training: &Training) -> Training {
    Training {
        method: Method::Full,
        precision: Precision::Fp32,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Foreach,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        micro_batch_size: 1,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        offload: Offload::None,
        loader: Loader { ..host::loader::PYTORCH_DEFAULT },
        epochs: 1,
        ..training.clone()
    }
}

/// Operators of graphs that are kept whole, over all of them: some 500 bytes each with their values. Of the others their
/// weights stay.
const WHOLE_OPERATORS: usize = 16_384;
/// Kernels that are kept over all graphs: some 80 bytes each.
const MOST_KERNELS: usize = 400_000;

/// A plan with every field decided, and what it comes to.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// The plan.
    pub(crate) scenario: Scenario,
    /// What plans are compared by.
    pub(crate) standing: Standing,
    /// How fast it is.
    pub(super) speed: Speed,
    /// It holds with the largest batch that it may have: more memory would not help it.
    pub(super) is_roomy: bool,
}

/// Where a search weighs its plans.
pub(super) struct Workbench<'a> {
    pub(super) request: &'a Request,
    pub(super) deadline: Option<Seconds>,
    /// Steps played in full, for levers.
    pub(super) plays: &'a mut Plays,
    shelf: &'a mut Shelf,
    /// How many sizes of the batch fit last time.
    pub(super) fitted: usize,
    /// How far below the largest of them the one was that was chosen with care.
    pub(super) below_top: Option<usize>,
    /// Every plan weighed so far that card and host hold in time, where they are kept.
    pub(super) seen: Vec<Weighed>,
    /// A front is drawn of them, or a deadline may need another one.
    keeps_seen: bool,
}

impl<'a> Workbench<'a> {
    pub(super) fn new(request: &'a Request, plays: &'a mut Plays, shelf: &'a mut Shelf, draws_front: bool) -> Self {
        shelf.prepare(&request.scenario);
        let deadline = request.constraints.deadline;
        Self {
            request,
            deadline,
            plays,
            shelf,
            fitted: 4,
            below_top: None,
            seen: Vec::new(),
            keeps_seen: draws_front || deadline.is_some(),
        }
    }

    /// What the card has for the run.
    pub(super) fn available(&self, scenario: &Scenario) -> Bytes {
        let hardware = &self.request.scenario.hardware;
        hardware.gpu.memory.saturating_sub(desktop(hardware) + taken_by_host(scenario))
    }

    fn built(&mut self, scenario: &Scenario) -> &mut Built {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let (batch, gpus) = (training.micro_batch_size, training_gpus(hardware, training));
        let computed_in = training.computing_dtype(gpus);
        let shelf = &mut *self.shelf;
        shelf.clock += 1;
        let of_batch = shelf.by_batch.get(&batch).map(Vec::as_slice).unwrap_or_default();
        let place = of_batch.iter().copied().find(|place| shelf.built[*place].shape.matches(training, computed_in));
        let place = place.unwrap_or_else(|| {
            let spare = shelf.spare();
            let graph = models::build_in(spare, model, training, data, batch, gpus);
            let shape = Shape::of(training, gpus);
            shelf.built.push(Built {
                shape,
                batch,
                graph,
                plays: Vec::new(),
                kept: Vec::new(),
                micro_steps: [None, None],
                updates: Vec::new(),
                used: 0,
            });
            shelf.by_batch.entry(batch).or_default().push(shelf.built.len() - 1);
            shelf.built.len() - 1
        });
        let built = &mut shelf.built[place];
        built.used = shelf.clock;
        built
    }

    /// The least memory of a plan.
    pub(super) fn memory(&mut self, scenario: &Scenario) -> DeviceMemory {
        // A measured factor is on parts, and may move the peak: the step is played in full.
        let peak = match scenario.measured.memory {
            None => self.built(scenario).peak(scenario),
            Some(_) => play_step(scenario, scenario.training.micro_batch_size).allocated_peak(),
        };
        least_of(scenario, peak)
    }

    /// A plan whose batch is decided, with the host's open fields decided for it, and its speed.
    fn settle_and_time(&mut self, scenario: Scenario, open: &[Field]) -> (Scenario, StepWork, Speed) {
        let (work, profile) = self.built(&scenario).step(&scenario);
        let scenario = settle_host(scenario, &work, &profile, open);
        let (_, speed) = path_and_speed_from_profile(&scenario, &work, profile);
        (scenario, work, speed)
    }

    /// Weighs a plan whose batch is decided; of the host's fields those in `open` are decided for it.
    pub(super) fn weigh(&mut self, scenario: Scenario, open: &[Field]) -> Weighed {
        let memory = self.memory(&scenario);
        let (scenario, work, speed) = self.settle_and_time(scenario, open);
        let ram = kits::holding(&scenario.hardware.gpu, phases(&scenario, &work).fullest().1.total());
        let run = speed.run(scenario.training.epochs);
        let installed = scenario.hardware.ram;
        let installable =
            if self.request.open.contains(&Field::Ram) { installed.min(scenario.hardware.cpu.max_memory) } else { installed };
        let standing = Standing {
            fits_card: memory.needed <= self.available(&scenario),
            fits_host: ram <= installable,
            keeps_deadline: self.deadline.is_none_or(|deadline| run <= deadline),
            severity: Severity::of(self.request, &scenario),
            epoch: speed.epoch,
            run,
            needed: memory.needed,
            ram_minimum: ram,
            intrusion: intrusion(&scenario.training),
            changes: super::difference::count(&self.request.scenario, &scenario),
        };
        let weighed = Weighed { scenario, standing, speed, is_roomy: false };
        if self.keeps_seen && weighed.standing.holds() {
            self.seen.push(weighed.clone());
        }
        weighed
    }
}

impl Shelf {
    /// The memory of the graph that was not used for longest, where as many are whole as may be.
    fn spare(&mut self) -> Graph {
        let operators: usize = self.built.iter().map(|built| built.graph.ops.len()).sum();
        if operators < WHOLE_OPERATORS {
            return self.built.last().map(|built| built.graph.sized_alike()).unwrap_or_default();
        }
        self.forget_kernels();
        let whole = self.built.iter_mut().filter(|built| !built.graph.ops.is_empty());
        whole.min_by_key(|built| built.used).map(|built| built.graph.stripped()).unwrap_or_default()
    }

    /// Lets go of all kernels where they are too many; they are worked out again.
    fn forget_kernels(&mut self) {
        let steps = || self.built.iter().flat_map(|built| built.micro_steps.iter().flatten());
        if steps().map(|step| step.work.items.len()).sum::<usize>() > MOST_KERNELS {
            for built in &mut self.built {
                built.micro_steps = [None, None];
            }
        }
    }
}

impl Built {
    /// The graph again, where it was let go of.
    fn restore(&mut self, scenario: &Scenario) {
        if self.graph.ops.is_empty() {
            let Scenario { hardware, model, training, data, .. } = scenario;
            let gpus = training_gpus(hardware, training);
            self.graph = models::build_in(Graph::default(), model, training, data, self.batch, gpus);
        }
    }

    /// Live tensors at the peak of a step under these settings.
    fn peak(&mut self, scenario: &Scenario) -> Bytes {
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
    fn step(&mut self, scenario: &Scenario) -> (StepWork, Profile) {
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
