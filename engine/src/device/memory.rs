//! From live tensors to what the card must hold: blocks and workspaces, the allocator's slack, the context.
//!
//! Live tensors are exact; what comes on top depends on library versions and on the order of allocations.
//! The shares below are calibrations, named with their data, date and spread; they make the range of the estimate.

use crate::architecture::{Architecture, Family};
use crate::hardware::{Gpu, Hardware, OperatingSystem, Vendor};
use crate::training::{ActivationCheckpointing, Training};
use crate::units::{Bytes, MIB};

/// cuBLAS workspace of one handle and stream up to compute capability 8.9 (PyTorch `parseChosenWorkspaceSize`: 4096 KiB x 2 + 16 KiB x 8).
const CUBLAS_WORKSPACE: Bytes = Bytes(8_519_680);
/// The same from compute capability 9.0 on.
const CUBLAS_WORKSPACE_HOPPER: Bytes = Bytes(32 * MIB);
/// Handles that allocate one: the main thread's and autograd's.
const CUBLAS_HANDLES: u64 = 2;

/// CUDA context with the kernels that a training step loads. Calibration: bare contexts of 256 MiB (RTX 3090, PyTorch 2.7,
/// invoke-ai/InvokeAI#9413), 300 MB (pytorch/pytorch#107667), 400 MB (pytorch/pytorch#109888) and 426 MiB (RTX 6000 Ada,
/// PyTorch 2.10, unslothai/unsloth-zoo#1053), plus about 100 MiB of kernels loaded as they are needed; collected 2026-11.
const CONTEXT: Bytes = Bytes(480 * MIB);
/// The smallest of those bare contexts.
const CONTEXT_LOW: Bytes = Bytes(256 * MIB);
/// Every kernel loaded, as all were before CUDA 11.7 (pytorch/pytorch#107667).
const CONTEXT_HIGH: Bytes = Bytes(1000 * MIB);

/// What Windows' display driver model keeps of a card without a screen (typical, not measured by us).
const WINDOWS_RESERVE: Bytes = Bytes(256 * MIB);
/// What a desktop with a browser takes of its card (typical, not measured by us).
const DESKTOP: Bytes = Bytes(768 * MIB);

/// What lies between live tensors and the card, as shares of the live tensors.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Slack {
    /// Rounding of requests to blocks, median.
    blocks: f64,
    /// Segments over live tensors, median.
    reserved: f64,
    /// The same, 95th percentile.
    reserved_high: f64,
}

/// Calibration: medians and 95th percentiles of a replay of 227 simulated steps (56 CNN, 22 encoder, 110 decoder, 39
/// diffusion) through a model of PyTorch's caching allocator (512 B granule, 2 and 20 MiB segments, no expandable
/// segments), split by checkpointing; 2026-11.
/// Segmentation rests on 25 steps (3 of them checkpointed) and diffusion transformers on 16, so that their high value is the
/// largest seen; detectors have no replay and take the segmentation heads' figures.
const fn slack(architecture: &Architecture, checkpointing: ActivationCheckpointing) -> Slack {
    let checkpointed = matches!(checkpointing, ActivationCheckpointing::Full);
    match (architecture.family(), checkpointed) {
        (Family::Convolutional, false) => Slack { blocks: 0.007, reserved: 0.12, reserved_high: 0.215 },
        (Family::Convolutional, true) => Slack { blocks: 0.004, reserved: 0.25, reserved_high: 0.33 },
        // Calibrated on 25 segmentation rows; detectors borrow them.
        (Family::Segmentation | Family::Detection, _) => Slack { blocks: 0.01, reserved: 0.09, reserved_high: 0.17 },
        (Family::Encoder | Family::Seq2seq | Family::VisionTransformer, false) => {
            Slack { blocks: 0.006, reserved: 0.085, reserved_high: 0.17 }
        }
        (Family::Encoder | Family::Seq2seq | Family::VisionTransformer, true) => {
            Slack { blocks: 0.003, reserved: 0.12, reserved_high: 0.17 }
        }
        (Family::Decoder, false) => Slack { blocks: 0.0005, reserved: 0.047, reserved_high: 0.13 },
        (Family::Decoder, true) => Slack { blocks: 0.0003, reserved: 0.078, reserved_high: 0.23 },
        (Family::Diffusion, false) => Slack { blocks: 0.005, reserved: 0.032, reserved_high: 0.23 },
        (Family::Diffusion, true) => Slack { blocks: 0.009, reserved: 0.063, reserved_high: 0.15 },
    }
}

/// The card's view of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceMemory {
    /// `torch.cuda.max_memory_allocated()`.
    pub torch_allocated: Bytes,
    /// `torch.cuda.max_memory_reserved()`.
    pub reserved: Bytes,
    /// What the driver shows for the process.
    pub device: Bytes,
    /// Low and high of it.
    pub range: (Bytes, Bytes),
}

/// What a step with this peak of live tensors takes on this card.
#[must_use]
pub fn device_memory(allocated: Bytes, architecture: &Architecture, training: &Training, gpu: &Gpu) -> DeviceMemory {
    let slack = slack(architecture, training.activation_checkpointing);
    let workspaces = workspaces(gpu);
    let torch_allocated = allocated + allocated.scaled(slack.blocks) + workspaces;
    let reserved = (allocated + allocated.scaled(slack.reserved) + workspaces).rounded_up_to(2 * MIB);
    let high = allocated + allocated.scaled(slack.reserved_high) + workspaces + CONTEXT_HIGH;
    DeviceMemory {
        torch_allocated,
        reserved,
        device: reserved + CONTEXT,
        // Under pressure the allocator returns its slack, so that a run fits from the allocated blocks on.
        range: (torch_allocated + CONTEXT_LOW, high),
    }
}

/// Workspaces of the matrix library, which the framework counts as allocated.
fn workspaces(gpu: &Gpu) -> Bytes {
    let hopper = gpu.vendor == Vendor::Nvidia && gpu.compute_capability.is_some_and(|capability| capability >= 90);
    let each = if hopper { CUBLAS_WORKSPACE_HOPPER } else { CUBLAS_WORKSPACE };
    each * CUBLAS_HANDLES
}

/// What the system and a desktop take of the card before the run starts.
#[must_use]
pub const fn desktop(hardware: &Hardware) -> Bytes {
    match (hardware.os, hardware.display_attached) {
        (OperatingSystem::Linux, false) => Bytes::ZERO,
        (OperatingSystem::Windows, false) => WINDOWS_RESERVE,
        (OperatingSystem::Linux, true) => DESKTOP,
        (OperatingSystem::Windows, true) => Bytes(DESKTOP.0 + WINDOWS_RESERVE.0),
    }
}
