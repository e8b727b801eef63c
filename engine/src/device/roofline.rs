//! Time of a step on the accelerators: per kernel the slower of arithmetic (computing and feeding the units) and memory traffic
//! (past the last cache), per phase at least the time that the host needs to launch its kernels.
//!
//! The roofline (Williams, Waterman, Patterson 2009) with achievable instead of rated figures; the achievable shares are
//! in [`efficiency`], what travels between GPUs and to the host in [`traffic`].

pub mod efficiency;
pub mod traffic;

use crate::estimate::{Bound, Phase, Scenario, StageKind, StepTime};
use crate::hardware::{Cpu, Gpu, Hardware};
use crate::models::companions;
use crate::training::{Cache, DataKind, MemoryFormat, Offload, Precision, Sharding, Training};
use crate::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, SamplesPerSecond, Seconds};
use crate::work::{Arithmetic, StepWork, Work, WorkKind};

/// The shortest step that is believed: keeps rates finite for a scenario without work.
const SHORTEST_STEP: Seconds = Seconds::new(1e-5);

/// A step's time and what it is spent on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    /// Time by part; nothing waits for data yet.
    pub time: StepTime,
    /// What limits the GPUs, data path aside.
    pub bound: Bound,
    /// Arithmetic of one micro-step on one GPU, recomputation included.
    pub flops_per_micro_step: Flops,
    /// The rated dense rate of the arithmetic that most of the work runs in.
    pub rated: FlopsPerSecond,
    /// Samples per optimizer step over all GPUs that train.
    pub global_batch: u64,
}

impl Profile {
    /// One optimizer step when no GPU ever waits for data.
    #[must_use]
    pub fn step(&self) -> Seconds {
        let StepTime { forward, backward, optimizer, communication, offload, wait: _ } = self.time;
        (forward + backward + optimizer + communication + offload).max(SHORTEST_STEP)
    }

    /// Samples per second of all GPUs when none ever waits for data.
    #[must_use]
    pub fn compute_rate(&self) -> SamplesPerSecond {
        SamplesPerSecond::new(self.global_batch as f64 / self.step().get())
    }
}

/// GPUs that work on one batch: all of them under data parallelism, else one (the others stay idle).
#[must_use]
pub fn training_gpus(hardware: &Hardware, training: &Training) -> u64 {
    match training.sharding {
        Sharding::None => 1,
        Sharding::Ddp | Sharding::Zero1 | Sharding::Zero2 | Sharding::Zero3 => hardware.total_gpus().max(1),
    }
}

/// One optimizer step by part, per GPU.
#[must_use]
pub fn step_time(work: &StepWork, hardware: &Hardware, training: &Training) -> StepTime {
    profile(work, hardware, training).time
}

/// Times a step and says what it is spent on.
#[must_use]
pub fn profile(work: &StepWork, hardware: &Hardware, training: &Training) -> Profile {
    let forward = phase_time(work, Phase::Forward, hardware, training);
    let backward = phase_time(work, Phase::Backward, hardware, training);
    let optimizer = match training.offload {
        Offload::None => phase_time(work, Phase::OptimizerStep, hardware, training),
        // The host updates the weights; its time is part of the offload.
        Offload::Optimizer | Offload::All => PhaseTime::default(),
    };
    let micro_steps = training.gradient_accumulation_steps.max(1) as f64;
    let communication = traffic::between_gpus(work, hardware, training, forward.total(), backward.total());
    let offload = traffic::to_host(work, hardware, training, forward.total() + backward.total());
    let slowdown = work.slowdown;
    let time = StepTime {
        forward: forward.total() * micro_steps * slowdown,
        backward: backward.total() * micro_steps * slowdown,
        optimizer: optimizer.total() * slowdown,
        communication: communication * slowdown,
        offload: offload * slowdown,
        wait: Seconds::ZERO,
    };
    Profile {
        time,
        bound: bound(&[forward, backward, optimizer], &[micro_steps, micro_steps, 1.0], communication, offload),
        flops_per_micro_step: micro_step_items(work).map(|item| item.flops * item.repeat as f64).sum(),
        rated: rate(&hardware.gpu, main_arithmetic(work)),
        global_batch: training.micro_batch_size.max(1)
            * training.gradient_accumulation_steps.max(1)
            * training_gpus(hardware, training),
    }
}

