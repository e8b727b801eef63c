//! What runs one after another, with what each takes of the card and of time.

use super::components::{Component, ComponentKind};
use super::question::Question;
use crate::architecture::Architecture;
use crate::device::memory::Beyond;
use crate::device::roofline::passing;
use crate::device::roofline::traffic::PCIE_PAGEABLE_SHARE;
use crate::hardware::{Vendor, capability};
use crate::units::{Bytes, BytesPerSecond, Seconds};
use crate::work::{Arithmetic, Work};

/// How much longer pipelines take on CUDA cards before Ampere than their kernels do by the roofline. Calibration: mean of six rates of one
/// U-Net on a V100 and a T4 (diffusers' `torch2.0.mdx`, commit 07dc8feb, batches of 1, 4 and 16), 1.40 to 2.16; 2026-11. Which kernels
/// they lack is known (flash attention), how much of it that is, is not.
const BEFORE_AMPERE: f64 = 1.8;

/// What `generate` of transformers needs on the host for a block that writes a token with attention to sound, and for a token beside its
/// blocks (the choice of it, masks, positions, what has ended), both times the clock in GHz: 0.95 and 3.3 ms on hosts that are taken to
/// run at 3.4 GHz. Calibration: a token of one window took 5.5 ms with 2 blocks, 23 with 24 and 40 with 32 on an A100
/// (sanchit-gandhi/notebooks, commit 3122f427), 6.8, 15.8 and 30.4 with 4, 12 and 24 on a card that is not named
/// (sanchit-gandhi/whisper-flash-attention, commit b1236eb2); the fit misses them by -16 to +13 %. 2026-11.
const WRITING_AT_1_GHZ: (Seconds, Seconds) = (Seconds::new(3.23e-3), Seconds::new(11.2e-3));

/// One model at work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stage {
    /// Which.
    pub kind: ComponentKind,
    /// Weights on the card meanwhile: its own, and those of the others that wait there.
    pub weights: Bytes,
    /// Its own weights.
    pub own_weights: Bytes,
    /// The batch and what is computed of it, at the most.
    pub activations: Bytes,
    /// What of that lies still, made once for all that follow.
    pub still: Bytes,
    /// What the allocator takes beyond tensors: blocks and segments that are larger than what they hold.
    pub beyond: Bytes,
    /// Passes of the model for a batch.
    pub passes: u64,
    /// Time of each.
    pub pass_time: Seconds,
    /// Whether that is what the host needs to launch its kernels.
    pub is_launch_bound: bool,
    /// Time in which its weights are copied to the card.
    pub moving: Seconds,
}

impl Stage {
    /// What it takes of the card, beside workspaces and the driver's context.
    #[must_use]
    pub fn taken(&self) -> Bytes {
        self.weights + self.activations + self.beyond
    }

    /// What comes and goes.
    #[must_use]
    pub fn transient(&self) -> Bytes {
        self.activations.saturating_sub(self.still)
    }

    /// From its start to its end.
    #[must_use]
    pub fn time(&self) -> Seconds {
        self.pass_time * self.passes as f64 + self.moving
    }
}

/// The stage that takes most of the card.
pub(super) fn fullest(stages: &[Stage]) -> Option<&Stage> {
    stages.iter().max_by_key(|stage| stage.taken())
}

/// The stages of a pipeline.
pub(super) fn of(question: &Question, components: &[Component]) -> Vec<Stage> {
    let Question { hardware, settings, .. } = question;
    let together: Bytes = components.iter().map(|component| component.weights).sum();
    let is_pipeline = components.len() > 1;
    let is_moved = settings.is_offloaded && is_pipeline;
    let link = (hardware.gpu_link().bandwidth() * PCIE_PAGEABLE_SHARE).max(BytesPerSecond::new(1.0));
    let gpu = &hardware.gpu;
    let is_old =
        question.model.latent_channels().is_some() && gpu.vendor == Vendor::Nvidia && !gpu.has_capability(capability::AMPERE);
    let stage = |component: &Component| {
        let pass = &component.pass;
        let work = if question.computes_in_fp16() { in_fp16(&pass.work) } else { pass.work.clone() };
        let (time, is_launch_bound) = passing(&work, hardware);
        let time = time * if is_old { BEFORE_AMPERE } else { 1.0 };
        let host = if component.kind == ComponentKind::TextDecoder { writing(question) } else { Seconds::ZERO };
        let (time, is_launch_bound) = if host > time { (host, true) } else { (time, is_launch_bound) };
        let beyond = Beyond::of(&pass.recording, &hardware.gpu).map_or(Bytes::ZERO, Beyond::segments);
        Stage {
            kind: component.kind,
            weights: if is_moved { component.weights } else { together },
            own_weights: component.weights,
            activations: pass.inputs + pass.temporary + component.unpacked,
            still: component.still,
            beyond,
            passes: component.passes,
            pass_time: time,
            is_launch_bound,
            // It comes to the card, and goes back to the host to make room for the next.
            moving: if is_moved { component.weights / link * 2.0 } else { Seconds::ZERO },
        }
    };
    let packed = || components.iter().filter(|component| component.is_packed_on_card);
    let loading = (is_moved && packed().next().is_some()).then(|| Stage {
        kind: ComponentKind::Loading,
        weights: packed().map(|component| component.weights).sum(),
        own_weights: Bytes::ZERO,
        activations: packed().map(|component| component.unpacked).max().unwrap_or_default(),
        still: Bytes::ZERO,
        beyond: Bytes::ZERO,
        passes: 0,
        pass_time: Seconds::ZERO,
        is_launch_bound: false,
        moving: Seconds::ZERO,
    });
    loading.into_iter().chain(components.iter().map(stage)).collect()
}

/// What the host needs to have a token written.
fn writing(question: &Question) -> Seconds {
    let Architecture::Whisper(model) = &question.model else { return Seconds::ZERO };
    let (block, beside) = WRITING_AT_1_GHZ;
    (block * model.decoder_layers as f64 + beside) / question.hardware.cpu.boost_ghz.max(1.0)
}

/// Kernels whose graph says BF16, on a card or with weights that make it FP16.
fn in_fp16(work: &[Work]) -> Vec<Work> {
    let half = |piece: &Work| match piece.arithmetic {
        Arithmetic::Bf16 => Work { arithmetic: Arithmetic::Fp16, ..*piece },
        _ => *piece,
    };
    work.iter().map(half).collect()
}
