//! From live tensors to what the card must hold: blocks and workspaces, the allocator's slack, the context.
//!
//! Live tensors are exact, and blocks and segments follow from a replay through the allocator. Sizes of contexts and
//! desktops are calibrations, named with their data and date.

use super::replay::{Settings, replay};
use super::slack::slack;
use crate::architecture::Architecture;
use crate::hardware::{Gpu, Hardware, OperatingSystem, Vendor, capability};
use crate::inputs::Scenario;
use crate::measured::{MEMORY_SPREAD, Measured, MemoryFactor, PeakOf};
use crate::step::recording::Recording;
use crate::training::Training;
use crate::units::{Bytes, MIB};

/// cuBLAS workspace of one handle and stream up to compute capability 8.9 (PyTorch `parseChosenWorkspaceSize`: 4096 KiB x 2 + 16 KiB x 8).
const CUBLAS_WORKSPACE: Bytes = Bytes(8_519_680);
/// cuBLAS workspace of one handle and stream from compute capability 9.0 on (PyTorch `parseChosenWorkspaceSize`).
const CUBLAS_WORKSPACE_HOPPER: Bytes = Bytes(32 * MIB);
/// Handles that allocate one: the main thread's and autograd's.
const CUBLAS_HANDLES: u64 = 2;

/// CUDA context with the kernels that a training step loads. Calibration: bare contexts of 256 MiB (RTX 3090, PyTorch 2.7,
/// invoke-ai/InvokeAI#9413), 300 MB (pytorch/pytorch#107667), 400 MB (pytorch/pytorch#109888) and 426 MiB (RTX 6000 Ada,
/// PyTorch 2.10, unslothai/unsloth-zoo#1053), plus about 100 MiB of kernels loaded as they are needed; collected 2026-11.
pub const CONTEXT: Bytes = Bytes(480 * MIB);
/// The smallest of those bare contexts.
pub(crate) const CONTEXT_LOW: Bytes = Bytes(256 * MIB);
/// Every kernel loaded, as all were before CUDA 11.7 (pytorch/pytorch#107667).
pub(crate) const CONTEXT_HIGH: Bytes = Bytes(1000 * MIB);

/// What the driver keeps of a card's memory: its total in CUDA's words is below the total that it prints. Calibration:
/// median of nine cards whose out-of-memory messages are public, 0.7 to 2.2 % (23.69 GiB of 24,576 MiB on an RTX 3090, 23.64
/// of 24,564 on an RTX 4090, 15.74 of 16,376 on an RTX A4000, 10.76 of 11,264 on an RTX 2080 Ti, 31.74 of 32,768 on a V100,
/// 39.59 and 79.15 of 40,960 and 81,920 on an A100, 47.54 of 49,140 on an RTX A6000, 79.11 of 81,559 on an H100); 2026-11.
const DRIVER_SHARE: f64 = 0.012;

/// What Windows' display driver model keeps of a card without a screen (typical, not measured by us).
const WINDOWS_RESERVE: Bytes = Bytes(256 * MIB);
/// What a desktop with a browser takes of its card (typical, not measured by us).
const DESKTOP: Bytes = Bytes(768 * MIB);

/// How far the replayed segments have been from those of the simulated steps: 95th percentile of 293 steps (`cargo xtask
/// accuracy`), rounded up; 2026-11.
const REPLAY_SPREAD: f64 = 0.03;

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
    /// The smallest capacity that the run is expected to pass in: under pressure the allocator gives its slack back.
    pub needed: Bytes,
}

/// What a step with this peak of live tensors takes of the smallest card that it passes on. It needs no replay and grows
/// with the live tensors, so that a search may rely on it.
#[must_use]
pub fn least_memory(allocated: Bytes, architecture: &Architecture, training: &Training, gpu: &Gpu) -> DeviceMemory {
    let slack = slack(architecture, training);
    let (each, count) = workspaces(gpu);
    let workspaces = each * count;
    let torch_allocated = allocated + allocated.scaled(slack.blocks) + workspaces;
    let reserved = (allocated + allocated.scaled(slack.least) + workspaces).rounded_up_to(2 * MIB);
    let high = allocated + allocated.scaled(slack.high) + workspaces + CONTEXT_HIGH;
    let needed = reserved + CONTEXT;
    DeviceMemory { torch_allocated, reserved, device: needed, range: (torch_allocated + CONTEXT_LOW, high), needed }
}