/// Encoding the whole data set once, where its latents are cached: the autoencoder and the text encoders, forward alone, on
/// all GPUs that train and in the precision of the run.
#[must_use]
pub fn encoding(scenario: &Scenario) -> Seconds {
    let Scenario { hardware, model, training, data, measured } = scenario;
    let cached = data.kind == DataKind::Latents && training.loader.cache == Cache::Latents;
    let Some((parameters, text_tokens)) = companions::of(model, data).filter(|_| cached) else {
        return Seconds::ZERO;
    };
    let (arithmetic, width) = match training.precision {
        Precision::Fp16Amp => (Arithmetic::Fp16, 2),
        Precision::Bf16 | Precision::Bf16Amp => (Arithmetic::Bf16, 2),
        Precision::Tf32 => (Arithmetic::Tf32, 4),
        Precision::Fp32 => (Arithmetic::Fp32, 4),
    };
    let pieces = companions::pieces(data, 1, parameters, text_tokens).map(|piece| Work {
        phase: Phase::Forward,
        kind: piece.kind,
        arithmetic,
        flops: Flops::new(piece.operations),
        bytes_moved: Bytes(piece.elements * width),
        kernels: 1,
        repeat: 1,
    });
    let rounds = data.samples as f64 / training_gpus(hardware, training) as f64;
    kernels_time(pieces.iter(), hardware, training).total() * rounds * measured.time(StageKind::Compute)
}

/// The device's rated dense rate; arithmetic that it has no units for runs on the vector units.
///
/// `fp32` means what it says: PyTorch's default lets cuDNN convolutions use TF32 (`torch.backends.cudnn.allow_tf32`), which
/// is the precision `tf32` here.
#[must_use]
pub fn rate(gpu: &Gpu, arithmetic: Arithmetic) -> FlopsPerSecond {
    match arithmetic {
        Arithmetic::Fp32 => gpu.fp32,
        Arithmetic::Tf32 => gpu.tf32.unwrap_or(gpu.fp32).max(gpu.fp32),
        Arithmetic::Fp16 => gpu.fp16.unwrap_or(gpu.fp32).max(gpu.fp32),
        Arithmetic::Bf16 => gpu.bf16.unwrap_or(gpu.fp32).max(gpu.fp32),
    }
}

/// A phase's time: what the GPU computes and moves, and what the host needs to launch it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct PhaseTime {
    /// Kernels that arithmetic limits.
    arithmetic: Seconds,
    /// Kernels that memory limits.
    memory: Seconds,
    /// The host's launches, which run ahead of the GPU.
    launch: Seconds,
}

impl PhaseTime {
    /// The GPU and the host work at the same time: the slower decides.
    fn total(self) -> Seconds {
        (self.arithmetic + self.memory).max(self.launch)
    }
}

/// Adds up a phase's kernels.
fn phase_time(work: &StepWork, phase: Phase, hardware: &Hardware, training: &Training) -> PhaseTime {
    kernels_time(work.items.iter().filter(|item| item.phase == phase), hardware, training)
}

/// Adds up kernels.
fn kernels_time<'a>(items: impl Iterator<Item = &'a Work>, hardware: &Hardware, training: &Training) -> PhaseTime {
    let mut time = PhaseTime::default();
    for item in items {
        let repeat = item.repeat as f64;
        let arithmetic = arithmetic_time(item, &hardware.gpu);
        let memory = traffic_of(item, &hardware.gpu, training) / memory_rate(item.kind, &hardware.gpu);
        let fixed = efficiency::KERNEL_RAMP * item.kernels as f64;
        if arithmetic > memory {
            time.arithmetic += (arithmetic + fixed) * repeat;
        } else {
            time.memory += (memory + fixed) * repeat;
        }
        time.launch += launch_time(&hardware.cpu) * (item.kernels as f64 * repeat);
    }
    time
}

/// Time in which the units compute and the caches deliver operands to them: together as the legs of a right triangle, so
/// that the slower of the two decides and the other one counts where they are alike.
fn arithmetic_time(item: &Work, gpu: &Gpu) -> Seconds {
    let rate = match item.kind {
        WorkKind::DepthwiseConvolution => gpu.fp32,
        _ => rate(gpu, item.arithmetic),
    };
    let achievable = rate * efficiency::arithmetic_share(item.kind, item.arithmetic);
    let compute = item.flops / achievable.max(FlopsPerSecond::new(1.0));
    let delivery = delivery_time(item, gpu);
    Seconds::new((compute.get() * compute.get() + delivery.get() * delivery.get()).sqrt())
}

