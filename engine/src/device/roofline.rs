//! Time of a step on the accelerators: per kernel the slower of arithmetic (computing and feeding the units) and memory traffic
//! (past the last cache), per phase at least the time that the host needs to launch its kernels.
//!
//! The roofline (Williams, Waterman, Patterson 2009) with achievable instead of rated figures; the achievable shares are
//! in [`efficiency`], what travels between GPUs and to the host in [`traffic`].

pub mod efficiency;
mod gpus;
mod kernels;
mod profile;
mod rates;
mod sums;
pub mod traffic;

pub use gpus::training_gpus;
pub use profile::Profile;
pub use rates::rate;
pub use sums::Sums;

use crate::course::Phase;
use crate::estimate::{StageKind, StepTime};
use crate::hardware::{Gpu, Hardware};
use crate::inputs::Scenario;
use crate::models::companions;
use crate::training::{Cache, DataKind, MemoryFormat, Precision, Training};
use crate::units::{Bytes, Flops, Seconds};
use crate::work::{Arithmetic, StepWork, Work, WorkKind};
use kernels::{Card, PhaseSum};

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

/// What a pass that answers takes, and whether that is what the host needs to launch its kernels one by one.
#[must_use]
pub fn passing(work: &[Work], hardware: &Hardware) -> (Seconds, bool) {
    let card = Card::of_layout(&hardware.gpu, MemoryFormat::Contiguous);
    let mut sum = PhaseSum::default();
    for piece in work {
        sum.add(piece, &card);
    }
    let time = sum.launched(&hardware.cpu, efficiency::ANSWERING_LAUNCH_AT_1_GHZ);
    (time.total(), time.launch > time.arithmetic + time.memory)
}

/// Time of one matrix product of `m` rows with `n` columns, each entry a sum of `k` products, on 16-bit operands.
#[must_use]
pub fn product(gpu: &Gpu, (m, n, k): (u64, u64, u64)) -> Seconds {
    let piece = Work {
        phase: Phase::Forward,
        kind: WorkKind::Matmul,
        arithmetic: Arithmetic::Bf16,
        flops: Flops::new(2.0 * m as f64 * n as f64 * k as f64),
        filled: 1.0,
        bytes_moved: Bytes(2 * (m * k + k * n + m * n)),
        kernels: 1,
        repeat: 1,
    };
    let mut sum = PhaseSum::default();
    sum.add(&piece, &Card::of_layout(gpu, MemoryFormat::Contiguous));
    sum.on_card()
}

/// Encoding the whole data set once, where its latents are cached: the autoencoder and the text encoders, forward alone, on
/// all GPUs that train and in the precision of the run.
#[must_use]
pub fn encoding(scenario: &Scenario) -> Seconds {
    let Scenario { hardware, model, training, data, measured } = scenario;
    let cached = data.kind == DataKind::Latents && training.loader.cache == Cache::Latents;
    let Some(companions) = model.companions(data.text_tokens).filter(|_| cached) else {
        return Seconds::ZERO;
    };
    let (arithmetic, width) = match training.precision {
        Precision::Fp16Amp => (Arithmetic::Fp16, 2),
        Precision::Bf16 | Precision::Bf16Amp => (Arithmetic::Bf16, 2),
        Precision::Tf32 => (Arithmetic::Tf32, 4),
        Precision::Fp32 => (Arithmetic::Fp32, 4),
    };
    let pieces = companions::pieces(data, 1, companions).map(|piece| Work {
        phase: Phase::Forward,
        kind: piece.kind,
        arithmetic,
        flops: Flops::new(piece.operations),
        filled: 1.0,
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