/// Device memory with what a measured device shows of its context: the high end needs no allowance for it.
#[must_use]
pub(crate) fn known_context(memory: DeviceMemory, measured: &Measured) -> DeviceMemory {
    match measured.memory {
        Some(MemoryFactor { of: PeakOf::Device, .. }) => {
            let range = (memory.needed.scaled(1.0 - MEMORY_SPREAD), memory.range.1 - (CONTEXT_HIGH - CONTEXT));
            DeviceMemory { range, ..memory }
        }
        _ => memory,
    }
}

/// What blocks and segments have beyond the live tensors; instances that were left out add next to nothing to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beyond {
    blocks: Bytes,
    segments: Bytes,
}

impl Beyond {
    /// What segments have beyond the live tensors.
    pub(crate) const fn segments(self) -> Bytes {
        self.segments
    }

    /// By a replay through the allocator; none where it would be too long or finds no end.
    pub(crate) fn of(recording: &Recording, gpu: &Gpu) -> Option<Self> {
        let replayed = replay(recording, Settings::affordable(recording, workspaces(gpu))).ok()?;
        Some(Self {
            blocks: Bytes(replayed.allocated.saturating_sub(replayed.requested)),
            segments: Bytes(replayed.reserved.saturating_sub(replayed.requested)),
        })
    }
}

/// The card's view of live tensors, with what was measured of it.
pub(crate) fn of_live(live: Bytes, beyond: Option<Beyond>, scenario: &Scenario, available: Bytes) -> DeviceMemory {
    let Scenario { hardware, model, training, measured, .. } = scenario;
    let least = least_memory(live, model, training, &hardware.gpu);
    let Some(Beyond { blocks, segments }) = beyond else { return known_context(least, measured) };
    let (each, count) = workspaces(&hardware.gpu);
    let live = live + each * count;
    let torch_allocated = live + measured.slack(blocks);
    let segments = (live + measured.slack(segments)).rounded_up_to(2 * MIB);
    let wanted = segments.max(least.reserved);
    // A card that holds the need but not the wish makes the allocator return segments: it stays below the capacity.
    let reserved = if least.needed <= available { wanted.min(available.saturating_sub(CONTEXT)) } else { wanted };
    let high = wanted + wanted.scaled(REPLAY_SPREAD) + CONTEXT_HIGH;
    let low = torch_allocated.min(reserved) + CONTEXT_LOW;
    let range = match measured.memory.map(|memory| memory.of) {
        None | Some(PeakOf::Allocated) => (low, high),
        Some(PeakOf::Reserved) => (reserved.scaled(1.0 - MEMORY_SPREAD) + CONTEXT_LOW, high),
        Some(PeakOf::Device) => {
            ((reserved + CONTEXT).scaled(1.0 - MEMORY_SPREAD), (wanted + CONTEXT).scaled(1.0 + MEMORY_SPREAD))
        }
    };
    DeviceMemory { torch_allocated, reserved, device: reserved + CONTEXT, range, needed: least.needed }
}

/// Size and number of the matrix library's workspaces, which the framework counts as allocated.
pub(crate) fn workspaces(gpu: &Gpu) -> (Bytes, u64) {
    let hopper = gpu.vendor == Vendor::Nvidia && gpu.has_capability(capability::HOPPER);
    let each = if hopper { CUBLAS_WORKSPACE_HOPPER } else { CUBLAS_WORKSPACE };
    (each, CUBLAS_HANDLES)
}

/// What the driver, the system and a desktop take of the card before the run starts.
#[must_use]
pub fn desktop(hardware: &Hardware) -> Bytes {
    let driver = match hardware.gpu.vendor {
        // CUDA reports the whole of a pool in common.
        Vendor::Nvidia if hardware.gpu.pool.is_none() => hardware.gpu.memory.scaled(DRIVER_SHARE),
        _ => Bytes::ZERO,
    };
    let shown = match (hardware.os, hardware.display_attached) {
        (OperatingSystem::Linux, false) => Bytes::ZERO,
        (OperatingSystem::Windows, false) => WINDOWS_RESERVE,
        (OperatingSystem::Linux, true) => DESKTOP,
        (OperatingSystem::Windows, true) => Bytes(DESKTOP.0 + WINDOWS_RESERVE.0),
    };
    driver + shown
}