/// Time in which the caches deliver operands again and again to the tensor cores.
fn delivery_time(item: &Work, gpu: &Gpu) -> Seconds {
    let width = match (item.kind, item.arithmetic) {
        (WorkKind::Matmul | WorkKind::Convolution, Arithmetic::Tf32) => 2.0,
        (WorkKind::Matmul | WorkKind::Convolution, Arithmetic::Fp16 | Arithmetic::Bf16) => 1.0,
        _ => return Seconds::ZERO,
    };
    let by_memory = gpu.memory_bandwidth.get() * efficiency::OPERATIONS_PER_BYTE;
    let by_multiprocessors = gpu.fp32.get() * efficiency::OPERATIONS_PER_VECTOR_OPERATION;
    Seconds::new(item.flops.get() * width / by_memory.max(by_multiprocessors).max(1.0))
}

/// The achievable rate of the device memory.
fn memory_rate(kind: WorkKind, gpu: &Gpu) -> BytesPerSecond {
    (gpu.memory_bandwidth * efficiency::memory_share(kind)).max(BytesPerSecond::new(1.0))
}

/// What a kernel moves to and from the device memory: with the copies that cuDNN makes of NCHW tensors for its tensor-core
/// kernels, less what it finds in the last cache.
fn traffic_of(item: &Work, gpu: &Gpu, training: &Training) -> Bytes {
    let moved = match (item.kind, training.memory_format) {
        (WorkKind::Convolution, MemoryFormat::Contiguous) => item.bytes_moved.scaled(efficiency::layout_passes(item.arithmetic)),
        _ => item.bytes_moved,
    };
    moved.saturating_sub(moved.min(gpu.l2.unwrap_or(Bytes(0))).scaled(efficiency::CACHED_SHARE))
}

/// What the host needs to launch one kernel.
fn launch_time(cpu: &Cpu) -> Seconds {
    let clock_ghz = if cpu.boost_ghz >= 1.0 { cpu.boost_ghz } else { 1.0 };
    efficiency::LAUNCH_AT_1_GHZ / clock_ghz
}

/// Forward and backward pieces.
fn micro_step_items(work: &StepWork) -> impl Iterator<Item = &Work> {
    work.items.iter().filter(|item| item.phase != Phase::OptimizerStep)
}

/// The arithmetic that carries most operations; FP32 for a step without any.
fn main_arithmetic(work: &StepWork) -> Arithmetic {
    let flops_in = |arithmetic: Arithmetic| -> f64 {
        micro_step_items(work)
            .filter(|item| item.arithmetic == arithmetic)
            .map(|item| item.flops.get() * item.repeat as f64)
            .sum()
    };
    let mut best = (Arithmetic::Fp32, flops_in(Arithmetic::Fp32));
    for arithmetic in [Arithmetic::Tf32, Arithmetic::Fp16, Arithmetic::Bf16] {
        let flops = flops_in(arithmetic);
        if flops > best.1 {
            best = (arithmetic, flops);
        }
    }
    best.0
}

/// The largest consumer of a step's time.
fn bound(phases: &[PhaseTime; 3], times: &[f64; 3], communication: Seconds, offload: Seconds) -> Bound {
    let (mut arithmetic, mut memory, mut launch) = (Seconds::ZERO, Seconds::ZERO, Seconds::ZERO);
    for (phase, times) in phases.iter().zip(times) {
        if phase.launch > phase.arithmetic + phase.memory {
            launch += phase.launch * *times;
        } else {
            arithmetic += phase.arithmetic * *times;
            memory += phase.memory * *times;
        }
    }
    let candidates = [
        (Bound::Compute, arithmetic),
        (Bound::MemoryBandwidth, memory),
        (Bound::Launch, launch),
        (Bound::Interconnect, communication),
        (Bound::Offload, offload),
    ];
    candidates.into_iter().fold((Bound::Compute, Seconds::ZERO), |best, next| if next.1 > best.1 { next } else { best }).0
}
