//! Time of a step on the accelerators: per kernel the slower of arithmetic (computing and feeding the units) and memory traffic
//! (past the last cache), per phase at least the time that the host needs to launch its kernels.
//!
//! The roofline (Williams, Waterman, Patterson 2009) with achievable instead of rated figures; the achievable shares are
//! in [`efficiency`], what travels between GPUs and to the host in [`traffic`].

pub mod efficiency;
mod kernels;
mod sums;
pub mod traffic;

use crate::estimate::{Bound, Phase, Scenario, StageKind, StepTime};
use crate::hardware::{Gpu, Hardware};
use crate::models::companions;
use crate::training::{Cache, DataKind, Precision, Sharding, Training};
use crate::units::{Bytes, Flops, FlopsPerSecond, SamplesPerSecond, Seconds};
use crate::work::{Arithmetic, StepWork, Work};
use kernels::{Card, PhaseSum, PhaseTime};
pub use sums::Sums;

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
    Sums::of(work, &hardware.gpu, training).profile(work, hardware, training)
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
    let card = Card::new(&hardware.gpu, training);
    let mut sum = PhaseSum::default();
    for piece in &pieces {
        sum.add(piece, &card);
    }
    let time = sum.beside(&hardware.cpu);
    let rounds = data.samples as f64 / training_gpus(hardware, training) as f64;
    time.total() * rounds * measured.time(StageKind::Compute)
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

/// The arithmetic that carries most operations; FP32 for a step without any.
fn main_arithmetic(flops_in: [f64; 4]) -> Arithmetic {
    let mut best = (Arithmetic::Fp32, flops_in[Arithmetic::Fp32 as usize]);
    for arithmetic in [Arithmetic::Tf32, Arithmetic::Fp16, Arithmetic::Bf16] {
        let flops = flops_in[arithmetic as usize];
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
