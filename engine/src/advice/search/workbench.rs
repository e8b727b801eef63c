//! Weighs plans for a search: what a step takes and lasts, with everything kept that plans share.
//!
//! Plans that differ in optimizer, offload, sharding, loader or memory share their graph and its play: weights, states and
//! gradients only shift what is alive, and the update is a handful of kernels of its own. The figures are those of an
//! estimate, to the last bit; only the search's work is saved.

use super::objective::{Severity, Standing};
use crate::answer::plays::{Plays, least_of};
use crate::answer::{played, settled_as, timed_as};
use crate::device::memory::{DeviceMemory, desktop};
use crate::device::roofline::{Profile, profile, traffic, training_gpus};
use crate::estimate::{Field, Request, Scenario, Speed, StageKind};
use crate::graph::Graph;
use crate::graph::dtype::Dtype;
use crate::host::{kits, phases::phases, pool::taken_by_host};
use crate::models;
use crate::step::ledger::Live;
use crate::step::optimizer;
use crate::step::play::play;
use crate::step::sharding::{Amounts, Spread};
use crate::training::{
    ActivationCheckpointing, Attention, LossLogits, MemoryFormat, Method, Offload, Precision, Sharding, Training,
};
use crate::units::{Bytes, Seconds};
use crate::work::StepWork;
use crate::work::of_graph::{reduced_bytes, step_work, update};

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
}

impl Shape {
    fn matches(&self, training: &Training, gpus: u64) -> bool {
        let Self { method, precision, checkpointing, attention, loss, format, read_as } = self;
        *precision == training.precision
            && *checkpointing == training.activation_checkpointing
            && *attention == training.attention
            && *loss == training.loss_logits
            && *format == training.memory_format
            && *read_as == training.computing_dtype(gpus)
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
        }
    }
}

/// A graph with what was found of it so far.
struct Built {
    shape: Shape,
    batch: u64,
    graph: Graph,
    /// Peak and end of plays from nothing.
    plays: Vec<(bool, Spread, i64, i64)>,
    /// One micro-step without and with accumulation.
    micro_steps: [Option<MicroStep>; 2],
    /// Used last: what was not used for long is forgotten first.
    used: u64,
}

/// One micro-step on this card, and its amounts without its kernels.
#[derive(Clone)]
struct MicroStep {
    profile: Profile,
    work: StepWork,
}

/// Operators of graphs that are kept whole, over all of them: some 500 bytes each with their values. Of the others their
/// weights stay.
const WHOLE_OPERATORS: usize = 16_384;

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
    built: Vec<Built>,
    clock: u64,
    /// How many sizes of the batch fit last time.
    pub(super) fitted: usize,
    /// How far below the largest of them the one was that was chosen with care.
    pub(super) below_top: Option<usize>,
    /// Every plan weighed so far that card and host hold in time.
    pub(super) seen: Vec<Weighed>,
}

impl<'a> Workbench<'a> {
    pub(super) const fn new(request: &'a Request, deadline: Option<Seconds>, plays: &'a mut Plays) -> Self {
        Self { request, deadline, plays, built: Vec::new(), clock: 0, fitted: 4, below_top: None, seen: Vec::new() }
    }

    /// What the card has for the run.
    pub(super) fn available(&self, scenario: &Scenario) -> Bytes {
        let hardware = &self.request.scenario.hardware;
        hardware.gpu.memory.saturating_sub(desktop(hardware) + taken_by_host(scenario))
    }

    fn built(&mut self, scenario: &Scenario) -> &mut Built {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let (batch, gpus) = (training.micro_batch_size, training_gpus(hardware, training));
        self.clock += 1;
        let place = self.built.iter().position(|built| built.batch == batch && built.shape.matches(training, gpus));
        let place = place.unwrap_or_else(|| {
            let spare = self.spare();
            let graph = models::build_in(spare, model, training, data, batch, gpus);
            let shape = Shape::of(training, gpus);
            self.built.push(Built { shape, batch, graph, plays: Vec::new(), micro_steps: [None, None], used: 0 });
            self.built.len() - 1
        });
        let built = &mut self.built[place];
        built.used = self.clock;
        built
    }

    /// The memory of the graph that was not used for longest, where as many are whole as may be.
    fn spare(&mut self) -> Graph {
        let operators: usize = self.built.iter().map(|built| built.graph.ops.len()).sum();
        if operators < WHOLE_OPERATORS {
            return self.built.last().map(|built| built.graph.sized_alike()).unwrap_or_default();
        }
        let whole = self.built.iter_mut().filter(|built| !built.graph.ops.is_empty());
        whole.min_by_key(|built| built.used).map(|built| built.graph.stripped()).unwrap_or_default()
    }

    /// The least memory of a plan.
    pub(super) fn memory(&mut self, scenario: &Scenario) -> DeviceMemory {
        // A measured factor is on parts, and may move the peak: the step is played in full.
        let peak = match scenario.measured.memory {
            None => self.built(scenario).peak(scenario),
            Some(_) => played(scenario, scenario.training.micro_batch_size).allocated_peak(),
        };
        least_of(scenario, peak)
    }

    /// A plan whose batch is decided, with the host's open fields decided for it, and its speed.
    fn timed(&mut self, scenario: Scenario, open: &[Field]) -> (Scenario, StepWork, Speed) {
        let (work, profile) = self.built(&scenario).step(&scenario);
        let scenario = settled_as(scenario, &work, &profile, open);
        let (_, speed) = timed_as(&scenario, &work, profile);
        (scenario, work, speed)
    }

    /// Weighs a plan whose batch is decided; of the host's fields those in `open` are decided for it.
    pub(super) fn weigh(&mut self, scenario: Scenario, open: &[Field]) -> Weighed {
        let memory = self.memory(&scenario);
        let (scenario, work, speed) = self.timed(scenario, open);
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
            changes: super::difference::count(&self.request.scenario, &scenario),
        };
        let weighed = Weighed { scenario, standing, speed, is_roomy: false };
        if weighed.standing.holds() {
            self.seen.push(weighed.clone());
        }
        weighed
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
        let Amounts { weights, states, gradients, temporary } = Amounts::of(&self.graph, training, spread);
        let start = weights + self.graph.buffer_bytes + self.graph.input_bytes + states + gradients;
        let accumulating = training.gradient_accumulation_steps > 1;
        let (peak, end) = self.played(scenario, accumulating, spread.in_play());
        let most = peak.max(end + temporary.cast_signed());
        Bytes((start.cast_signed() + most).max(0).cast_unsigned())
    }

    /// Peak and end of forward and backward from nothing.
    fn played(&mut self, scenario: &Scenario, accumulating: bool, spread: Spread) -> (i64, i64) {
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
        let MicroStep { profile: alone, work } = self.micro_steps[usize::from(accumulating)].get_or_insert_with(|| {
            // One device without offload: kernels of forward and backward are the same under every sharding and offload.
            let mut single = training.clone();
            (single.sharding, single.offload) = (Sharding::None, Offload::None);
            let mut work = step_work(graph, &single, 1);
            single.gradient_accumulation_steps = 1;
            let profile = profile(&work, hardware, &single);
            work.items = Vec::new();
            MicroStep { profile, work }
        });
        let mut work = StepWork { items: update(graph, training, gpus), ..work.clone() };
        work.optimizer_state_bytes = Bytes(optimizer::state_bytes(graph, &training.carried_out(gpus)));
        work.reduced_bytes = reduced_bytes(graph, training, gpus);
        let updated = profile(&work, hardware, training);
        work.items = Vec::new();
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
