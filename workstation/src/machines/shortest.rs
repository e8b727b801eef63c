//! The shortest time in which a card could do the arithmetic of a run, with any settings.

use engine::device::roofline::profile;
use engine::estimate::StepTime;
use engine::hardware::{Gpu, Hardware};
use engine::inputs::{Field, Request, Scenario as Planned};
use engine::step::kernels::step_work;
use engine::step::simulate;
use engine::training::{
    Cache, DataKind, LinearAttentionKernels, LossLogits, MemoryFormat, OptimizerImplementation, Precision, Sharding, Training,
};
use engine::units::FlopsPerSecond;
use engine::work::StepWork;
use wire::v1::Scenario;

use super::any_card::any_card;

/// Micro-batches to try, up to the largest that is recommended: a large one launches seldom, and what a small one writes and
/// reads again may stay in a card's cache, which counts for most where memory is slow.
const BATCHES: [u64; 6] = [1, 2, 4, 8, 32, 256];
/// Settings that the bound does not try may still gain so much.
const SLACK: f64 = 0.95;

/// The work of a step on one card, by method and precision, at its fastest settings.
#[derive(Debug)]
pub struct Shortest {
    works: Vec<(Training, StepWork)>,
    hardware: Hardware,
    /// Samples of an epoch.
    pub samples: f64,
    /// Updates may be for more than a micro-batch, or by another optimizer.
    updates_seldom: bool,
    /// Epochs of the run.
    pub epochs: f64,
    /// The precision was asked for.
    is_pinned: bool,
    /// The run on some card, for what its data path carries.
    pub planned: Planned,
    pub open: Vec<Field>,
}

impl Shortest {
    /// Plays a step of each accepted method in each precision, memory aside.
    pub fn of(asked: &Scenario, request: &Request) -> Self {
        let data = &request.scenario.data;
        let mut works = Vec::new();
        for request in methods(asked, request) {
            for precision in precisions(&request) {
                for training in fastest(&request, precision) {
                    let step = simulate(&request.scenario.model, &training, data, training.micro_batch_size, 1);
                    let work = step_work(&step.graph, &training, 1);
                    works.push((training, work));
                }
            }
        }
        let mut hardware = request.scenario.hardware.clone();
        hardware.gpu_count = 1;
        hardware.nodes = 1;
        // Launching waits for the processor, so the bound takes the quickest there is.
        let clock = |cpu: &&catalog::CpuEntry| (cpu.spec.boost_ghz * 1000.0) as u64;
        if let Some(cpu) = catalog::cpus().iter().max_by_key(clock) {
            hardware.cpu = cpu.spec;
        }
        let samples = data.samples as f64;
        let epochs = request.scenario.training.epochs as f64;
        let is_pinned = !request.open.contains(&Field::Precision);
        let updates_seldom = request.constraints.global_batch_size.is_some()
            || request.scenario.training.gradient_accumulation_steps > 1
            || request.open.contains(&Field::Optimizer);
        Self {
            works,
            hardware,
            samples,
            epochs,
            is_pinned,
            updates_seldom,
            planned: request.scenario.clone(),
            open: request.open.clone(),
        }
    }

    /// Seconds of an epoch on one card, at the least; several share it at best.
    pub fn seconds(&self, gpu: &Gpu) -> f64 {
        let mut hardware = self.hardware.clone();
        hardware.gpu = *gpu;
        let rate = |(training, work): &(Training, StepWork)| {
            let profile = profile(work, &hardware, training);
            // Over many micro-steps the update costs nothing, and other optimizers less.
            let StepTime { forward, backward, .. } = profile.time;
            let step = if self.updates_seldom { (forward + backward).get() } else { profile.step().get() };
            profile.global_batch as f64 / step.max(f64::MIN_POSITIVE)
        };
        let fastest = self
            .works
            .iter()
            .filter(|(training, _)| self.is_pinned || could_lead(training.precision, gpu))
            .map(rate)
            .fold(0.0, f64::max);
        if fastest > 0.0 { self.samples / fastest * SLACK } else { 0.0 }
    }
}

/// Whether a precision may be a card's fastest: 16 bits where it multiplies them, the quicker kind of the two, with as few
/// casts as there can be.
fn could_lead(precision: Precision, gpu: &Gpu) -> bool {
    let rate = |rate: Option<FlopsPerSecond>| rate.map_or(0.0, FlopsPerSecond::get);
    let (bf16, fp16) = (rate(gpu.bf16), rate(gpu.fp16));
    match precision {
        Precision::Bf16 | Precision::Bf16Amp => bf16 > 0.0,
        Precision::Fp16Amp => fp16 > bf16,
        Precision::Fp32 | Precision::Tf32 => bf16.max(fp16) <= 0.0,
    }
}

/// The request in each accepted method that the model can be trained by.
fn methods(asked: &Scenario, request: &Request) -> Vec<Request> {
    if asked.training.method.is_some() {
        return vec![request.clone()];
    }
    let suited = scenario::resolve::methods(&request.scenario.model).into_iter();
    let accepted = suited.filter(|method| asked.constraints.methods.as_ref().is_none_or(|methods| methods.contains(method)));
    let requests: Vec<Request> = accepted
        .filter_map(|method| {
            let mut scenario = asked.clone();
            scenario.training.method = Some(method);
            any_card(&scenario).0
        })
        .collect();
    if requests.is_empty() { vec![request.clone()] } else { requests }
}

fn precisions(request: &Request) -> Vec<Precision> {
    if request.open.contains(&Field::Precision) {
        vec![Precision::Bf16, Precision::Bf16Amp, Precision::Fp16Amp, Precision::Fp32]
    } else {
        vec![request.scenario.training.precision]
    }
}

/// The settings of which one takes least time on any card, where they were left open.
fn fastest(request: &Request, precision: Precision) -> Vec<Training> {
    let is_open = |field| request.open.contains(&field);
    let mut training = request.scenario.training.clone();
    training.precision = precision;
    training.sharding = Sharding::None;
    training.gradient_accumulation_steps = 1;
    if is_open(Field::OptimizerImplementation) {
        training.optimizer_implementation = OptimizerImplementation::Fused;
    }
    if is_open(Field::LinearAttention) {
        // Cards that do not run them are bounded too low, which bounds them still.
        training.linear_attention = LinearAttentionKernels::Fla;
    }
    if is_open(Field::MemoryFormat) {
        training.memory_format = MemoryFormat::ChannelsLast;
    }
    if is_open(Field::Cache) && request.scenario.data.kind == DataKind::Latents {
        training.loader.cache = Cache::Latents;
    }
    let own = [training.micro_batch_size];
    let batches: &[u64] = if is_open(Field::MicroBatchSize) { &BATCHES } else { &own };
    let has_logits = request.scenario.data.kind == DataKind::Text && is_open(Field::LossLogits);
    let forms: &[LossLogits] =
        if has_logits { &[LossLogits::LowPrecision, LossLogits::Chunked] } else { &[training.loss_logits] };
    let with = |(batch, form): (&u64, &LossLogits)| Training { micro_batch_size: *batch, loss_logits: *form, ..training.clone() };
    batches.iter().flat_map(|batch| forms.iter().map(move |form| (batch, form))).map(with).collect()
}
